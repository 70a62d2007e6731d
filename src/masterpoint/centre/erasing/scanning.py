"""Find somebody. Everything is searched before the lock is taken, and only new rows under it.

Chained rows are only appended, and only an erasure changes them. So a search stays valid, unless the person's names,
records or accounts changed since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.erasing.chained_rows import (
    NO_CHARGES,
    JournalFacts,
    RedactedCharges,
    RedactedEntry,
    charges_with_name,
    entries_with_name,
    postings_with_name,
    redacted_entries,
    redacted_postings,
)
from masterpoint.centre.erasing.identity import Identity, federations_of, identity_of, shares_family_name, with_names
from masterpoint.centre.erasing.plain_rows import NO_TEXTS, FoundTexts, find_more_texts, find_texts
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.row_search import NOT_SEARCHED, SearchedRows
from masterpoint.centre.erasing.versions import RedactedVersion, redacted_versions, spellings, versions_with_person
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.journal.redactions import ERASED
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.snapshots import snapshot


class Scan(NamedTuple):
    """The chained rows that have a person."""

    registered: Identity
    """The identity according to the register."""
    spellings: frozenset[str]
    """Spellings of the name in files, beside their number."""
    questions: frozenset[int]
    versions: SearchedRows
    entries: dict[str, SearchedRows]
    """By federation."""
    postings: SearchedRows
    charges: SearchedRows
    heads: Mapping[str, int]
    """The last entry of each federation's journal at that time."""

    @property
    def identity(self) -> Identity:
        """The identity with all spellings in files."""
        names = (name for name in sorted(self.spellings) if shares_family_name(self.registered, name))
        return with_names(self.registered, names)

    @property
    def facts(self) -> JournalFacts:
        return JournalFacts(self.identity, self.questions)


class Progress(NamedTuple):
    """What was already written, page by page (see `pages`)."""

    versions: frozenset[int] = frozenset()
    charges: frozenset[int] = frozenset()
    entry: int = 0
    """The journal's entry for the last page."""


class Preparation(NamedTuple):
    """The preparation before the lock: the rows that have a person, the long ones already redacted."""

    scan: Scan
    versions: Mapping[int, RedactedVersion]
    charges: RedactedCharges
    entries: Mapping[str, Mapping[int, RedactedEntry]]
    """By federation and number."""
    texts: FoundTexts
    written: Progress = Progress()

    def is_current(self, scan: Scan) -> bool:
        """Whether the preparation is current: the name is the same, and nobody was erased in between."""
        is_same = (scan.identity, scan.questions) == (self.scan.identity, self.scan.questions)
        return is_same and not self.erased_since()

    def erased_since(self) -> bool:
        """Whether somebody was erased after this preparation."""
        own_key = self.scan.registered.federation.pk
        last_entries = {**self.scan.heads, own_key: max(self.scan.heads[own_key], self.written.entry)}
        return any(_erased_since(federation, number, limit=1) for federation, number in last_entries.items())


@cached_query
def _erased_since(federation: Any, number: Any) -> QuerySet[Entry, int]:
    erasures = Entry.objects.filter(federation=federation, what=ERASED, number__gt=number)
    return erasures.values_list("number", flat=True)


def empty_preparation(scan: Scan) -> Preparation:
    """An empty preparation, so that everything is done under the lock."""
    return Preparation(scan, {}, NO_CHARGES, {}, NO_TEXTS)


def prepare(person: Person, *, in_office: bool = False) -> Preparation:
    """Search everything in a snapshot, without blocking writers."""
    with snapshot():
        identity = identity_of(person, in_office=in_office)
        federations = federations_of(identity)
        scan = scan_for(identity, federations)
        redacted_rows = list(redacted_versions(scan.identity, scan.versions.keys))
        versions = {row.key: row for row in redacted_rows if row.is_new}
        progress = Progress(frozenset(row.key for row in redacted_rows if not row.is_new))
        charges = redacted_postings(Redaction(scan.identity), scan.charges.keys)
        entries = {
            federation.pk: {
                row.number: row for row in redacted_entries(scan.facts, federation, scan.entries[federation.pk].keys)
            }
            for federation in federations
        }
        return Preparation(scan, versions, charges, entries, find_texts(Redaction(scan.identity)), progress)


def prepare_again(person: Person, preparation: Preparation, *, in_office: bool = False) -> Preparation | None:
    """Search the rows written since, without blocking writers, so that less work is left for the lock.

    Returns None if the preparation is no longer current and everything must be searched again.
    """
    with snapshot():
        identity = identity_of(person, in_office=in_office)
        scan = scan_for(identity, federations_of(identity), preparation.scan)
        if scan.heads.keys() != preparation.scan.heads.keys() or not preparation.is_current(scan):
            return None
        return preparation._replace(scan=scan, texts=find_more_texts(Redaction(scan.identity), preparation.texts))


def scan_for(identity: Identity, federations: Sequence[Federation], earlier: Scan | None = None) -> Scan:
    """Search everything, or only new rows if an earlier search is still current."""
    previous = earlier if earlier is not None and _is_for_same_identity(earlier, identity, federations) else None
    versions = versions_with_person(identity, previous.versions if previous else NOT_SEARCHED)
    spellings_in_files = frozenset(spellings(identity, versions.since(previous.versions if previous else NOT_SEARCHED)))
    spellings_in_files |= previous.spellings if previous else frozenset()
    questions = frozenset(Enquiry.objects.filter(person__in=identity.people).values_list("pk", flat=True))
    if previous and (spellings_in_files, questions) != (previous.spellings, previous.questions):
        previous = None
    heads = {federation.pk: last_link(federation).number for federation in federations}
    result = Scan(identity, spellings_in_files, questions, versions, {}, NOT_SEARCHED, NOT_SEARCHED, heads)
    facts, redaction = result.facts, Redaction(result.identity)
    return result._replace(
        entries={
            federation.pk: entries_with_name(
                facts, federation, previous.entries[federation.pk] if previous else NOT_SEARCHED
            )
            for federation in federations
        },
        postings=postings_with_name(redaction, previous.postings if previous else NOT_SEARCHED),
        charges=charges_with_name(redaction, previous.charges if previous else NOT_SEARCHED),
    )


def _is_for_same_identity(earlier: Scan, identity: Identity, federations: Sequence[Federation]) -> bool:
    """Whether an earlier search was for the same names, records, addresses and accounts."""
    return earlier.registered == identity and earlier.entries.keys() == {federation.pk for federation in federations}
