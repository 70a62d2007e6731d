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
from masterpoint.centre.records.earlier_ranks import earlier_rank
from masterpoint.centre.records.holdings import points, total_of
from masterpoint.centre.records.leaderboards import Leader, leaderboard
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.records.next_rank import progress_above, with_next_rank
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import RankLadder, RankProgress
from masterpoint.core.seasons import Season
from masterpoint.schemes import edition_or_first, federation

__all__ = ["DaySum", "Leader", "leaderboard", "points", "total_of"]

DAYS = """
SELECT day, colour, SUM(hundredths), COUNT(*) FROM ledger_line WHERE person_id = %s AND day <= %s
GROUP BY day, colour ORDER BY day, colour
"""
Holding = tuple[date, dict[str, int]]
"""A holding after a day, in hundredths by colour."""
MAX_POINTS_IN_CHART = 400
"""Enough days for any chart of a record."""


class Record(NamedTuple):
    """Everything on a record's page."""

    holding: dict[str, int]
    waiting: dict[str, int]
    """The part of the holding that waits until the player is a member."""
    standing: RankProgress
    reached_on: date | None
    days: list[DaySum]
    """The points of each day, oldest first."""
    lines: int
    """The number of lines of the statement."""
    counted: dict[str, int]
    """The holding that counts for the rank: without waiting points, with the allowance."""
    unposted: dict[str, int]
    """The decay since the last yearly run: already deducted from the holding, not yet in the statement."""


def edition_of(federation: Federation, on: date) -> Edition:
    """The edition in force on a day; before all of them, the first."""
    return edition_or_first(federation.scheme, on)


def record(person: Person, as_at: date | None = None) -> Record:
    """A person's record as at a day, or today."""
    on = as_at or date.today()
    days, lines = day_sums(person, as_at)
    last_member_day = ledger.last_member_day(person, as_at)
    counted_days = with_allowance(
        person.federation.scheme, (row for row in days if last_member_day is None or row[0] <= last_member_day)
    )
    counted_holding = _sums(counted_days)
    ladder = edition_of(person.federation, on).ranks
    progress = with_next_rank(ladder, ladder.progress(points(counted_holding)), counted_holding)
    announced = earlier_rank(person, progress.rank, on)
    if announced is not None:
        progress = progress_above(ladder, announced.rank, announced.place, counted_holding)
        reached_on: date | None = announced.reached_on
    else:
        reached_on = day_reached(person.federation.scheme, counted_days, progress.rank, on)
    unposted_loss = loss_not_posted(person, days, as_at)
    return Record(
        holding=_subtract(_sums(days), unposted_loss),
        waiting=_sums(row for row in days if last_member_day is not None and row[0] > last_member_day),
        standing=progress,
        reached_on=reached_on,
        days=days,
        lines=lines,
        counted=counted_holding,
        unposted=unposted_loss,
    )


def loss_not_posted(person: Person, days: Iterable[DaySum], as_at: date | None) -> dict[str, int]:
    """The decay of points by a day that has not been posted yet (EBU 2.5.1, WBU 1.5.1)."""
    decaying = due.decay_sheets(person.federation.scheme)
    posted_sums = _sums(row for row in days if row[1] in decaying) if decaying else {}
    on = as_at or date.today()
    lost = {colour: amount - due.value_as_at(person, colour, on) for colour, amount in posted_sums.items() if amount}
    return {colour: amount for colour, amount in lost.items() if amount}


def _subtract(holding: Mapping[str, int], unposted_loss: Mapping[str, int]) -> dict[str, int]:
    rest = {colour: amount - unposted_loss.get(colour, 0) for colour, amount in holding.items()}
    return {colour: amount for colour, amount in rest.items() if amount}


