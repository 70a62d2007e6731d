"""All reads of the ledger."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.ledger.models import Line, Posting, Total
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import status_on

HELD = (Person.Status.POTENTIAL, Person.Status.LAPSED, Person.Status.INACTIVE)
"""What these earn waits until they (re)join (EBU 2.9.3, ABF 1.3.2c); a book may also give them nothing (NZ E9.4)."""


def head(federation: Federation) -> Head:
    """Where the ledger stands; published, it shows later whether anything before it was changed or taken away."""
    last = Posting.objects.filter(federation=federation).order_by("-number").values_list("number", "hash", "at")
    return Head(*(last.first() or (0, BEGINNING, None)))


def holding(person: Person, as_at: date | None = None) -> dict[str, int]:
    """Hundredths by colour: from the totals for today, from the lines as at any other day."""
    sums = _totals(person.pk) if as_at is None else _sums(person.pk, as_at)
    return {colour: amount for colour, amount in sums if amount}


@cached_query
def _totals(person: Any) -> QuerySet[Total, tuple[str, int]]:
    return _by_colour(Total.objects.filter(person=person))


@cached_query
def _sums(person: Any, as_at: Any) -> QuerySet[Line, tuple[str, int]]:
    return _by_colour(Line.objects.filter(person=person, day__lte=as_at))


def _by_colour(rows: QuerySet[Any]) -> QuerySet[Any, tuple[str, int]]:
    sums: QuerySet[Any, Any] = rows.values("colour").annotate(sum=Sum("hundredths")).order_by("colour")
    return sums.values_list("colour", "sum")


def held_after(person: Person, as_at: date | None = None) -> date | None:
    """The last day on which the person earned as a member; nothing, where all points are theirs."""
    status = person.status if as_at is None else status_on(person, as_at)
    if status not in HELD:
        return None
    periods = person.status_periods.exclude(status__in=HELD).exclude(last_day=None)
    periods = periods.filter(first_day__lte=as_at) if as_at else periods
    last = periods.order_by("-last_day").values_list("last_day", flat=True).first()
    return last or date.min


def held(person: Person, as_at: date | None = None) -> dict[str, int]:
    """Of a holding, what waits until the person is a member."""
    after = held_after(person, as_at)
    if after is None:
        return {}
    rows = Line.objects.filter(person=person, day__gt=after)
    rows = rows.filter(day__lte=as_at) if as_at else rows
    sums = rows.values("colour").annotate(sum=Sum("hundredths")).order_by("colour")
    return {row["colour"]: row["sum"] for row in sums if row["sum"]}


def credited(person: Person, as_at: date | None = None) -> dict[str, int]:
    """A holding without what is held."""
    waiting = held(person, as_at)
    all_points = holding(person, as_at)
    return {colour: left for colour, amount in all_points.items() if (left := amount - waiting.get(colour, 0))}


def statement(person: Person, first: date | None = None, last: date | None = None) -> QuerySet[Line]:
    """A person's lines, newest first, with what they rest on."""
    lines = Line.objects.filter(person=person).select_related("posting__version__filing__organisation")
    lines = lines.defer("posting__version__event", "posting__version__result", "posting__version__original")
    if first is not None:
        lines = lines.filter(day__gte=first)
    if last is not None:
        lines = lines.filter(day__lte=last)
    return lines.order_by("-day", "-pk")


class StatementLine(NamedTuple):
    """One line of a statement, with the words it is shown by: read without building an object for each table."""

    pk: int
    day: date
    colour: str
    hundredths: int
    kind: str
    reason: str
    award: int | None
    version: int | None
    event: str | None
    organisation: str | None
    state: str | None
    receipt: str | None


def statement_page(person: Person, *, last: date | None, skip: int, count: int) -> list[StatementLine]:
    """So many lines of a statement, newest first."""
    return [StatementLine(*row) for row in _in_words(statement(person, last=last))[skip : skip + count]]


def statement_lines(person: Person, keys: Iterable[int], days: Iterable[date], colour: str = "") -> list[StatementLine]:
    """Some lines of a statement, and all those of some days; newest first."""
    chosen = (person.pk, list(keys), list(days))
    rows = _lines_of(*chosen, colour) if colour else _all_lines(*chosen)
    return [StatementLine(*row) for row in rows]


@cached_query
def _all_lines(person: Any, keys: Any, days: Any) -> QuerySet[Line, tuple[Any, ...]]:
    return _in_words(statement(person).filter(Q(pk__in=keys) | Q(day__in=days)))


@cached_query
def _lines_of(person: Any, keys: Any, days: Any, colour: Any) -> QuerySet[Line, tuple[Any, ...]]:
    return _in_words(statement(person).filter(Q(pk__in=keys) | Q(day__in=days), colour=colour))


def _in_words(lines: QuerySet[Line]) -> QuerySet[Line, tuple[Any, ...]]:
    """Lines with what they are shown by, as plain rows."""
    filing = "posting__version__filing__"
    return (
        lines.select_related(None)
        .defer(None)
        .values_list(
            "pk",
            "day",
            "colour",
            "hundredths",
            "posting__kind",
            "posting__reason",
            "award",
            "posting__version",
            f"{filing}name",
            f"{filing}organisation__name",
            f"{filing}state",
            f"{filing}receipt",
        )
    )


def last_line(person: Person) -> int:
    """The newest line of a record: whoever saw it saw the record as it is."""
    return Line.objects.filter(person=person).order_by("-pk").values_list("pk", flat=True).first() or 0
