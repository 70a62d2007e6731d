"""People a file names whom nobody knows yet: registered with the filing, in its transaction, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.codes import member_number, number_forms
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.events import Player
from masterpoint.intake.numbers import impossible, is_guest

LONGEST_NAME = 80


def newcomer(organisation: Organisation, player: Player, in_use: set[str]) -> Person:
    """Somebody who is no member yet, with the number the file gives where it can be theirs; not registered so far."""
    given, family = _parts(player.name)
    number = _own_number(organisation, player.id, in_use)
    in_use.add(number)
    return Person(
        federation=organisation.federation,
        number=number,
        given_name=given[:LONGEST_NAME],
        family_name=family[:LONGEST_NAME],
        status=Person.Status.POTENTIAL,
        home_club=organisation,
    )


def _parts(name: str) -> tuple[str, str]:
    """Given names and family name, as `Ada Ashby` or as `Ashby, Ada`."""
    family, comma, given = name.partition(",")
    if not comma or not family.strip() or not given.strip():
        given, _, family = name.replace(",", " ").strip().rpartition(" ")
    return " ".join(given.split()), " ".join(family.split())


def _own_number(organisation: Organisation, written: str, in_use: set[str]) -> str:
    """The number in the file, if the federation's rule allows it and nobody has it; else nothing, and one is issued."""
    number = member_number(organisation.federation.scheme, written)
    if not number or number in in_use or is_guest(number) or impossible(number, organisation.federation.scheme):
        return ""
    used = Person.objects.filter(
        federation=organisation.federation, number__in=number_forms(organisation.federation.scheme, written)
    )
    return "" if used.exists() else number


def register_newcomers(new: Mapping[str, Person], *, on: date, by: User | None) -> dict[str, Person]:
    """The newcomers as registered; what they win waits until they join."""
    if not new:
        return {}
    people = list(new.values())
    asked = [
        registering.NewMember(
            person.given_name, person.family_name, on, person.home_club, Person.Status.POTENTIAL, person.number
        )
        for person in people
    ]
    return dict(zip(new, registering.register_all(people[0].federation, asked, by=by), strict=True))


def newcomer_as_data(person: Person) -> dict[str, str | int | None]:
    """A newcomer whose registration waits, as plain data."""
    return {
        "given_name": person.given_name,
        "family_name": person.family_name,
        "number": person.number,
        "home_club": person.home_club_id,
    }


def newcomer_from(federation: Federation, data: Mapping[str, Any]) -> Person:
    """The same newcomer again, not registered yet."""
    name = {field: data[field] for field in ("given_name", "family_name", "number")}
    return Person(federation=federation, status=Person.Status.POTENTIAL, home_club_id=data["home_club"], **name)


def numbers_taken(new: Mapping[str, Person]) -> list[Person]:
    """Who has been given the number of one of these newcomers since."""
    numbers = [person.number for person in new.values() if person.number]
    federations = {person.federation_id for person in new.values()}
    return list(Person.objects.filter(federation__in=federations, number__in=numbers).order_by("pk"))
