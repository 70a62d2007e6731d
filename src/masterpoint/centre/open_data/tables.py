"""The tables of the open data: which columns each has, and the rows as they are now.

People are in it by choice: whoever is anonymous is left out, with every line of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person

VERSION = 1
"""Of the layout: it rises when a column changes its meaning or goes."""
AT_ONCE = 2000
Kind = Literal["text", "day", "points", "number", "yes or no"]
Value = str | date | int | bool | None
"""Points are whole hundredths here; files write them as decimals."""


class Field(NamedTuple):
    """A column, what it holds and what it means."""

    name: str
    kind: Kind
    about: str


class DataTable(NamedTuple):
    """A table by name: its columns and its rows."""

    name: str
    fields: Sequence[Field]
    rows: Callable[[Federation], Iterator[tuple[Value, ...]]]


def hidden_people(federation: Federation) -> set[int]:
    """Everybody who is anonymous to strangers, and every record joined to theirs."""
    people = Person.objects.filter(federation=federation).select_related("home_club", "merged_into")
    some = people.filter(Q(anonymous=True) | Q(merged_into__isnull=False))
    return {person.pk for person in some if access.is_hidden(None, person)}


Rows = Iterator[tuple[Value, ...]]


def _all(rows: QuerySet[Any], *fields: str) -> Rows:
    """These fields of every row."""
    yield from rows.order_by("pk").values_list(*fields).iterator(AT_ONCE)


def _shown(rows: QuerySet[Any], federation: Federation, person: str, *fields: str) -> Rows:
    """These fields of the rows whose person may be named."""
    hidden = hidden_people(federation)
    yield from (row[1:] for row in _all(rows, person, *fields) if row[0] not in hidden)


def _organisations(federation: Federation) -> Rows:
    rows = Organisation.objects.filter(federation=federation)
    return _all(rows, "number", "name", "level", "parent__number", "active")


def _people(federation: Federation) -> Rows:
    fields = ("number", "given_name", "family_name", "home_club__number", "rank", "merged_into__number")
    return _shown(Person.objects.filter(federation=federation), federation, "pk", *fields)


def _results(federation: Federation) -> Rows:
    rows = Filing.objects.filter(federation=federation)
    return _all(rows, "receipt", "day", "organisation__number", "name", "form", "state")


def _awards(federation: Federation) -> Rows:
    fields = (
        *("person__number", "day", "colour", "hundredths", "posting__kind", "posting__number"),
        *("posting__version__filing__receipt", "posting__version__number", "award"),
    )
    return _shown(Line.objects.filter(posting__federation=federation), federation, "person", *fields)


def _ranks(federation: Federation) -> Rows:
    rows = Promotion.standing.filter(run__federation=federation, run__revoked_at=None, flagged="")
    return _shown(rows, federation, "person", "person__number", "rank", "reached_on", "run__as_at")


TABLES = (
    DataTable(
        "organisations",
        (
            Field("number", "text", "the number of the organisation"),
            Field("name", "text", "its name"),
            Field("level", "text", "club, county, region … in the book's words"),
            Field("belongs_to", "text", "the number of the organisation above it"),
            Field("active", "yes or no", "whether it is at work"),
        ),
        _organisations,
    ),
    DataTable(
        "people",
        (
            Field("number", "text", "the number for life"),
            Field("given_name", "text", ""),
            Field("family_name", "text", ""),
            Field("club", "text", "the number of the home club"),
            Field("rank", "text", "the rank announced last"),
            Field("merged_into", "text", "the number of the record this one has become part of"),
        ),
        _people,
    ),
    DataTable(
        "results",
        (
            Field("receipt", "text", "the receipt of the filing; its page is /f/CODE/results/RECEIPT/"),
            Field("day", "day", "the day of play"),
            Field("organiser", "text", "the number of the organisation"),
            Field("event", "text", "the name of the event"),
            Field("form", "text", "the form of event"),
            Field("state", "text", "provisional, official, rejected or withdrawn"),
        ),
        _results,
    ),
    DataTable(
        "awards",
        (
            Field("number", "text", "whose points"),
            Field("day", "day", "the day they count from"),
            Field("colour", "text", ""),
            Field("points", "points", "below nothing where something was taken back"),
            Field("kind", "text", "awards, reported, adjustment, opening, reversal …"),
            Field("posting", "number", "the entry in the ledger"),
            Field("receipt", "text", "the filing they were won in"),
            Field("version", "number", "the version of the filing"),
            Field("explanation", "number", "which award of that version: its explanation stands there"),
        ),
        _awards,
    ),
    DataTable(
        "ranks",
        (
            Field("number", "text", "who was promoted"),
            Field("rank", "text", "to which rank"),
            Field("reached", "day", "the day of play it was reached on"),
            Field("announced", "day", "the day of the run that announced it"),
        ),
        _ranks,
    ),
)
