"""Reports, cards and grade certificates as A4 pages, legible in black and white."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.resources import files
from typing import Any

from masterpoint.centre.records.certificates import certificates
from masterpoint.centre.records.models import Promotion, Rating
from masterpoint.centre.registry import papers
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.reporting.announcements import in_force_from, promotions_in, ratings_in, season_of
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.reporting.tables import Report, Table, points
from masterpoint.core.exact import group_thousands
from masterpoint.schemes import FEDERATIONS

PAGES = files("masterpoint.centre.reporting") / "pages"
MAX_PORTRAIT_COLUMNS = 7
"""Tables with more columns are printed on A4 landscape."""


MAX_NARROW_LETTERS = 13


def print_report(name: str, report: Report, *, by: Federation, on: date) -> bytes:
    """A report of the catalogue as a PDF. Most are printed as tables; a few have their own layout."""
    return LAYOUTS.get(name, report_pdf)(report, by=by, on=on)


def report_pdf(report: Report, *, by: Federation, on: date) -> bytes:
    """A report as A4 pages: headings on every page, figures to the right."""
    width = max((len(table.columns) for table in report.tables if table.rows), default=0)
    data = _as_data(report, by, on) | {"wide": width > MAX_PORTRAIT_COLUMNS}
    return compile_page("report.typ", data, report.heading, by)


def noticeboard_pdf(report: Report, *, by: Federation, on: date) -> bytes:
    """A sheet to pin up: one page, in the largest type that fits."""
    data = _as_data(report, by, on) | {"empty": "Nothing was played."}
    return compile_page("noticeboard.typ", data, report.heading, by)


def _as_data(report: Report, by: Federation, on: date) -> dict[str, Any]:
    return {
        "title": report.title,
        "organisation": report.organisation,
        "period": report.period,
        "by": by.name,
        "printed": f"{on:%-d %B %Y}",
        "day": pdf_day(on),
        "notes": list(report.notes),
        "tables": [
            {
                "title": table.title,
                "columns": [column.name for column in table.columns],
                "figures": [column.is_figure for column in table.columns],
                "narrow": _is_narrow(table),
                "blank": [column.is_blank for column in table.columns],
                "rows": list(table.rows),
                "sums": list(table.sums),
                "empty": table.when_empty,
            }
            for table in (table.for_people() for table in report.tables)
        ],
    }


def _is_narrow(table: Table) -> list[bool]:
    """For each column, whether it is as wide as its longest cell. The other columns share the remaining width."""
    if any(column.is_blank for column in table.columns):
        return [column.name != "Name" for column in table.columns]
    return [
        column.is_figure or max([len(column.name), *(len(row[index]) for row in table.rows)]) <= MAX_NARROW_LETTERS
        for index, column in enumerate(table.columns)
    ]


def cards_pdf(report: Report, *, by: Federation, on: date) -> bytes:
    """Registration cards of the size of a bank card, ten a page, to be cut out."""
    rows = [
        {
            **dict(zip(("number", "name", "club", "rank"), row, strict=False)),
            "corner": f"Valid to {row[4]}" if len(row) > 4 else report.period,
        }
        for row in report.tables[0].rows
    ]
    data = {"cards": rows, "by": by.name, "day": pdf_day(on), "empty": "Nobody needs a card."}
    return compile_page("cards.typ", data, report.heading, by)


def grades_pdf(organisation: Organisation, period: Period, *, on: date) -> bytes:
    """A certificate for each player rated in a year, an A4 page each."""
    rows: Sequence[Rating] = list(ratings_in(organisation, period))
    first_day, season = in_force_from(organisation, period), FEDERATIONS[organisation.federation.scheme].season
    data = {
        "certificates": [
            {
                "name": row.person.name,
                "number": row.person.number,
                "grade": row.grade,
                "club": row.person.home_club.name if row.person.home_club else "",
                "rating": _rating_points(row.hundredths),
            }
            for row in rows
        ],
        "by": organisation.federation.name,
        "turn": f"{season.last_day(season_of(organisation, period)):%-d %B %Y}",
        "starts": f"{first_day:%-d %B %Y}",
        "day": pdf_day(on),
        "empty": "The ratings of this year are not worked out yet.",
    }
    return compile_page("grades.typ", data, f"Grade certificates, {organisation.name}", organisation.federation)


def certificates_pdf(
    name: str, organisation: Organisation, period: Period, *, on: date, link: Callable[[Promotion], str]
) -> bytes | None:
    """The certificates that go with a report of promotions or grades, in one file, if there are any."""
    if name == "grades" and ratings_in(organisation, period).exists():
        return grades_pdf(organisation, period, on=on)
    promotions = promotions_in(organisation, period)
    return certificates(promotions, link) if name == "promotions" and promotions.exists() else None


def _rating_points(hundredths: int) -> str:
    return f"{group_thousands(points(hundredths))} rating point{'' if hundredths == 100 else 's'}"


def pdf_day(day: date) -> list[int]:
    """A day in the format of the pages."""
    return [day.year, day.month, day.day]


def compile_page(page: str, data: dict[str, Any], title: str, by: Federation) -> bytes:
    """Compile a page with its data, in the appearance of a federation."""
    return papers.compile_pdf((PAGES / page).read_bytes(), data, title=title, federation=by)


LAYOUTS: Mapping[str, Callable[..., bytes]] = {"cards": cards_pdf, "noticeboard": noticeboard_pdf}
"""Layouts of the reports that are not printed as tables."""
