"""Repeat erasures after a restore, because an older backup still has the names."""

from __future__ import annotations

from datetime import date

from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from masterpoint.centre import new_tables
from masterpoint.centre.disk import is_damage
from masterpoint.centre.erasing import erasure_list
from masterpoint.centre.erasing.services import erase
from masterpoint.centre.registry.models import Person


def update_list() -> None:
    """Add everybody erased in this Centre to the list, even if the list was lost or an erasure was interrupted.

    A damaged database cannot say whom it erased, and must not keep a backup from replacing it.
    """
    try:
        erased = (
            list(Person.objects.exclude(erased_on=None).values_list("federation", "number")) if _is_current() else []
        )
    except DatabaseError as error:
        if not is_damage(error):
            raise
        connection.close()
        erased = []
    erasure_list.write(erased)


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
