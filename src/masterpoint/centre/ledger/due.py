"""Points that change by the calendar: colours that decay or convert, and points lost by late renewal.

What is due depends only on the lines written before. So a second run posts nothing, and `verify` can work out what was
due when a run was posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, QuerySet, Sum, When

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.derivation import Step
from masterpoint.core.editions import Edition, Worksheet
from masterpoint.core.exact import Exact, rational
from masterpoint.core.typed_data import convert
from masterpoint.schemes import FEDERATIONS, edition_or_first

MAX_YEARS = 100
"""Years after which decaying points are gone."""
PEOPLE_PER_PAGE = 500


def decay_sheets(scheme: str) -> Mapping[str, str]:
    """The colours of a federation that decay, and the worksheet of each."""
    return FEDERATIONS[scheme].decaying


def decay_lines(federation: Federation, as_at: date, before_posting: int | None = None) -> list[NewLine]:
    """Lines for the value that decaying points have lost at their anniversaries and that is not posted yet.

    Points that a player won on one day decay together. The anniversary of 29 February is 1 March.
    """
    return [
        line
        for colour in decay_sheets(federation.scheme)
        for line in _colour_decay_lines(federation, colour, as_at, before_posting)
    ]


def _colour_decay_lines(federation: Federation, colour: str, as_at: date, before_posting: int | None) -> list[NewLine]:
    parts = _parts(_lines(federation, before_posting).filter(colour=colour, day__lte=as_at))
    due: dict[tuple[int, date], int] = {}
    closings = parts.closings()
    for person, won_on, hundredths in parts.won:
        for day, amount in decay_steps(federation.scheme, colour, hundredths, won_on, closings.get(person, ())):
            if day <= as_at:
                due[person, day] = due.get((person, day), 0) - amount
    for person, day, amount in parts.expired:
        due[person, day] = due.get((person, day), 0) - amount
    return [NewLine(person, colour, amount, day) for (person, day), amount in sorted(due.items()) if amount]


class _Parts(NamedTuple):
    """Lines of a colour that decays, added up by person and day."""

    won: list[tuple[int, date, int]]
    expired: list[tuple[int, date, int]]
    transfers: list[tuple[int, date, int]]
    """Lines that close a record on a move to another federation."""

    def closings(self) -> dict[int, list[date]]:
        """The days on which records were closed. Points moved away no longer decay."""
        closings: dict[int, list[date]] = {}
        for person, day, _ in self.transfers:
            closings.setdefault(person, []).append(day)
        return closings


def _parts(lines: QuerySet[Line]) -> _Parts:
    """All three parts by one query: without an index by colour, each reads all lines."""
    transfers = When(posting__kind=Posting.Kind.TRANSFER, hundredths__lt=0, then=2)
    kind = Case(When(posting__kind=Posting.Kind.EXPIRY, then=1), transfers, default=0)
    rows = lines.annotate(part=kind).values_list("person", "day", "part").annotate(sum=Sum("hundredths"))
    parts = _Parts([], [], [])
    for person, day, part, amount in rows.order_by("person", "day"):
        if amount:
            parts[part].append((person, day, amount))
    return parts


def decay_steps(
    scheme: str, colour: str, hundredths: int, won: date, closings: Iterable[date] = ()
) -> Iterator[tuple[date, int]]:
    """How much an award loses at each anniversary, until nothing is left or its record is closed."""
    sign = 1 if hundredths >= 0 else -1
    value, sheet = abs(hundredths), decay_sheets(scheme)[colour]
    closing = next((day for day in closings if day >= won), date.max)
    for years in range(1, MAX_YEARS + 1):
        day = anniversary(won, years)
        if not value or day > closing:
            return
        remainder = after_decay(edition_or_first(scheme, day), sheet, abs(hundredths), years)
        if value != remainder:
            yield day, sign * (value - remainder)
        value = remainder


@lru_cache(maxsize=10_000)
def after_decay(edition: Edition, name: str, hundredths: int, years: int) -> int:
    """What is left after a number of full years: the second answer of the book's worksheet."""
    sheet = edition.worksheets[name]
    won = date(2001, 1, 1)
    questions = sheet.facts(direct=Decimal(hundredths).scaleb(-2), won=won, on=anniversary(won, years))
    steps = [answer for answer in sheet.answers(questions) if isinstance(answer, Step)]
    return _hundredths(steps[1].value)


