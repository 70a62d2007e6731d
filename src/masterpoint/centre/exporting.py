"""A federation as plain data, one record a line: what outlives any program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.access import ANONYMOUS
from masterpoint.centre.registry.models import Federation, Organisation, Person


def work(federation: Federation) -> int:
    kinds = (Organisation, Person, Posting)
    return sum(kind.objects.filter(federation=federation).count() for kind in kinds) + _versions(federation).count() + 1


def lines(federation: Federation) -> Iterator[dict[str, Any]]:
    """Organisations, people, filings with their facts, and the ledger in the order of its chain."""
    for one in Organisation.objects.filter(federation=federation).select_related("parent").order_by("pk").iterator():
        parent = one.parent.number if one.parent else ""
        yield {"organisation": one.number, "level": one.level, "name": one.name, "under": parent, "active": one.active}
    people = Person.objects.filter(federation=federation).select_related("home_club", "merged_into").order_by("pk")
    for person in people.iterator(chunk_size=2000):
        yield {
            "person": person.number,
            "name": ANONYMOUS if person.anonymous else person.name,
            "status": person.status,
            "club": person.home_club.number if person.home_club else "",
            "rank": person.rank,
            "merged_into": person.merged_into.number if person.merged_into else "",
        }
    for version in _versions(federation).iterator(chunk_size=200):
        filing = version.filing
        yield {
            "filing": filing.receipt,
            "version": version.number,
            "organisation": filing.organisation.number,
            "state": filing.state,
            "edition": version.edition,
            "event": version.event,
        }
    postings = Posting.objects.filter(federation=federation).order_by("number").prefetch_related("lines__person")
    for posting in postings.iterator(chunk_size=500):
        yield {
            "posting": posting.number,
            "kind": posting.kind,
            "reason": posting.reason,
            "at": posting.at.isoformat(),
            "hash": posting.hash,
            "lines": [
                {
                    "person": line.person.number,
                    "colour": line.colour,
                    "hundredths": line.hundredths,
                    "day": line.day.isoformat(),
                }
                for line in posting.lines.all()
            ],
        }
    last = queries.head(federation)
    yield {"head": last.number, "hash": last.hash}


def _versions(federation: Federation):
    return Version.objects.filter(filing__federation=federation).select_related("filing__organisation").order_by("pk")
