"""The office's sheets on A4: empty forms, filled-in forms, and error lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting.printing import compile_page, pdf_day, report_pdf
from masterpoint.centre.reporting.tables import Report, Table, text_columns
from masterpoint.centre.sheets import forms, letters
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.form_layouts import Box, Grid, Section, filled_rows, sections

MAX_PAGES = 20
MAX_PORTRAIT_COLUMNS = 7
"""Forms with more columns are printed on A4 landscape."""
REPEATED_BOXES = ("club_number", "club_name", "event_name", "date")
"""Boxes that each continuation page repeats, so that a loose page can be identified."""


def form_pdf(
    organisation: Organisation, form: str, fields: Mapping[str, str], *, on: date, continuations: int = 0
) -> bytes:
    """The form with its fields, and some empty continuation pages."""
    layout, title = forms.layout_of(organisation, form), forms.title_of(organisation, form)
    section_list = list(sections(layout, fields))
    longest = max(section_list[0].grids, key=lambda grid: grid.rows)
    data = {
        "title": title,
        "clause": forms.forms_of(organisation).titles[form][1],
        "by": organisation.federation.name,
        "organisation": f"{organisation.name}, number {organisation.number}",
        "day": pdf_day(on),
        "wide": max(len(grid.columns) for section in section_list for grid in section.grids) > MAX_PORTRAIT_COLUMNS,
        "sections": [_section(section, fields) for section in section_list],
        "loose": [_box(box, section_list[0], fields) for box in section_list[0].boxes if box.name in REPEATED_BOXES],
        "continuations": [_grid(longest, []) for _ in range(min(MAX_PAGES, continuations))],
    }
    return compile_page("sheet.typ", data, f"{title}, {organisation.name}", organisation.federation)


def _section(section: Section, fields: Mapping[str, str]) -> dict[str, Any]:
    boxes = [_box(box, section, fields) for box in section.boxes]
    grids = [_grid(grid, filled_rows(grid, section.prefix, fields)) for grid in section.grids]
    return {"title": section.title, "boxes": boxes, "grids": grids}


def _box(box: Box, section: Section, fields: Mapping[str, str]) -> dict[str, Any]:
    value = fields.get(f"{section.prefix}{box.name}", "")
    return {"label": box.label, "value": value, "choices": list(box.choices)}


def _grid(grid: Grid, rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The filled-in rows, then empty rows to fill the page."""
    empty = [[""] * len(grid.columns)] * max(0, grid.rows - len(rows))
    columns = [{"label": box.label, "width": _width(box.label)} for box in grid.columns]
    return {"title": grid.title, "columns": columns, "typed": [*rows, *empty]}


def _width(label: str) -> int:
    """A column's share of the page's width: names need much, places and match results little."""
    if label.isdigit() or label in ("Place", "Sex", "+ or -"):
        return 2
    is_wide = any(word in label.lower() for word in ("name", "reason", "surname", "club"))
    return 8 if is_wide else 4


def errors_pdf(sheet: Sheet, *, on: date) -> bytes:
    """The error list of a sheet as a PDF."""
    rows = [
        [str(number), problem.place, problem.value, f"{problem.message}", f"{problem.fix}", problem.clause]
        for number, problem in enumerate(letters.problems_of(sheet), 1)
    ]
    table = Table(
        "Error list",
        text_columns("", "Where", "What is written", "What is wrong", "What to do", "Clause"),
        rows,
        when_empty="The error list is empty.",
    )
    organisation = sheet.organisation
    owner_text = f"{organisation.name}, number {organisation.number}"
    note = "Nothing on this sheet is processed until every line is right. Correct it on the site and send it again."
    field_texts = [sheet.fields.get(name, "") for name in ("event_name", "date")]
    subject = ", ".join(part for part in field_texts if part) or f"{on:%-d %B %Y}"
    report = Report(forms.title_of(organisation, sheet.form), owner_text, subject, [table], [note] if rows else [])
    return report_pdf(report, by=organisation.federation, on=on)