def totals_over_time(ladder: RankLadder, days: Sequence[DaySum]) -> list[tuple[date, Exact]]:
    """The total of all points after each day of play; for a long record, a sample of days and the last."""
    holdings = _running_holdings(days)
    interval = -(-len(holdings) // MAX_POINTS_IN_CHART) or 1
    return [(day, total_of(ladder, holding)) for day, holding in holdings[::-1][::interval][::-1]]


def layers_over_time(ladder: RankLadder, days: Sequence[DaySum]) -> dict[str, list[tuple[date, Exact]]]:
    """The cumulative totals of the colours after each day, lowest first: each includes the colours below it.

    Empty if only one colour counts, or if the book's total is not a plain weighted sum.
    """
    holdings = _running_holdings(days)
    newest = holdings[-1][1] if holdings else {}
    rates = {
        colour: Fraction(rate) for colour in newest if isinstance(rate := total_of(ladder, {colour: 100}), Rational)
    }
    order = sorted((colour for colour in rates if rates[colour]), key=lambda colour: -rates[colour] * newest[colour])
    if len(order) < 2 or _weighted_total(rates, newest, order) != total_of(ladder, newest):
        return {}
    interval = -(-len(holdings) // MAX_POINTS_IN_CHART) or 1
    sample = holdings[::-1][::interval][::-1]
    return {
        colour: [(day, _weighted_total(rates, holding, order[: place + 1])) for day, holding in sample]
        for place, colour in enumerate(order)
    }


def _weighted_total(rates: Mapping[str, Fraction], holding: Mapping[str, int], colours: Sequence[str]) -> Exact:
    """The weighted total of some colours of a holding."""
    return tidy(sum((rates[colour] * holding.get(colour, 0) for colour in colours), Fraction(0)) / 100)


class YearSum(NamedTuple):
    """The points of one season by colour, in hundredths."""

    year: int
    colours: dict[str, int]


def year_by_year(season: Season, days: Sequence[DaySum]) -> list[YearSum]:
    """The points of each season, the newest first."""
    years: dict[int, list[DaySum]] = {}
    for day in days:
        years.setdefault(season.year_of(day[0]), []).append(day)
    return [YearSum(year, _sums(years[year])) for year in sorted(years, reverse=True)]


def _sums(days: Iterable[DaySum]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for _, colour, amount in days:
        sums[colour] = sums.get(colour, 0) + amount
    return {colour: amount for colour, amount in sums.items() if amount}


def day_sums(person: Person, as_at: date | None = None) -> tuple[list[DaySum], int]:
    """The points of each day of play, oldest first, and the number of lines. Plain SQL: every record needs it."""
    with connection.cursor() as cursor:
        cursor.execute(DAYS, [person.pk, (as_at or date.max).isoformat()])
        rows = cursor.fetchall()
    days = [(as_date(day), colour, int(amount)) for day, colour, amount, _ in rows]
    return days, sum(count for *_, count in rows)


def as_date(data: date | str) -> date:
    """A day, which SQLite returns as text."""
    return date.fromisoformat(data) if isinstance(data, str) else data


def flags_to_settle(federation: Federation) -> QuerySet[Promotion]:
    """Announced promotions that a correction no longer supports and the office has not settled."""
    flagged = Promotion.in_force.filter(run__federation=federation, settled_at=None).exclude(flagged="")
    return flagged.select_related("person__home_club", "run").order_by("-run__as_at", "person__sort_key")


def run_of(federation: Federation, as_at: date) -> PromotionRun | None:
    return PromotionRun.in_force.filter(federation=federation, as_at=as_at).first()


def promoted_within(run: PromotionRun, organisations: Iterable[int] | None = None) -> list[Promotion]:
    """The promotions of a run, or those of some clubs, lowest rank first."""
    rows = run.promotions.select_related("person__home_club", "settled_by")
    if organisations is not None:
        rows = rows.filter(person__home_club__in=list(organisations))
    order = edition_of(run.federation, run.as_at).ranks.seniority
    return sorted(rows, key=lambda row: (order.get(row.rank, 0), row.person.sort_key, row.person_id))


def rank_progress(person: Person, as_at: date | None = None) -> RankProgress:
    """A person's rank as at a day, and the points missing for the next."""
    return record(person, as_at).standing


def day_reached(scheme: str, days: Sequence[DaySum], rank: str, as_at: date) -> date | None:
    """The first day of the current time at this rank without a break, judging each day by the book in force then."""
    if not rank:
        return None
    rises = all(amount >= 0 for _, _, amount in days)
    day = None
    for ladder, holdings in _holdings_by_edition(scheme, _running_holdings(days), as_at):
        held_since = _rank_held_since(ladder, holdings, rank, rises)
        day = held_since or day
        if held_since is None or held_since != holdings[0][0]:
            break
    return day


def _holdings_by_edition(
    scheme: str, holdings: Sequence[Holding], as_at: date
) -> Iterator[tuple[RankLadder, list[Holding]]]:
    """The holdings under each edition, the last first; each begins with the holding when it came into force."""
    editions = [edition for edition in federation(scheme).editions if edition.in_force_from <= as_at]
    remaining = list(holdings)
    for edition in reversed(editions[1:]):
        first_day = edition.in_force_from
        earlier = [row for row in remaining if row[0] < first_day]
        current = remaining[len(earlier) :]
        if earlier and (not current or current[0][0] > first_day):
            current = [(first_day, earlier[-1][1]), *current]
        if current:
            yield edition.ranks, current
        remaining = earlier
    if remaining:
        yield edition_or_first(scheme, min(as_at, remaining[0][0])).ranks, remaining


def _rank_held_since(ladder: RankLadder, holdings: Sequence[Holding], rank: str, rises: bool) -> date | None:
    """The first day of the current time at this rank. Bisection finds it if points only rose."""

    def is_held(place: int) -> bool:
        return ladder.progress(points(holdings[place][1])).rank == rank

    last = len(holdings) - 1
    if not is_held(last):
        return None
    if rises:
        return holdings[bisect_left(range(last), True, key=is_held)][0]
    return holdings[next((place + 1 for place in range(last - 1, -1, -1) if not is_held(place)), 0)][0]


def _running_holdings(days: Sequence[DaySum]) -> list[Holding]:
    """The holdings after each day."""
    sums: dict[str, int] = {}
    holdings: list[Holding] = []
    for day, colour, amount in days:
        sums = sums | {colour: sums.get(colour, 0) + amount}
        if holdings and holdings[-1][0] == day:
            holdings[-1] = (day, sums)
        else:
            holdings.append((day, sums))
    return holdings
