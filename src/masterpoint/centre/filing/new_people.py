"""New people in a file: registered with the filing, in its transaction, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.codes import member_number, number_forms
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.events import Player
from masterpoint.intake.numbers import is_guest, number_problem

LONGEST_NAME = 80


def new_person_for(organisation: Organisation, player: Player, in_use: set[str]) -> Person:
    """Somebody who is not yet registered, with the number of the file if it is possible."""
    given_name, family_name = _parts(player.name)
    number = _own_number(organisation, player.id, in_use)
    in_use.add(number)
    return Person(
        federation=organisation.federation,
        number=number,
        given_name=given_name[:LONGEST_NAME],
        family_name=family_name[:LONGEST_NAME],
        status=Person.Status.POTENTIAL,
        home_club=organisation,
    )


def _parts(name: str) -> tuple[str, str]:
    """Given names and family name, as `Ada Ashby` or as `Ashby, Ada`."""
    family_name, comma, given_name = name.partition(",")
    if not comma or not family_name.strip() or not given_name.strip():
        given_name, _, family_name = name.replace(",", " ").strip().rpartition(" ")
    return " ".join(given_name.split()), " ".join(family_name.split())


def _own_number(organisation: Organisation, text: str, in_use: set[str]) -> str:
    """The number in the file, if the federation's rule allows it and nobody has it; otherwise empty: one is issued."""
    number = member_number(organisation.federation.scheme, text)
    if not number or number in in_use or is_guest(number) or number_problem(number, organisation.federation.scheme):
        return ""
    is_used = Person.objects.filter(
        federation=organisation.federation, number__in=number_forms(organisation.federation.scheme, text)
    )
    return "" if is_used.exists() else number


def register_new_people(new: Mapping[str, Person], *, on: date, by: User | None) -> dict[str, Person]:
    """Register new people. Their points are held until they join."""
    if not new:
        return {}
    people = list(new.values())
    new_people = [
        registering.NewMember(
            person.given_name, person.family_name, on, person.home_club, Person.Status.POTENTIAL, person.number
        )
        for person in people
    ]
    return dict(zip(new, registering.register_all(people[0].federation, new_people, by=by), strict=True))


def new_person_as_data(person: Person) -> dict[str, str | int | None]:
    """A new person as plain data, for a registration that waits."""
    return {
        "given_name": person.given_name,
        "family_name": person.family_name,
        "number": person.number,
        "home_club": person.home_club_id,
    }


def new_person_from(federation: Federation, data: Mapping[str, Any]) -> Person:
    """The new person from plain data, not registered yet."""
    name = {field: data[field] for field in ("given_name", "family_name", "number")}
    return Person(federation=federation, status=Person.Status.POTENTIAL, home_club_id=data["home_club"], **name)


def holders_of_numbers(new: Mapping[str, Person]) -> list[Person]:
    """The people who now have the numbers of these new people."""
    numbers = [person.number for person in new.values() if person.number]
    federations = {person.federation_id for person in new.values()}
    return list(Person.objects.filter(federation__in=federations, number__in=numbers).order_by("pk"))