def anniversary(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def value_as_at(person: Person, colour: str, day: date) -> int:
    """The value of a person's decaying points on a day, even before the yearly run."""
    return values_as_at(person.federation.scheme, [person.pk], colour, day).get(person.pk, 0)


def values_as_at(scheme: str, people: Sequence[int], colour: str, day: date) -> dict[int, int]:
    """The values of many people's decaying points, in a few queries for each page of people."""
    values: dict[int, int] = {}
    for start in range(0, len(people), PEOPLE_PER_PAGE):
        lines = Line.objects.filter(person__in=people[start : start + PEOPLE_PER_PAGE], colour=colour, day__lte=day)
        parts = _parts(lines)
        closings = parts.closings()
        for person, _, amount in parts.transfers:
            values[person] = values.get(person, 0) + amount
        for person, won_on, hundredths in parts.won:
            steps = decay_steps(scheme, colour, hundredths, won_on, closings.get(person, ()))
            remainder = hundredths - sum(amount for step_day, amount in steps if step_day <= day)
            values[person] = values.get(person, 0) + remainder
    return values


def conversion_lines(federation: Federation, as_at: date, before_posting: int | None = None) -> list[NewLine]:
    """Lines that convert points of one colour into another at the turn of the year; remainders stay."""
    edition = edition_or_first(federation.scheme, as_at)
    lines: list[NewLine] = []
    for colour, (target_colour, sheet) in FEDERATIONS[federation.scheme].converting.items():
        for row in _sums(_lines(federation, before_posting).filter(colour=colour, day__lte=as_at), "person"):
            person, amount = row["person"], row["sum"]
            converted_amount, remainder = convert_points(edition, sheet, amount) if amount > 0 else (0, 0)
            if converted_amount:
                lines += [
                    NewLine(person, colour, remainder - amount, as_at),
                    NewLine(person, target_colour, converted_amount, as_at),
                ]
    return lines


@lru_cache(maxsize=10_000)
def convert_points(edition: Edition, name: str, hundredths: int) -> tuple[int, int]:
    """The converted points by the book's worksheet, and the remainder."""
    sheet = edition.worksheets[name]
    converted_step, remainder_step = sheet.answers(sheet.facts(points=Decimal(hundredths).scaleb(-2)))
    assert isinstance(converted_step, Step) and isinstance(remainder_step, Step)
    return _hundredths(converted_step.value), _hundredths(remainder_step.value)


def forfeit_lines(
    person: Person, lapsed_on: date, renewed_on: date, before_posting: int | None = None
) -> list[NewLine]:
    """Lines that take away what somebody who renewed late earned while not registered."""
    edition = edition_or_first(person.federation.scheme, renewed_on)
    name = FEDERATIONS[person.federation.scheme].forfeiting
    if name not in edition.worksheets:
        return []
    lines = _lines(person.federation, before_posting).filter(person=person, day__gte=lapsed_on, day__lt=renewed_on)
    return [
        NewLine(person.pk, row["colour"], -row["sum"], row["day"])
        for row in _sums(lines, "day", "colour")
        if row["sum"] > 0 and _is_lost(edition.worksheets[name], row["day"], lapsed_on, renewed_on)
    ]


def _is_lost(sheet: Worksheet, day: date, lapsed_on: date, renewed_on: date) -> bool:
    raw = {"lapsed": lapsed_on, "renewed": renewed_on, "earned": [{"day": day, "points": 1}]}
    _, lost = [answer for answer in sheet.answers(convert(raw, sheet.facts)) if isinstance(answer, Step)]
    return lost.value > 0


def _lines(federation: Federation, before_posting: int | None) -> QuerySet[Line]:
    lines = Line.objects.filter(posting__federation=federation)
    return lines.filter(posting__number__lt=before_posting) if before_posting is not None else lines


def _sums(lines: QuerySet[Line], *by: str) -> list[dict[str, Any]]:
    rows = lines.values(*by).annotate(sum=Sum("hundredths")).order_by(*by)
    return [row for row in rows if row["sum"]]


def _hundredths(value: Exact) -> int:
    amount = rational(value) * 100
    assert amount.denominator == 1
    return int(amount)
