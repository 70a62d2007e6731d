"""All reads of records: holdings as at a day, rank and the day it was reached, gaps, leaderboards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from masterpoint.centre.ledger import due
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.records.allowances import DaySum, with_allowance
from masterpoint.centre.records.holdings import points, total_of
from masterpoint.centre.records.leaderboards import Leader, leaderboard
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.next_rank import with_next_rank
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import RankLadder, RankProgress
from masterpoint.schemes import edition_or_first, federation

__all__ = ["DaySum", "Leader", "leaderboard", "points", "total_of"]

DAYS = """
SELECT day, colour, SUM(hundredths), COUNT(*) FROM ledger_line WHERE person_id = %s AND day <= %s
GROUP BY day, colour ORDER BY day, colour
"""
Holding = tuple[date, dict[str, int]]
"""What was held after a day, in hundredths by colour."""
MOST_IN_A_CHART = 400
"""So many days are enough for any picture of a record."""


class Record(NamedTuple):
    """Everything a record page shows."""

    holding: dict[str, int]
    held: dict[str, int]
    """Of the holding, what waits until the player is a member."""
    standing: RankProgress
    reached_on: date | None
    days: list[DaySum]
    """What each day brought, oldest first."""
    lines: int
    """How many lines the statement has."""
    counted: dict[str, int]
    """What the rank rests on: without what is held, and with what the ladder counts once more."""
    unposted: dict[str, int]
    """What has fallen due since the last yearly run: the holding is without it, the statement does not show it yet."""


def edition_of(federation: Federation, on: date) -> Edition:
    """The edition in force on a day; a record older than the first one kept here is ranked by that one."""
    return edition_or_first(federation.scheme, on)


def record(person: Person, as_at: date | None = None) -> Record:
    """A person's record as at a day; without one, as it is today."""
    on = as_at or date.today()
    days, lines = day_sums(person, as_at)
    waiting = ledger.held_after(person, as_at)
    ranked = with_allowance(person.federation.scheme, (row for row in days if waiting is None or row[0] <= waiting))
    counted = _sums(ranked)
    ladder = edition_of(person.federation, on).ranks
    now = with_next_rank(ladder, ladder.standing(points(counted)), counted)
    unposted = unposted_of(person, days, as_at)
    return Record(
        holding=_less(_sums(days), unposted),
        held=_sums(row for row in days if waiting is not None and row[0] > waiting),
        standing=now,
        reached_on=reached(person.federation.scheme, ranked, now.rank, on),
        days=days,
        lines=lines,
        counted=counted,
        unposted=unposted,
    )


def unposted_of(person: Person, days: Iterable[DaySum], as_at: date | None) -> dict[str, int]:
    """Value that points have lost by a day and that has not been taken off the ledger yet (EBU 2.5.1, WBU 1.5.1)."""
    decaying = due.decaying(person.federation.scheme)
    posted = _sums(row for row in days if row[1] in decaying) if decaying else {}
    on = as_at or date.today()
    lost = {colour: amount - due.value_as_at(person, colour, on) for colour, amount in posted.items() if amount}
    return {colour: amount for colour, amount in lost.items() if amount}


def _less(holding: Mapping[str, int], unposted: Mapping[str, int]) -> dict[str, int]:
    left = {colour: amount - unposted.get(colour, 0) for colour, amount in holding.items()}
    return {colour: amount for colour, amount in left.items() if amount}


