"""What goes wrong in a page: the errors of its scripts, and those that the browser writes on its console."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Error, Page

MET: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def keep_errors(page: Page) -> None:
    """From now on, keep the errors that a page meets."""
    errors = MET[page] = []

    def on_error(error: Error) -> None:
        errors.append(str(error))

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("pageerror", on_error)
    page.on("console", on_console)


def errors_of(page: Page) -> list[str]:
    """The errors that a page has met so far."""
    return MET[page]
