"""All writes of the journal: one chained entry for an act, or several if it changes many rows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal.facts import KINDS, PAGE, Facts, encode_sorted, facts_of_row, reader, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.queries import Link, last_link
from masterpoint.centre.locking import lock
from masterpoint.centre.statements import insert_last


def write(
    federation: Model, action: str, row_keys: Mapping[str, Iterable[Any]], *, by: User | None, reason: str = ""
) -> None:
    """Record the facts of every row that an act changed. Call it at the end of the act's transaction.

    `verify` only knows rows recorded here. It reports any other change as made by hand.
    """
    pages: list[dict[str, Facts | None]] = []
    for kind, rows in row_keys.items():
        keys = list(dict.fromkeys(rows))
        for start in range(0, len(keys), PAGE):
            page = keys[start : start + PAGE]
            facts = reader(kind).some(page)
            pages.append({subject(kind, key): facts.get(key) for key in page})
    if pages:
        append(federation, action, _merge_small_pages(pages), by=by, reason=reason)


def write_new(
    federation: Model, action: str, kind: str, row: Model, *, last_entry: Link | None, by: User | None, reason: str = ""
) -> None:
    """Record a row just inserted under the lock, whose facts need not be read again.

    `last_entry`: the last entry, if the caller has read it under the lock.
    """
    page: dict[str, Facts | None] = {subject(kind, row.pk): facts_of_row(KINDS[kind], row)}
    _append(federation, action, [page], last_entry=last_entry, by=by, reason=reason)


def pages_of(facts: Mapping[str, Facts | None]) -> list[dict[str, Facts | None]]:
    """The facts of many rows, in pages for entries."""
    rows = list(facts.items())
    return [dict(rows[start : start + PAGE]) for start in range(0, len(rows), PAGE)]


def _merge_small_pages(pages: list[dict[str, Facts | None]]) -> list[dict[str, Facts | None]]:
    """Merge the small pages of an act into one entry."""
    merged = [pages[0]]
    for page in pages[1:]:
        if len(merged[-1]) + len(page) <= PAGE:
            merged[-1] = merged[-1] | page
        else:
            merged.append(page)
    return merged


def append(
    federation: Model, action: str, pages: Iterable[dict[str, Facts | None]], *, by: User | None, reason: str = ""
) -> None:
    """Append entries to the chain. The caller holds the federation's lock, so that no number is taken twice."""
    lock(federation)
    _append(federation, action, pages, last_entry=None, by=by, reason=reason)


def _append(
    federation: Model,
    action: str,
    pages: Iterable[dict[str, Facts | None]],
    *,
    last_entry: Link | None,
    by: User | None,
    reason: str,
) -> None:
    number, link = last_entry or last_link(federation)
    entries = []
    for number, facts in enumerate(pages, number + 1):  # noqa: B020 - the chain continues from the head
        entry = Entry(
            federation_id=federation.pk,
            number=number,
            what=action,
            facts=facts,
            by=by,
            reason=reason[:300],
            at=datetime.now(UTC),
            previous_hash=link,
        )
        link = entry.hash = digest(entry)
        entries.append(entry)
    if len(entries) == 1:
        insert_last(entries[0])
    else:
        Entry.objects.bulk_create(entries, batch_size=100)


def digest(entry: Entry) -> str:
    """The digest that seals an entry and, through the previous entry, all earlier ones."""
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    heading = [entry.federation_id, entry.number, entry.what, entry.by_id, entry.reason, at, entry.previous_hash]
    contents = [heading, entry.facts, entry.salt] if entry.salt else [heading, entry.facts]
    return hashlib.sha256(encode_sorted(contents)).hexdigest()
