"""The page of a sheet: sections with boxes, and grids with filled and empty rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import access
from masterpoint.centre.sheets import forms, letters
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import Problem
from masterpoint.core.form_layouts import Box, Grid, Section, filled_rows, has_rows, sections

FIRST_ROWS = 8
EXTRA_ROWS = 14


class Cell(NamedTuple):
    """A box to fill in."""

    box: Box
    field: str
    value: str


class ShownGrid(NamedTuple):
    grid: Grid
    rows: list[list[Cell]]


class ShownSection(NamedTuple):
    title: str
    boxes: list[Cell]
    grids: list[ShownGrid]
    is_missing: bool
    """Nothing of this part has arrived yet."""


def shown_sheet(
    sheet: Sheet, reader: User, *, saved: bool = False, more_rows: bool = False, problems: Sequence[Problem] = ()
) -> dict[str, Any]:
    """The context of the page."""
    organisation = sheet.organisation
    layout = forms.layout_of(organisation, sheet.form)
    sheet_problems = problems or letters.problems_of(sheet)
    is_result = sheet.form in forms.forms_of(organisation).results
    empty_rows = EXTRA_ROWS if more_rows else 3
    return {
        "federation": organisation.federation,
        "organisation": organisation,
        "sheet": sheet,
        "title": forms.title_of(organisation, sheet.form),
        "heading": letters.heading_of(sheet),
        "shown_sections": [_section(section, sheet, empty_rows) for section in sections(layout, sheet.fields)],
        "part": layout.part,
        "saved": saved,
        "problems": sheet_problems,
        "similar": [problem.value for problem in sheet_problems if problem.prompt == "same"],
        "asks_organiser": any(problem.prompt in ("organiser", "level") for problem in sheet_problems),
        "keeps_members": access.may(reader, access.Action.MEMBERS, organisation),
        "may_file_late": is_result and access.may(reader, access.Action.APPROVE, organisation),
    }


def _section(section: Section, sheet: Sheet, empty_rows: int) -> ShownSection:
    boxes = [_cell(box, section.prefix, sheet) for box in section.boxes]
    grids = [_grid(grid, section.prefix, sheet, empty_rows) for grid in section.grids]
    return ShownSection(section.title, boxes, grids, bool(section.title) and not has_rows(section, sheet.fields))


def _grid(grid: Grid, prefix: str, sheet: Sheet, empty_rows: int) -> ShownGrid:
    count = len(filled_rows(grid, prefix, sheet.fields))
    if sheet.state != Sheet.State.FILED:
        count = max(FIRST_ROWS, count + empty_rows)
    rows = [[_cell(box, f"{prefix}{grid.name}.{number}.", sheet) for box in grid.columns] for number in range(count)]
    return ShownGrid(grid, rows)


def _cell(box: Box, prefix: str, sheet: Sheet) -> Cell:
    return Cell(box, f"{prefix}{box.name}", sheet.fields.get(f"{prefix}{box.name}", ""))
