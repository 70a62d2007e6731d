"""The tables of the open data: which columns each has, and the rows as they are now.

People are in it by choice: whoever is anonymous is left out, with every line of theirs, and stands in results as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date
from typing import Any, Literal, NamedTuple

import msgspec
from django.db.models import Q, QuerySet

from masterpoint.centre.filing.judging import load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.public_results import PUBLIC
from masterpoint.centre.filing.similar import DECIDED, TWO_EVENTS
from masterpoint.centre.filing.stored import in_force
from masterpoint.centre.ledger.by_hand import PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.reasons import BY_THE_PROGRAM
from masterpoint.centre.open_data.concealing import Concealer, Shown
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.records.won import brought_postings
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Change, Federation, Organisation, Person

VERSION = 2
"""Of the layout: it rises when a column changes its meaning or goes."""
AT_ONCE = 2000
VERSIONS_AT_ONCE = 200
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
    fields = ("receipt", "day", "organisation__number", "name", "form", "state", "filed_at")
    for *row, filed_at in rows.order_by("pk").values_list(*fields).iterator(AT_ONCE):
        yield (*row, filed_at.astimezone(UTC).isoformat(timespec="seconds"))


def _versions(federation: Federation) -> Rows:
    """Every version that counts or once counted. Of what was withdrawn or rejected nobody is named."""
    hidden = hidden_people(federation)
    people = Person.objects.filter(federation=federation).order_by("pk")
    fields = people.values_list("pk", "number", "given_name", "family_name").iterator(AT_ONCE)
    shown = {pk: Shown(number, f"{given} {family}".strip()) for pk, number, given, family in fields if pk not in hidden}
    noted = _said_to_be_others(federation)
    versions = in_force().filter(filing__federation=federation).select_related("filing").order_by("pk")
    after = 0
    while page := list(versions.filter(pk__gt=after)[:VERSIONS_AT_ONCE]):
        after = page[-1].pk
        posted = _postings(page)
        for version in page:
            if version.pk in posted:
                number, taken_back_by, others = posted[version.pk]
                receipt, named = version.filing.receipt, shown if version.filing.state in PUBLIC else {}
                concealer = Concealer(federation.scheme, version.people, named)
                facts = concealer.facts(version.event)
                awards = concealer.awards(load_result(version.result)["awards"])
                decided = " ".join(sorted({*others, *noted.get(receipt, ())}))
                about = (receipt, version.number, number, taken_back_by, version.edition, version.engine, decided)
                yield (*about, _json(facts), _json(awards))


def _postings(versions: Sequence[Version]) -> dict[int, tuple[int, int | None, Sequence[str]]]:
    """The posting of each version's awards, the one that took it back, and the filings said to be other events."""
    awards = Posting.objects.filter(version__in=versions, kind=Posting.Kind.AWARDS)
    rows = awards.values_list("version", "number", "reversed_by__number", f"detail__{DECIDED}")
    return {version: (number, reversal, others or ()) for version, number, reversal, others in rows}


def _said_to_be_others(federation: Federation) -> dict[str, set[str]]:
    """Of two filings that somebody has called two events since, the second by the receipt of the first."""
    others: dict[str, set[str]] = {}
    for detail in Change.objects.filter(federation=federation, what=TWO_EVENTS).values_list("detail", flat=True):
        first, second = sorted(detail["receipts"])
        others.setdefault(first, set()).add(second)
    return others


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def _awards(federation: Federation) -> Rows:
    fields = (
        *("person", "person__number", "day", "colour", "hundredths", "posting__kind", "posting__number"),
        *("posting__reverses__number", "posting__version__filing__receipt", "posting__version__number", "award"),
        *("posting", "posting__reason"),
    )
    brought = brought_postings(federation)
    alone = Posting.objects.filter(federation=federation, kind=Posting.Kind.REVERSAL, reverses=None)
    parts = dict(alone.values_list("number", f"detail__{PART_OF}"))
    lines = Line.objects.filter(posting__federation=federation)
    rows: Iterator[tuple[Any, ...]] = _shown(lines, federation, "person", *fields)
    for person, *row, award, posting, reason in rows:
        number, day, colour, amount, kind, entry, reverses, receipt, version = row
        won = posting not in brought or (person, colour, day.isoformat()) in brought[posting]
        public = reason if federation.public_reasons or kind in BY_THE_PROGRAM else ""
        about = (number, day, colour, amount, kind, entry, reverses, parts.get(entry))
        yield (*about, receipt, version, award, won, public)


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
            Field("active", "yes or no", "whether it is active"),
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
            Field("filed", "text", "when it was filed, in UTC"),
        ),
        _results,
    ),
    DataTable(
        "versions",
        (
            Field("receipt", "text", "of which filing"),
            Field("version", "number", "1 as it was filed; each correction is one more"),
            Field("posting", "number", "the entry in the ledger that posted its awards"),
            Field("taken_back_by", "number", "the entry that took them back, if one did"),
            Field("edition", "text", "the edition of the book that judged it"),
            Field("engine", "text", "the version of the program that did"),
            Field("other_events", "text", "receipts of filings that look alike and were said to be other events"),
            Field("facts", "text", "the event as JSON, in the vocabulary of event files: ranking, scores, who played"),
            Field("awards", "text", "the awards as JSON, in the order that explanations count from 0"),
        ),
        _versions,
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
            Field("reverses", "number", "the entry that this one takes back"),
            Field("part_of", "number", "the entry that this one takes back from one person alone"),
            Field("receipt", "text", "the filing they were won in"),
            Field("version", "number", "the version of the filing"),
            Field("explanation", "number", "which award of that version: /f/CODE/results/RECEIPT/why/EXPLANATION/"),
            Field("won", "yes or no", "whether they were won in the year of the day, or brought along"),
            Field("reason", "text", "what the entry was for, where everybody may read it"),
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
