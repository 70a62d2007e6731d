"""A player's awards statement: every line of the record with event, place and partners, and sums by year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.appearances import Appearance, appearances
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.ledger.queries import StatementLine
from masterpoint.centre.ledger.reasons import Reasons
from masterpoint.centre.registry.models import Person
from masterpoint.centre.reporting.tables import (
    Column,
    Report,
    Table,
    as_csv,
    figure_columns,
    points,
    text_columns,
)
from masterpoint.core.exact import group_thousands
from masterpoint.core.seasons import Season
from masterpoint.schemes import FEDERATIONS

LINES_PER_PAGE = 200


class StatementRow(NamedTuple):
    """One line of a record, with the event, place and partners."""

    day: date
    description: str
    organiser: str
    place: str
    partners: str
    colour: str
    hundredths: int
    note: str
    why: str = ""
    """The sentence that explains the award."""

    @property
    def cells(self) -> list[str]:
        return [
            *(f"{self.day:%-d %b %Y}", self.description, self.organiser, self.place, self.partners),
            *(self.colour, points(self.hundredths), self.note),
        ]


COLUMNS = [
    *text_columns("Day", "Event", "Organiser", "Place", "With", "Colour"),
    Column("Points", is_figure=True),
    Column("Note"),
]


def statement_rows(person: Person, *, reader: User | None, last: date | None = None) -> list[StatementRow]:
    """Every line of a record, oldest first, with names as this reader may see them."""
    rows: list[StatementRow] = []
    reasons = Reasons(reader, person)
    while page := ledger.statement_page(person, last=last, skip=len(rows), count=LINES_PER_PAGE):
        appearances_by_line = appearances(person, page, reader)
        rows += [_row(line, appearances_by_line.get(line.pk), reasons) for line in page]
    return rows[::-1]


def _row(line: StatementLine, appearance: Appearance | None, reasons: Reasons) -> StatementRow:
    kind, reason = str(Posting.Kind(line.kind).label), reasons.visible(line.kind, line.reason)
    description = line.event or (f"{kind}: {reason}" if reason else kind)
    row = StatementRow(
        line.day, description, line.organisation or "", "", "", line.colour, line.hundredths, _note(line)
    )
    if appearance is None:
        return row
    return row._replace(
        place=appearance.place, partners=", ".join(partner.name for partner in appearance.partners), why=appearance.why
    )


def _note(line: StatementLine) -> str:
    if line.kind == Posting.Kind.REVERSAL:
        return "taken back"
    return "provisional" if line.state == Filing.State.PROVISIONAL else ""


def statement(person: Person, *, reader: User | None, last: date | None = None, today: date) -> Report:
    """The whole record by season with sums, the totals, and the sentences that explain the last year's awards."""
    rows = statement_rows(person, reader=reader, last=last)
    season = FEDERATIONS[person.federation.scheme].season
    years: dict[int, list[StatementRow]] = {}
    for row in rows:
        years.setdefault(season.year_of(row.day), []).append(row)
    tables = [_year(season.name(year), year_rows) for year, year_rows in years.items()]
    return Report(
        "Awards statement",
        f"{person.name}, number {person.number}",
        f"to {last or today:%-d %B %Y}",
        [_totals(season, years), *tables, *_reasons(rows, last or today)]
        if rows
        else [Table("Awards", COLUMNS, [], when_empty="No points yet.")],
    )


def _year(title: str, rows: Sequence[StatementRow]) -> Table:
    sums = ", ".join(f"{group_thousands(points(amount))} {colour}" for colour, amount in _sums(rows).items())
    note = f"{title}: {sums or 'nothing'}"
    return Table(note, COLUMNS, [row.cells for row in rows])


def _reasons(rows: Sequence[StatementRow], last: date) -> Iterable[Table]:
    """The sentences that explain the awards of the year up to a day, as on the site."""
    start = last - timedelta(days=365)
    recent_rows = [
        [f"{row.day:%-d %b %Y}", row.description, f"{group_thousands(points(row.hundredths))} {row.colour}", row.why]
        for row in rows
        if row.why and row.day > start
    ]
    if recent_rows:
        yield Table(f"Why: awards since {start:%-d %B %Y}", text_columns("Day", "Event", "Points", "Why"), recent_rows)


def _totals(season: Season, years: Mapping[int, Sequence[StatementRow]]) -> Table:
    """The points of each season by colour."""
    total_sums = _sums(row for rows in years.values() for row in rows)
    colours = sorted({row.colour for rows in years.values() for row in rows})
    rows = []
    for year, year_rows in years.items():
        sums = _sums(year_rows)
        rows.append([season.name(year), *(points(sums.get(colour, 0)) for colour in colours)])
    columns = [Column("Year"), *figure_columns(*(colour.capitalize() for colour in colours))]
    return Table("By year", columns, rows, ["Together", *(points(total_sums.get(colour, 0)) for colour in colours)])


def _sums(rows: Iterable[StatementRow]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for row in rows:
        sums[row.colour] = sums.get(row.colour, 0) + row.hundredths
    return dict(sorted((colour, amount) for colour, amount in sums.items() if amount))


def statement_csv(person: Person, *, reader: User | None, last: date | None = None) -> bytes:
    """One table with a line for each award, for other programs. The points add up to the holding."""
    rows = statement_rows(person, reader=reader, last=last)
    season = FEDERATIONS[person.federation.scheme].season
    cells = [[row.day.isoformat(), season.name(season.year_of(row.day)), *row.cells[1:], row.why] for row in rows]
    table = Table("Awards", [*text_columns("Day", "Year"), *COLUMNS[1:], Column("Why")], cells)
    return as_csv(Report("Awards statement", person.name, "", [table]))
