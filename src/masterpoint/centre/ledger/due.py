"""What is due by the calendar: colours that lose value or become another, and points lost on late renewal.

Each is a function of the lines written before it, so that running it twice posts nothing, and `verify` can ask what
was due when a run was posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import msgspec
from django.db.models import Q, QuerySet, Sum

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.derivation import Step
from masterpoint.core.editions import Edition, Worksheet
from masterpoint.core.exact import Exact, rational
from masterpoint.schemes import FEDERATIONS, edition_or_first

LONGEST = 100
"""Years after which nothing can be left of points that lose value."""


def decaying(scheme: str) -> Mapping[str, str]:
    """The colours of a federation that lose value with the years, and the worksheet that says how."""
    return FEDERATIONS[scheme].decaying


def fading(federation: Federation, as_at: date, before: int | None = None) -> list[NewLine]:
    """What points of a colour that loses value have lost at their anniversaries, as far as it is not posted yet.

    Points of one player won on one day are taken together. An anniversary of 29 February is 1 March.
    """
    return [line for colour in decaying(federation.scheme) for line in _fading(federation, colour, as_at, before)]


def _fading(federation: Federation, colour: str, as_at: date, before: int | None) -> list[NewLine]:
    lines = _lines(federation, before).filter(colour=colour, day__lte=as_at)
    closings = _closings(lines)
    due: dict[tuple[int, date], int] = {}
    for row in _summed(_won(lines), "person", "day"):
        person = row["person"]
        for day, amount in decay_steps(federation.scheme, colour, row["sum"], row["day"], closings.get(person, ())):
            if day <= as_at:
                due[person, day] = due.get((person, day), 0) - amount
    for row in _summed(lines.filter(posting__kind=Posting.Kind.EXPIRY), "person", "day"):
        due[row["person"], row["day"]] = due.get((row["person"], row["day"]), 0) - row["sum"]
    return [NewLine(person, colour, amount, day) for (person, day), amount in sorted(due.items()) if amount]


def _closing() -> Q:
    """A record closed on a move to another federation: what it held left with it."""
    return Q(posting__kind=Posting.Kind.TRANSFER, hundredths__lt=0)


def _won(lines: QuerySet[Line]) -> QuerySet[Line]:
    return lines.exclude(posting__kind=Posting.Kind.EXPIRY).exclude(_closing())


def _closings(lines: QuerySet[Line]) -> dict[int, list[date]]:
    """When records were closed; points that have left lose no more."""
    closings: dict[int, list[date]] = {}
    for person, day in lines.filter(_closing()).order_by("day").values_list("person", "day"):
        closings.setdefault(person, []).append(day)
    return closings


def decay_steps(
    scheme: str, colour: str, hundredths: int, won: date, closings: Iterable[date] = ()
) -> Iterator[tuple[date, int]]:
    """By how much an award falls at each anniversary, until nothing is left or its record is closed."""
    sign = 1 if hundredths >= 0 else -1
    value, sheet = abs(hundredths), decaying(scheme)[colour]
    last = next((day for day in closings if day >= won), date.max)
    for years in range(1, LONGEST + 1):
        day = anniversary(won, years)
        if not value or day > last:
            return
        left = after_decay(edition_or_first(scheme, day), sheet, abs(hundredths), years)
        if value != left:
            yield day, sign * (value - left)
        value = left


@lru_cache(maxsize=10_000)
def after_decay(edition: Edition, name: str, hundredths: int, years: int) -> int:
    """What is left after so many full years, by the worksheet of the book: its second answer."""
    sheet = edition.worksheets[name]
    won = date(2001, 1, 1)
    asked = sheet.asks(direct=Decimal(hundredths).scaleb(-2), won=won, on=anniversary(won, years))
    steps = [answer for answer in sheet.answers(asked) if isinstance(answer, Step)]
    return _hundredths(steps[1].value)


def anniversary(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def value_as_at(person: Person, colour: str, day: date) -> int:
    """What a person's points of a colour that loses value are worth on a day, before the yearly run too."""
    own = Line.objects.filter(person=person, colour=colour, day__lte=day)
    closings = _closings(own).get(person.pk, [])
    scheme = person.federation.scheme
    value: int = own.filter(_closing()).aggregate(sum=Sum("hundredths"))["sum"] or 0
    for row in _summed(_won(own), "day"):
        steps = decay_steps(scheme, colour, row["sum"], row["day"], closings)
        value += row["sum"] - sum(amount for when, amount in steps if when <= day)
    return value


def converting(federation: Federation, as_at: date, before: int | None = None) -> list[NewLine]:
    """Points of a colour that become another at the turn of the year; the rest waits."""
    edition = edition_or_first(federation.scheme, as_at)
    lines: list[NewLine] = []
    for colour, (other, sheet) in FEDERATIONS[federation.scheme].converting.items():
        for row in _summed(_lines(federation, before).filter(colour=colour, day__lte=as_at), "person"):
            person, held = row["person"], row["sum"]
            made, left = converted(edition, sheet, held) if held > 0 else (0, 0)
            if made:
                lines += [NewLine(person, colour, left - held, as_at), NewLine(person, other, made, as_at)]
    return lines


@lru_cache(maxsize=10_000)
def converted(edition: Edition, name: str, hundredths: int) -> tuple[int, int]:
    """What the worksheet of the book makes of points, and how many of them are left."""
    sheet = edition.worksheets[name]
    made, left = sheet.answers(sheet.asks(points=Decimal(hundredths).scaleb(-2)))
    assert isinstance(made, Step) and isinstance(left, Step)
    return _hundredths(made.value), _hundredths(left.value)


def forfeited(person: Person, lapsed: date, renewed: date, before: int | None = None) -> list[NewLine]:
    """What the book takes from those who renew late, of all they earned while they were not registered."""
    edition = edition_or_first(person.federation.scheme, renewed)
    name = FEDERATIONS[person.federation.scheme].forfeiting
    if name not in edition.worksheets:
        return []
    earned = _lines(person.federation, before).filter(person=person, day__gte=lapsed, day__lt=renewed)
    return [
        NewLine(person.pk, row["colour"], -row["sum"], row["day"])
        for row in _summed(earned, "day", "colour")
        if row["sum"] > 0 and _lost(edition.worksheets[name], row["day"], lapsed, renewed)
    ]


def _lost(sheet: Worksheet, day: date, lapsed: date, renewed: date) -> bool:
    raw = {"lapsed": lapsed, "renewed": renewed, "earned": [{"day": day, "points": 1}]}
    _, lost = [answer for answer in sheet.answers(msgspec.convert(raw, sheet.asks)) if isinstance(answer, Step)]
    return lost.value > 0


def _lines(federation: Federation, before: int | None) -> QuerySet[Line]:
    lines = Line.objects.filter(posting__federation=federation)
    return lines.filter(posting__number__lt=before) if before is not None else lines


def _summed(lines: QuerySet[Line], *by: str) -> list[dict[str, Any]]:
    rows = lines.values(*by).annotate(sum=Sum("hundredths")).order_by(*by)
    return [row for row in rows if row["sum"]]


def _hundredths(value: Exact) -> int:
    amount = rational(value) * 100
    assert amount.denominator == 1
    return int(amount)
