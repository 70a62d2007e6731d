"""Repeat erasures after a restore, because an older backup still has the names."""

from __future__ import annotations

from datetime import date

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from masterpoint.centre import new_tables
from masterpoint.centre.erasing import erasure_list
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.registry.models import Person


def update_list() -> None:
    """Add everybody erased in this Centre to the list, even if the list was lost or an erasure was interrupted."""
    if _is_current():
        erasure_list.write(list(Person.objects.exclude(erased_on=None).values_list("federation", "number")))


def repeat_erasures(on: date) -> int:
    """Erase everybody on the list who has a name here. Returns their number.

    Tables of an earlier version are left alone: the upgrade they need calls this function again.
    """
    if not _is_current():
        return 0
    count = 0
    for code, number in erasure_list.read():
        person = Person.objects.filter(federation=code, number=number, erased_on=None).first()
        if person is not None:
            erase(person, by=None, on=on, in_office=True)
            count += 1
    return count


def _is_current() -> bool:
    return new_tables.known_migrations() <= MigrationRecorder(connection).applied_migrations().keys()
