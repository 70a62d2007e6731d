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

WAITING_STATUSES = (Person.Status.POTENTIAL, Person.Status.LAPSED, Person.Status.INACTIVE)
"""Statuses whose points wait until they (re)join (EBU 2.9.3, ABF 1.3.2c); a book may also give nothing (NZ E9.4)."""


def head(federation: Federation) -> Head:
    """The head of the ledger; once published, it reveals later changes of anything before it."""
    newest = Posting.objects.filter(federation=federation).order_by("-number").values_list("number", "hash", "at")
    return Head(*(newest.first() or (0, BEGINNING, None)))


def holding(person: Person, as_at: date | None = None) -> dict[str, int]:
    """Hundredths by colour: from the totals for today, from the lines for any other day."""
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


def last_member_day(person: Person, as_at: date | None = None) -> date | None:
    """The last day the person was a member; None if all points are theirs."""
    status = person.status if as_at is None else status_on(person, as_at)
    if status not in WAITING_STATUSES:
        return None
    periods = person.status_periods.exclude(status__in=WAITING_STATUSES).exclude(last_day=None)
    periods = periods.filter(first_day__lte=as_at) if as_at else periods
    last_day = periods.order_by("-last_day").values_list("last_day", flat=True).first()
    return last_day or date.min


def waiting_points(person: Person, as_at: date | None = None) -> dict[str, int]:
    """The part of a holding that waits until the person is a member."""
    waiting_since = last_member_day(person, as_at)
    if waiting_since is None:
        return {}
    rows = Line.objects.filter(person=person, day__gt=waiting_since)
    rows = rows.filter(day__lte=as_at) if as_at else rows
    sums = rows.values("colour").annotate(sum=Sum("hundredths")).order_by("colour")
    return {row["colour"]: row["sum"] for row in sums if row["sum"]}


def credited_points(person: Person, as_at: date | None = None) -> dict[str, int]:
    """A holding without the points that wait."""
    waiting = waiting_points(person, as_at)
    all_points = holding(person, as_at)
    return {
        colour: remainder for colour, amount in all_points.items() if (remainder := amount - waiting.get(colour, 0))
    }


def statement(person: Person, first: date | None = None, last: date | None = None) -> QuerySet[Line]:
    """A person's lines, newest first, with their postings."""
    lines = Line.objects.filter(person=person).select_related("posting__version__filing__organisation")
    lines = lines.defer("posting__version__event", "posting__version__result", "posting__version__original")
    if first is not None:
        lines = lines.filter(day__gte=first)
    if last is not None:
        lines = lines.filter(day__lte=last)
    return lines.order_by("-day", "-pk")


class StatementLine(NamedTuple):
    """One line of a statement with its texts, read without building models."""

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
    """A page of a statement, newest first."""
    return [StatementLine(*row) for row in _with_texts(statement(person, last=last))[skip : skip + count]]


def statement_lines(person: Person, keys: Iterable[int], days: Iterable[date], colour: str = "") -> list[StatementLine]:
    """The lines of a statement with these keys, and all lines of these days; newest first."""
    parameters = (person.pk, list(keys), list(days))
    rows = _lines_of(*parameters, colour) if colour else _all_lines(*parameters)
    return [StatementLine(*row) for row in rows]


@cached_query
def _all_lines(person: Any, keys: Any, days: Any) -> QuerySet[Line, tuple[Any, ...]]:
    return _with_texts(statement(person).filter(Q(pk__in=keys) | Q(day__in=days)))


@cached_query
def _lines_of(person: Any, keys: Any, days: Any, colour: Any) -> QuerySet[Line, tuple[Any, ...]]:
    return _with_texts(statement(person).filter(Q(pk__in=keys) | Q(day__in=days), colour=colour))


def _with_texts(lines: QuerySet[Line]) -> QuerySet[Line, tuple[Any, ...]]:
    """Lines with their texts, as plain rows."""
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
    """The key of a record's newest line, to detect changes since a page was shown."""
    return Line.objects.filter(person=person).order_by("-pk").values_list("pk", flat=True).first() or 0
