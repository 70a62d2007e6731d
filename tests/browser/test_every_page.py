"""Every page, as somebody who sees it: no violation found by axe, light and dark; nothing wider than a small phone.

A page is opened at the width of a phone. What the browser has made of it is then put into windows that stay open, one
for each width and colour scheme: axe is loaded into each of them once, and runs several times as fast as in a new page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Response
from pytest_django import DjangoDbBlocker

import databases
from answers import existing
from browser.conftest import WIDTH, InTurn, answering, new_page, opened
from browser.page_errors import errors_of
from browser.site_pages import PAGES, addresses, test_no_page_is_left_out
from browser.windows import shown_in

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async ([tags, rules]) => {
    const only = rules.length ? {type: "rule", values: rules} : {type: "tag", values: tags};
    const found = await axe.run(document, {
        runOnly: only, resultTypes: ["violations"], preload: false, iframes: false, elementRef: false
    });
    return found.violations.map(one => `${one.id}: ${one.help}\\n` + one.nodes.slice(0, 3).map(
        node => `    ${node.html.slice(0, 160)}  ${node.failureSummary.split("\\n")[1] || ""}`).join("\\n"));
}"""
TARGETS = """([least, main]) => {
    const bad = [];
    for (const one of document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea")) {
        const box = (one.closest("label.tick") || one).getBoundingClientRect();
        if (!box.width || !box.height || one.closest(".skip")) continue;
        const inSentence = one.matches("p a:not(.button), li:not(.links li, .pages li, .cards li) a, .message a") &&
            !one.closest("nav");
        if (inSentence) continue;
        const important = one.matches("button, .button, select, input:not([type=checkbox])");
        const height = Math.round(box.height);
        if (height < (important ? main : least)) bad.push(`${height} px: ${one.outerHTML.slice(0, 120)}`);
    }
    return bad;
}"""
SAME_ID = """() => {
    const seen = new Set();
    const again = ({id}) => seen.has(id) || !seen.add(id);
    return [...document.querySelectorAll("[id]")].filter(again).map(element => element.id);
}"""
SHORTEN = """most => {
    const shapeOf = element => {
        const attributes = [...element.attributes].map(({name, value}) =>
            /^(class|role|scope|type|lang)$/.test(name) ? `${name}=${value}` : value ? name : `${name} empty`);
        const text = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        return `${element.tagName} ${attributes} ${text}(${[...element.children].map(shapeOf)})`;
    };
    const parents = document.querySelectorAll("tbody, ul, ol, select, main, section, article, form");
    for (const parent of [...parents].reverse()) {
        const counts = {};
        for (const child of [...parent.children].filter(item => item.matches("tr, li, option, article, section"))) {
            const shape = shapeOf(child);
            counts[shape] = (counts[shape] || 0) + 1;
            if (counts[shape] > most) child.remove();
        }
    }
}"""
"""Of rows and sections that differ in their words alone, a few are enough for axe, which reads every one slowly."""
ALIKE = 2
PHONE = 320
TABLET = 720
"""Just too wide for what is only for phones: here a table has all its columns, in the least room."""
NARROW = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    const wider = [...document.querySelectorAll("main *, header *, footer *")]
        .filter(one => one.getBoundingClientRect().right > innerWidth && !one.closest(".scroll"));
    return wider.length ? wider.slice(0, 5).map(one => one.outerHTML.slice(0, 120)) : [`text, by ${wide} pixels`];
}"""

__all__ = ["test_no_page_is_left_out"]


class Window(NamedTuple):
    """A window of axe's: its width and colours, and the rules that are looked at there; all where none is named."""

    width: int
    colours: Literal["light", "dark"]
    rules: tuple[str, ...] = ()


WINDOWS = (
    Window(PHONE, "light", ("target-size", "scrollable-region-focusable")),
    Window(WIDTH, "light"),
    Window(WIDTH, "dark", ("color-contrast", "link-in-text-block")),
)


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, server: tuple[InTurn, str]
) -> Iterator[tuple[str, dict[str, tuple[str, str]]]]:
    """The site, and its pages by name; nothing is written, so all share what was prepared."""
    with databases.rolled_back(django_db_blocker):
        pages = addresses()
        with answering(server) as address:
            yield address, pages


@pytest.fixture(scope="module")
def show(
    site: tuple[str, dict[str, tuple[str, str]]], browser: Browser
) -> Iterator[Callable[[str], tuple[Page, Response]]]:
    """Open a page of the list on the phone of whoever sees it."""
    site_address, pages = site
    contexts = {role: opened(browser, site_address, role, width=PHONE) for role in {role for role, _ in pages.values()}}
    windows = {role: new_page(context) for role, context in contexts.items()}

    def shown(name: str) -> tuple[Page, Response]:
        role, address = pages[name]
        page = windows[role]
        errors_of(page).clear()
        answer = existing(page.goto(address))
        assert ("/sign-in/" in answer.url) == ("/sign-in/" in address), "who sees the page is signed in"
        return page, answer

    yield shown
    for context in contexts.values():
        context.close()


@pytest.fixture(scope="module")
def violations(
    site: tuple[str, dict[str, tuple[str, str]]], browser: Browser
) -> Iterator[Callable[[Page], dict[Window, list[str]]]]:
    """What axe finds in a page as it is shown now, by window."""
    with ExitStack() as stack:
        tabs = {}
        for window in WINDOWS:
            context = opened(browser, site[0], "nobody", width=window.width, color_scheme=window.colours)
            stack.callback(context.close)
            tabs[window] = context.new_page()
            tabs[window].goto("/")
            tabs[window].evaluate(AXE)

        def look(page: Page) -> dict[Window, list[str]]:
            shown = shown_in(page)
            result = {}
            for window, tab in tabs.items():
                shown.put_into(tab)
                result[window] = tab.evaluate(RUN, [TAGS, window.rules])
            return result

        yield look


@pytest.mark.parametrize("name", PAGES)
def test_page(
    show: Callable[[str], tuple[Page, Response]], violations: Callable[[Page], dict[Window, list[str]]], name: str
) -> None:
    page, answer = show(name)
    assert answer.status == {"not found": 404, "forbidden": 403}.get(name, 200)
    assert page.locator("h1").count() == 1
    assert page.evaluate(SAME_ID) == []
    page.evaluate("document.querySelectorAll('main details').forEach((item, at) => { if (at < 3) item.open = true })")
    assert page.evaluate(NARROW) == []
    assert page.evaluate(TARGETS, [44, 44]) == []
    page.set_viewport_size({"width": TABLET, "height": 800})
    assert page.evaluate(NARROW) == []
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.evaluate(SHORTEN, ALIKE)
    assert violations(page) == {window: [] for window in WINDOWS}
    assert [error for error in errors_of(page) if "404" not in error and "403" not in error] == []
