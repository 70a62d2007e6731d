"""What somebody is to the federation, from a day on: cancelled, reactivated, suspended until a day."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.audit import lock_record, note
from masterpoint.centre.registry.models import Person, StatusPeriod


@transaction.atomic
def set_status(
    person: Person, status: str, *, on: date, by: User | None, reason: str, until: date | None = None
) -> Person:
    """A status from a day on; until a day, if it ends by itself (a suspension)."""
    lock_record(person)
    before = person.status
    lapsed = ledger_queries.held_after(person)
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__lt=on).update(last_day=on - timedelta(days=1))
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__gte=on).delete()
    StatusPeriod.objects.create(person=person, status=status, first_day=on, last_day=until, reason=reason)
    if until is not None:
        StatusPeriod.objects.create(
            person=person, status=before, first_day=until + timedelta(days=1), reason=f"after: {reason}"
        )
    if status == Person.Status.ACTIVE and lapsed is not None and lapsed > date.min:
        _forfeit(person, lapsed + timedelta(days=1), on, by)
    person.status = status
    person.save(update_fields=["status"])
    note(person, "status", by, reason, before=before, after=status, on=on.isoformat())
    return person


def _forfeit(person: Person, lapsed: date, renewed: date, by: User | None) -> None:
    """What a book takes away from those who renew late."""
    lines = due.forfeited(person, lapsed, renewed)
    if lines:
        detail = {"person": person.pk, "lapsed": lapsed.isoformat(), "renewed": renewed.isoformat()}
        reason = "earned while not registered, before the quarter that precedes the renewal"
        ledger.post(person.federation, Posting.Kind.LAPSE, lines, by=by, reason=reason, detail=detail)


def reactivate(person: Person, *, on: date, by: User | None, reason: str = "rejoined") -> Person:
    """A returning player keeps the old number, and points held are theirs at once."""
    return set_status(person, Person.Status.ACTIVE, on=on, by=by, reason=reason)
