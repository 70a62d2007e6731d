"""What follows an act on filings, in the same transaction.

Rooms above this one, such as billing, register a function when the Centre starts. It is called once for every act, when
the act is done, with the filings it touched; if it fails, so does the act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing


class Consequence(Protocol):
    """Brings something into line with how some filings of one federation stand now."""

    def __call__(self, filings: Sequence[Filing], *, by: User | None, reason: str) -> None: ...


_registered: list[Consequence] = []


def register(consequence: Consequence) -> None:
    """To be called when the Centre starts. Twice is once."""
    if consequence not in _registered:
        _registered.append(consequence)


def follow(filings: Sequence[Filing], *, by: User | None, reason: str = "") -> None:
    """Everything that follows from how these filings stand now."""
    for consequence in _registered:
        consequence(filings, by=by, reason=reason)
