"""1.3.1: the sessions free of charge, how many of them a club has in a year, and when one has to be paid for."""

from __future__ import annotations

from typing import Protocol

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.mechanisms import whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.organisations import Code
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charge_sheets import extra_free_sessions
from masterpoint.schemes.ebu.rules.organisations.charges import charge_codes, not_exempt, ordinary_code

FREE = ("03", "04")
UNCOUNTED = ("teaching", "special")
"""Exemptions that use up none of the year's free sessions."""


class ClubYear(Protocol):
    """What a club has had before in the financial year."""

    @property
    def free_sessions_used(self) -> int: ...
    @property
    def player_sessions(self) -> int: ...


def free_sessions(book: Book, player_sessions: int) -> int:
    """1.3.1: the free social and charity sessions of a year, by the size of the club."""
    return book.figures.charges.social_sessions.value + whole(extra_free_sessions(book, player_sessions))


@rule
def not_free(book: Book, event: AnyEvent, facts: Facts, year: ClubYear, sessions: int) -> tuple[Code, Remark] | None:
    """Why a session under a free code has to be paid for after all, and under which code."""
    if facts.exempt == "special":
        return None
    message = not_exempt(book, event, "teaching" if facts.exempt == "teaching" else "social")
    quota = free_sessions(book, year.player_sessions)
    if message is None and facts.exempt != "teaching" and year.free_sessions_used + sessions > quota:
        template = "the club has {allowed} free sessions a year and used {used} before; this one is charged"
        message = sentence(template, allowed=quota, used=year.free_sessions_used)
    if message is None:
        return None
    return charge_codes(book)[ordinary_code(event)], book.remark("1.3.1", message)
