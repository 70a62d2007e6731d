"""What is due by the calendar: gold points that fade, C points that become B points, points lost on late renewal.

Each is a function of the lines written before it, so that running it twice posts nothing, and `verify` can ask what
was due when a run was posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache

import msgspec
from django.db.models import Q, QuerySet, Sum

from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.derivation import Step
from masterpoint.core.editions import Edition
from masterpoint.core.exact import Exact
from masterpoint.schemes import FEDERATIONS, edition_or_first

GOLD, B, C = "gold", "B", "C"
YEARS = 5


@cache
def gold_decays() -> frozenset[str]:
    """The federations whose gold points lose value with the years."""
    return frozenset(scheme for scheme, federation in FEDERATIONS.items() if GOLD in federation.decaying)


def fading(federation: Federation, as_at: date, before: int | None = None) -> list[NewLine]:
    """Gold points fall by a fifth of their first value at each anniversary: what is not posted yet.

    Gold of one player won on one day is taken together. An anniversary of 29 February is 1 March.
    """
    if federation.scheme not in gold_decays():
        return []
    gold = _lines(federation, before).filter(colour=GOLD, day__lte=as_at)
    won, closings = _won(gold), _closings(gold)
    due: dict[tuple[int, date], int] = {}
    for row in _summed(won, "person", "day"):
        for day, amount in falls(federation.scheme, row["sum"], row["day"], closings.get(row["person"], ())):
            if day <= as_at:
                due[row["person"], day] = due.get((row["person"], day), 0) - amount
    for row in _summed(gold.filter(posting__kind=Posting.Kind.EXPIRY), "person", "day"):
        due[row["person"], row["day"]] = due.get((row["person"], row["day"]), 0) - row["sum"]
    return [NewLine(person, GOLD, amount, day) for (person, day), amount in sorted(due.items()) if amount]


def _closing() -> Q:
    """A record closed on a move to another federation: what it held left with it."""
    return Q(posting__kind=Posting.Kind.TRANSFER, hundredths__lt=0)


def _won(gold: QuerySet[Line]) -> QuerySet[Line]:
    return gold.exclude(posting__kind=Posting.Kind.EXPIRY).exclude(_closing())


def _closings(gold: QuerySet[Line]) -> dict[int, list[date]]:
    """When records were closed; gold that has left falls no more."""
    closings: dict[int, list[date]] = {}
    for person, day in gold.filter(_closing()).order_by("day").values_list("person", "day"):
        closings.setdefault(person, []).append(day)
    return closings


def falls(scheme: str, hundredths: int, won: date, closings: Iterable[date] = ()) -> Iterator[tuple[date, int]]:
    """By how much an award of gold falls at each anniversary, until its record is closed."""
    sign = 1 if hundredths >= 0 else -1
    worth = abs(hundredths)
    last = next((day for day in closings if day >= won), date.max)
    for years in range(1, YEARS + 1):
        day = anniversary(won, years)
        if day > last:
            return
        left = after_decay(edition_or_first(scheme, day), abs(hundredths), years)
        if worth != left:
            yield day, sign * (worth - left)
        worth = left


@lru_cache(maxsize=10_000)
def after_decay(edition: Edition, hundredths: int, years: int) -> int:
    """What is left of gold after so many full years, by the worksheet of the book."""
    sheet = edition.worksheets["gold"]
    won = date(2001, 1, 1)
    asked = sheet.asks(direct=Decimal(hundredths).scaleb(-2), won=won, on=anniversary(won, years))
    if not hundredths:
        return 0
    steps = [answer for answer in sheet.answers(asked) if isinstance(answer, Step)]
    return _hundredths(steps[1].value)


def anniversary(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def gold_as_at(person: Person, day: date) -> int:
    """What a person's gold is worth on a day, whether or not the yearly run has been."""
    own = Line.objects.filter(person=person, colour=GOLD, day__lte=day)
    closings = _closings(own).get(person.pk, [])
    scheme = person.federation.scheme
    left = own.filter(_closing()).aggregate(sum=Sum("hundredths"))["sum"] or 0
    return left + sum(
        row["sum"] - sum(amount for when, amount in falls(scheme, row["sum"], row["day"], closings) if when <= day)
        for row in _summed(_won(own), "day")
    )


def converting(federation: Federation, as_at: date, before: int | None = None) -> list[NewLine]:
    """NZ E6.3e: every hundred C points become a B point; the rest waits."""
    if C not in FEDERATIONS[federation.scheme].converting:
        return []
    edition = edition_or_first(federation.scheme, as_at)
    lines: list[NewLine] = []
    for row in _summed(_lines(federation, before).filter(colour=C, day__lte=as_at), "person"):
        made, left = converted(edition, row["sum"]) if row["sum"] > 0 else (0, 0)
        if made:
            lines += [NewLine(row["person"], C, left - row["sum"], as_at), NewLine(row["person"], B, made, as_at)]
    return lines


@lru_cache(maxsize=10_000)
def converted(edition: Edition, hundredths: int) -> tuple[int, int]:
    """The B points made of C points, and the C points left."""
    sheet = edition.worksheets["conversion"]
    made, left = sheet.answers(sheet.asks(points=Decimal(hundredths).scaleb(-2)))
    assert isinstance(made, Step) and isinstance(left, Step)
    return _hundredths(made.value), _hundredths(left.value)


def forfeited(person: Person, lapsed: date, renewed: date, before: int | None = None) -> list[NewLine]:
    """ABF 1.3.2c: of what was earned while unregistered, all before the quarter that precedes the renewal is lost."""
    edition = edition_or_first(person.federation.scheme, renewed)
    if "unregistered" not in edition.worksheets:
        return []
    earned = _lines(person.federation, before).filter(person=person, day__gte=lapsed, day__lt=renewed)
    return [
        NewLine(person.pk, row["colour"], -row["sum"], row["day"])
        for row in _summed(earned, "day", "colour")
        if row["sum"] > 0 and _lost(edition, row["day"], lapsed, renewed)
    ]


def _lost(edition: Edition, day: date, lapsed: date, renewed: date) -> bool:
    sheet = edition.worksheets["unregistered"]
    raw = {"lapsed": lapsed, "renewed": renewed, "earned": [{"day": day, "points": 1}]}
    _, lost = [answer for answer in sheet.answers(msgspec.convert(raw, sheet.asks)) if isinstance(answer, Step)]
    return lost.value > 0


def _lines(federation: Federation, before: int | None) -> QuerySet[Line]:
    lines = Line.objects.filter(posting__federation=federation)
    return lines.filter(posting__number__lt=before) if before is not None else lines


def _summed(lines: QuerySet[Line], *by: str) -> list[dict[str, object]]:
    rows = lines.values(*by).annotate(sum=Sum("hundredths")).order_by(*by)
    return [row for row in rows if row["sum"]]


def _hundredths(value: Exact) -> int:
    amount = Fraction(value) * 100  # type: ignore[arg-type]
    assert amount.denominator == 1
    return int(amount)
