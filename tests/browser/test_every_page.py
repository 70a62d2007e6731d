"""Every page, as somebody who sees it: no violation found by axe, light and dark; nothing wider than a small phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response
from pytest_django import DjangoDbBlocker

import databases
from answers import existing
from browser.conftest import WIDTH, InTurn, answering, new_page, opened
from browser.page_errors import errors_of
from browser.site_pages import PAGES, addresses, test_no_page_is_left_out

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
NARROW = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    return [...document.querySelectorAll("main *, header *, footer *")]
        .filter(one => one.getBoundingClientRect().right > innerWidth && !one.closest(".scroll"))
        .slice(0, 5).map(one => one.outerHTML.slice(0, 120));
}"""

__all__ = ["test_no_page_is_left_out"]


@pytest.fixture(scope="module")
def show(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, server: tuple[InTurn, str], browser: Browser
) -> Iterator[Callable[..., tuple[Page, Response]]]:
    """Open a page of the list in the browser of whoever sees it; nothing is written, so all share what was prepared."""
    with databases.rolled_back(django_db_blocker):
        pages = addresses()
        with answering(server) as site:
            roles = {role for role, _ in pages.values()}
            contexts = {role: opened(browser, site, role) for role in roles}
            windows = {}
            for role, context in contexts.items():
                context.add_init_script(AXE)
                windows[role] = new_page(context)

            def shown(name: str) -> tuple[Page, Response]:
                role, address = pages[name]
                page = windows[role]
                page.emulate_media(color_scheme="light")
                page.set_viewport_size({"width": 320, "height": 800})
                errors_of(page).clear()
                answer = existing(page.goto(address))
                assert ("/sign-in/" in answer.url) == ("/sign-in/" in address), "who sees the page is signed in"
                return page, answer

            yield shown
            for context in contexts.values():
                context.close()


@pytest.mark.parametrize("name", PAGES)
def test_page(show: Callable[..., tuple[Page, Response]], name: str) -> None:
    page, answer = show(name)
    assert answer.status == {"not found": 404, "forbidden": 403}.get(name, 200)
    assert page.locator("h1").count() == 1
    assert page.evaluate(SAME_ID) == []
    page.evaluate("document.querySelectorAll('main details').forEach((item, at) => { if (at < 3) item.open = true })")
    assert page.evaluate(NARROW) == []
    assert page.evaluate(TARGETS, [44, 44]) == []
    page.evaluate(SHORTEN, ALIKE)
    assert page.evaluate(RUN, [[], ["target-size", "scrollable-region-focusable"]]) == []
    page.set_viewport_size({"width": WIDTH, "height": 900})
    assert page.evaluate(RUN, [TAGS, []]) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(RUN, [[], ["color-contrast", "link-in-text-block"]]) == []
    assert [error for error in errors_of(page) if "404" not in error and "403" not in error] == []
