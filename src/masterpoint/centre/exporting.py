"""Export a federation as plain data, one record a line, to be read without this program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import ANONYMOUS
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.events import Player


def row_count(federation: Federation) -> int:
    rows: list[QuerySet[Any]] = [
        Organisation.objects.filter(federation=federation),
        Person.objects.filter(federation=federation),
        Posting.objects.filter(federation=federation),
        _versions(federation),
    ]
    return sum(kind.count() for kind in rows) + 1


def lines(federation: Federation) -> Iterator[dict[str, Any]]:
    """Organisations, people, filings with their facts, and the ledger in the order of its chain."""
    for organisation in (
        Organisation.objects.filter(federation=federation).select_related("parent").order_by("pk").iterator()
    ):
        parent = organisation.parent.number if organisation.parent else ""
        yield {
            "organisation": organisation.number,
            "level": organisation.level,
            "name": organisation.name,
            "under": parent,
            "active": organisation.active,
        }
    people = Person.objects.filter(federation=federation).select_related("home_club", "merged_into").order_by("pk")
    for person in people.iterator(chunk_size=2000):
        yield {
            "person": person.number,
            "name": ANONYMOUS if access.is_hidden(None, person) else person.name,
            "status": person.status,
            "club": person.home_club.number if person.home_club else "",
            "rank": person.rank,
            "merged_into": person.merged_into.number if person.merged_into else "",
        }
    hidden_people = access.hidden_people(federation)
    for version in _versions(federation).iterator(chunk_size=200):
        filing = version.filing
        yield {
            "filing": filing.receipt,
            "version": version.number,
            "organisation": filing.organisation.number,
            "state": filing.state,
            "edition": version.edition,
            "event": _without_names(version.event, {key for key, pk in version.people.items() if pk in hidden_people}),
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
    newest = queries.head(federation)
    yield {"head": newest.number, "hash": newest.hash}


def _without_names(data: Any, hidden_keys: set[str]) -> Any:
    """The facts without the names of anonymous players. The name of their entry goes too, as it may contain theirs."""
    if not hidden_keys:
        return data
    if isinstance(data, list):
        return [_without_names(item, hidden_keys) for item in data]
    if not isinstance(data, dict):
        return data
    plain = {key: _without_names(value, hidden_keys) for key, value in data.items()}
    named_parts = [data, *(player for player in data.get("players") or [] if isinstance(player, dict))]
    if any(_key(fields) in hidden_keys for fields in named_parts) and "name" in plain:
        plain["name"] = ANONYMOUS
    return plain


def _key(data: dict[str, Any]) -> str:
    return key_of(Player(name=str(data.get("name") or ""), id=str(data.get("id") or "")))


def _versions(federation: Federation) -> QuerySet[Version]:
    return Version.objects.filter(filing__federation=federation).select_related("filing__organisation").order_by("pk")
