"""Every name somebody has had in the register: current, earlier, and names of records merged into theirs."""

from __future__ import annotations

from collections.abc import Collection

from masterpoint.centre.registry.models import Change, Person
from masterpoint.centre.registry.queries import records_by_person


def names_of(people: Collection[Person]) -> dict[int, set[str]]:
    """The names of each person by key, in a few queries however many people there are."""
    if not people:
        return {}
    records = records_by_person(people)
    owners: dict[int, list[int]] = {}
    for pk, records_of_person in records.items():
        for record in records_of_person:
            owners.setdefault(record, []).append(pk)
    names: dict[int, set[str]] = {pk: set() for pk in records}
    for person in Person.objects.filter(pk__in=owners) if owners else ():
        for pk in owners[person.pk]:
            names[pk].add(person.name)
    changes = Change.objects.filter(person__in=owners, what="renamed").values_list("person", "detail")
    for record_key, detail in changes if owners else ():
        for pk in owners[record_key]:
            names[pk] |= {detail["before"], detail["after"]}
    return names
