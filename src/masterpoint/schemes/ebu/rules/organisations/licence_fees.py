"""1.11 and 5.3.3: the licence fee of an event at the Board's rates, and what a closed Blue Point event pays instead."""

from __future__ import annotations

from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.charges import Charge, used
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.exact import Exact
from masterpoint.core.heads import heads_of, sessions_of, tables_of
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import charge_codes
from masterpoint.schemes.ebu.rules.organisations.deadlines import days_after

RATES = {
    "30": "licence_table",
    "40": "licence_table",
    "50": "blue_licence_table",
    "60": "green_licence_table",
    "70": "commercial_licence_table",
    "71": "commercial_abroad_licence_table",
}
CHARITY, BLUE = "40", "50"


@rule
def licence_fee(book: Book, event: AnyEvent, facts: Facts, sessions: int | None, tariff: Tariff, code: str) -> Charge:
    """1.11.2: sessions × tables, or heats, at the rate of the code; due 30 days after the event."""
    closed_blue = code == BLUE and event.organiser.level == "club" and not facts.open_event
    item = "licence_heat" if isinstance(event, SimultaneousEvent) else RATES[code]
    names = ["green_licence_table" if closed_blue else item]
    if code == CHARITY:
        names.append("charity_reduction")
    tariff.require(book, names, event.day)
    step = _fee(book, event, sessions, tariff, names[0])
    if closed_blue:
        step = _closed_blue(book, step)
    if code == CHARITY:
        step = _charity(book, event, tariff, step)
    days = int(tariff.value("licence_days", event.day))
    return Charge(
        kind="subscription" if closed_blue else "licence fee",
        step=step,
        day=event.day,
        heads=heads_of(event),
        amounts=used(tariff, names, event.day),
        code=code,
        exemption=charge_codes(book)[code].title if code == CHARITY or closed_blue else "",
        due=None if closed_blue else days_after(event.day, days),
    )


def _fee(book: Book, event: AnyEvent, sessions: int | None, tariff: Tariff, item: str) -> Step:
    rate = tariff.step(book, item, event.day)
    clause = book.clause("1.11.2")
    if isinstance(event, SimultaneousEvent):
        heats = fact(event.heats, clause, "heats")
        return derive(product, heats, rate, clause=clause, message="heats × rate")
    played = fact(sessions or sessions_of(event), book.clause("1.5.4"), "sessions")
    tables = fact(tables_of(event), book.clause("1.5.4"), "tables", reading="E95")
    return derive(product, played, tables, rate, clause=clause, message="sessions × tables × rate")


def _closed_blue(book: Book, fee: Step) -> Step:
    """5.3.3: no licence, but a part of the Green Point licence fee as a subscription."""
    share = book.figures.charges.closed_blue_share
    message = sentence(
        "{part} of the Green Point licence fee, for a closed Blue Point event", part=part_in_words(share.value)
    )
    return derive(partial(product, share.value), fee, clause=share.clause, message=message, reading="E96")


def _charity(book: Book, event: AnyEvent, tariff: Tariff, fee: Step) -> Step:
    """1.11.4: the reduction for charity, where the Board set one."""
    share = tariff.step(book, "charity_reduction", event.day)
    return derive(_less, fee, share, clause=book.clause("1.11.4"), message="less the reduction for charity")


def _less(fee: Exact, share: Exact) -> Exact:
    return fee * (1 - share)  # type: ignore[operator]
