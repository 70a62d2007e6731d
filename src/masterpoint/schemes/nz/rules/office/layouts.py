"""E26 to E34: the boxes of each form, as the manual prints them, and one for the boards, which it leaves out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.form_layouts import (
    Box,
    Grid,
    Layout,
    Part,
    Section,
    box_values,
    filled_rows,
    grouped_rows,
    has_rows,
    listed_rows,
    row_fields,
    sections,
)
from masterpoint.schemes.nz.rules.office.maintenance import ADDITION, ADJUSTMENT, ALTERATION, RESIGNATION

MATCHES = 10
"""E29.c: up to ten matches on a form."""
CLUB = (Box("club_number", "Club number"), Box("club_name", "Club name"))
DAY = Box("date", "Date", "day")
EVENT = (Box("event_name", "Event name"), DAY, Box("director", "Director"))
RANKED = (
    *(Box("place", "Place"), Box("number", "Computer number"), Box("name", "Name")),
    *(Box("number_2", "Computer number 2"), Box("name_2", "Name 2")),
)
PLAY = (
    Box("movement", "Movement", "choice", ("mitchell", "howell", "individual")),
    Box("boards", "Boards", "count"),
    Box("pairs_ns", "Pairs North-South (or all)", "count"),
    Box("pairs_ew", "Pairs East-West", "count"),
)
STAGE = Box("stage", "Stage", "choice", ("qualifying", "final", "plate"))
LISTS = (Grid("ns", "North-South", RANKED, 13), Grid("ew", "East-West", RANKED, 13))
MARKS = tuple(Box(f"match_{number}", f"{number}") for number in range(1, MATCHES + 1))
TEAMS = (Box("place", "Place"), Box("team", "Team"), Box("number", "Computer number"), Box("name", "Name"), *MARKS)
LABELS = {
    "number": "Computer number",
    "first_name": "First name",
    "former_number": "Former number",
    "type": "Type (A, B, C)",
    "sign": "+ or -",
}


def _member_layout(columns: Sequence[str], rows: int, *boxes: Box) -> Layout:
    """A maintenance form: its heading, and a row for each member."""
    heading = (CLUB[0], *boxes)
    names = [name for name in columns if name not in {box.name for box in heading}]
    cells = tuple(_column(name) for name in names)
    return Layout(heading, (Grid("rows", "Members", cells, rows),))


def _column(name: str) -> Box:
    return Box(
        name, LABELS.get(name, name.replace("_", " ").capitalize()), "day" if name.startswith("date") else "text"
    )


LAYOUTS: Mapping[str, Layout] = {
    "session-result": Layout((*CLUB, DAY, *PLAY), LISTS),
    "tournament-input": Layout(
        (
            *(*CLUB, *EVENT, Box("pairs", "Pairs", "count"), Box("sessions", "Sessions", "count")),
            *(Box("boards", "Boards", "count"), Box("award", "Type of award")),
            Box("event_type", "Event type", "choice", ("pairs", "individual", "teams")),
        ),
        (Grid("results", "Overall results", RANKED, 20),),
        Part("session_sheets", "Session", "sessions", (DAY, STAGE, *PLAY), LISTS),
    ),
    "teams-result": Layout(
        (
            *(*CLUB, *EVENT, Box("award", "Type of award"), Box("teams", "Teams", "count")),
            Box("stage", "Stage", "choice", ("qualifying", "final")),
            *(Box("stage_number", "Stage number", "count"), Box("stages", "Stages in all", "count")),
            Box("boards_in_matches", "Boards in each match", "counts"),
        ),
        (Grid("results", "Results", TEAMS, 16, grouped=2),),
    ),
    "addition": _member_layout(ADDITION, 20),
    "resignation": _member_layout(RESIGNATION, 20),
    "alteration": _member_layout(ALTERATION, 12, DAY),
    "adjustment": _member_layout(ADJUSTMENT, 12),
}


def sheet_data(layout: Layout, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a result sheet as the data of its template; a session without results has not arrived."""
    main_section, *parts = sections(layout, fields)
    data = _section_data(main_section, fields)
    if layout.part is not None:
        data[layout.part.name] = [_section_data(section, fields) for section in parts if has_rows(section, fields)]
    return data


