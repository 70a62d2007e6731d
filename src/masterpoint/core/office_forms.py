"""Forms that a book prints for its office, as documented input: to print, to fill in and to check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.form_layouts import Layout


class FormText(NamedTuple):
    """A text and its source."""

    text: str
    source: str


class CheckedForm(msgspec.Struct, frozen=True):
    """A form without errors: its event, if it has one, and the remarks on it."""

    event: AnyEvent | None
    remarks: tuple[Remark, ...]
    part: int = 1
    parts: int = 1
    """Which of how many forms of the event it is; nothing is filed before all are there."""


class OfficeForms(msgspec.Struct, frozen=True, kw_only=True):
    """The forms of a book by name. An unknown name is refused with a list of those that exist."""

    titles: Mapping[str, tuple[str, str]]
    """The title of each form, and the clause of its page."""
    results: tuple[str, ...]
    """Forms that give the result of an event; the others correct the register or the ledger."""
    layouts: Mapping[str, Layout]
    """The layout of each form."""
    template: Callable[[Book[Any], str], str]
    """The form to be filled in, with comments."""
    check: Callable[[Book[Any], str, FormText, FormText | None], CheckedForm]
    """Checks a form by its name, its filled-in text and a list of members; raises with every error at once."""
    check_fields: Callable[[Book[Any], str, Mapping[str, str], FormText | None], CheckedForm]
    """The same from the fields of the form, keyed in; problems name the places as the form does."""
    read_fields: Callable[[str, FormText], dict[str, str]]
    """The fields of a form, from its name and the filled-in template."""
    join_stages: Callable[[Sequence[AnyEvent]], Sequence[AnyEvent]]
    """Completes the events of forms that belong together, in order, with what each needs to know of the others."""

    def judged_on(self, name: str, fields: Mapping[str, object], today: date) -> date:
        """The day whose book a form is checked by: the day of play, or today if it gives no day or no result."""
        try:
            return date.fromisoformat(str(fields.get("date", ""))) if name in self.results else today
        except ValueError:
            return today
