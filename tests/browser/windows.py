"""Windows that stay open: pages are put into them one after the other, which costs a fraction of opening each anew.

A script that was loaded into such a window stays there, and runs fast by then. The scripts of the pages themselves do
not run: a page is put in as they left it.
"""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

PARTS = """page => [
    Object.fromEntries([...page.documentElement.attributes].map(({name, value}) => [name, value])),
    [...page.head.children].filter(item => !item.matches("script, link")).map(item => item.outerHTML).join(""),
    page.body.outerHTML,
]"""
STYLES = (
    """() => [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).map(rule => rule.cssText).join("\\n")"""
)
PARSED = f"""text => ({PARTS})(new DOMParser().parseFromString(text, "text/html"))"""
PUT = """([[attributes, head, body], styles]) => {
    const root = document.documentElement;
    root.getAttributeNames().forEach(name => root.removeAttribute(name));
    Object.entries(attributes).forEach(([name, value]) => root.setAttribute(name, value));
    if (window.stylesOfPage !== styles) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets = [sheet];
        window.stylesOfPage = styles;
    }
    document.head.innerHTML = head;
    document.body.outerHTML = body;
}"""


class Shown(NamedTuple):
    """A page to be put into a window: the attributes of its root, its head and its body; and its styles."""

    parts: tuple[dict[str, str], str, str]
    styles: str

    def put_into(self, window: Page) -> None:
        window.evaluate(PUT, list(self))


def shown_in(page: Page) -> Shown:
    """A page as the browser shows it now."""
    return Shown(page.evaluate(f"({PARTS})(document)"), page.evaluate(STYLES))


def written(text: str, styles: str, window: Page) -> Shown:
    """A page as the site has written it, with a stylesheet; read by the browser, in any window."""
    return Shown(window.evaluate(PARSED, text), styles)
