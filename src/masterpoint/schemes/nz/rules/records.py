"""E6.3, E8 and E10: conversions, overseas points, foreign ranks, fees and deadlines, as worksheets."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Literal

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Count, EventModel, Text
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import difference, part_of, product, total
from masterpoint.schemes.nz.rules.amounts import Points, require_amounts
from masterpoint.schemes.nz.rules.handbook import clause, problem
from masterpoint.schemes.nz.rules.ranks import (
    C_IN_A_B_POINT,
    RANKS,
    minimum_points,
    whole_b_points,
)

CLUB_FEE, TOURNAMENT_FEE, A_POINT_FEE = Fraction(30, 100), Fraction(50, 100), 1  # E8.7, in dollars


class ConversionAsks(EventModel, frozen=True, kw_only=True):
    """Points to be turned into points of a higher kind."""

    points: Points
    kind: Literal["C", "B", "A"] = "C"
    into: Literal["B", "A"] = "B"


def conversion(asks: ConversionAsks) -> Sequence[Step | Remark]:
    """E6.3: 100 C make one B; nothing ever becomes an A."""
    require_amounts(asks)
    if (asks.kind, asks.into) != ("C", "B"):
        message = f"{asks.kind} Points do not become {asks.into} Points"
        fix = "only C Points are converted, into B Points"
        raise Refused(problem("into", asks.into, message, fix, "E6.3d"))
    held = fact(exact(asks.points), clause("E6.3e"), "C Points")
    made = derive(whole_b_points, held, clause=clause("E6.3e"), message="whole B Points", reading="N-36")
    left = derive(_left_over, held, clause=clause("E6.3e"), message="C Points carried forward", reading="N-36")
    return [made, left]


def _left_over(c_points: Exact) -> Exact:
    return c_points - whole_b_points(c_points) * C_IN_A_B_POINT


class OverseasAsks(EventModel, frozen=True, kw_only=True):
    """Points earned abroad, or by players from abroad."""

    points: Points
    kind: Literal["gold", "red", "a-points", "other"]
    """ABF Gold, Red, New Zealand A Points of Australians, or anything else."""
    registered: Literal["nz", "australia", "other"] = "nz"
    where: Literal["abf-gold-event", "holiday", "national-congress", "other"]


def overseas(asks: OverseasAsks) -> Sequence[Step | Remark]:
    """E8.8a: the three arrangements there are."""
    require_amounts(asks)
    points = exact(asks.points)
    match asks.kind, asks.registered, asks.where:
        case "gold", "nz", "abf-gold-event":
            number, message = "E8.8a.i", "A Points: one for each Gold Point"
        case "red", "nz", "holiday":
            number, message = "E8.8a.ii", "B Points: one for each Red Point"
        case "a-points", "australia", "national-congress":
            return [Remark(clause("E8.8a.iii"), "transferred at a rate that the Australian Bridge Federation sets")]
        case _:
            told = f"{asks.kind}, {asks.registered}, {asks.where}"
            message = "there is no arrangement for the transfer of these points"
            fix = "ABF Gold at Gold Point events, Red on the holidays named, for players registered in New Zealand"
            raise Refused(problem("kind", told, message, fix, "E8.8a"))
    earned = fact(points, clause(number), f"{asks.kind.title()} Points earned")
    return [derive(partial(product, 1), earned, clause=clause(number), message=message)]


class ForeignRankAsks(EventModel, frozen=True, kw_only=True):
    """A new resident's recognised rank, as the equivalent New Zealand rank."""

    rank: Text


def foreign_rank(asks: ForeignRankAsks) -> Sequence[Step | Remark]:
    """E8.8c: the least points that make the equivalent rank."""
    found = minimum_points(asks.rank)
    if found is None:
        fix = f"write one of: {', '.join(name for name, _, _ in RANKS)}"
        raise Refused(problem("rank", asks.rank, "no such New Zealand rank", fix, "E8.8c"))
    a_points = fact(found[0], clause("E8.8c"), f"A Points allocated for {asks.rank}")
    aggregate = fact(sum(found), clause("E7.5a"), "aggregate of A and B Points the rank needs")
    b_points = derive(difference, aggregate, a_points, clause=clause("E8.8c"), message="B Points allocated")
    return [a_points, b_points]


