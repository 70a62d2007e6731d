"""E8.7: what NZ Bridge charges for the sessions of an event, and for its A Points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from masterpoint.core.books import rule
from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import Remark, Result, Step, fact, nothing
from masterpoint.core.events import AnyEvent, ConsolationEvent, EventModel
from masterpoint.core.heads import heads_of, player_sessions
from masterpoint.core.issued_points import issued_to, points_issued
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Amount, Tariff
from masterpoint.schemes.families.calendar import months_after
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.office.fees import (
    discount,
    discount_remarks,
    earns_discount,
    fee,
    require_order,
)

SESSIONS, TOURNAMENT, A_POINTS, DISCOUNT = "club sessions", "tournament sessions", "A Points", "discount"


class FeeFacts(EventModel, frozen=True, kw_only=True):
    """The facts that are needed besides the event."""

    received: date | None = None
    """The day NZ Bridge had the results (E8.7)."""
    complete: bool = True
    """Overall and session results, all with computer numbers (E36.5)."""


def is_tournament(event: AnyEvent) -> bool:
    """An event of a class, an interprovincial event, or a consolation of either."""
    facts: Facts = facts_from(event, Facts)
    return bool(event.grade or facts.interprovincial) or isinstance(event, ConsolationEvent)


def event_charges(book: Book, result: Result, facts: FeeFacts, tariff: Tariff) -> Assessment:
    """E8.7: a fee for every player and session, one for every A Point, and the discount for prompt results."""
    event = result.event
    require_order(book, event.day, facts.received, "E8.7d")
    tournament = is_tournament(event)
    if event.organiser.level == "national":
        return Assessment((_of_nz_bridge(book, event, TOURNAMENT if tournament else SESSIONS),))
    item = "tournament_session" if tournament else "club_session"
    tariff.require(book, [item, "a_point", "discount"], event.day)
    sessions = _sessions(book, event, tariff, item, TOURNAMENT if tournament else SESSIONS)
    discount = _discount(book, event, facts, tariff, sessions.step) if tournament else ()
    return Assessment(
        (sessions, *discount, *_a_points(book, result, tariff)), tuple(_remarks(book, event, facts, tournament))
    )


def _of_nz_bridge(book: Book, event: AnyEvent, kind: str) -> Charge:
    """E8.7: NZ Bridge charges Regions and Clubs, not itself."""
    step = nothing(book.clause("E8.7a"), "an event of NZ Bridge itself: only Regions and Clubs are charged")
    exemption = "an event of NZ Bridge itself"
    return Charge(kind=kind, step=step, day=event.day, heads=heads_of(event), exemption=exemption)


@rule
def _sessions(book: Book, event: AnyEvent, tariff: Tariff, item: str, kind: str) -> Charge:
    """E8.7a, E8.7b: everybody who competes, once for each session."""
    heads = heads_of(event)
    rate = tariff.step(book, item, event.day)
    reading = "N-91" if event.contest == "teams" and any(head.index > 3 for head in heads) else ""
    message = "players, each counted once for every session"
    count = fact(player_sessions(heads), rate.clause, message, reading=reading)
    step = fee(count, rate, f"fee for {kind}")
    return Charge(kind=kind, step=step, day=event.day, heads=heads, amounts=amounts_of(tariff, [item], event.day))


@rule
def _discount(book: Book, event: AnyEvent, facts: FeeFacts, tariff: Tariff, sessions: Step) -> Sequence[Charge]:
    """E8.7d: the discount on tournament sessions, for complete results within one calendar month."""
    if not earns_discount(event.day, facts.received, facts.complete):
        return ()
    share = tariff.step(book, "discount", event.day)
    return [
        Charge(
            kind=DISCOUNT,
            step=discount(book, sessions, share, event.day),
            day=event.day,
            amounts=amounts_of(tariff, ["tournament_session", "discount"], event.day),
            exemption="complete results in time",
        )
    ]


@rule
def _a_points(book: Book, result: Result, tariff: Tariff) -> Sequence[Charge]:
    """E8.7c: the fee for every A Point issued, to members and to others alike."""
    event = result.event
    heads = issued_to(event, [award for award in result.awards if award.colour == "A"])
    if not heads:
        return ()
    rate = tariff.step(book, "a_point", event.day)
    points = fact(points_issued(heads), rate.clause, "A Points issued")
    step = fee(points, rate, "fee for A Points")
    return [
        Charge(kind=A_POINTS, step=step, day=event.day, heads=heads, amounts=amounts_of(tariff, ["a_point"], event.day))
    ]


def _remarks(book: Book, event: AnyEvent, facts: FeeFacts, tournament: bool) -> Iterator[Remark]:
    if tournament:
        yield from discount_remarks(book, event.day, facts.received, facts.complete)
    elif not facts.complete:
        yield book.remark("E8.7d", "complete changes nothing: only tournament sessions have a discount")


def entry_remarks(book: Book, amount: Amount, entry_day: date) -> Sequence[Remark]:
    """E7.7: the Board gives three months' notice in writing."""
    notice = book.figures.points.fee_notice
    earliest = months_after(entry_day, notice.value)
    if amount.unit != "money" or amount.first_day >= earliest:
        return ()
    template = "fees change on {months} months' notice; entered on {entered}, this one may start on {earliest}"
    return [Remark(notice.clause, sentence(template, months=notice.value, entered=entry_day, earliest=earliest))]
