"""Members from a CSV file: report every problem at once, and write nothing unless the whole file is correct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

import msgspec

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.codes import code_meaning, member_number, number_problem
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.centre.registry.queries import descendants, rank_named
from masterpoint.centre.registry.renames import name_problem
from masterpoint.centre.spreadsheets import in_order, problem_in, table_rows
from masterpoint.core.errors import NotReadable, Problem

IRREGULAR = "irregular_number"
"""Only the federation's office may use this column: a member keeps a number that breaks the rule."""
COLUMNS = (
    "number",
    "given_name",
    "family_name",
    "club",
    "status",
    "joined",
    "born",
    "anonymous",
    "visitor",
    "rank_abroad",
    IRREGULAR,
)
REQUIRED_COLUMNS = ("family_name",)
YES = {"yes", "y", "true", "1"}
IRREGULAR_FIX = (
    f"correct it, or leave it empty to have one issued; if a member has had it for long, write yes under {IRREGULAR}"
)


class Row(NamedTuple):
    """One member in the file."""

    line: int
    number: str
    given_name: str
    family_name: str
    club: str
    status: str
    joined_on: date | None
    born: int | None
    anonymous: bool
    visitor: bool
    rank_abroad: str
    irregular_number: bool


def load_members(
    federation: Federation,
    data: bytes,
    *,
    source: str,
    by: User | None,
    today: date,
    organisation: Organisation | None = None,
) -> int:
    """Register everybody in the file. Numbers that exist are refused, not overwritten.

    A secretary loads members of an `organisation`. Other clubs are refused, and its own club is the default.
    """
    rows, problems = read_members(data, source=source, today=today)
    organisations = Organisation.objects.filter(federation=federation)
    if organisation is not None:
        organisations = organisations.filter(pk__in=descendants(organisation))
    clubs = {club.number: club for club in organisations}
    default_club = organisation if organisation is not None and organisation.level == "club" else None
    no_club = f"no such club in {organisation.name}" if organisation else "no such club"
    for row in (row for row in rows if row.club and row.club not in clubs):
        fix = "register the club first, or correct its number"
        problems.append(problem_in(source, row.line, row.club, no_club, fix))
    problems += _rank_problems(federation, rows, source, today)
    problems += _number_problems(
        federation, rows, source, is_office=organisation is None or organisation.parent_id is None
    )
    if problems:
        raise NotReadable(in_order(problems))
    new = [
        registering.NewMember(
            row.given_name,
            row.family_name,
            row.joined_on or today,
            clubs.get(row.club) or default_club,
            row.status,
            row.number,
            row.born,
            row.anonymous,
            row.visitor,
            rank_named(federation, row.rank_abroad, today) or "" if row.rank_abroad else "",
            row.irregular_number,
        )
        for row in rows
    ]
    registering.register_all(federation, new, by=by)
    return len(rows)


def _rank_problems(federation: Federation, rows: Iterable[Row], source: str, today: date) -> Iterator[Problem]:
    message, fix = "the handbook has no such rank", "write the rank of this handbook that matches the one they had"
    for row in rows:
        if row.rank_abroad and rank_named(federation, row.rank_abroad, today) is None:
            yield problem_in(source, row.line, row.rank_abroad, message, fix)


def _number_problems(federation: Federation, rows: Sequence[Row], source: str, *, is_office: bool) -> Iterator[Problem]:
    """Problems of numbers that mean no member, break the federation's rule, or are in use.

    If the office says so, a number from another register may break the rule.
    """
    in_use = set(Person.objects.filter(federation=federation).values_list("number", flat=True))
    count = Counter(number_key(row.number) for row in rows)
    for row in (row for row in rows if number_key(row.number)):
        place, irregular = f"{source}, line {row.line}", row.irregular_number and is_office
        if problem := number_problem(federation.scheme, place, row.number, irregular=irregular):
            is_code = bool(code_meaning(federation.scheme, row.number))
            yield problem if is_code or not is_office else msgspec.structs.replace(problem, fix=IRREGULAR_FIX)
        if count[number_key(row.number)] > 1:
            yield problem_in(source, row.line, row.number, "this number is in the file more than once", "keep one line")
        if member_number(federation.scheme, row.number) in in_use:
            yield problem_in(source, row.line, row.number, "this number is registered already", "leave the line out")


def read_members(data: bytes, *, source: str, today: date) -> tuple[list[Row], list[Problem]]:
    """The rows as far as they can be read, and their problems."""
    problems: list[Problem] = []
    lines = table_rows(data, source=source, columns=COLUMNS, required=REQUIRED_COLUMNS)
    return [_row(raw, line, source, today, problems) for line, raw in lines], problems


def _row(raw: dict[str, str], line: int, source: str, today: date, problems: list[Problem]) -> Row:
    status = raw.get("status", "").lower() or Person.Status.ACTIVE
    if status not in Person.Status.values:
        problems.append(
            problem_in(source, line, status, "no such status", f"write one of: {', '.join(Person.Status.values)}")
        )
    if not raw.get("family_name"):
        problems.append(problem_in(source, line, "", "the family name is missing", "fill it in"))
    names = (raw.get(column, "") for column in ("given_name", "family_name"))
    problems += [problem for name in names if (problem := name_problem(f"{source}, line {line}", name))]
    joined_on = _day(raw.get("joined", ""), line, source, today, problems)
    born = raw.get("born", "")
    is_year = born.isdecimal() and born.isascii() and 1900 <= int(born) <= today.year
    if born and not is_year:
        problems.append(problem_in(source, line, born, "this is not a year of birth", "write it as 1951"))
    return Row(
        line,
        raw.get("number", ""),
        raw.get("given_name", ""),
        raw.get("family_name", ""),
        raw.get("club", ""),
        status,
        joined_on,
        int(born) if is_year else None,
        raw.get("anonymous", "").lower() in YES,
        raw.get("visitor", "").lower() in YES,
        raw.get("rank_abroad", "")[:60],
        raw.get(IRREGULAR, "").lower() in YES,
    )


def _day(text: str, line: int, source: str, today: date, problems: list[Problem]) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        problems.append(problem_in(source, line, text, "this is not a date", "write it as 2026-11-15"))
        return None
    if day > today:
        problems.append(problem_in(source, line, text, "this day is in the future", "check the year"))
        return None
    return day
