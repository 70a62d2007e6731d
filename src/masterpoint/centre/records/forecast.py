"""When the next rank might come: what is still missing, divided by the pace of the last one and two years.

A forecast is arithmetic, no promise. Every figure is exact, and each projection keeps what it was worked out from.
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
"""Days. What lies further ahead than fifty years is not given as a date."""


class Projection(NamedTuple):
    """One need at one pace."""

    pace: Pace
    brought: Exact
    """How much of the need the stretch brought, as the book counts it."""
    days: int | None
    """Until the need is filled at this pace; nothing where it never is, or not within the horizon."""

    @property
    def day(self) -> date | None:
        return None if self.days is None else self.pace.until + timedelta(days=self.days)


class Way(NamedTuple):
    """What the next rank still asks for, which points fill it, where they are won, and when that might be."""

    what: str
    needed: Exact
    held: Exact
    missing: Exact
    colours: Sequence[str]
    others: Sequence[str]
    """Colours that do not help."""
    won_in: Sequence[tuple[str, Sequence[Remark]]]
    projections: Sequence[Projection]

    @property
    def percent(self) -> int:
        return int(100 * rational(self.held) / rational(self.needed)) if self.needed else 0


class Forecast(NamedTuple):
    """The way to the next rank, need by need; and when all of them are filled, at each pace."""

    rank: str
    """The rank that the promotion run would give first."""
    ways: Sequence[Way]
    days: Sequence[tuple[Pace, date | None]]
    """Nothing at all where there is no pace to go by."""
    waiting: bool = False
    """Whether points are held until the player is a member."""
    sooner: Sequence[tuple[Pace, str, date]] = ()
    """Paces at which the run would give another rank first."""

    @property
    def possible(self) -> list[date]:
        return sorted(day for _, day in self.days if day is not None)

    @property
    def in_the_way(self) -> list[Way]:
        """What no pace fills."""
        return [way for way in self.ways if all(projection.days is None for projection in way.projections)]


def forecast_of(person: Person, record: Record, today: date) -> Forecast | None:
    """The way to the next rank; nothing where there is none. Whoever is no member wins nothing that counts."""
    waiting = status_of(person, today) in WAITING_STATUSES
    paces = paces_of(person, record.days[0][0], today) if record.days and not waiting else []
    announced = ranks_on([person], today)[person.pk]
    ladder = edition_of(person.federation, today).ranks
    forecast = foretold(ladder, record.standing, record.counted, paces, announced)
    return forecast._replace(waiting=waiting) if forecast else None


def status_of(person: Person, today: date) -> str:
    return person.status if today >= date.today() else status_on(person, today)


def foretold(
    ladder: RankLadder, standing: RankProgress, held: Mapping[str, int], paces: Sequence[Pace], announced: str = ""
) -> Forecast | None:
    """Pure: a holding in hundredths by colour, some paces, and the rank announced last."""
    measure = ladder.measuring(points(held))
    ahead = ranks_ahead(ladder, standing.rank, held, announced)
    if not ahead:
        return None
    first = [(pace, _first_reached(ladder, ahead, held, pace)) for pace in paces]
    reached = [(pace, *result) for pace, result in first if result is not None]
    target = min(reached, key=lambda way: way[2])[1] if reached else next_rung(ladder, ahead, standing.next_rank, held)
    ways = [_way(ladder, target, gap, held, paces) for gap in gaps_to(target, measure)]
    days = []
    for index, pace in enumerate(paces):
        each = [way.projections[index].day for way in ways]
        known = [day for day in each if day is not None]
        days.append((pace, max(known, default=pace.until) if len(known) == len(each) else None))
    sooner = [(pace, rung.name, day) for pace, rung, day in reached if rung.name != target.name]
    return Forecast(target.name, ways, days, sooner=sooner)


def _first_reached(
    ladder: RankLadder, ahead: Sequence[Rung], held: Mapping[str, int], pace: Pace
) -> tuple[Rung, date] | None:
    """The rank that comes first at a pace, and its day; of two on one day, the more senior.

    A rank that is not there on the first day known so far cannot come before it, so few are looked at closely.
    """
    now = ladder.measuring(points(held))
    soonest: tuple[Rung, date] | None = None
    then = ladder.measuring(grown(held, pace, HORIZON))
    for rung in ahead:
        if not is_met(rung, then):
            continue
        days = [_projection(ladder, rung, gap, held, pace).days for gap in gaps_to(rung, now)]
        if None in days:
            continue
        first = max(day for day in days if day is not None)
        soonest = rung, pace.until + timedelta(days=first)
        then = ladder.measuring(grown(held, pace, first))
    return soonest


def _way(ladder: RankLadder, rung: Rung, gap: Gap, held: Mapping[str, int], paces: Sequence[Pace]) -> Way:
    need = gap.need
    colours = ladder.counts[gap.what]
    return Way(
        what=gap.what,
        needed=need.amount,
        held=tidy(need.amount - gap.missing),
        missing=gap.missing,
        colours=colours,
        others=[colour for colour in ladder.won_in if colour not in colours],
        won_in=[(colour, ladder.won_in[colour]) for colour in colours],
        projections=[_projection(ladder, rung, gap, held, pace) for pace in paces],
    )


def grown(held: Mapping[str, int], pace: Pace, days: int) -> dict[str, Exact]:
    """The points of a holding so many days on, at a pace."""
    share = Fraction(days, pace.days)
    return {
        colour: tidy((held.get(colour, 0) + pace.won.get(colour, 0) * share) / 100) for colour in {*held, *pace.won}
    }


def _projection(ladder: RankLadder, rung: Rung, gap: Gap, held: Mapping[str, int], pace: Pace) -> Projection:
    need = gap.need

    def after(days: int) -> Exact:
        return ladder.measuring(grown(held, pace, days))(rung, need).value

    brought = tidy(after(0) - after(-pace.days))
    return Projection(pace, brought, _first_day(lambda days: after(days) >= need.amount, gap, brought, pace.days))


def _first_day(filled: Callable[[int], bool], gap: Gap, brought: Exact, stretch: int) -> int | None:
    """By proportion where that is the answer; by halving where one colour may stand in for another only so far."""
    guess = ceil(rational(gap.missing * stretch) / rational(brought)) if brought > 0 else HORIZON
    if guess < HORIZON and filled(guess) and not filled(guess - 1):
        return guess
    if not filled(HORIZON):
        return None
    low, high = 0, HORIZON
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if filled(middle) else (middle + 1, high)
    return low
