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
from masterpoint.centre.registry.renames import index_words
from masterpoint.centre.statements import select, write_rows
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS

ROWS_AT_ONCE = 500
NEXT = "UPDATE registry_federation SET next_number = next_number + 1 WHERE code = %s RETURNING next_number - 1"
TAKEN = "SELECT 1 FROM registry_person WHERE federation_id = %s AND number = %s"
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
    new = NewMember(given_name, family_name, on, club, status, number, born_in, anonymous)
    return register_all(federation, [new], by=by)[0]


@transaction.atomic
def register_all(federation: Federation, new: Sequence[NewMember], *, by: User | None) -> list[Person]:
    """Register new people with their statuses, home clubs and entries in the change log: all of them or none."""
    scheme = federation.scheme
    if not all(newcomer.family_name.strip() for newcomer in new):
        raise NotRegistered(Problem("family name", "", "a person needs a family name", "give one"))
    problems = [
        problem
        for newcomer in new
        if newcomer.number
        if (problem := number_problem(scheme, "number", newcomer.number, irregular=newcomer.irregular_number))
    ]
    if problems:
        raise NotRegistered(problems)
    people = [
        Person(
            federation=federation,
            number=member_number(scheme, newcomer.number) or _issue(federation),
            given_name=newcomer.given_name.strip(),
            family_name=newcomer.family_name.strip(),
            sort_key=sort_key(newcomer.given_name, newcomer.family_name),
            status=newcomer.status,
            home_club=newcomer.club,
            joined_on=newcomer.on,
            born_in=newcomer.born_in,
            anonymous=newcomer.anonymous,
            visitor=newcomer.visitor,
            rank_abroad=newcomer.rank_abroad,
        )
        for newcomer in new
    ]
    Person.objects.bulk_create(people, batch_size=ROWS_AT_ONCE)
    index_words(people)
    pairs = list(zip(people, new, strict=True))
    write_rows(STATUSES, [(person.pk, str(newcomer.status), newcomer.on, "registered") for person, newcomer in pairs])
    home = str(Membership.Kind.HOME)
    write_rows(
        HOMES,
        [(person.pk, newcomer.club.pk, home, newcomer.on) for person, newcomer in pairs if newcomer.club is not None],
    )
    note_all(
        federation,
        [
            change(person, "registered", by, club=newcomer.club.number if newcomer.club else "")
            for person, newcomer in pairs
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
        if not select(TAKEN, federation.pk, number) and not code_meaning(federation.scheme, number):
            return number
