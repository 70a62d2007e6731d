"""New people: a number for life, a status, a home club, and their names ready to be searched."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.audit import NotRegistered, change, note_all
from masterpoint.centre.registry.codes import code_meaning, member_number, number_problem, rule_problem
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.registry.name_keys import sort_key
from masterpoint.centre.registry.renames import index_words, require_name
from masterpoint.centre.statements import select, write_rows
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS

ROWS_AT_ONCE = 500
NEXT = "UPDATE registry_federation SET next_number = next_number + 1 WHERE code = %s RETURNING next_number - 1"
NUMBER_IN_USE = "SELECT 1 FROM registry_person WHERE federation_id = %s AND number = %s"
STATUSES = "INSERT INTO registry_statusperiod (person_id, status, first_day, reason) {rows}"
HOMES = "INSERT INTO registry_membership (person_id, organisation_id, kind, first_day) {rows}"


class NewMember(NamedTuple):
    """Somebody about to be registered."""

    given_name: str
    family_name: str
    on: date
    club: Organisation | None = None
    status: str = Person.Status.ACTIVE
    number: str = ""
    born_in: int | None = None
    anonymous: bool = False
    visitor: bool = False
    rank_abroad: str = ""
    irregular_number: bool = False
    """Whether their number, which comes from another register, may break the federation's rule."""


def register(
    federation: Federation,
    given_name: str,
    family_name: str,
    *,
    on: date,
    by: User | None,
    club: Organisation | None = None,
    status: str = Person.Status.ACTIVE,
    number: str = "",
    born_in: int | None = None,
    anonymous: bool = False,
) -> Person:
    """Register a new person with a number for life. Search first: a former member gets the old number back."""
    require_name(given_name, family_name)
    new = NewMember(given_name, family_name, on, club, status, number, born_in, anonymous)
    return register_all(federation, [new], by=by)[0]


@transaction.atomic
def register_all(federation: Federation, new: Sequence[NewMember], *, by: User | None) -> list[Person]:
    """Register new people with their statuses, home clubs and entries in the change log: all of them or none."""
    scheme = federation.scheme
    if not all(new_person.family_name.strip() for new_person in new):
        raise NotRegistered(Problem("family name", "", "a person needs a family name", "give one"))
    problems = [
        problem
        for new_person in new
        if new_person.number
        if (problem := number_problem(scheme, "number", new_person.number, irregular=new_person.irregular_number))
    ]
    if problems:
        raise NotRegistered(problems)
    people = [
        Person(
            federation=federation,
            number=member_number(scheme, new_person.number) or _issue(federation),
            given_name=new_person.given_name.strip(),
            family_name=new_person.family_name.strip(),
            sort_key=sort_key(new_person.given_name, new_person.family_name),
            status=new_person.status,
            home_club=new_person.club,
            joined_on=new_person.on,
            born_in=new_person.born_in,
            anonymous=new_person.anonymous,
            visitor=new_person.visitor,
            rank_abroad=new_person.rank_abroad,
        )
        for new_person in new
    ]
    Person.objects.bulk_create(people, batch_size=ROWS_AT_ONCE)
    index_words(people)
    pairs = list(zip(people, new, strict=True))
    write_rows(
        STATUSES, [(person.pk, str(new_person.status), new_person.on, "registered") for person, new_person in pairs]
    )
    home = str(Membership.Kind.HOME)
    write_rows(
        HOMES,
        [
            (person.pk, new_person.club.pk, home, new_person.on)
            for person, new_person in pairs
            if new_person.club is not None
        ],
    )
    note_all(
        federation,
        [
            change(person, "registered", by, club=new_person.club.number if new_person.club else "")
            for person, new_person in pairs
        ],
    )
    return people


def _issue(federation: Federation) -> str:
    """The next number, never one that is taken."""
    numbers = FEDERATIONS[federation.scheme].member_numbers
    while True:
        ((count,),) = select(NEXT, federation.pk)
        number = numbers.full_number(numbers.new_number(count))
        if reason := rule_problem(federation.scheme, number):
            fix = "give the new member a number that the federation has set aside"
            raise NotRegistered(Problem("number", number, f"the numbers to be issued are used up: {reason}", fix))
        if not select(NUMBER_IN_USE, federation.pk, number) and not code_meaning(federation.scheme, number):
            return number
