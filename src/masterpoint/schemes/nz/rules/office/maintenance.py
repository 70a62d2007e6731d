"""E31 to E34, maintenance forms: additions, resignations, alterations and adjustments, as rows of a CSV file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fractions import Fraction

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.office.sheet_people import LEFT_ALREADY, Register, comparable_name, person_problems

Row = dict[str, str]
Rows = Sequence[tuple[str, Row]]
"""Rows, each with its place: a line of a file, or a row of a form."""
Check = Callable[[Book, Rows, str, Register | None], Sequence[Remark]]

ADDITION = ("club_number", "number", "first_name", "surname", "sex", "home_club", "former_number")
RESIGNATION = ("club_number", "number", "first_name", "surname", "new_home_club")
ALTERATION = (
    *("club_number", "date", "old_number", "old_title", "old_first_name", "old_surname"),
    *("new_number", "new_title", "new_first_name", "new_surname", "home_club"),
)
ADJUSTMENT = ("club_number", "number", "name", "type", "sign", "points", "date_of_error", "reason")


def addition(book: Book, rows: Rows, source: str, register: Register | None) -> Sequence[Remark]:
    """E31: new members; a former member keeps the old number."""

    def row_problems(place: str, row: Row) -> Iterator[Problem]:
        yield from _missing_fields(
            book, place, row, ("club_number", "number", "first_name", "surname", "home_club"), "E31"
        )
        number, former_number = row["number"], row["former_number"]
        if number and not number.isdigit():
            yield book.problem(place, number, "this is not a computer number", "write digits only", "E24.1c")
        if former_number and former_number != number:
            fix = f"use {former_number}: never a second number for a former member"
            yield book.problem(place, number, "a former member has another number already", fix, "E31")
        if register is None:
            return
        name = _name(row)
        namesakes = [member for member in register.values() if comparable_name(member.name) == comparable_name(name)]
        holder = register.get(number)
        if holder and holder.status == "member":
            message = (
                "already a member"
                if comparable_name(holder.name) == comparable_name(name)
                else sentence("this number belongs to {name}", name=holder.name)
            )
            yield book.problem(place, number, message, "take a number from the supply of NZ Bridge", "E24.1c")
        for member in namesakes:
            if member.number != number and not former_number:
                fix = f"if it is the same person, use {member.number}; never issue a second number"
                yield book.problem(place, name, f"{member.number} is held under this name", fix, "E31")

    return _check_rows(book, rows, source, ADDITION, row_problems, "E31", "added to the club's list of members")


def resignation(book: Book, rows: Rows, source: str, register: Register | None) -> Sequence[Remark]:
    """E32: members who leave, and their new home club if they have one."""

    def row_problems(place: str, row: Row) -> Iterator[Problem]:
        yield from _missing_fields(book, place, row, ("club_number",), "E32")
        yield from person_problems(book, place, row["number"], _name(row), register, LEFT_ALREADY)

    return _check_rows(book, rows, source, RESIGNATION, row_problems, "E32", "resigned from the club")


def alteration(book: Book, rows: Rows, source: str, register: Register | None) -> Sequence[Remark]:
    """E33: old and new information of a member."""

    def row_problems(place: str, row: Row) -> Iterator[Problem]:
        yield from _missing_fields(book, place, row, ("club_number", "date"), "E33")
        yield from _day(book, place, row["date"], "E33")
        old_name = f"{row['old_first_name']} {row['old_surname']}".strip()
        yield from person_problems(book, place, row["old_number"], old_name, register, LEFT_ALREADY)
        changes = [name for name in ALTERATION[6:] if row[name]]
        if not changes:
            yield book.problem(place, old_name, "nothing new is given", "fill in what changes, or the home club", "E33")
        if row["new_number"] and not row["new_number"].isdigit():
            yield book.problem(place, row["new_number"], "this is not a computer number", "write digits only", "E33")

    return _check_rows(book, rows, source, ALTERATION, row_problems, "E33", "information altered")


def adjustment(book: Book, rows: Rows, source: str, register: Register | None) -> Sequence[Remark]:
    """E34: points put right, with the date of the error and the reason."""

    def row_problems(place: str, row: Row) -> Iterator[Problem]:
        yield from _missing_fields(book, place, row, ("club_number", "reason", "date_of_error"), "E34")
        yield from person_problems(book, place, row["number"], row["name"], register, LEFT_ALREADY)
        yield from _day(book, place, row["date_of_error"], "E34")
        if row["type"] not in ("A", "B", "C"):
            yield book.problem(place, row["type"], "no such type of award", "write A, B or C", "E34")
        if row["sign"] not in ("+", "-"):
            yield book.problem(place, row["sign"], "the sign is missing", "write + or -", "E34")
        if not _amount(row["points"]):
            yield book.problem(
                place, row["points"], "not a number of points", "write a number above 0: 20 or 0.24", "E34"
            )

    return _check_rows(book, rows, source, ADJUSTMENT, row_problems, "E34", "to be adjusted")


def _amount(text: str) -> Fraction | None:
    integer, _, part = text.partition(".")
    if not integer.isdigit() or (part and not part.isdigit()):
        return None
    return Fraction(text) or None


def _day(book: Book, place: str, text: str, number: str) -> Iterator[Problem]:
    try:
        date.fromisoformat(text)
    except ValueError:
        if text:
            yield book.problem(place, text, "this is not a day", "write it as 2026-11-15", number)


def _missing_fields(book: Book, place: str, row: Row, names: Sequence[str], number: str) -> Iterator[Problem]:
    for name in names:
        if not row[name]:
            yield book.problem(place, "", f"{name.replace('_', ' ')} is missing", "fill it in", number)


def _name(row: Row) -> str:
    return f"{row['first_name']} {row['surname']}".strip()


def _check_rows(
    book: Book,
    rows: Rows,
    source: str,
    columns: Sequence[str],
    row_problems: Callable[[str, Row], Iterator[Problem]],
    number: str,
    message: str,
) -> Sequence[Remark]:
    if not rows:
        raise NotReadable(book.problem(source, "", "no row is filled in", "fill in the rows of the template", number))
    missing = [name for name in columns if name not in rows[0][1]]
    if missing:
        fix = f"the first line should be: {','.join(columns)}"
        raise NotReadable(book.problem(source, "", f"columns are missing: {', '.join(missing)}", fix, number))
    problems = [problem for place, row in rows for problem in row_problems(place, row)]
    if problems:
        raise NotReadable(problems)
    return [
        book.remark(
            number,
            sentence(
                "{member}: {message}{adjusted}", member=_member(row), message=message, adjusted=_adjustment_text(row)
            ),
        )
        for _, row in rows
    ]


def _member(row: Row) -> Message:
    number = row.get("number") or row.get("old_number") or ""
    name = row.get("name") or f"{row.get('first_name') or row.get('old_first_name', '')} "
    surname = row.get("surname") or row.get("old_surname", "")
    return f"{number} {name.strip()} {surname}".strip()


def _adjustment_text(row: Row) -> str:
    return f", {row['sign']}{row['points']} {row['type']} ({row['reason']})" if "sign" in row else ""