def totals_over_time(ladder: RankLadder, days: Sequence[DaySum]) -> list[tuple[date, Exact]]:
    """All points together after each day of play; of a long record, so many days evenly chosen and the last."""
    holdings = _running(days)
    every = -(-len(holdings) // MOST_IN_A_CHART) or 1
    return [(day, total_of(ladder, holding)) for day, holding in holdings[::-1][::every][::-1]]


def layers_over_time(ladder: RankLadder, days: Sequence[DaySum]) -> dict[str, list[tuple[date, Exact]]]:
    """Of all points together, what the colours up to each one are, after each day; lowest first.

    Nothing where only one colour counts, or where the book's total is not a plain sum of rates.
    """
    holdings = _running(days)
    last = holdings[-1][1] if holdings else {}
    rates = {colour: Fraction(rate) for colour in last if isinstance(rate := total_of(ladder, {colour: 100}), Rational)}
    order = sorted((colour for colour in rates if rates[colour]), key=lambda colour: -rates[colour] * last[colour])
    if len(order) < 2 or _together(rates, last, order) != total_of(ladder, last):
        return {}
    every = -(-len(holdings) // MOST_IN_A_CHART) or 1
    shown = holdings[::-1][::every][::-1]
    return {
        colour: [(day, _together(rates, held, order[: place + 1])) for day, held in shown]
        for place, colour in enumerate(order)
    }


def _together(rates: Mapping[str, Fraction], held: Mapping[str, int], colours: Sequence[str]) -> Exact:
    """What some colours of a holding are together, each by its rate."""
    return tidy(sum((rates[colour] * held.get(colour, 0) for colour in colours), Fraction(0)) / 100)


class YearSum(NamedTuple):
    """What one year brought, by colour, in hundredths."""

    year: int
    colours: dict[str, int]


def year_by_year(days: Sequence[DaySum]) -> list[YearSum]:
    """What each year brought, the newest first."""
    years: dict[int, list[DaySum]] = {}
    for day in days:
        years.setdefault(day[0].year, []).append(day)
    return [YearSum(year, _sums(years[year])) for year in sorted(years, reverse=True)]


def _sums(days: Iterable[DaySum]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for _, colour, amount in days:
        sums[colour] = sums.get(colour, 0) + amount
    return {colour: amount for colour, amount in sums.items() if amount}


def day_sums(person: Person, as_at: date | None = None) -> tuple[list[DaySum], int]:
    """What each day of play brought, oldest first, and how many lines that is; read plainly, for every record asks."""
    with connection.cursor() as cursor:
        cursor.execute(DAYS, [person.pk, (as_at or date.max).isoformat()])
        rows = cursor.fetchall()
    days = [(as_date(day), colour, int(amount)) for day, colour, amount, _ in rows]
    return days, sum(count for *_, count in rows)


def as_date(data: date | str) -> date:
    """SQLite gives a day as text."""
    return date.fromisoformat(data) if isinstance(data, str) else data


def flags_to_settle(federation: Federation) -> QuerySet[Promotion]:
    """Promotions announced that a correction has undone since, and that the office has not looked at."""
    flagged = Promotion.standing.filter(run__federation=federation, settled_at=None).exclude(flagged="")
    return flagged.select_related("person__home_club", "run").order_by("-run__as_at", "person__sort_key")


def run_of(federation: Federation, as_at: date) -> PromotionRun | None:
    return PromotionRun.standing.filter(federation=federation, as_at=as_at).first()


def promoted_within(run: PromotionRun, organisations: Iterable[int] | None = None) -> list[Promotion]:
    """The promotions of a run, or those of some clubs, most junior rank first."""
    rows = run.promotions.select_related("person__home_club", "settled_by")
    if organisations is not None:
        rows = rows.filter(person__home_club__in=list(organisations))
    order = edition_of(run.federation, run.as_at).ranks.seniority
    return sorted(rows, key=lambda row: (order.get(row.rank, 0), row.person.sort_key, row.person_id))


def standing(person: Person, as_at: date | None = None) -> RankProgress:
    """A person's rank and the way to the next, as at a day."""
    return record(person, as_at).standing


def reached(scheme: str, days: Sequence[DaySum], rank: str, as_at: date) -> date | None:
    """The day from which the rank was held without a break, each day judged by the book in force on it."""
    if not rank:
        return None
    rises = all(amount >= 0 for _, _, amount in days)
    day = None
    for ladder, holdings in _by_book(scheme, _running(days), as_at):
        since = _held_since(ladder, holdings, rank, rises)
        day = since or day
        if since is None or since != holdings[0][0]:
            break
    return day


def _by_book(scheme: str, holdings: Sequence[Holding], as_at: date) -> Iterator[tuple[RankLadder, list[Holding]]]:
    """The holdings under each book, the last book first; each begins with what was held when the book came."""
    editions = [edition for edition in federation(scheme).editions if edition.in_force_from <= as_at]
    left = list(holdings)
    for edition in reversed(editions[1:]):
        first = edition.in_force_from
        before = [held for held in left if held[0] < first]
        under = left[len(before) :]
        if before and (not under or under[0][0] > first):
            under = [(first, before[-1][1]), *under]
        if under:
            yield edition.ranks, under
        left = before
    if left:
        yield edition_or_first(scheme, min(as_at, left[0][0])).ranks, left


def _held_since(ladder: RankLadder, holdings: Sequence[Holding], rank: str, rises: bool) -> date | None:
    """The day from which a rank was held up to the last; where no day took anything away, it is found by halving."""

    def is_held(place: int) -> bool:
        return ladder.standing(points(holdings[place][1])).rank == rank

    last = len(holdings) - 1
    if not is_held(last):
        return None
    if rises:
        return holdings[bisect_left(range(last), True, key=is_held)][0]
    return holdings[next((place + 1 for place in range(last - 1, -1, -1) if not is_held(place)), 0)][0]


def _running(days: Sequence[DaySum]) -> list[Holding]:
    """The holding after each day."""
    held: dict[str, int] = {}
    holdings: list[Holding] = []
    for day, colour, amount in days:
        held = held | {colour: held.get(colour, 0) + amount}
        if holdings and holdings[-1][0] == day:
            holdings[-1] = (day, held)
        else:
            holdings.append((day, held))
    return holdings
