"""A federation from its files: all of it, or every problem of the first file that has some, and nothing."""

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
    """How many rows of each file came in. A federation that has people already is left alone."""
    fix = f"name it one of: {', '.join(COLUMNS)}"
    unknown = [Problem(name, "", "this is not a file of a move", fix) for name in files if name not in COLUMNS]
    if unknown:
        raise NotReadable(unknown)
    if Person.objects.filter(federation=federation).exists():
        message, fix = "people are registered here already", "move into an empty federation"
        raise NotReadable(Problem("federation", federation.code, message, fix))
    move = _Move(federation, by, today)
    counts = {name: READERS[name](move, files[name]) for name in COLUMNS if name in files}
    _close_down(move, files.get(ORGANISATIONS, b"number\n"))
    return counts


class _Move:
    """Where everything goes, who answers for it, and the day it happens."""

    def __init__(self, federation: Federation, by: User | None, today: date) -> None:
        self.federation, self.by, self.today = federation, by, today

    def rows(self, name: str, data: bytes, *needed: str) -> Rows:
        return list(table_rows(data, source=name, columns=COLUMNS[name], needed=needed))

    def organisations(self) -> dict[str, Organisation]:
        return {row.number: row for row in Organisation.objects.filter(federation=self.federation)}

    def people(self, rows: Rows) -> dict[str, Person]:
        return by_numbers(self.federation, {row.get("number", "") for _, row in rows})


def each_row(name: str, rows: Rows, act: Callable[[dict[str, str]], None]) -> int:
    """One act for every row; all problems are reported together."""
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


def _organisations(move: _Move, data: bytes) -> int:
    """From the top of the tree down; the national body is there already, and takes its number and name."""
    rows = move.rows(ORGANISATIONS, data, "number", "name", "level")
    tops = [(line, row) for line, row in rows if not row.get("belongs_to")]
    if tops[1:]:
        message, fix = "there is one national body already", "give the number of the organisation it belongs to"
        raise NotReadable([problem_in(ORGANISATIONS, line, row["number"], message, fix) for line, row in tops[1:]])
    for _, row in tops:
        organisations.name_national_body(move.federation, row["number"], row["name"], by=move.by)
    known = move.organisations()
    left = [(line, row) for line, row in rows if row.get("belongs_to")]

    def add(row: dict[str, str]) -> None:
        if row["belongs_to"] not in known:
            fix = "list it above, or correct the number"
            raise NotReadable(Problem("belongs to", row["belongs_to"], "there is no such organisation above", fix))
        made = organisations.add_organisation(
            move.federation,
            row["number"],
            row["name"],
            level=row["level"],
            parent=known[row["belongs_to"]],
            on=move.today,
            by=move.by,
        )
        known[made.number] = made

    return each_row(ORGANISATIONS, left, add) + len(rows) - len(left)


def _close_down(move: _Move, data: bytes) -> None:
    """Organisations that are no longer active, the lowest first, once nobody has to be put into them."""
    known = move.organisations()
    for _, row in reversed(move.rows(ORGANISATIONS, data)):
        if row.get("active", "yes").lower() not in {*YES, ""} and row["number"] in known:
            closed = known[row["number"]]
            organisations.change_organisation(closed, closed.name, parent=closed.parent, active=False, by=move.by)


def _members(move: _Move, data: bytes) -> int:
    return loading.load_members(move.federation, data, source=MEMBERS, by=move.by, today=move.today)


def _memberships(move: _Move, data: bytes) -> int:
    rows = move.rows(MEMBERSHIPS, data, "number", "organisation", "kind")
    people, known = move.people(rows), move.organisations()

    def join(row: dict[str, str]) -> None:
        person, organisation = _named(row, people, "number"), _named(row, known, "organisation")
        if row["kind"] not in Membership.Kind.values:
            fix = f"write one of: {', '.join(Membership.Kind.values)}"
            raise NotReadable(Problem("kind", row["kind"], "no such membership", fix))
        memberships.join(person, organisation, Membership.Kind(row["kind"]), on=_day(move, row, "from"), by=move.by)

    return each_row(MEMBERSHIPS, rows, join)


def _offices(move: _Move, data: bytes) -> int:
    rows, known = move.rows(OFFICES, data, "email", "organisation", "office"), move.organisations()

    def invite(row: dict[str, str]) -> None:
        organisation, on = _named(row, known, "organisation"), _day(move, row, "from")
        offices.invite(row["email"], row.get("name", ""), organisation, row["office"], on=on, by=move.by)

    return each_row(OFFICES, rows, invite)


def _contacts(move: _Move, data: bytes) -> int:
    rows = move.rows(CONTACTS, data, "of", "number")
    people, known = move.people(rows), move.organisations()

    def keep(row: dict[str, str]) -> None:
        details = contacts.Details(*(row.get(name, "") for name in ("email", "phone", "post")))
        if row["of"].lower() == PERSON:
            consent = bool(row.get("consented_on"))
            on = _day(move, row, "consented_on")
            contacts.set_contact(_named(row, people, "number"), details, consent=consent, by=move.by, on=on)
        else:
            public = row.get("public", "").lower() in YES
            contacts.set_organisation_contact(_named(row, known, "number"), details, public=public, by=move.by)

    return each_row(CONTACTS, rows, keep)


def _balances(move: _Move, data: bytes) -> int:
    balances = opening_balances.read_balances(move.federation, data, source=BALANCES, today=move.today)
    opening_balances.post_balances(move.federation, balances, by=move.by)
    return len(balances.rows)


def _ratings(move: _Move, data: bytes) -> int:
    ratings = opening_ratings.read_ratings(move.federation, data, source=RATINGS, today=move.today)
    opening_ratings.post_ratings(move.federation, ratings, by=move.by)
    return len(ratings.rows)


def _named(row: dict[str, str], known: Mapping[str, T], field: str) -> T:
    if row.get(field, "") not in known:
        fix = "list it in its own file first, or correct the number"
        raise NotReadable(Problem(field, row.get(field, ""), "no player or organisation has this number", fix))
    return known[row[field]]


def _day(move: _Move, row: dict[str, str], field: str) -> date:
    text = row.get(field, "")
    try:
        day = date.fromisoformat(text) if text else move.today
    except ValueError:
        raise NotReadable(Problem(field, text, "this is not a date", "write it as 2026-11-15")) from None
    if day > move.today:
        raise NotReadable(Problem(field, text, "this day is still to come", "check the year"))
    return day


READERS: Mapping[str, Callable[[_Move, bytes], int]] = {
    ORGANISATIONS: _organisations,
    MEMBERS: _members,
    MEMBERSHIPS: _memberships,
    OFFICES: _offices,
    CONTACTS: _contacts,
    BALANCES: _balances,
    RATINGS: _ratings,
}
