"""The picture of the parts of a page in docs/developers/design.md, taken with the current stylesheet.

    python -m tools.design_picture

The people and figures on it are invented.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import chromium

ROOT = Path(__file__).parents[1]
STYLE = ROOT / "src" / "masterpoint" / "web" / "static" / "masterpoint" / "site.css"
PICTURE = ROOT / "docs" / "images" / "design.png"
WIDTH, HEIGHT = 1000, 1180
PARTS = """
<header><div class="in"><a class="brand" href="#">Masterpoint</a></div></header>
<main class="in">
  <h1>The parts of a page</h1>
  <div class="cards figures">
    <article><p class="quiet">Rank</p><p class="big">District Master</p><p class="quiet">since 3 May 2026</p></article>
    <article><p class="quiet">Points in all</p><p class="big">2,105</p></article>
    <article><p class="quiet">Green points</p><p class="big">9.05</p></article>
  </div>
  <h2>A table</h2>
  <table class="lines">
    <thead><tr><th scope="col">Day</th><th scope="col">Event</th><th scope="col" class="number">Points</th></tr></thead>
    <tbody>
      <tr><td>20 Oct 2026</td><td><a href="#">Tuesday pairs</a> <span class="tag">provisional</span></td>
        <td class="number">18 local</td></tr>
      <tr><td>13 Oct 2026</td><td><a href="#">Club teams</a></td><td class="number">0.25 green</td></tr>
    </tbody>
  </table>
  <div class="message success">Filed. Receipt EBU-7K2M-P4TX-9: 17 pairs, 6 awards.</div>
  <div class="message error"><p><strong>Line 14, Ann Bell and Ben Cole, place</strong>: this is not a place: “last”.</p>
    <p>What to do: write a whole number from 1, with = after it for a tie: 3=.</p></div>
  <form class="card">
    <h2>A form</h2>
    <div class="row">
      <div><label for="number">Name or number</label><input id="number" value="1001"></div>
      <div><label for="day">Day of play</label><input id="day" type="date" value="2026-11-10"></div>
    </div>
    <button type="button">Look it up</button> <button type="button" class="second">Cancel</button>
  </form>
  <h2>A chart</h2>
  <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none"><rect width="100" height="4"/>
    <rect class="done" width="72" height="4"/></svg>
  <details class="panel"><summary>Something folded</summary></details>
</main>
"""


def page() -> str:
    """All parts on one page, with the stylesheet of the site."""
    style = STYLE.read_text(encoding="utf-8")
    return f'<!doctype html><html lang="en-GB"><head><style>{style}</style></head><body>{PARTS}</body></html>'


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
        tab.set_content(page())
        tab.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
