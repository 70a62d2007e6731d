"""E8.7 and E10.11: fees and deadlines, as worksheets."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial

from masterpoint.core.books import Figure
from masterpoint.core.charges import as_credit
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, exact, tidy
from masterpoint.core.mechanisms import product, total
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.families.calendar import months_after
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.points.amounts import Points, require_amounts

INCOMPLETE = "no discount: results were not complete"


class FeeFacts(EventModel, frozen=True, kw_only=True):
    """Who played how often, and what was issued."""

    club_players: Count = 0
    """Players counted once for each club session they played."""
    tournament_players: Count = 0
    """Players counted once for each tournament session they played."""
    a_points: Points = Decimal(0)
    """A Points issued."""
    day: date | None = None
    """The day of the tournament."""
    received: date | None = None
    """The day NZ Bridge had everything."""
    complete: bool = True


def fees(book: Book, facts: FeeFacts) -> Sequence[Step | Remark]:
    """E8.7: what is charged at the fees the manual prints, in dollars."""
    require_amounts(facts)
    require_order(book, facts.day, facts.received, "E8.7d")
    figures = book.figures.points
    club = _printed_fee(figures.club_fee, facts.club_players, "players in club sessions")
    tournament = _printed_fee(figures.tournament_fee, facts.tournament_players, "players in tournament sessions")
    a_points = _printed_fee(figures.a_point_fee, exact(facts.a_points), "A Points issued")
    discounts = _discounts(book, facts, tournament)
    parts = [club, tournament, a_points, *discounts]
    fee_total = derive(total, *parts, clause=book.clause("E8.7a"), message="to pay, in dollars")
    return [*parts, fee_total, *_discount_remarks(book, facts)]


def _printed_fee(rate: Figure[Fraction], count: Exact, unit: str) -> Step:
    rate_step = fact(tidy(rate.value), rate.clause, "dollars for each, as the manual prints")
    return fee(fact(count, rate.clause, unit), rate_step, sentence("fee for {counted}", counted=unit))


def fee(count: Step, rate: Step, message: Message) -> Step:
    """E8.7a to E8.7c: the fee for each player and session, or for each A Point."""
    return derive(product, count, rate, clause=rate.clause, message=message)


def _discounts(book: Book, facts: FeeFacts, tournament: Step) -> list[Step]:
    if facts.day is None or not earns_discount(facts.day, facts.received, facts.complete):
        return []
    share = book.figures.points.discount
    percent = sentence("{percent}% of the session fee", percent=share.value * 100)
    return [discount(book, tournament, fact(share.value, share.clause, percent), facts.day)]


def earns_discount(day: date, arrival_day: date | None, complete: bool) -> bool:
    """E8.7d: complete results within one calendar month."""
    return complete and arrival_day is not None and arrival_day <= a_month_after(day)


def discount(book: Book, tournament: Step, share: Step, day: date) -> Step:
    """E8.7d: the discount on tournament sessions, as a credit."""
    figure = book.figures.points.discount
    saving = derive(
        product,
        tournament,
        share,
        clause=figure.clause,
        message="saved on tournament sessions",
        reading=figure.reading,
    )
    return as_credit(saving, figure.clause, sentence("discount: complete results by {due}", due=a_month_after(day)))


def _discount_remarks(book: Book, facts: FeeFacts) -> list[Remark]:
    if facts.day is not None:
        return list(discount_remarks(book, facts.day, facts.received, facts.complete))
    if facts.received is not None:
        return [book.remark("E8.7d", "give the day of the tournament: the discount depends on it")]
    return [] if facts.complete else [book.remark("E8.7d", INCOMPLETE)]


def discount_remarks(book: Book, day: date, arrival_day: date | None, complete: bool) -> Iterator[Remark]:
    """E8.7d: why a tournament has no discount, or the day until which it has one."""
    due_day = a_month_after(day)
    if not complete:
        yield book.remark("E8.7d", INCOMPLETE)
    elif arrival_day is None:
        yield book.remark("E8.7d", sentence("discount for complete results by {due}", due=due_day))
    elif arrival_day > due_day:
        yield book.remark("E8.7d", sentence("no discount: received after {due}", due=due_day))


def require_order(book: Book, day: date | None, arrival_day: date | None, number: str) -> None:
    """Refuse results that arrive before the day of play."""
    if day is not None and arrival_day is not None and arrival_day < day:
        message = f"results cannot arrive before the day of play, {day}"
        raise Refused(book.problem("received", arrival_day.isoformat(), message, "check both days", number))


def a_month_after(day: date) -> date:
    """The same day of the next month, or its last day if there is none."""
    return months_after(day, 1)


def end_of_month(day: date) -> date:
    return date(day.year, day.month, monthrange(day.year, day.month)[1])


class DeadlineFacts(EventModel, frozen=True, kw_only=True):
    """When something was played, and when its results arrived."""

    day: date
    tournament: bool = False
    received: date | None = None
    complete: bool = True
    """Overall and session results, all with computer numbers."""


def deadline(book: Book, facts: DeadlineFacts) -> Sequence[Step | Remark]:
    """E10.11, E36.5e: monthly for sessions, one calendar month for tournaments."""
    require_order(book, facts.day, facts.received, "E10.11")
    due_day = a_month_after(facts.day) if facts.tournament else end_of_month(facts.day)
    tournament = "A and B sheets within one calendar month: by {due}"
    session = "sessions at the end of each month: by {due}"
    remarks = [book.remark("E10.11", sentence(tournament if facts.tournament else session, due=due_day))]
    if facts.received is not None:
        days = (facts.received - due_day).days
        delay = "in time" if days <= 0 else "1 day late" if days == 1 else "{days} days late"
        remarks.append(
            book.remark("E10.11", sentence("received {received}: " + delay, received=facts.received, days=days))
        )
    if not facts.tournament and not facts.complete:
        message = "sessions of a club are sent as they are; only a tournament must be complete"
        remarks.append(book.remark("E10.11", message))
    if facts.tournament and not facts.complete:
        message = "nothing is processed before overall and session results with all numbers have arrived"
        remarks.append(book.remark("E36.5e", message))
    return remarks


def worksheets(book: Book) -> dict[str, Worksheet]:
    """What is charged, and when results are due."""
    return {
        "fees": Worksheet("Master Point fees", book.clause("E8.7a"), FeeFacts, partial(fees, book)),
        "deadline": Worksheet("When results are due", book.clause("E10.11"), DeadlineFacts, partial(deadline, book)),
    }
