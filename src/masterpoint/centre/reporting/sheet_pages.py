"""Sheets of the office on A4: empty to be written on, filled in to be kept, and the error list to be posted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.reporting.printing import compiled, pdf_day, report_pdf
from masterpoint.centre.reporting.tables import Report, Table, text_columns
from masterpoint.centre.sheets import forms, letters
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.form_layouts import Box, Grid, Section, filled_rows, sections

MOST_PAGES = 20
WIDEST_UPRIGHT = 7
"""Forms with more columns are printed on A4 lying down."""
KEPT_TOGETHER = ("club_number", "club_name", "event_name", "date")
"""The boxes that a continuation page repeats, so that a loose one is known."""


def form_pdf(
    organisation: Organisation, form: str, fields: Mapping[str, str], *, on: date, continuations: int = 0
) -> bytes:
    """The form with what is filled in, and as many empty continuation pages as asked."""
    layout, title = forms.layout_of(organisation, form), forms.title_of(organisation, form)
    listed = list(sections(layout, fields))
    longest = max(listed[0].grids, key=lambda grid: grid.rows)
    data = {
        "title": title,
        "clause": forms.forms_of(organisation).titles[form][1],
        "by": organisation.federation.name,
        "organisation": f"{organisation.name}, number {organisation.number}",
        "day": pdf_day(on),
        "wide": max(len(grid.columns) for section in listed for grid in section.grids) > WIDEST_UPRIGHT,
        "sections": [_section(section, fields) for section in listed],
        "loose": [_box(box, listed[0], fields) for box in listed[0].boxes if box.name in KEPT_TOGETHER],
        "continuations": [_grid(longest, []) for _ in range(min(MOST_PAGES, continuations))],
    }
    return compiled("sheet.typ", data, f"{title}, {organisation.name}", organisation.federation)


def _section(section: Section, fields: Mapping[str, str]) -> dict[str, Any]:
    boxes = [_box(box, section, fields) for box in section.boxes]
    grids = [_grid(grid, filled_rows(grid, section.prefix, fields)) for grid in section.grids]
    return {"title": section.title, "boxes": boxes, "grids": grids}


def _box(box: Box, section: Section, fields: Mapping[str, str]) -> dict[str, Any]:
    value = fields.get(f"{section.prefix}{box.name}", "")
    return {"label": box.label, "value": value, "choices": list(box.choices)}


def _grid(grid: Grid, rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Rows that are filled in, then empty ones up to what a page holds."""
    empty = [[""] * len(grid.columns)] * max(0, grid.rows - len(rows))
    columns = [{"label": box.label, "width": _width(box.label)} for box in grid.columns]
    return {"title": grid.title, "columns": columns, "typed": [*rows, *empty]}


def _width(label: str) -> int:
    """Parts of the width of the page: names need room, places and marks of matches hardly any."""
    if label.isdigit() or label in ("Place", "Sex", "+ or -"):
        return 2
    wide = any(word in label.lower() for word in ("name", "reason", "surname", "club"))
    return 8 if wide else 4


def errors_pdf(sheet: Sheet, *, on: date) -> bytes:
    """The error list of a sheet as it goes back by post."""
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
    whose = f"{organisation.name}, number {organisation.number}"
    note = "Nothing on this sheet is processed until every line is right. Correct it on the site and send it again."
    named = [sheet.fields.get(name, "") for name in ("event_name", "date")]
    about = ", ".join(part for part in named if part) or f"{on:%-d %B %Y}"
    report = Report(forms.title_of(organisation, sheet.form), whose, about, [table], [note] if rows else [])
    return report_pdf(report, by=organisation.federation, on=on)