class FeeAsks(EventModel, frozen=True, kw_only=True):
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


def fees(asks: FeeAsks) -> Sequence[Step | Remark]:
    """E8.7: what is charged, in dollars."""
    require_amounts(asks)
    _require_order(asks.day, asks.received, "E8.7d")
    club = _charge(asks.club_players, CLUB_FEE, "E8.7a", "players in club sessions", "at 30 cents")
    tournament = _charge(
        asks.tournament_players, TOURNAMENT_FEE, "E8.7b", "players in tournament sessions", "at 50 cents"
    )
    issued = fact(exact(asks.a_points), clause("E8.7c"), "A Points issued")
    points = derive(partial(product, A_POINT_FEE), issued, clause=clause("E8.7c"), message="at $1 an A Point")
    parts = [club, tournament, points]
    if asks.day is not None and asks.received is not None:
        due = a_month_after(asks.day)
        if asks.complete and asks.received <= due:
            message = f"10% off the session fee: complete results by {due}"
            minus = derive(
                partial(part_of, -1, 10), tournament, clause=clause("E8.7d"), message=message, reading="N-35"
            )
            parts.append(minus)
        else:
            why = "results were not complete" if not asks.complete else f"received after {due}"
            return [*parts, _sum(parts), Remark(clause("E8.7d"), f"no discount: {why}")]
    return [*parts, _sum(parts)]


def _require_order(day: date | None, received: date | None, number: str) -> None:
    """Results arrive after they were played."""
    if day is not None and received is not None and received < day:
        message = f"results cannot arrive before the day of play, {day}"
        raise Refused(problem("received", received.isoformat(), message, "check both days", number))


def _charge(players: int, rate: Fraction, number: str, message: str, at: str) -> Step:
    return derive(partial(product, rate), fact(players, clause(number), message), clause=clause(number), message=at)


def _sum(parts: Sequence[Step]) -> Step:
    return derive(total, *parts, clause=clause("E8.7a"), message="to pay, in dollars")


def a_month_after(day: date) -> date:
    """The same day of the next month, or its last day where there is none."""
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def end_of_month(day: date) -> date:
    return date(day.year, day.month, monthrange(day.year, day.month)[1])


class DeadlineAsks(EventModel, frozen=True, kw_only=True):
    """When something was played, and when its results arrived."""

    day: date
    tournament: bool = False
    received: date | None = None
    complete: bool = True
    """Overall and session results, all with computer numbers."""


def deadline(asks: DeadlineAsks) -> Sequence[Step | Remark]:
    """E10.11, E36.5e: monthly for sessions, one calendar month for tournaments."""
    _require_order(asks.day, asks.received, "E10.11")
    due = a_month_after(asks.day) if asks.tournament else end_of_month(asks.day)
    what = "A and B sheets within one calendar month" if asks.tournament else "sessions at the end of each month"
    remarks = [Remark(clause("E10.11"), f"{what}: by {due}")]
    if asks.received is not None:
        late = (asks.received - due).days
        days = "1 day late" if late == 1 else f"{late} days late"
        said = f"received {asks.received}: {days if late > 0 else 'in time'}"
        remarks.append(Remark(clause("E10.11"), said))
    if asks.tournament and not asks.complete:
        message = "nothing is processed before overall and session results with all numbers have arrived"
        remarks.append(Remark(clause("E36.5e"), message))
    return remarks


WORKSHEETS = {
    "conversion": Worksheet("C Points into B Points", clause("E6.3e"), ConversionAsks, conversion),
    "overseas": Worksheet("Points earned abroad", clause("E8.8a"), OverseasAsks, overseas),
    "foreign-rank": Worksheet("Recognition of a foreign rank", clause("E8.8c"), ForeignRankAsks, foreign_rank),
    "fees": Worksheet("Master Point fees", clause("E8.7a"), FeeAsks, fees),
    "deadline": Worksheet("When results are due", clause("E10.11"), DeadlineAsks, deadline),
}
