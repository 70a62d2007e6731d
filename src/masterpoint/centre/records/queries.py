"""All reads of records: holdings as at a day, rank and the day it was reached, gaps, leaderboards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.point_weights import worth
from masterpoint.centre.records.leaderboards import Leader, leaderboard
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import RankLadder, Standing
from masterpoint.schemes import FEDERATIONS, edition_for

__all__ = ["Leader", "leaderboard"]

ALL_RUNGS = 10_000_000
"""More hundredths than anybody holds: every rung lies below."""
DAYS = """
SELECT day, colour, SUM(hundredths), COUNT(*) FROM ledger_line WHERE person_id = %s AND day <= %s
GROUP BY day, colour ORDER BY day, colour
"""
DaySum = tuple[date, str, int]
"""A day of play, a colour, and the hundredths of that colour won on it."""


class Record(NamedTuple):
    """Everything a record page shows, read in one query."""

    holding: dict[str, int]
    held: dict[str, int]
    """Of the holding, what waits until the player is a member."""
    standing: Standing
    reached_on: date | None
    by_day: list[tuple[date, int]]
    """What each day brought, all colours as the book puts them together."""
    lines: int
    """How many lines the statement has."""


def points(hundredths: Mapping[str, int]) -> dict[str, Exact]:
    return {colour: tidy(Fraction(amount, 100)) for colour, amount in hundredths.items()}


def edition_of(federation: Federation, on: date | None = None) -> Edition:
    """The edition in force on a day; a record older than the first one kept here is ranked by that one."""
    if on is None:
        return edition_for(federation.scheme)
    return edition_for(federation.scheme, max(on, FEDERATIONS[federation.scheme].editions[0].in_force_from))


def record(person: Person, as_at: date | None = None) -> Record:
    """A person's record as at a day."""
    days, lines = day_sums(person, as_at)
    waiting = ledger.held_after(person, as_at)
    counted = [row for row in days if waiting is None or row[0] <= waiting]
    ladder = edition_of(person.federation, as_at).ranks
    now = ladder.standing(points(_sums(counted)))
    by_day: dict[date, int] = {}
    for day, colour, amount in days:
        by_day[day] = by_day.get(day, 0) + amount * worth(person.federation.scheme, colour)
    return Record(
        holding=_sums(days),
        held=_sums(row for row in days if waiting is not None and row[0] > waiting),
        standing=now,
        reached_on=reached(ladder, counted, now.rank),
        by_day=list(by_day.items()),
        lines=lines,
    )


def _sums(days: Iterable[DaySum]) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, colour, amount in days:
        found[colour] = found.get(colour, 0) + amount
    return {colour: amount for colour, amount in found.items() if amount}


def day_sums(person: Person, as_at: date | None = None) -> tuple[list[DaySum], int]:
    """What each day of play brought, oldest first, and how many lines that is; read plainly, for every record asks."""
    with connection.cursor() as cursor:
        cursor.execute(DAYS, [person.pk, (as_at or date.max).isoformat()])
        rows = cursor.fetchall()
    days = [(as_date(day), colour, int(amount)) for day, colour, amount, _ in rows]
    return days, sum(count for *_, count in rows)


def as_date(data: date | str) -> date:
    """The embedded database tells a day as text."""
    return date.fromisoformat(data) if isinstance(data, str) else data


def flags_to_settle(federation: Federation) -> QuerySet[Promotion]:
    """Promotions announced that a correction has undone since, and that the office has not looked at."""
    flagged = Promotion.standing.filter(run__federation=federation, settled_at=None).exclude(flagged="")
    return flagged.select_related("person__home_club", "run").order_by("-run__as_at", "person__sort_key")


def order_of_ranks(federation: Federation, on: date) -> dict[str, int]:
    """The ranks of the edition, most junior first, as a noticeboard lists them."""
    rungs = edition_of(federation, on).ranks.rungs_up_to(ALL_RUNGS)
    return {rung.name: place for place, rung in enumerate(rungs)}


def run_of(federation: Federation, as_at: date) -> PromotionRun | None:
    return PromotionRun.standing.filter(federation=federation, as_at=as_at).first()


def promoted_within(run: PromotionRun, organisations: Iterable[int] | None = None) -> list[Promotion]:
    """The promotions of a run, or those of some clubs, most junior rank first."""
    rows = run.promotions.select_related("person__home_club", "settled_by")
    if organisations is not None:
        rows = rows.filter(person__home_club__in=list(organisations))
    order = order_of_ranks(run.federation, run.as_at)
    return sorted(rows, key=lambda one: (order.get(one.rank, 0), one.person.sort_key, one.person_id))


def standing(person: Person, as_at: date | None = None) -> Standing:
    """A person's rank and the way to the next, as at a day."""
    return edition_of(person.federation, as_at).ranks.standing(points(ledger.credited(person, as_at)))


def rank_reached_on(person: Person, as_at: date | None = None) -> date | None:
    """The day of play that gave the rank held."""
    return record(person, as_at).reached_on


def reached(ladder: RankLadder, days: Sequence[DaySum], rank: str) -> date | None:
    """The day from which the rank was held without a break: the ledger read forwards, day by day.

    Where no day took anything away, ranks only rise, and the day is found by halving.
    """
    if not rank or not days:
        return None
    holdings = _running(days)
    if all(amount >= 0 for _, _, amount in days):
        low, high = 0, len(holdings) - 1
        while low < high:
            middle = (low + high) // 2
            if ladder.standing(points(holdings[middle][1])).rank == rank:
                high = middle
            else:
                low = middle + 1
        return holdings[low][0]
    day = None
    for when, held in reversed(holdings):
        if ladder.standing(points(held)).rank != rank:
            break
        day = when
    return day


def _running(days: Sequence[DaySum]) -> list[tuple[date, dict[str, int]]]:
    """The holding after each day."""
    held: dict[str, int] = {}
    found: list[tuple[date, dict[str, int]]] = []
    for day, colour, amount in days:
        held = held | {colour: held.get(colour, 0) + amount}
        if found and found[-1][0] == day:
            found[-1] = (day, held)
        else:
            found.append((day, held))
    return found
