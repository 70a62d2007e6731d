"""1.11 and 5.3.3: the licence fee of an event at the Board's rates, and what a closed Blue Point event pays instead."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.events import AnyEvent, KnockoutEvent, LeagueEvent, SimultaneousEvent
from masterpoint.core.exact import Exact, rational
from masterpoint.core.heads import counts_sessions, matches_played, sessions_of, tables_of
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.deadlines import days_after
from masterpoint.schemes.families.charged_sessions import sessions_needed

RATES = {
    "30": "licence_table",
    "40": "licence_table",
    "50": "blue_licence_table",
    "60": "green_licence_table",
    "70": "commercial_licence_table",
    "71": "commercial_abroad_licence_table",
}
CHARITY, BLUE = "40", "50"


class LicenceFee(NamedTuple):
    """What an event under a licence code pays, and by when."""

    step: Step
    items: Sequence[str]
    """The items of the tariff it rests on."""
    due_day: date | None
    """The last day to pay; none for a closed Blue Point event, which pays with the month."""
    reduced: bool


@rule
def licence_fee(book: Book, event: AnyEvent, facts: Facts, sessions: int, tariff: Tariff, code: str) -> LicenceFee:
    """1.11.2: sessions × tables, or heats, at the rate of the code; due 30 days after the event."""
    if code == BLUE and event.organiser.level == "club" and not facts.open_event:
        items = ["green_licence_table"]
        return LicenceFee(closed_blue(book, _fee(book, event, sessions, tariff, items[0])), items, None, True)
    due_day = days_after(event.day, int(tariff.value("licence_days", event.day)))
    items = ["licence_heat" if isinstance(event, SimultaneousEvent) else RATES[code]]
    step = _fee(book, event, sessions, tariff, items[0])
    if code != CHARITY:
        return LicenceFee(step, items, due_day, False)
    share = tariff.step(book, "charity_reduction", event.day)
    return LicenceFee(less_charity(book, step, share), [*items, "charity_reduction"], due_day, bool(share.value))


def _fee(book: Book, event: AnyEvent, sessions: int, tariff: Tariff, item: str) -> Step:
    rate = tariff.step(book, item, event.day)
    clause = book.clause("1.11.2")
    if isinstance(event, SimultaneousEvent):
        return fee_of(book, rate, fact(event.heats, clause, "heats"))
    if isinstance(event, KnockoutEvent | LeagueEvent):
        units = fact(matches_played(event), book.clause("1.5.4"), "tables, each counted once for every match")
        return derive(product, units, rate, clause=clause, message="tables × matches × rate")
    units = fact(sessions, book.clause("1.5.4"), "sessions", reading=_sessions_reading(event))
    tables = fact(tables_of(event), book.clause("1.5.4"), "tables", reading="E95")
    return fee_of(book, rate, units, tables)


def fee_of(book: Book, rate: Step, *counts: Step) -> Step:
    """1.11.2: sessions × tables, or heats, at a rate."""
    message = f"{' × '.join(str(count.message) for count in counts)} × rate"
    return derive(product, *counts, rate, clause=book.clause("1.11.2"), message=message)


@rule
def sessions_played(book: Book, event: AnyEvent, sessions: int | None) -> int:
    """1.5.4: the sessions given; where the form does not count them, as many as its boards need."""
    if sessions is not None:
        return sessions
    if not _sessions_reading(event):
        return sessions_of(event)
    return sessions_needed(event, book.figures.basic.long_boards.value - 1)


def _sessions_reading(event: AnyEvent) -> str:
    return "" if counts_sessions(event) or hasattr(event, "sessions") else "E98"


def closed_blue(book: Book, fee: Step) -> Step:
    """5.3.3: no licence, but a part of the Green Point licence fee as a subscription."""
    share = book.figures.charges.closed_blue_share
    message = sentence(
        "{part} of the Green Point licence fee, for a closed Blue Point event", part=part_in_words(share.value)
    )
    return derive(partial(product, share.value), fee, clause=share.clause, message=message, reading="E96")


def less_charity(book: Book, fee: Step, share: Step) -> Step:
    """1.11.4: the reduction for charity, where the Board set one."""
    return derive(_less, fee, share, clause=book.clause("1.11.4"), message="less the reduction for charity")


def _less(fee: Exact, share: Exact) -> Exact:
    return rational(fee) * (1 - rational(share))
