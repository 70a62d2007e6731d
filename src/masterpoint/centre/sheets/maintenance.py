"""File additions, resignations, alterations and adjustments (NZ E31 to E34) in the register and the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.people import statuses
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.centre.registry import access, memberships, registering, renames
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.codes import number_problem
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import NotReadable, Problem

Rows = Mapping[int, Mapping[str, str]]
"""Rows by their number on the form."""
REASON = "by a maintenance form"
TITLE_NOT_STORED = "titles are not recorded"
SEX_NOT_STORED = "the register does not record sex"


def add_members(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E31: add new members with a number, or former members with their old number."""
    numbers = {number: row["number"] for number, row in rows.items()}
    people = by_numbers(organisation.federation, numbers.values())
    impossible = _impossible_numbers(organisation, numbers, people)
    clubs = _Clubs(organisation, rows, by, ("club_number", "home_club"), extra_problems=impossible)
    messages = []
    for number, row in rows.items():
        club, home_club = clubs.club_of(number, "club_number"), clubs.club_of(number, "home_club")
        person = people.get(row["number"])
        if person is None:
            given_name, family_name = row["first_name"], row["surname"]
            person = registering.register(
                organisation.federation, given_name, family_name, on=today, by=by, club=home_club, number=row["number"]
            )
        else:
            statuses.reactivate(person, on=today, by=by)
            if person.home_club_id != home_club.pk:
                memberships.transfer(person, home_club, on=today, by=by)
        if club.pk != home_club.pk:
            memberships.join(person, club, Membership.Kind.ALTERNATE, on=today, by=by)
        note = f" ({SEX_NOT_STORED})" if row.get("sex") else ""
        messages.append(f"{person}: member of {home_club.name}{note}.")
    return messages


def _impossible_numbers(
    organisation: Organisation, numbers: Mapping[int, str], people: Mapping[str, Person]
) -> Iterator[Problem]:
    """Problems with numbers for new members: codes, and numbers that break the rule."""
    for row, number in numbers.items():
        problem = number_problem(organisation.federation.scheme, f"row {row}", number)
        if problem is not None and number not in people:
            yield problem


def resign_members(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E32: end memberships, or move members to another club."""
    clubs = _Clubs(organisation, rows, by, ("club_number", "new_home_club"), required=("club_number",))
    messages = []
    for number, row in rows.items():
        person = _person(organisation, row["number"])
        if row["new_home_club"]:
            home_club = clubs.club_of(number, "new_home_club")
            memberships.transfer(person, home_club, on=today, by=by)
            messages.append(f"{person}: now at {home_club.name}.")
        else:
            statuses.set_status(person, Person.Status.INACTIVE, on=today, by=by, reason=REASON)
            messages.append(f"{person}: resigned.")
    return messages


def alter_members(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E33: change names or home clubs. A number is for life."""
    clubs = _Clubs(organisation, rows, by, ("club_number", "home_club"), required=("club_number",))
    fix = "leave the new number empty; two numbers of one person are merged in the office"
    problems = [
        Problem(f"row {number}", row["new_number"], "a number is for life and cannot be changed", fix)
        for number, row in rows.items()
        if row["new_number"] and row["new_number"] != row["old_number"]
    ]
    if problems:
        raise NotReadable(problems)
    messages = []
    for number, row in rows.items():
        person = _person(organisation, row["old_number"])
        given_name, family_name = row["new_first_name"] or person.given_name, row["new_surname"] or person.family_name
        renames.rename(person, given_name, family_name, by=by, reason=REASON)
        if row["home_club"]:
            memberships.transfer(person, clubs.club_of(number, "home_club"), on=today, by=by)
        note = f" ({TITLE_NOT_STORED})" if row["new_title"] else ""
        messages.append(f"{person}: altered{note}.")
    return messages


def adjust_points(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E34: correct points. Only the federation's office may do this."""
    access.require(by, Action.LEDGER, organisation)
    _Clubs(organisation, rows, by, ("club_number",))
    messages = []
    for row in rows.values():
        person = _person(organisation, row["number"])
        amount = hundredths_of(f"{row['sign']}{row['points']}")
        assert amount is not None, "the check of the form refuses unreadable points"
        day = date.fromisoformat(row["date_of_error"])
        ledger.adjust(person, row["type"].upper(), amount, day, by=by, reason=row["reason"])
        messages.append(f"{person}: {row['sign']}{row['points']} {row['type'].upper()}.")
    return messages


def _person(organisation: Organisation, number: str) -> Person:
    return by_numbers(organisation.federation, [number])[number]


class _Clubs:
    """The clubs that a form names by number or name. All unknown clubs are refused together."""

    def __init__(
        self,
        organisation: Organisation,
        rows: Rows,
        by: User | None,
        fields: tuple[str, ...],
        required: tuple[str, ...] | None = None,
        extra_problems: Iterable[Problem] = (),
    ) -> None:
        clubs = Organisation.objects.filter(federation=organisation.federation_id, level="club", active=True)
        self.clubs_by_name = {
            name.casefold(): club for club in clubs.select_related("federation") for name in (club.number, club.name)
        }
        self.clubs_by_field: dict[tuple[int, str], Organisation] = {}
        problems = list(extra_problems)
        for number, row in rows.items():
            for field in fields:
                text = row.get(field, "")
                club = self.clubs_by_name.get(text.casefold())
                if club is not None:
                    self.clubs_by_field[number, field] = club
                elif text or field in (required or fields):
                    fix = "write the number or the name of a club as the register has it"
                    problems.append(Problem(f"row {number}, {field.replace('_', ' ')}", text, "no such club", fix))
            own_club = self.clubs_by_field.get((number, "club_number"))
            if own_club is not None and not access.may(by, Action.MEMBERS, own_club):
                fix = "send it for your own club"
                problems.append(Problem(f"row {number}", own_club.name, "your account may not change its members", fix))
        if problems:
            raise NotReadable(problems)

    def club_of(self, number: int, field: str) -> Organisation:
        return self.clubs_by_field[number, field]
