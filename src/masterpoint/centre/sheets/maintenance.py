"""Additions, resignations, alterations and adjustments (NZ E31 to E34) done to the register and the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.people import statuses
from masterpoint.centre.records.officers import hundredths_of
from masterpoint.centre.registry import access, memberships, registering, renames
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.codes import number_problem
from masterpoint.centre.registry.models import Membership, Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import NotReadable, Problem

Rows = Mapping[int, Mapping[str, str]]
"""By the number of the row on the form."""
REASON = "by a maintenance form"
TITLE_NOT_KEPT = "titles are not recorded"
SEX_NOT_KEPT = "the register does not record sex"


def add(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E31: a new member with a number, or a former one with the old number."""
    numbers = {number: row["number"] for number, row in rows.items()}
    people = by_numbers(organisation.federation, numbers.values())
    impossible = _impossible_numbers(organisation, numbers, people)
    clubs = _Clubs(organisation, rows, by, ("club_number", "home_club"), further=impossible)
    done = []
    for number, row in rows.items():
        club, home = clubs.of(number, "club_number"), clubs.of(number, "home_club")
        person = people.get(row["number"])
        if person is None:
            given, family = row["first_name"], row["surname"]
            person = registering.register(
                organisation.federation, given, family, on=today, by=by, club=home, number=row["number"]
            )
        else:
            statuses.reactivate(person, on=today, by=by)
            if person.home_club_id != home.pk:
                memberships.transfer(person, home, on=today, by=by)
        if club.pk != home.pk:
            memberships.join(person, club, Membership.Kind.ALTERNATE, on=today, by=by)
        note = f" ({SEX_NOT_KEPT})" if row.get("sex") else ""
        done.append(f"{person}: member of {home.name}{note}.")
    return done


def _impossible_numbers(
    organisation: Organisation, numbers: Mapping[int, str], people: Mapping[str, Person]
) -> Iterator[Problem]:
    """Numbers for new members that the federation has not, or that are codes."""
    for row, number in numbers.items():
        problem = number_problem(organisation.federation.scheme, f"row {row}", number)
        if problem is not None and number not in people:
            yield problem


def resign(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E32: no member any more, or a member of another club."""
    clubs = _Clubs(organisation, rows, by, ("club_number", "new_home_club"), needed=("club_number",))
    done = []
    for number, row in rows.items():
        person = _person(organisation, row["number"])
        if row["new_home_club"]:
            home = clubs.of(number, "new_home_club")
            memberships.transfer(person, home, on=today, by=by)
            done.append(f"{person}: now at {home.name}.")
        else:
            statuses.set_status(person, Person.Status.INACTIVE, on=today, by=by, reason=REASON)
            done.append(f"{person}: resigned.")
    return done


def alter(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E33: another name or another home club. A number is for life."""
    clubs = _Clubs(organisation, rows, by, ("club_number", "home_club"), needed=("club_number",))
    fix = "leave the new number empty; two numbers of one person are merged in the office"
    problems = [
        Problem(f"row {number}", row["new_number"], "a number is for life and cannot be changed", fix)
        for number, row in rows.items()
        if row["new_number"] and row["new_number"] != row["old_number"]
    ]
    if problems:
        raise NotReadable(problems)
    done = []
    for number, row in rows.items():
        person = _person(organisation, row["old_number"])
        given, family = row["new_first_name"] or person.given_name, row["new_surname"] or person.family_name
        renames.rename(person, given, family, by=by, reason=REASON)
        if row["home_club"]:
            memberships.transfer(person, clubs.of(number, "home_club"), on=today, by=by)
        note = f" ({TITLE_NOT_KEPT})" if row["new_title"] else ""
        done.append(f"{person}: altered{note}.")
    return done


def adjust(organisation: Organisation, rows: Rows, by: User | None, today: date) -> list[str]:
    """E34: points put right, by the federation's office."""
    access.require(by, Action.LEDGER, organisation)
    _Clubs(organisation, rows, by, ("club_number",))
    done = []
    for row in rows.values():
        person = _person(organisation, row["number"])
        amount = hundredths_of(f"{row['sign']}{row['points']}")
        assert amount is not None, "the check of the form has read it"
        day = date.fromisoformat(row["date_of_error"])
        ledger.adjust(person, row["type"].upper(), amount, day, by=by, reason=row["reason"])
        done.append(f"{person}: {row['sign']}{row['points']} {row['type'].upper()}.")
    return done


def _person(organisation: Organisation, number: str) -> Person:
    return by_numbers(organisation.federation, [number])[number]


class _Clubs:
    """The clubs a form names, by number or by name: all that do not fit are refused at once."""

    def __init__(
        self,
        organisation: Organisation,
        rows: Rows,
        by: User | None,
        fields: tuple[str, ...],
        needed: tuple[str, ...] | None = None,
        further: Iterable[Problem] = (),
    ) -> None:
        listed = Organisation.objects.filter(federation=organisation.federation_id, level="club", active=True)
        self.known = {
            name.casefold(): club for club in listed.select_related("federation") for name in (club.number, club.name)
        }
        self.chosen: dict[tuple[int, str], Organisation] = {}
        problems = list(further)
        for number, row in rows.items():
            for field in fields:
                written = row.get(field, "")
                club = self.known.get(written.casefold())
                if club is not None:
                    self.chosen[number, field] = club
                elif written or field in (needed or fields):
                    fix = "write the number or the name of a club as the register has it"
                    problems.append(Problem(f"row {number}, {field.replace('_', ' ')}", written, "no such club", fix))
            own = self.chosen.get((number, "club_number"))
            if own is not None and not access.may(by, Action.MEMBERS, own):
                fix = "send it for your own club"
                problems.append(Problem(f"row {number}", own.name, "your account may not change its members", fix))
        if problems:
            raise NotReadable(problems)

    def of(self, number: int, field: str) -> Organisation:
        return self.chosen[number, field]
