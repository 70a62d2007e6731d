"""Forms that a book prints for its office, as documented input: to print, to fill in and to have checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.form_layouts import Layout


class Written(NamedTuple):
    """A text, and where it comes from."""

    text: str
    source: str


class CheckedForm(msgspec.Struct, frozen=True):
    """A form without errors: its event, if it has one, and the remarks on it."""

    event: AnyEvent | None
    remarks: tuple[Remark, ...]
    part: int = 1
    parts: int = 1
    """Which of how many forms it is that make up the event; nothing is filed before all are there."""


class OfficeForms(msgspec.Struct, frozen=True, kw_only=True):
    """The forms of a book by name. A name that is not there is refused with all that are."""

    titles: Mapping[str, tuple[str, str]]
    """The title of each, and the clause of its page."""
    results: tuple[str, ...]
    """Those that give the result of an event; the others put the register or the ledger right."""
    layouts: Mapping[str, Layout]
    """What stands where on each."""
    template: Callable[[Book[Any], str], str]
    """The form to be filled in, with comments."""
    check: Callable[[Book[Any], str, Written, Written | None], CheckedForm]
    """From the name, the form filled in and a list of members, to what it comes to; or every error at once."""
    check_fields: Callable[[Book[Any], str, Mapping[str, str], Written | None], CheckedForm]
    """The same from the fields of the form, keyed in; problems name the places as they stand on it."""
    read_fields: Callable[[str, Written], dict[str, str]]
    """From the name and the template filled in to the fields of the form."""
    join_stages: Callable[[Sequence[AnyEvent]], Sequence[AnyEvent]]
    """The events of forms that belong together, in order: what one needs to know of the others is added."""

    def judged_on(self, name: str, fields: Mapping[str, object], today: date) -> date:
        """The day whose book a form is checked by: that of play, or today where it gives no day or no result."""
        try:
            return date.fromisoformat(str(fields.get("date", ""))) if name in self.results else today
        except ValueError:
            return today
