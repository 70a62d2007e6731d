"""Change a person's status from a day on: cancel, reactivate, or suspend until a day."""

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
    person: Person, status: str, *, on: date, by: User | None, reason: str, last_day: date | None = None
) -> Person:
    """Set a status from a day on; a suspension ends by itself after `last_day`."""
    lock_record(person)
    previous = person.status
    lapsed_on = ledger_queries.last_member_day(person)
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__lt=on).update(last_day=on - timedelta(days=1))
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__gte=on).delete()
    StatusPeriod.objects.create(person=person, status=status, first_day=on, last_day=last_day, reason=reason)
    if last_day is not None:
        StatusPeriod.objects.create(
            person=person, status=previous, first_day=last_day + timedelta(days=1), reason=f"after: {reason}"
        )
    if status == Person.Status.ACTIVE and lapsed_on is not None and lapsed_on > date.min:
        _forfeit(person, lapsed_on + timedelta(days=1), on, by)
    person.status = status
    person.save(update_fields=["status"])
    note(person, "status", by, reason, before=previous, after=status, on=on.isoformat())
    return person


def _forfeit(person: Person, lapsed_on: date, renewed: date, by: User | None) -> None:
    """Take away the points that somebody loses by renewing late."""
    lines = due.forfeit_lines(person, lapsed_on, renewed)
    if lines:
        detail = {"person": person.pk, "lapsed": lapsed_on.isoformat(), "renewed": renewed.isoformat()}
        reason = "earned while not registered, before the quarter that precedes the renewal"
        ledger.post(person.federation, Posting.Kind.LAPSE, lines, by=by, reason=reason, detail=detail)


def reactivate(person: Person, *, on: date, by: User | None, reason: str = "rejoined") -> Person:
    """Reactivate a returning player, who keeps the old number and gets waiting points at once."""
    return set_status(person, Person.Status.ACTIVE, on=on, by=by, reason=reason)
