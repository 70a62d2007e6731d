"""Every page, as somebody who sees it: no violation found by axe, light and dark; nothing wider than a small phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from browser.site_pages import PAGES, place, test_no_page_is_left_out

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async ([tags, rules]) => {
    const only = rules.length ? {type: "rule", values: rules} : {type: "tag", values: tags};
    const found = await axe.run(document, {runOnly: only, resultTypes: ["violations"]});
    return found.violations.map(one => `${one.id}: ${one.help}\\n` + one.nodes.slice(0, 3).map(
        node => `    ${node.html.slice(0, 160)}  ${node.failureSummary.split("\\n")[1] || ""}`).join("\\n"));
}"""
TARGETS = """([least, main]) => {
    const bad = [];
    for (const one of document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")) {
        const box = one.getBoundingClientRect();
        if (!box.width || !box.height || one.closest(".skip")) continue;
        const inSentence = one.matches("p a:not(.button), li:not(.links li, .pages li, .cards li) a, .message a") &&
            !one.closest(".back, nav");
        if (inSentence) continue;
        const important = one.matches("button, .button, select, input:not([type=checkbox])");
        const height = Math.round(box.height);
        if (height < (important ? main : least)) bad.push(`${height} px: ${one.outerHTML.slice(0, 120)}`);
    }
    return bad;
}"""
NARROW = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    return [...document.querySelectorAll("main *, header *, footer *")]
        .filter(one => one.getBoundingClientRect().right > innerWidth && !one.closest(".scroll"))
        .slice(0, 5).map(one => one.outerHTML.slice(0, 120));
}"""

__all__ = ["place", "test_no_page_is_left_out"]


@pytest.mark.parametrize("name", PAGES)
def test_page(visit, place, name):
    role, address = place(name)
    page = visit(role, color_scheme="light")
    answer = page.goto(address)
    assert answer.status == {"not found": 404, "forbidden": 403}.get(name, 200)
    assert page.locator("h1").count() == 1
    page.evaluate(AXE)
    assert page.evaluate(RUN, [TAGS, []]) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(RUN, [[], ["color-contrast", "link-in-text-block"]]) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 320, "height": 800})
    for details in page.locator("main details").all()[:3]:
        details.evaluate("one => one.open = true")
    assert page.evaluate(NARROW) == []
    assert page.evaluate(TARGETS, [24, 44]) == []
    assert page.evaluate(RUN, [[], ["target-size", "scrollable-region-focusable"]]) == []
    assert [error for error in page.errors if "404" not in error and "403" not in error] == []
