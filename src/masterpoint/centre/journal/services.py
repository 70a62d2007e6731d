"""All writes of the journal: one act, one chained entry; many rows in several."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal.facts import KINDS, PAGE, Facts, facts_of_row, ordered, reader, subject
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.queries import Link, last_link
from masterpoint.centre.locking import lock
from masterpoint.centre.statements import insert_last


def write(
    federation: Model, what: str, touched: Mapping[str, Iterable[Any]], *, by: User | None, reason: str = ""
) -> None:
    """How every row that an act touched stands now; to be called in the transaction of the act, when it is done.

    Only what goes through here is known to `verify`: a row changed in any other way was changed by hand.
    """
    pages: list[dict[str, Facts | None]] = []
    for kind, rows in touched.items():
        keys = list(dict.fromkeys(rows))
        for start in range(0, len(keys), PAGE):
            page = keys[start : start + PAGE]
            facts = reader(kind).some(page)
            pages.append({subject(kind, key): facts.get(key) for key in page})
    if pages:
        append(federation, what, _joined(pages), by=by, reason=reason)


def write_new(
    federation: Model, what: str, kind: str, row: Model, *, after: Link | None, by: User | None, reason: str = ""
) -> None:
    """The same of one row that was just inserted, and so stands as it was given; whoever did that has the lock.

    `after`: the last entry, for whoever has looked at it with the lock held.
    """
    page: dict[str, Facts | None] = {subject(kind, row.pk): facts_of_row(KINDS[kind], row)}
    _append(federation, what, [page], after=after, by=by, reason=reason)


def paged(facts: Mapping[str, Facts | None]) -> list[dict[str, Facts | None]]:
    """Facts of many rows as entries take them."""
    rows = list(facts.items())
    return [dict(rows[start : start + PAGE]) for start in range(0, len(rows), PAGE)]


def _joined(pages: list[dict[str, Facts | None]]) -> list[dict[str, Facts | None]]:
    """Small pages of one act become one entry."""
    joined = [pages[0]]
    for page in pages[1:]:
        if len(joined[-1]) + len(page) <= PAGE:
            joined[-1] = joined[-1] | page
        else:
            joined.append(page)
    return joined


def append(
    federation: Model, what: str, pages: Iterable[dict[str, Facts | None]], *, by: User | None, reason: str = ""
) -> None:
    """Entries at the end of the chain; the federation is locked, so that two never take the same number."""
    lock(federation)
    _append(federation, what, pages, after=None, by=by, reason=reason)


def _append(
    federation: Model,
    what: str,
    pages: Iterable[dict[str, Facts | None]],
    *,
    after: Link | None,
    by: User | None,
    reason: str,
) -> None:
    number, link = after or last_link(federation)
    entries = []
    for number, facts in enumerate(pages, number + 1):  # noqa: B020 - the chain goes on from the head
        entry = Entry(
            federation_id=federation.pk,
            number=number,
            what=what,
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
    """What seals an entry and, through the one before it, all that went before."""
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    about = [entry.federation_id, entry.number, entry.what, entry.by_id, entry.reason, at, entry.previous_hash]
    sealed = [about, entry.facts, entry.salt] if entry.salt else [about, entry.facts]
    return hashlib.sha256(ordered(sealed)).hexdigest()
