"""How fast points come in: of the last one and two years, at the table or as an older system gave it by years."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.ledger.by_hand import PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records.won import WON_IN_YEAR, won_lines
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_of

WON = """
SELECT line.colour, SUM(CASE WHEN line.day > %s THEN line.hundredths ELSE 0 END), SUM(line.hundredths)
FROM ledger_line AS line JOIN ledger_posting AS posting ON posting.id = line.posting_id
LEFT JOIN ledger_posting AS reversed ON reversed.id = posting.reverses_id
WHERE line.person_id = %s AND line.day > %s AND line.day <= %s
    AND (line.award IS NOT NULL OR posting.kind = 'awards' OR reversed.kind = 'awards')
GROUP BY line.colour
"""
"""Points won at the table, and what corrections took back."""
TWO_YEARS = "the last 24 months"
DAYS_A_MONTH = 30
FEWEST_MONTHS = 3
SHORTEST = 90
"""Days. A record of a few weeks says too little: it is taken as if it were three months."""


class Pace(NamedTuple):
    """What a stretch of time brought, in hundredths by colour."""

    name: str
    after: date
    until: date
    won: Mapping[str, int]

    @property
    def days(self) -> int:
        return max((self.until - self.after).days, 1)


class Balance(NamedTuple):
    """A sum brought along; with a year, it was won evenly from 1 January to its day."""

    colour: str
    hundredths: int
    day: date
    has_year: bool

    @property
    def since(self) -> date:
        return date(self.day.year, 1, 1)

    def won_between(self, after: date, until: date) -> int:
        """How much of it was won in a stretch of time."""
        first, last = max(self.since, after + timedelta(days=1)), min(self.day, until)
        if last < first:
            return 0
        share = Fraction((last - first).days + 1, (self.day - self.since).days + 1)
        return int(self.hundredths * share)


def paces_of(person: Person, first: date, today: date) -> list[Pace]:
    """Of the last 12 months, and of the last 24, or of the record if it is shorter.

    A record that begins with a sum for life is known since then only: two paces are its later half and all of it.
    """
    year, two = a_year_before(today), a_year_before(a_year_before(today))
    balances = balances_brought(person, today)
    yearly = [balance for balance in balances if balance.has_year]
    first = min([first, *(balance.since for balance in yearly)])
    brought = _known_after(balances, two)
    first = max(first, brought + timedelta(days=1)) if brought else first
    begun = max(two, min(first - timedelta(days=1), today - timedelta(days=SHORTEST)))
    since = brought or date.min
    later = today - (today - begun) // 2 if brought else year
    recent, every = _won(person, yearly, max(later, since), max(two, since), today)
    whole = Pace(_name(begun, two, first, today, brought), begun, today, every)
    if not brought:
        return [Pace("the last 12 months", year, today, recent), whole]
    months = (today - later).days // DAYS_A_MONTH
    return [Pace(f"the last {months} months", later, today, recent), whole] if months >= FEWEST_MONTHS else [whole]


def _won(
    person: Person, yearly: Iterable[Balance], year: date, two: date, today: date
) -> tuple[dict[str, int], dict[str, int]]:
    """By colour, after two days each: at the table, and as an older system gave it by years."""
    with connection.cursor() as cursor:
        cursor.execute(WON, [year.isoformat(), person.pk, two.isoformat(), today.isoformat()])
        rows = cursor.fetchall()
    recent = {colour: int(of_the_year) for colour, of_the_year, _ in rows}
    every = {colour: int(of_both) for colour, _, of_both in rows}
    for balance in yearly:
        for sums, after in ((recent, year), (every, two)):
            sums[balance.colour] = sums.get(balance.colour, 0) + balance.won_between(after, today)
    return _at_least_nothing(recent), _at_least_nothing(every)


def _at_least_nothing(sums: dict[str, int]) -> dict[str, int]:
    return {colour: max(amount, 0) for colour, amount in sums.items()}


def balances_brought(person: Person, today: date) -> list[Balance]:
    """The sums brought along from elsewhere, those of merged records too, that have not been taken back."""
    lines = Line.objects.filter(person__in=list(records_of([person.pk])), day__lte=today, posting__reversed_by=None)
    lines = lines.filter(posting__kind__in=(Posting.Kind.OPENING, Posting.Kind.TRANSFER), hundredths__gt=0)
    rows = list(
        lines.values_list("posting__number", "person", "colour", "hundredths", "day", f"posting__detail__{WON_IN_YEAR}")
    )
    alone = _taken_back_alone(person, {number for number, *_ in rows})
    return [
        Balance(colour, amount, day, (record, colour, day.isoformat()) in won_lines(won))
        for number, record, colour, amount, day, won in rows
        if (number, record) not in alone
    ]


def _taken_back_alone(person: Person, numbers: set[int]) -> set[tuple[int, int]]:
    """Numbers of postings, and the records they were taken back from alone."""
    if not numbers:
        return set()
    reversals = Posting.objects.filter(
        federation=person.federation_id, kind=Posting.Kind.REVERSAL, detail__part_of__in=list(numbers)
    )
    return set(reversals.values_list(f"detail__{PART_OF}", "detail__person"))


def _known_after(balances: Iterable[Balance], two: date) -> date | None:
    """What was won before a sum for life is known, but not when: a pace begins after it, or with the years given."""
    for_life = [balance.day for balance in balances if not balance.has_year]
    if not for_life:
        return None
    known = min([max(for_life), *(balance.since - timedelta(days=1) for balance in balances if balance.has_year)])
    return known if known > two else None


def _name(begun: date, two: date, first: date, today: date, brought: date | None) -> str:
    if begun == two:
        return TWO_YEARS
    record = f"the record since {brought:%-d %B %Y}" if brought else "the whole record"
    short = (today - first).days + 1 < SHORTEST
    return f"{record}, taken as three months" if short else record


def a_year_before(day: date) -> date:
    return day.replace(year=max(day.year - 1, 1), day=28 if (day.month, day.day) == (2, 29) else day.day)
