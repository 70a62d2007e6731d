"""5.5, the Result Form: a club's pairs, in the order of their places."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.form_layouts import Box, Grid, Layout, box_values, filled_rows, row_fields
from masterpoint.core.office_forms import CheckedForm, FormText, OfficeForms
from masterpoint.core.parsing import event_from, parse
from schemes.abl.book import Book
from schemes.abl.rules.facts import Facts

HEADING = (Box("club_number", "Club number"), Box("date", "Date", "day"), Box("boards", "Boards", "count"))
PAIR = (
    *(Box("place", "Place"), Box("number", "Number"), Box("name", "Name")),
    *(Box("number_2", "Number 2"), Box("name_2", "Name 2")),
)
RESULTS = Grid("results", "Results", PAIR, rows=20)
LAYOUT = Layout(HEADING, (RESULTS,))


def template(book: Book, _name: str) -> str:
    """The form to be filled in, with comments: a file of the edition."""
    return book.sheets["result.toml"]


def read_fields(_name: str, written: FormText) -> dict[str, str]:
    """The fields of the template filled in: `date`, `results.0.place` and so on."""
    data = parse(written.text, source=written.source)
    heading = {box.name: str(data[box.name]) for box in HEADING if box.name in data}
    return heading | row_fields(RESULTS, "", [[str(cell) for cell in row] for row in data.get("results", ())])


def check(book: Book, name: str, written: FormText, members: FormText | None) -> CheckedForm:
    return check_fields(book, name, read_fields(name, written), members)


def check_fields(book: Book, _name: str, fields: Mapping[str, str], members: FormText | None) -> CheckedForm:
    """The event of a form, or every error at once."""
    rows = filled_rows(RESULTS, "", fields)
    if problems := list(_unknown_numbers(book, rows, members)):
        raise NotReadable(problems)
    heading = box_values(HEADING, "", fields)
    event = {
        "form": "session",
        "scheme": book.scheme,
        "day": heading.get("date", ""),
        "boards": heading.get("boards", 0),
        "contest": "pairs",
        "organiser": {"level": "club"},
        "lists": [{"entries": [_entry(row) for row in rows]}],
    }
    return CheckedForm(event_from(event, {book.scheme: Facts}), ())


def _entry(row: Sequence[str]) -> dict[str, Any]:
    place, *players = row
    people = [{"id": number, "name": name} for number, name in zip(players[::2], players[1::2], strict=True)]
    return {"place": place, "players": people}


def _unknown_numbers(book: Book, rows: Sequence[Sequence[str]], members: FormText | None) -> Iterator[Problem]:
    """Numbers that are not in the list of members, where there is one; places are named as on the form."""
    if members is None:
        return
    numbers = {row["number"] for row in csv.DictReader(members.text.splitlines())}
    for index, row in enumerate(rows, 1):
        for number in (row[1], row[3]):
            if number not in numbers:
                message, fix = "nobody has this number", "write the number of the member"
                yield book.problem(f"{RESULTS.title}, row {index}", number, message, fix, "5.5")


def join_stages(events: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    """Each form is an event of its own."""
    return events


FORMS = OfficeForms(
    titles={"result": ("Result Form", "5.5")},
    results=("result",),
    layouts={"result": LAYOUT},
    template=template,
    check=check,
    check_fields=check_fields,
    read_fields=read_fields,
    join_stages=join_stages,
)
