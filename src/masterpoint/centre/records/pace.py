"""How fast a player wins points: in the last one and two years, at the table or in balances by year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.ledger.manual_postings import PART_OF
from masterpoint.centre.ledger.models import Line, Posting, WonBalance
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of
from masterpoint.schemes import FEDERATIONS

POINTS_WON = """
SELECT line.colour, SUM(CASE WHEN line.day > %s THEN line.hundredths ELSE 0 END), SUM(line.hundredths)
FROM ledger_line AS line JOIN ledger_posting AS posting ON posting.id = line.posting_id
LEFT JOIN ledger_posting AS reversed ON reversed.id = posting.reverses_id
WHERE line.person_id = %s AND line.day > %s AND line.day <= %s
    AND (line.award IS NOT NULL OR posting.kind = 'awards' OR reversed.kind = 'awards')
GROUP BY line.colour
"""
"""Points by colour won at the table after each of two days, corrections included."""
TWO_YEARS = "the last 24 months"
DAYS_A_MONTH = 30
FEWEST_MONTHS = 3
MIN_DAYS = 90
"""A record of a few weeks counts as three months."""


class Pace(NamedTuple):
    """Points of a period, in hundredths by colour."""

    name: str
    after: date
    until: date
    won: Mapping[str, int]

    @property
    def days(self) -> int:
        return max((self.until - self.after).days, 1)


class Balance(NamedTuple):
    """An opening balance; with a season, it counts as won evenly from the first day of it to its day."""

    colour: str
    hundredths: int
    day: date
    has_year: bool
    since: date
    """The first day of the season that its day is in."""

    def won_between(self, after: date, until: date) -> int:
        """The hundredths of this balance won in a period."""
        first, last = max(self.since, after + timedelta(days=1)), min(self.day, until)
        if last < first:
            return 0
        share = Fraction((last - first).days + 1, (self.day - self.since).days + 1)
        return int(self.hundredths * share)


def paces_of(person: Person, first: date, today: date) -> list[Pace]:
    """The paces of the last 12 and 24 months, or of the record if it is shorter.

    If a record begins with a lifetime balance, its points are known only after that. The two paces are then the later
    half of that time and all of it.
    """
    year_ago, two_years_ago = a_year_before(today), a_year_before(a_year_before(today))
    balances = opening_balances_of(person, today)
    yearly = [balance for balance in balances if balance.has_year]
    first = min([first, *(balance.since for balance in yearly)])
    balance_day = _known_from(balances, two_years_ago)
    first = max(first, balance_day + timedelta(days=1)) if balance_day else first
    start = max(two_years_ago, min(first - timedelta(days=1), today - timedelta(days=MIN_DAYS)))
    earliest = balance_day or date.min
    middle = today - (today - start) // 2 if balance_day else year_ago
    recent_sums, full_sums = _points_won(person, yearly, max(middle, earliest), max(two_years_ago, earliest), today)
    full_pace = Pace(_name(start, two_years_ago, first, today, balance_day), start, today, full_sums)
    if not balance_day:
        return [Pace("the last 12 months", year_ago, today, recent_sums), full_pace]
    months = (today - middle).days // DAYS_A_MONTH
    return (
        [Pace(f"the last {months} months", middle, today, recent_sums), full_pace]
        if months >= FEWEST_MONTHS
        else [full_pace]
    )


def _points_won(
    person: Person, yearly: Iterable[Balance], year_ago: date, two_years_ago: date, today: date
) -> tuple[dict[str, int], dict[str, int]]:
    """Points won after each of two days, by colour: at the table and in balances by year."""
    with connection.cursor() as cursor:
        cursor.execute(POINTS_WON, [year_ago.isoformat(), person.pk, two_years_ago.isoformat(), today.isoformat()])
        rows = cursor.fetchall()
    recent_sums = {colour: int(recent_amount) for colour, recent_amount, _ in rows}
    full_sums = {colour: int(total_amount) for colour, _, total_amount in rows}
    for balance in yearly:
        for sums, start in ((recent_sums, year_ago), (full_sums, two_years_ago)):
            sums[balance.colour] = sums.get(balance.colour, 0) + balance.won_between(start, today)
    return _without_negatives(recent_sums), _without_negatives(full_sums)


def _without_negatives(sums: dict[str, int]) -> dict[str, int]:
    return {colour: max(amount, 0) for colour, amount in sums.items()}


def opening_balances_of(person: Person, today: date) -> list[Balance]:
    """The opening balances in force, including those of merged records."""
    records = list(records_of([person.pk]))
    lines = Line.objects.filter(person__in=records, day__lte=today, posting__reversed_by=None)
    lines = lines.filter(posting__kind__in=(Posting.Kind.OPENING, Posting.Kind.TRANSFER), hundredths__gt=0)
    rows = list(lines.values_list("posting", "posting__number", "person", "colour", "hundredths", "day"))
    if not rows:
        return []
    season = FEDERATIONS[person.federation.scheme].season
    partial_reversals = _partial_reversals(records)
    won = set(WonBalance.objects.filter(person__in=records).values_list("posting", "person", "colour", "day"))
    return [
        Balance(colour, amount, day, (posting, record, colour, day) in won, season.first_day(season.year_of(day)))
        for posting, number, record, colour, amount, day in rows
        if (number, record) not in partial_reversals
    ]


def _partial_reversals(records: list[int]) -> set[tuple[int, int]]:
    """Postings reversed for some records alone: pairs of posting number and record."""
    reversals = Posting.objects.filter(kind=Posting.Kind.REVERSAL, reverses=None, lines__person__in=records)
    return set(reversals.values_list(f"detail__{PART_OF}", "detail__person"))


def _known_from(balances: Iterable[Balance], two_years_ago: date) -> date | None:
    """The day after which the points are known, if it is recent: a lifetime balance does not say when they were won."""
    lifetime_days = [balance.day for balance in balances if not balance.has_year]
    if not lifetime_days:
        return None
    known_from = min(
        [max(lifetime_days), *(balance.since - timedelta(days=1) for balance in balances if balance.has_year)]
    )
    return known_from if known_from > two_years_ago else None


def _name(start: date, two_years_ago: date, first: date, today: date, balance_day: date | None) -> str:
    if start == two_years_ago:
        return TWO_YEARS
    record = f"the record since {balance_day:%-d %B %Y}" if balance_day else "the whole record"
    is_short = (today - first).days + 1 < MIN_DAYS
    return f"{record}, taken as three months" if is_short else record


def a_year_before(day: date) -> date:
    return day.replace(year=max(day.year - 1, 1), day=28 if (day.month, day.day) == (2, 29) else day.day)
