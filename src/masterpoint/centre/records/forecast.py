"""When the next rank might come: what is still missing, divided by the pace of the last one and two years.

A forecast is arithmetic, no promise. Every figure is exact, and each projection keeps what it was worked out from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.ledger.queries import HELD
from masterpoint.centre.records.queries import Record, as_date, edition_of
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import status_on
from masterpoint.core.derivation import Remark
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import Gap, RankLadder, Rung, Standing

WON = """
SELECT line.colour, SUM(CASE WHEN line.day > %s THEN line.hundredths ELSE 0 END), SUM(line.hundredths)
FROM ledger_line AS line JOIN ledger_posting AS posting ON posting.id = line.posting_id
WHERE line.person_id = %s AND line.day > %s AND line.day <= %s
    AND (line.award IS NOT NULL OR posting.kind IN ('awards', 'reversal'))
GROUP BY line.colour
"""
"""What makes a pace: points won at the table, and what corrections took back. Balances brought along do not."""
BROUGHT = """
SELECT MAX(line.day) FROM ledger_line AS line JOIN ledger_posting AS posting ON posting.id = line.posting_id
WHERE line.person_id = %s AND line.day > %s AND line.day <= %s AND posting.kind IN ('opening', 'transfer')
"""
"""What was won before such a sum is known, but not when: a pace begins after it."""
TWO_YEARS = "the last 24 months"
SHORTEST = 90
"""Days. A record of a few weeks says too little: it is taken as if it were three months."""
HORIZON = 50 * 365 + 12
"""Days. What lies further ahead than fifty years is not told as a date."""


class Pace(NamedTuple):
    """What a stretch of time brought, in hundredths by colour."""

    name: str
    after: date
    until: date
    won: Mapping[str, int]

    @property
    def days(self) -> int:
        return max((self.until - self.after).days, 1)


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
        return int(100 * self.held / self.needed) if self.needed else 0


class Forecast(NamedTuple):
    """The way to the next rank, need by need; and when all of them are filled, at each pace."""

    rank: str
    ways: Sequence[Way]
    days: Sequence[tuple[Pace, date | None]]
    """Nothing at all where there is no pace to go by."""
    waiting: bool = False
    """Whether points are held until the player is a member."""

    @property
    def possible(self) -> list[date]:
        return sorted(day for _, day in self.days if day is not None)

    @property
    def in_the_way(self) -> list[Way]:
        """What no pace fills."""
        return [way for way in self.ways if all(one.days is None for one in way.projections)]


def forecast_of(person: Person, record: Record, today: date) -> Forecast | None:
    """The way to the next rank; nothing where there is none. Whoever is no member wins nothing that counts."""
    standing = record.standing
    if not standing.next_rank or not standing.gaps:
        return None
    counted = {colour: amount - record.held.get(colour, 0) for colour, amount in record.holding.items()}
    waiting = status_of(person, today) in HELD
    paces = paces_of(person, record.by_day[0][0], today) if record.by_day and not waiting else []
    found = foretold(edition_of(person.federation, today).ranks, standing, counted, paces)
    return found._replace(waiting=waiting)


def status_of(person: Person, today: date) -> str:
    return person.status if today >= date.today() else status_on(person, today)


def paces_of(person: Person, first: date, today: date) -> list[Pace]:
    """Of the last 12 months, and of the last 24, or of the record if it is shorter."""
    year, two = a_year_before(today), a_year_before(a_year_before(today))
    brought = balance_brought(person, two, today)
    first = max(first, brought + timedelta(days=1)) if brought else first
    begun = max(two, min(first - timedelta(days=1), today - timedelta(days=SHORTEST)))
    stretches = [("the last 12 months", year), (_name(begun, two, first, today, brought), begun)]
    since = brought or date.min
    with connection.cursor() as cursor:
        days = [max(year, since).isoformat(), person.pk, max(two, since).isoformat(), today.isoformat()]
        cursor.execute(WON, days)
        rows = cursor.fetchall()
    recent: dict[str, int] = {}
    every: dict[str, int] = {}
    for colour, of_the_year, of_both in rows:
        recent[colour], every[colour] = max(int(of_the_year), 0), max(int(of_both), 0)
    paces = [Pace(name, after, today, won) for (name, after), won in zip(stretches, (recent, every), strict=True)]
    return paces[1:] if brought else paces


def balance_brought(person: Person, after: date, until: date) -> date | None:
    """The day of the last sum brought along from elsewhere, if it lies in these years."""
    with connection.cursor() as cursor:
        cursor.execute(BROUGHT, [person.pk, after.isoformat(), until.isoformat()])
        (day,) = cursor.fetchone()
    return as_date(day) if day else None


def _name(begun: date, two: date, first: date, today: date, brought: date | None) -> str:
    if begun == two:
        return TWO_YEARS
    record = f"the record since {brought:%-d %B %Y}" if brought else "the whole record"
    short = (today - first).days + 1 < SHORTEST
    return f"{record}, taken as three months" if short else record


def a_year_before(day: date) -> date:
    return day.replace(year=max(day.year - 1, 1), day=28 if (day.month, day.day) == (2, 29) else day.day)


def foretold(ladder: RankLadder, standing: Standing, held: Mapping[str, int], paces: Sequence[Pace]) -> Forecast:
    """Pure: a holding in hundredths by colour, and some paces."""
    needs = tuple(gap.need for gap in standing.gaps)
    rung = Rung(standing.next_rank, needs, standing.gaps[0].step.clause)
    ways = [_way(ladder, rung, gap, held, paces) for gap in standing.gaps]
    days = []
    for index, pace in enumerate(paces):
        each = [way.projections[index].day for way in ways]
        days.append((pace, None if None in each else max(each, default=pace.until)))
    return Forecast(standing.next_rank, ways, days)


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


def _projection(ladder: RankLadder, rung: Rung, gap: Gap, held: Mapping[str, int], pace: Pace) -> Projection:
    need = gap.need

    def after(days: int) -> Exact:
        share = Fraction(days, pace.days)
        grown = {
            colour: tidy((held.get(colour, 0) + pace.won.get(colour, 0) * share) / 100) for colour in {*held, *pace.won}
        }
        return ladder.measuring(grown)(rung, need).value

    brought = tidy(after(0) - after(-pace.days))
    return Projection(pace, brought, _first_day(lambda days: after(days) >= need.amount, gap, brought, pace.days))


def _first_day(filled: Callable[[int], bool], gap: Gap, brought: Exact, stretch: int) -> int | None:
    """By proportion where that is the answer; by halving where one colour may stand in for another only so far."""
    guess = ceil(Fraction(gap.missing * stretch) / Fraction(brought)) if brought > 0 else HORIZON
    if guess < HORIZON and filled(guess) and not filled(guess - 1):
        return guess
    if not filled(HORIZON):
        return None
    low, high = 0, HORIZON
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if filled(middle) else (middle + 1, high)
    return low
