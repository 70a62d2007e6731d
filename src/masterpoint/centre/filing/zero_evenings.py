"""Players who won nothing.

They are stored apart from the ledger, which has only points, so that records are complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Version, ZeroEvening
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.statements import write_rows

INSERT = "INSERT INTO filing_zeroevening (version_id, person_id, day) {rows}"


class Row(NamedTuple):
    """A zero evening, not yet saved."""

    version: int
    person: int
    day: date


def update_zero_evenings(
    filings: Sequence[Filing], *, by: User | None, reason: str, outcomes: Mapping[int, Outcome], new: bool
) -> None:
    """Update the zero evenings of some filings."""
    keys = [filing.pk for filing in filings]
    if not new:
        ZeroEvening.objects.filter(version__filing__in=keys).delete()
    unread = [key for key in keys if key not in outcomes]
    rows = [*(zero_evenings(unread) if unread else ()), *_of_outcomes(filings, outcomes)]
    write_rows(INSERT, rows)


def _of_outcomes(filings: Iterable[Filing], outcomes: Mapping[int, Outcome]) -> Iterator[Row]:
    for filing in filings:
        if outcome := outcomes.get(filing.pk):
            for person in sorted({*outcome.version.people.values()} - outcome.recipients):
                yield Row(outcome.version.pk, person, filing.day)


def zero_evenings(filings: Iterable[int]) -> Iterator[Row]:
    """Every player of the current versions who has no award."""
    counting = dict(_counting_versions(list(filings)))
    recipients: dict[int, set[int]] = {}
    for posting, person in _recipients(list(counting.values())):
        recipients.setdefault(posting, set()).add(person)
    for version, people, day in _players(list(counting)):
        for person in sorted({*people.values()} - recipients.get(counting[version], set())):
            yield Row(version, person, day)


@cached_query
def _counting_versions(filings: Any) -> QuerySet[Posting, tuple[int, int]]:
    """The current versions, and the postings of their awards."""
    awards = Posting.objects.filter(kind=Posting.Kind.AWARDS, reversed_by=None, version__filing__in=filings)
    return awards.exclude(version__filing__state__in=ENDED_STATES).values_list("version", "pk")


@cached_query
def _recipients(postings: Any) -> QuerySet[Line, tuple[int, int]]:
    return Line.objects.filter(posting__in=postings).values_list("posting", "person")


@cached_query
def _players(versions: Any) -> QuerySet[Version, tuple[int, dict[str, int], date]]:
    return Version.objects.filter(pk__in=versions).values_list("pk", "people", "filing__day").order_by("pk")


def with_wrong_zero_evenings(filings: Sequence[int]) -> set[int]:
    """The filings whose zero evenings do not match their current versions, for `verify`."""
    versions = {version for version, *_ in {*zero_evenings(filings)} ^ {*_stored_rows(list(filings))}}
    return set(_filings_of(list(versions))) if versions else set()


@cached_query
def _stored_rows(filings: Any) -> QuerySet[ZeroEvening, tuple[int, int, date]]:
    return ZeroEvening.objects.filter(version__filing__in=filings).values_list("version", "person", "day")


@cached_query
def _filings_of(versions: Any) -> QuerySet[Version, int]:
    return Version.objects.filter(pk__in=versions).values_list("filing", flat=True)
