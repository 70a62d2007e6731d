"""When a player might reach the next rank: the missing points divided by the pace of the last one and two years.

A forecast is arithmetic, not a promise. Every figure is exact, and each projection keeps the figures behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from masterpoint.centre.ledger.queries import WAITING_STATUSES
from masterpoint.centre.records.holdings import points
from masterpoint.centre.records.next_rank import next_rung, ranks_ahead
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.records.pace import Pace, paces_of
from masterpoint.centre.records.queries import Record, edition_of
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import status_on
from masterpoint.core.derivation import Remark
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.ranks import Gap, RankLadder, RankProgress, Rung, gaps_to, is_met

HORIZON = 50 * 365 + 12
"""Days. A forecast gives no date that is more than fifty years away."""


class Projection(NamedTuple):
    """One requirement at one pace."""

    pace: Pace
    gain: Exact
    """Points earned towards this requirement during the period, weighted as the book says."""
    days: int | None
    """Days until the requirement is met at this pace; None if it never is, or not within the horizon."""

    @property
    def day(self) -> date | None:
        return None if self.days is None else self.pace.until + timedelta(days=self.days)


class Requirement(NamedTuple):
    """One thing the next rank requires: which points count, where to win them, and when they might be enough."""

    kind: str
    """total, green, red and gold …"""
    amount: Exact
    current: Exact
    missing: Exact
    colours: Sequence[str]
    other_colours: Sequence[str]
    """Colours that do not count."""
    won_in: Sequence[tuple[str, Sequence[Remark]]]
    projections: Sequence[Projection]

    @property
    def percent(self) -> int:
        return int(100 * rational(self.current) / rational(self.amount)) if self.amount else 0


class Forecast(NamedTuple):
    """What the player still needs for the next rank, and when it might be reached at each pace."""

    rank: str
    """The rank that the promotion run would announce first."""
    requirements: Sequence[Requirement]
    dates: Sequence[tuple[Pace, date | None]]
    """Empty if there is no pace."""
    points_wait: bool = False
    """Whether the points wait until the player is a member."""
    earlier_ranks: Sequence[tuple[Pace, str, date]] = ()
    """Paces at which the run would announce another rank first."""

    @property
    def possible_dates(self) -> list[date]:
        return sorted(day for _, day in self.dates if day is not None)

    @property
    def unreachable(self) -> list[Requirement]:
        """Requirements that are not met at any pace."""
        return [
            requirement
            for requirement in self.requirements
            if all(projection.days is None for projection in requirement.projections)
        ]


def forecast_of(person: Person, record: Record, today: date) -> Forecast | None:
    """What the player still needs for the next rank, or None if there is none. Points of non-members do not count."""
    points_wait = status_of(person, today) in WAITING_STATUSES
    paces = paces_of(person, record.days[0][0], today) if record.days and not points_wait else []
    announced_rank = ranks_on([person], today)[person.pk]
    ladder = edition_of(person.federation, today).ranks
    forecast = forecast_from_holding(ladder, record.standing, record.counted, paces, announced_rank)
    return forecast._replace(points_wait=points_wait) if forecast else None


def status_of(person: Person, today: date) -> str:
    return person.status if today >= date.today() else status_on(person, today)


def forecast_from_holding(
    ladder: RankLadder,
    progress: RankProgress,
    holding: Mapping[str, int],
    paces: Sequence[Pace],
    announced_rank: str = "",
) -> Forecast | None:
    """The forecast for a holding in hundredths by colour, without reading the database."""
    measure = ladder.measure_for(points(holding))
    higher_rungs = ranks_ahead(ladder, progress.rank, holding, announced_rank)
    if not higher_rungs:
        return None
    first_rungs = [(pace, _first_rung(ladder, higher_rungs, holding, pace)) for pace in paces]
    reachable = [(pace, *result) for pace, result in first_rungs if result is not None]
    target = (
        min(reachable, key=lambda item: item[2])[1]
        if reachable
        else next_rung(ladder, higher_rungs, progress.next_rank, holding)
    )
    requirements = [_requirement(ladder, target, gap, holding, paces) for gap in gaps_to(target, measure)]
    dates = []
    for index, pace in enumerate(paces):
        days = [requirement.projections[index].day for requirement in requirements]
        known_days = [day for day in days if day is not None]
        dates.append((pace, max(known_days, default=pace.until) if len(known_days) == len(days) else None))
    earlier_ranks = [(pace, rung.name, day) for pace, rung, day in reachable if rung.name != target.name]
    return Forecast(target.name, requirements, dates, earlier_ranks=earlier_ranks)


def _first_rung(
    ladder: RankLadder, higher_rungs: Sequence[Rung], holding: Mapping[str, int], pace: Pace
) -> tuple[Rung, date] | None:
    """The rank reached first at a pace, and its day; if two are reached on one day, the more senior.

    A rank not reached by the earliest day so far cannot come before it. So only a few ranks need a projection.
    """
    measure_now = ladder.measure_for(points(holding))
    first: tuple[Rung, date] | None = None
    measure_then = ladder.measure_for(holding_after(holding, pace, HORIZON))
    for rung in higher_rungs:
        if not is_met(rung, measure_then):
            continue
        days = [_projection(ladder, rung, gap, holding, pace).days for gap in gaps_to(rung, measure_now)]
        if None in days:
            continue
        last_day = max(day for day in days if day is not None)
        first = rung, pace.until + timedelta(days=last_day)
        measure_then = ladder.measure_for(holding_after(holding, pace, last_day))
    return first


def _requirement(
    ladder: RankLadder, rung: Rung, gap: Gap, holding: Mapping[str, int], paces: Sequence[Pace]
) -> Requirement:
    need = gap.need
    colours = ladder.colours_by_need[gap.what]
    return Requirement(
        kind=gap.what,
        amount=need.amount,
        current=tidy(need.amount - gap.missing),
        missing=gap.missing,
        colours=colours,
        other_colours=[colour for colour in ladder.won_in if colour not in colours],
        won_in=[(colour, ladder.won_in[colour]) for colour in colours],
        projections=[_projection(ladder, rung, gap, holding, pace) for pace in paces],
    )


def holding_after(holding: Mapping[str, int], pace: Pace, days: int) -> dict[str, Exact]:
    """The points of a holding after some more days at a pace."""
    share = Fraction(days, pace.days)
    return {
        colour: tidy((holding.get(colour, 0) + pace.won.get(colour, 0) * share) / 100)
        for colour in {*holding, *pace.won}
    }


def _projection(ladder: RankLadder, rung: Rung, gap: Gap, holding: Mapping[str, int], pace: Pace) -> Projection:
    need = gap.need

    def amount_after(days: int) -> Exact:
        return ladder.measure_for(holding_after(holding, pace, days))(rung, need).value

    gain = tidy(amount_after(0) - amount_after(-pace.days))
    return Projection(pace, gain, _first_day(lambda days: amount_after(days) >= need.amount, gap, gain, pace.days))


def _first_day(is_enough: Callable[[int], bool], gap: Gap, gain: Exact, period_days: int) -> int | None:
    """The first day with enough points: by proportion, or by bisection if one colour replaces another up to a limit."""
    guess = ceil(rational(gap.missing * period_days) / rational(gain)) if gain > 0 else HORIZON
    if guess < HORIZON and is_enough(guess) and not is_enough(guess - 1):
        return guess
    if not is_enough(HORIZON):
        return None
    low, high = 0, HORIZON
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle + 1, high)
    return low
