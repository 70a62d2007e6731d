"""What every change of the register leaves behind: a note of what was done, by whom and why."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.registry.models import Change, Person
from masterpoint.core.errors import MasterpointError


class NotRegistered(MasterpointError):
    """The register cannot be changed like this."""


def lock_record(person: Person) -> None:
    """Two who change one record do it one after the other, so that nothing is taken away or begun twice."""
    ledger.lock(person.federation)
    person.refresh_from_db(fields=["status", "home_club"])


def note(person: Person, what: str, by: User | None, reason: str = "", **detail: object) -> None:
    """What was done to a record, by whom and why."""
    change(person, what, by, reason, **detail).save(force_insert=True)


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
