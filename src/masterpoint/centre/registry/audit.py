"""What every change of the register leaves behind: a note of what was done, by whom and why, sealed in the journal."""

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
    """Two who change one record do it one after the other, so that nothing is taken away or begun twice."""
    lock(person.federation)
    person.refresh_from_db(fields=["status", "home_club"])


def note(person: Person, what: str, by: User | None, reason: str = "", **detail: object) -> None:
    """What was done to a record, by whom and why."""
    note_all(person.federation, [change(person, what, by, reason, **detail)])


def change(person: Person, what: str, by: User | None, reason: str = "", **detail: object) -> Change:
    """The same, not yet written: for many at once."""
    return Change(
        federation_id=person.federation_id,
        person=person,
        what=what,
        reason=reason,
        by=by,
        detail={key.rstrip("_"): value for key, value in detail.items()},
    )


def note_all(federation: Federation, changes: Iterable[Change]) -> None:
    """One act on many records: written together, with what each record has become."""
    made = list(changes)
    if len(made) == 1:
        insert(made[0])
    elif made:
        Change.objects.bulk_create(made, batch_size=ROWS_AT_ONCE)
    if made:
        touched: dict[str, list[Any]] = {
            "person": [change.person_id for change in made],
            "change": [change.pk for change in made],
        }
        journal.write(federation, made[0].what, touched, by=made[0].by, reason=made[0].reason)


def note_act(
    federation: Federation,
    what: str,
    touched: Mapping[str, Iterable[Any]],
    *,
    by: User | None,
    reason: str = "",
    **detail: object,
) -> None:
    """What was done to the federation itself: its offices, its clubs, how it works."""
    made = Change(federation=federation, what=what, by=by, reason=reason, detail=detail)
    insert(made)
    journal.write(federation, what, {**touched, "change": [made.pk]}, by=by, reason=reason)
