"""The change log of the register: what was done, by whom and why, sealed in the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.statements import insert
from masterpoint.core.errors import MasterpointError

ROWS_AT_ONCE = 500


class NotRegistered(MasterpointError):
    """The register cannot be changed like this."""


def lock_record(person: Person) -> None:
    """Lock a record, so that two people change it one after the other."""
    lock(person.federation)
    person.refresh_from_db(fields=["status", "home_club"])


def note(person: Person, action: str, by: User | None, reason: str = "", **detail: object) -> None:
    """Record a change to a person's record, by whom and why."""
    note_all(person.federation, [change(person, action, by, reason, **detail)])


def change(person: Person, action: str, by: User | None, reason: str = "", **detail: object) -> Change:
    """A change that is not saved yet, to save many at once."""
    return Change(
        federation_id=person.federation_id,
        person=person,
        what=action,
        reason=reason,
        by=by,
        detail={key.rstrip("_"): value for key, value in detail.items()},
    )


def note_all(federation: Federation, changes: Iterable[Change]) -> None:
    """Record one act on many records, with their facts."""
    rows = list(changes)
    if len(rows) == 1:
        insert(rows[0])
    elif rows:
        Change.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    if rows:
        row_keys: dict[str, list[Any]] = {
            "person": [change.person_id for change in rows],
            "change": [change.pk for change in rows],
        }
        journal.write(federation, rows[0].what, row_keys, by=rows[0].by, reason=rows[0].reason)


def note_act(
    federation: Federation,
    action: str,
    row_keys: Mapping[str, Iterable[Any]],
    *,
    by: User | None,
    reason: str = "",
    **detail: object,
) -> None:
    """Record an act on the federation itself: its offices, its clubs, its settings."""
    row = Change(federation=federation, what=action, by=by, reason=reason, detail=detail)
    insert(row)
    journal.write(federation, action, {**row_keys, "change": [row.pk]}, by=by, reason=reason)
