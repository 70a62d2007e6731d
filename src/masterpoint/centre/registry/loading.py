"""Members from a CSV file: every problem at once, nothing written unless the whole file is sound."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.codes import member_number, stands_for
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_keys import number_key
from masterpoint.centre.registry.queries import below, rank_named
from masterpoint.centre.spreadsheets import in_order, problem_in, table_rows
from masterpoint.core.errors import NotReadable, Problem

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
)
NEEDED = ("family_name",)
YES = {"yes", "y", "true", "1"}


class Row(NamedTuple):
    """One member as the file gives it."""

    line: int
    number: str
    given_name: str
    family_name: str
    club: str
    status: str
    joined: date
    born: int | None
    anonymous: bool
    visitor: bool
    rank_abroad: str


def load_members(
    federation: Federation,
    data: bytes,
    *,
    source: str,
    by: User | None,
    today: date,
    within: Organisation | None = None,
) -> int:
    """Register everybody in the file; numbers that are there already are refused, not overwritten.

    A secretary loads `within` an organisation: other clubs are refused, and its own is the one where none is named.
    """
    rows, problems = read_members(data, source=source, today=today)
    organisations = Organisation.objects.filter(federation=federation)
    if within is not None:
        organisations = organisations.filter(pk__in=below(within))
    clubs = {club.number: club for club in organisations}
    usual = within if within is not None and within.level == "club" else None
    in_use = set(Person.objects.filter(federation=federation).values_list("number", flat=True))
    for row in rows:
        if row.club and row.club not in clubs:
            problems.append(
                problem_in(
                    source,
                    row.line,
                    row.club,
                    f"no such club in {within.name}" if within else "no such club",
                    "register the club first, or correct its number",
                )
            )
        if row.rank_abroad and rank_named(federation, row.rank_abroad, today) is None:
            message, fix = (
                "the handbook has no such rank",
                "write the rank of this handbook that matches the one they had",
            )
            problems.append(problem_in(source, row.line, row.rank_abroad, message, fix))
        code = stands_for(federation.scheme, row.number)
        if code:
            message, fix = (
                f"this code means {code}; it is nobody's number",
                "give the member's own number, or none",
            )
            problems.append(problem_in(source, row.line, row.number, message, fix))
        if row.number and member_number(federation.scheme, row.number) in in_use:
            problems.append(
                problem_in(source, row.line, row.number, "this number is registered already", "leave the line out")
            )
    if problems:
        raise NotReadable(in_order(problems))
    new = [
        registering.NewMember(
            row.given_name,
            row.family_name,
            row.joined,
            clubs.get(row.club) or usual,
            row.status,
            row.number,
            row.born,
            row.anonymous,
            row.visitor,
            rank_named(federation, row.rank_abroad, today) or "" if row.rank_abroad else "",
        )
        for row in rows
    ]
    registering.register_all(federation, new, by=by)
    return len(rows)


def read_members(data: bytes, *, source: str, today: date) -> tuple[list[Row], list[Problem]]:
    """The rows that read, and what is wrong with the others."""
    rows: list[Row] = []
    problems: list[Problem] = []
    for line, raw in table_rows(data, source=source, columns=COLUMNS, needed=NEEDED):
        read = _row(raw, line, source, today, problems)
        if read is not None:
            rows.append(read)
    count = Counter(row.number for row in rows if row.number)
    problems += [
        problem_in(source, row.line, row.number, "this number is in the file more than once", "keep one line")
        for row in rows
        if count[row.number] > 1
    ]
    return rows, problems


def _row(raw: dict[str, str], line: int, source: str, today: date, problems: list[Problem]) -> Row | None:
    before = len(problems)
    status = raw.get("status", "").lower() or Person.Status.ACTIVE
    if status not in Person.Status.values:
        problems.append(
            problem_in(source, line, status, "no such status", f"write one of: {', '.join(Person.Status.values)}")
        )
    if not raw.get("family_name"):
        problems.append(problem_in(source, line, "", "the family name is missing", "fill it in"))
    joined = _day(raw.get("joined", ""), line, source, today, problems)
    born = raw.get("born", "")
    if born and not (born.isdigit() and 1900 <= int(born) <= today.year):
        problems.append(problem_in(source, line, born, "this is not a year of birth", "write it as 1951"))
    if len(problems) > before:
        return None
    return Row(
        line,
        number_key(raw.get("number", "")),
        raw.get("given_name", "")[:80],
        raw.get("family_name", "")[:80],
        raw.get("club", ""),
        status,
        joined or today,
        int(born) if born else None,
        raw.get("anonymous", "").lower() in YES,
        raw.get("visitor", "").lower() in YES,
        raw.get("rank_abroad", "")[:60],
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
        problems.append(problem_in(source, line, text, "this day is still to come", "check the year"))
        return None
    return day