def _section_data(section: Section, fields: Mapping[str, str]) -> dict[str, Any]:
    data = box_values(section.boxes, section.prefix, fields)
    is_individual = "individual" in (data.get("movement"), data.get("event_type"))
    for grid in section.grids:
        rows = filled_rows(grid, section.prefix, fields)
        data[grid.name] = _teams(grid, rows) if grid.grouped else [_row_of_players(row, is_individual) for row in rows]
    return data


def _row_of_players(row: list[str], is_individual: bool) -> list[str]:
    """In an individual a row has one player. A second one is kept, so that it is refused."""
    return row[:3] if is_individual and not any(row[3:]) else row


def _teams(grid: Grid, rows: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    return [
        {"place": place, "name": team, "members": [_without_blanks(row) for row in members]}
        for (place, team), members in grouped_rows(grid, rows)
    ]


def _without_blanks(row: list[str]) -> list[str]:
    """Marks up to the last match played; blank boxes after it mean nothing."""
    last = max((index for index, cell in enumerate(row) if cell), default=0)
    return row[: max(2, last + 1)]


def sheet_fields(layout: Layout, data: Mapping[str, Any]) -> dict[str, str]:
    """The other way round: the data of a template as fields."""
    fields = _data_fields(layout.boxes, layout.grids, "", data)
    if layout.part is not None:
        part = layout.part
        for number, attached in enumerate(data.get(part.name, ())):
            fields |= _data_fields(part.boxes, part.grids, f"{part.name}.{number}.", attached)
    return fields


def _data_fields(boxes: Sequence[Box], grids: Sequence[Grid], prefix: str, data: Mapping[str, Any]) -> dict[str, str]:
    fields = {
        f"{prefix}{box.name}": _cell_text(data[box.name]) for box in boxes if data.get(box.name) not in (None, "")
    }
    for grid in grids:
        for number, row in enumerate(_grid_rows(grid, data.get(grid.name, ()))):
            for box, cell in zip(grid.columns, row, strict=False):
                if str(cell).strip():
                    fields[f"{prefix}{grid.name}.{number}.{box.name}"] = str(cell).strip()
    return fields


def _grid_rows(grid: Grid, rows: Sequence[Any]) -> list[Sequence[Any]]:
    if not grid.grouped:
        return list(rows)
    return [
        [*((team.get("place", ""), team.get("name", "")) if first else ("", "")), *member]
        for team in rows
        for first, member in ((index == 0, member) for index, member in enumerate(team["members"]))
    ]


def _cell_text(value: Any) -> str:
    return " ".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)


def member_rows(layout: Layout, fields: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """The rows of a maintenance form, each with its place and the fields of the heading."""
    return [(f"row {number}", row) for number, row in enumerate(listed_rows(layout, fields), 1)]


def member_fields(layout: Layout, rows: Sequence[tuple[str, Mapping[str, str]]]) -> dict[str, str]:
    """Rows of a file as fields. A form has one heading: a file whose rows have different headings is two forms."""
    heading: dict[str, str] = {}
    problems = []
    grid = layout.grids[0]
    box_names = {box.name for box in (*layout.boxes, *grid.columns)}
    for place, row in rows:
        for name in (name for name, value in row.items() if value and name not in box_names):
            problems.append(Problem(place, row[name], f"the form has no column {name}", "use those of the template"))
        for box in layout.boxes:
            value = row.get(box.name, "")
            if heading.setdefault(box.name, value) != value:
                fix = "send a sheet for each of them"
                problems.append(Problem(place, value, f"{box.label.lower()} is {heading[box.name]} above", fix))
    if problems:
        raise NotReadable(problems)
    cells = [[row.get(box.name, "") for box in grid.columns] for _, row in rows]
    return {name: value for name, value in heading.items() if value} | row_fields(grid, "", cells)
