"""Load a federation from files. If a file is wrong, nothing is loaded and all its problems are reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.moving.files import (
    BALANCES,
    COLUMNS,
    CONTACTS,
    MEMBERS,
    MEMBERSHIPS,
    OFFICES,
    ORGANISATIONS,
    PERSON,
    RATINGS,
)
from masterpoint.centre.records import opening_balances, opening_ratings
from masterpoint.centre.registry import contacts, loading, memberships, offices, organisations
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.centre.spreadsheets import problem_in, table_rows
from masterpoint.core.errors import MasterpointError, NotReadable, Problem

YES = loading.YES
Rows = list[tuple[int, dict[str, str]]]
T = TypeVar("T")


@transaction.atomic
def move_in(federation: Federation, files: Mapping[str, bytes], *, by: User | None, today: date) -> dict[str, int]:
    """Load the files and return the number of rows of each. The federation must not have people yet."""
    fix = f"name it one of: {', '.join(COLUMNS)}"
    problems = [Problem(name, "", "this is not a file of a move", fix) for name in files if name not in COLUMNS]
    if problems:
        raise NotReadable(problems)
    if Person.objects.filter(federation=federation).exists():
        message, fix = "people are registered here already", "move into an empty federation"
        raise NotReadable(Problem("federation", federation.code, message, fix))
    context = _MoveContext(federation, by, today)
    counts = {name: READERS[name](context, files[name]) for name in COLUMNS if name in files}
    _deactivate_organisations(context, files.get(ORGANISATIONS, b"number\n"))
    return counts


class _MoveContext:
    """The context of a move: the federation, the officer and the day."""

    def __init__(self, federation: Federation, by: User | None, today: date) -> None:
        self.federation, self.by, self.today = federation, by, today

    def rows(self, name: str, data: bytes, *required: str) -> Rows:
        return list(table_rows(data, source=name, columns=COLUMNS[name], required=required))

    def organisations(self) -> dict[str, Organisation]:
        return {row.number: row for row in Organisation.objects.filter(federation=self.federation)}

    def people(self, rows: Rows) -> dict[str, Person]:
        return by_numbers(self.federation, {row.get("number", "") for _, row in rows})


def _each_row(name: str, rows: Rows, act: Callable[[dict[str, str]], None]) -> int:
    """Do an act for every row, and raise all problems together."""
    problems = []
    for line, row in rows:
        try:
            with transaction.atomic():
                act(row)
        except MasterpointError as refusal:
            problems += [
                problem_in(name, line, item.value, f"{item.place}: {item.message}", item.fix)
                for item in refusal.problems
            ]
    if problems:
        raise NotReadable(problems)
    return len(rows)


def _organisations(context: _MoveContext, data: bytes) -> int:
    """Add organisations from the top of the tree down. The national body exists; it gets its number and name."""
    rows = context.rows(ORGANISATIONS, data, "number", "name", "level")
    top_rows = [(line, row) for line, row in rows if not row.get("belongs_to")]
    if top_rows[1:]:
        message, fix = "there is one national body already", "give the number of the organisation it belongs to"
        raise NotReadable([problem_in(ORGANISATIONS, line, row["number"], message, fix) for line, row in top_rows[1:]])
    for _, row in top_rows:
        organisations.name_national_body(context.federation, row["number"], row["name"], by=context.by)
    organisations_by_number = context.organisations()
    child_rows = [(line, row) for line, row in rows if row.get("belongs_to")]

    def add(row: dict[str, str]) -> None:
        if row["belongs_to"] not in organisations_by_number:
            fix = "list it above, or correct the number"
            raise NotReadable(Problem("belongs to", row["belongs_to"], "there is no such organisation above", fix))
        organisation = organisations.add_organisation(
            context.federation,
            row["number"],
            row["name"],
            level=row["level"],
            parent=organisations_by_number[row["belongs_to"]],
            on=context.today,
            by=context.by,
        )
        organisations_by_number[organisation.number] = organisation

    return _each_row(ORGANISATIONS, child_rows, add) + len(rows) - len(child_rows)


def _deactivate_organisations(context: _MoveContext, data: bytes) -> None:
    """Make organisations inactive after all members are loaded, the lowest first."""
    organisations_by_number = context.organisations()
    for _, row in reversed(context.rows(ORGANISATIONS, data)):
        if row.get("active", "yes").lower() not in {*YES, ""} and row["number"] in organisations_by_number:
            organisation = organisations_by_number[row["number"]]
            organisations.change_organisation(
                organisation, organisation.name, parent=organisation.parent, active=False, by=context.by
            )


def _members(context: _MoveContext, data: bytes) -> int:
    return loading.load_members(context.federation, data, source=MEMBERS, by=context.by, today=context.today)


def _memberships(context: _MoveContext, data: bytes) -> int:
    rows = context.rows(MEMBERSHIPS, data, "number", "organisation", "kind")
    people, organisations_by_number = context.people(rows), context.organisations()

    def join(row: dict[str, str]) -> None:
        person, organisation = (
            _row_named(row, people, "number"),
            _row_named(row, organisations_by_number, "organisation"),
        )
        if row["kind"] not in Membership.Kind.values:
            fix = f"write one of: {', '.join(Membership.Kind.values)}"
            raise NotReadable(Problem("kind", row["kind"], "no such membership", fix))
        memberships.join(
            person, organisation, Membership.Kind(row["kind"]), on=_day(context, row, "from"), by=context.by
        )

    return _each_row(MEMBERSHIPS, rows, join)


def _offices(context: _MoveContext, data: bytes) -> int:
    rows, organisations_by_number = (
        context.rows(OFFICES, data, "email", "organisation", "office"),
        context.organisations(),
    )

    def invite(row: dict[str, str]) -> None:
        organisation, on = _row_named(row, organisations_by_number, "organisation"), _day(context, row, "from")
        offices.invite(row["email"], row.get("name", ""), organisation, row["office"], on=on, by=context.by)

    return _each_row(OFFICES, rows, invite)


def _contacts(context: _MoveContext, data: bytes) -> int:
    rows = context.rows(CONTACTS, data, "of", "number")
    people, organisations_by_number = context.people(rows), context.organisations()

    def save(row: dict[str, str]) -> None:
        details = contacts.Details(*(row.get(name, "") for name in ("email", "phone", "post")))
        if row["of"].lower() == PERSON:
            consent = bool(row.get("consented_on"))
            on = _day(context, row, "consented_on")
            contacts.set_contact(_row_named(row, people, "number"), details, consent=consent, by=context.by, on=on)
        else:
            public = row.get("public", "").lower() in YES
            contacts.set_organisation_contact(
                _row_named(row, organisations_by_number, "number"), details, public=public, by=context.by
            )

    return _each_row(CONTACTS, rows, save)


def _balances(context: _MoveContext, data: bytes) -> int:
    balances = opening_balances.read_balances(context.federation, data, source=BALANCES, today=context.today)
    opening_balances.post_balances(context.federation, balances, by=context.by)
    return len(balances.rows)


def _ratings(context: _MoveContext, data: bytes) -> int:
    ratings = opening_ratings.read_ratings(context.federation, data, source=RATINGS, today=context.today)
    opening_ratings.post_ratings(context.federation, ratings, by=context.by)
    return len(ratings.rows)


def _row_named(row: dict[str, str], rows_by_name: Mapping[str, T], field: str) -> T:
    if row.get(field, "") not in rows_by_name:
        fix = "list it in its own file first, or correct the number"
        raise NotReadable(Problem(field, row.get(field, ""), "no player or organisation has this number", fix))
    return rows_by_name[row[field]]


def _day(context: _MoveContext, row: dict[str, str], field: str) -> date:
    text = row.get(field, "")
    try:
        day = date.fromisoformat(text) if text else context.today
    except ValueError:
        raise NotReadable(Problem(field, text, "this is not a date", "write it as 2026-11-15")) from None
    if day > context.today:
        raise NotReadable(Problem(field, text, "this day is in the future", "check the year"))
    return day


READERS: Mapping[str, Callable[[_MoveContext, bytes], int]] = {
    ORGANISATIONS: _organisations,
    MEMBERS: _members,
    MEMBERSHIPS: _memberships,
    OFFICES: _offices,
    CONTACTS: _contacts,
    BALANCES: _balances,
    RATINGS: _ratings,
}
