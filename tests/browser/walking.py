"""How a test moves from page to page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def follow(link: Locator) -> None:
    """Click a link or a button, and wait until the page it leads to is there: a click alone does not wait."""
    with link.page.expect_navigation():
        link.click()


def press_enter(page: Page) -> None:
    """Press Enter on what has the focus, and wait until the page it leads to is there."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def from_menu(page: Page, name: str) -> None:
    """Go where the menu leads, opening it first where it is folded."""
    if page.get_by_text("Menu", exact=True).is_visible():
        page.get_by_text("Menu", exact=True).click()
    follow(page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).first)
