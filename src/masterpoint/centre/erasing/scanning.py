"""Where somebody stands: everything is looked through before the lock is taken, and only what is new once it is.

Rows of a chain are never changed, but by an erasure, and are written one after the other. So whatever was looked
through stays looked through, unless the person has got another name, record or account meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.enquiries.models import Enquiry
from masterpoint.centre.erasing.chained import (
    NO_CHARGES,
    JournalFacts,
    RedactedCharges,
    RedactedEntry,
    charges_naming,
    entries_naming,
    postings_naming,
    redacted_entries,
    redacted_postings,
)
from masterpoint.centre.erasing.identity import Identity, also_called, federations_of, identity_of, shares_family_name
from masterpoint.centre.erasing.looking import NONE, Rows
from masterpoint.centre.erasing.plain_rows import NO_TEXTS, FoundTexts, find_more_texts, find_texts
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.versions import RedactedVersion, redacted_versions, spellings, versions_naming
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.journal.redactions import ERASED
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.snapshots import snapshot


class Scan(NamedTuple):
    """Where a person stands in the chained tables."""

    registered: Identity
    """As the register knows them."""
    spelt: frozenset[str]
    """How files write the name beside their number."""
    questions: frozenset[int]
    versions: Rows
    entries: dict[str, Rows]
    """By federation."""
    postings: Rows
    charges: Rows
    heads: Mapping[str, int]
    """The last entry of each federation's journal then."""

    @property
    def identity(self) -> Identity:
        """With every way in which files write the name."""
        names = (name for name in sorted(self.spelt) if shares_family_name(self.registered, name))
        return also_called(self.registered, names)

    @property
    def facts(self) -> JournalFacts:
        return JournalFacts(self.identity, self.questions)


class Written(NamedTuple):
    """What was written already, a page at a time (`pages`)."""

    versions: frozenset[int] = frozenset()
    charges: frozenset[int] = frozenset()
    entry: int = 0
    """The entry of the journal that noted the last page."""


class Ahead(NamedTuple):
    """What was done before the lock: where a person stands, and the long rows without the name."""

    scan: Scan
    versions: Mapping[int, RedactedVersion]
    charges: RedactedCharges
    entries: Mapping[str, Mapping[int, RedactedEntry]]
    """By federation and number."""
    texts: FoundTexts
    written: Written = Written()

    def still_holds(self, scan: Scan) -> bool:
        """Whether the rows can be written as they are: the name is the same, and nobody else was erased meanwhile."""
        same = (scan.identity, scan.questions) == (self.scan.identity, self.scan.questions)
        return same and not self.erased_since()

    def erased_since(self) -> bool:
        """Whether somebody was erased after this was worked out."""
        own = self.scan.registered.federation.pk
        last = {**self.scan.heads, own: max(self.scan.heads[own], self.written.entry)}
        return any(_erased_since(federation, number, limit=1) for federation, number in last.items())


@cached_query
def _erased_since(federation: Any, number: Any) -> QuerySet[Entry, int]:
    erasures = Entry.objects.filter(federation=federation, what=ERASED, number__gt=number)
    return erasures.values_list("number", flat=True)


def nothing_ahead(scan: Scan) -> Ahead:
    """All of it is to be worked out with the lock."""
    return Ahead(scan, {}, NO_CHARGES, {}, NO_TEXTS)


def prepare(person: Person, *, in_office: bool = False) -> Ahead:
    """Everything looked through as it is at one moment, while others go on writing."""
    with snapshot():
        registered = identity_of(person, in_office=in_office)
        federations = federations_of(registered)
        scan = scan_for(registered, federations)
        redacted = list(redacted_versions(scan.identity, scan.versions.keys))
        versions = {row.key: row for row in redacted if row.is_new}
        written = Written(frozenset(row.key for row in redacted if not row.is_new))
        charges = redacted_postings(Redaction(scan.identity), scan.charges.keys)
        entries = {
            federation.pk: {
                row.number: row for row in redacted_entries(scan.facts, federation, scan.entries[federation.pk].keys)
            }
            for federation in federations
        }
        return Ahead(scan, versions, charges, entries, find_texts(Redaction(scan.identity)), written)


def look_again(person: Person, ahead: Ahead, *, in_office: bool = False) -> Ahead | None:
    """What was written since, looked through while others go on writing: the less is left for the lock.

    Nothing if it no longer holds, and all has to be looked through anew.
    """
    with snapshot():
        registered = identity_of(person, in_office=in_office)
        scan = scan_for(registered, federations_of(registered), ahead.scan)
        if scan.heads.keys() != ahead.scan.heads.keys() or not ahead.still_holds(scan):
            return None
        return ahead._replace(scan=scan, texts=find_more_texts(Redaction(scan.identity), ahead.texts))


def scan_for(registered: Identity, federations: Sequence[Federation], before: Scan | None = None) -> Scan:
    """Everything looked through; only what came after an earlier look, where that still holds."""
    known = before if before is not None and _is_of(before, registered, federations) else None
    versions = versions_naming(registered, known.versions if known else NONE)
    spelt = frozenset(spellings(registered, versions.since(known.versions if known else NONE)))
    spelt |= known.spelt if known else frozenset()
    questions = frozenset(Enquiry.objects.filter(person__in=registered.people).values_list("pk", flat=True))
    if known and (spelt, questions) != (known.spelt, known.questions):
        known = None
    heads = {federation.pk: last_link(federation).number for federation in federations}
    result = Scan(registered, spelt, questions, versions, {}, NONE, NONE, heads)
    facts, redaction = result.facts, Redaction(result.identity)
    return result._replace(
        entries={
            federation.pk: entries_naming(facts, federation, known.entries[federation.pk] if known else NONE)
            for federation in federations
        },
        postings=postings_naming(redaction, known.postings if known else NONE),
        charges=charges_naming(redaction, known.charges if known else NONE),
    )


def _is_of(before: Scan, registered: Identity, federations: Sequence[Federation]) -> bool:
    """Whether an earlier look was for the very same names, records, addresses and accounts."""
    return before.registered == registered and before.entries.keys() == {federation.pk for federation in federations}
