"""E24 and E35, the error list: numbers and names on a sheet against the club's list of members."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, Literal

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import EventModel, Text
from masterpoint.core.places import place_number
from masterpoint.schemes.nz.book import Book

Row = Sequence[str]


class Member(EventModel, frozen=True, kw_only=True):
    """One line of the list of members with computer numbers (E24.1b)."""

    number: Text
    name: Text = ""
    status: Literal["member", "resigned"] = "member"
    grade: Text = ""


Register = Mapping[str, Member]
LEFT_AND_PLAYED = "enter {code}, or send an addition form with the old number"
LEFT_ALREADY = "check the number; a former member comes back by an addition form with the old number"


def register_from(book: Book, text: str, *, source: str) -> Register:
    """A list of members: CSV with number, name, status (member, resigned) and grade."""
    members: dict[str, Member] = {}
    problems = []
    for line, row in csv_rows(text):
        number = row.get("number", "")
        status = row.get("status", "") or "member"
        if not number.isdigit():
            problems.append(
                book.problem(f"{source} line {line}", number, "no computer number", "write digits only", "E24.1b")
            )
        elif status not in ("member", "resigned"):
            problems.append(
                book.problem(f"{source} line {line}", status, "no such status", "write member or resigned", "E24.1b")
            )
        else:
            member_status: Literal["member", "resigned"] = "resigned" if status == "resigned" else "member"
            members[number] = Member(
                number=number, name=row.get("name", ""), status=member_status, grade=row.get("grade", "")
            )
    if problems:
        raise NotReadable(problems)
    return members


def csv_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV sheet with their line; lines that start with # are comments."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
    if not lines:
        return
    heading = [name.strip() for name in next(csv.reader([lines[0][1]]))]
    for number, line in lines[1:]:
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        yield number, dict(zip(heading, chain(cells, repeat("")), strict=False))


def person_problems(
    book: Book, place: str, number: str, name: str, register: Register | None, former_fix: str = LEFT_AND_PLAYED
) -> Iterator[Problem]:
    """Missing numbers and names, unallocated numbers, non-members, names of somebody else.

    `former_fix` says what to do about somebody who is no longer a member.
    """
    code = book.figures.issue.no_points_code.value
    if not name:
        yield book.problem(place, number, "the name is missing", "write both name and computer number", "E35.3a")
    if not number:
        fix = f"write the computer number; {code} for a player without a right to points"
        yield book.problem(place, name, "the computer number is missing", fix, "E35.3a")
    elif not number.isdigit():
        yield book.problem(place, number, "this is not a computer number", "write digits only", "E35.3a")
    elif register is not None and number != code:
        yield from _register_problems(book, place, number, name, register, former_fix)


def _register_problems(
    book: Book, place: str, number: str, name: str, register: Register, former_fix: str
) -> Iterator[Problem]:
    member = register.get(number)
    if member is None:
        fix = "check the number, or send an addition form first"
        yield book.problem(place, f"{number} {name}".strip(), "unallocated computer number", fix, "E24.1d")
    elif member.status != "member":
        yield book.problem(
            place,
            f"{number} {name}".strip(),
            "not a member of a club",
            former_fix.format(code=book.figures.issue.no_points_code.value),
            "E24.1d",
        )
    elif name and member.name and comparable_name(name) != comparable_name(member.name):
        fix = "check number and name, or send an alteration form"
        yield book.problem(place, name, f"number {number} belongs to {member.name}", fix, "E24.1d")


def comparable_name(name: str) -> str:
    return " ".join(name.lower().split())


def player(book: Book, number: str, name: str, register: Register | None, **fields: Any) -> dict[str, Any]:
    """A player in the fields of an event; the code 99900 is kept as such."""
    if number == book.figures.issue.no_points_code.value:
        return {"name": name, "id": number, "membership": number, **fields}
    member = register.get(number) if register else None
    grade = {"grade": member.grade} if member and member.grade else {}
    return {"name": name, "id": number, **grade, **fields}


def place_problems(book: Book, place: str, text: str) -> Iterator[Problem]:
    if place_number(text) is None:
        fix = "write the finishing order 1, 2, 3; equal places as 3= and 3="
        yield book.problem(place, text, "the place is missing or is not a place", fix, "E35.3b")


def ranked_rows(
    book: Book, rows: Sequence[Row], list_place: str, seats: int, register: Register | None
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Rows of place, number, name (and number, name) as entries, with everything that is wrong."""
    entries, problems = [], []
    for index, row in enumerate(rows):
        place = f"{list_place} row {index + 1}"
        cells = [cell.strip() for cell in row]
        if len(cells) != 1 + 2 * seats:
            fix = "place, computer number, name" + (", computer number, name" if seats > 1 else "")
            problems.append(
                book.problem(place, ", ".join(cells), "the row does not have the columns of the form", fix, "E35.3b")
            )
            continue
        people = list(zip(cells[1::2], cells[2::2], strict=True))
        problems += place_problems(book, place, cells[0])
        problems += [
            problem for number, name in people for problem in person_problems(book, place, number, name, register)
        ]
        entries.append(
            {"place": cells[0], "players": [player(book, number, name, register) for number, name in people]}
        )
    return entries, problems
