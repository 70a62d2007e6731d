"""How a test moves from page to page."""

from __future__ import annotations


def follow(link):
    """Click a link or a button, and wait until the page it leads to is there: a click alone does not wait."""
    with link.page.expect_navigation():
        link.click()


def press_enter(page):
    """Press Enter on what has the focus, and wait until the page it leads to is there."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def from_menu(page, name):
    """Go where the menu leads, opening it first where it is folded."""
    button = page.get_by_role("button", name="Menu", exact=True)
    if button.is_visible():
        button.click()
    follow(page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).first)
