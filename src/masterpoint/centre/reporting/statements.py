"""A player's awards statement: every line of the record with event, place and partners, and the sums of each year."""

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
from masterpoint.core.exact import grouped

AT_ONCE = 200


class StatementRow(NamedTuple):
    """One line of a record, with what people remember it by."""

    day: date
    what: str
    organiser: str
    place: str
    partners: str
    colour: str
    hundredths: int
    note: str
    why: str = ""
    """The sentence of the award."""

    @property
    def cells(self) -> list[str]:
        return [
            *(f"{self.day:%-d %b %Y}", self.what, self.organiser, self.place, self.partners),
            *(self.colour, points(self.hundredths), self.note),
        ]


COLUMNS = [
    *text_columns("Day", "Event", "Organiser", "Place", "With", "Colour"),
    Column("Points", is_figure=True),
    Column("Note"),
]


def statement_rows(person: Person, *, reader: User | None, last: date | None = None) -> list[StatementRow]:
    """Every line of a record, oldest first; names as this reader may see them. Read page by page."""
    rows: list[StatementRow] = []
    reasons = Reasons(reader, person)
    while page := ledger.statement_page(person, last=last, skip=len(rows), count=AT_ONCE):
        played = appearances(person, page, reader)
        rows += [_row(line, played.get(line.pk), reasons) for line in page]
    return rows[::-1]


def _row(line: StatementLine, played: Appearance | None, reasons: Reasons) -> StatementRow:
    kind, reason = str(Posting.Kind(line.kind).label), reasons.of(line.kind, line.reason)
    what = line.event or (f"{kind}: {reason}" if reason else kind)
    row = StatementRow(line.day, what, line.organisation or "", "", "", line.colour, line.hundredths, _note(line))
    if played is None:
        return row
    return row._replace(place=played.place, partners=", ".join(it.name for it in played.partners), why=played.why)


def _note(line: StatementLine) -> str:
    if line.kind == Posting.Kind.REVERSAL:
        return "taken back"
    return "provisional" if line.state == Filing.State.PROVISIONAL else ""


def statement(person: Person, *, reader: User | None, last: date | None = None, today: date) -> Report:
    """The whole record by years, each with its sums, the sums of all, and why for the awards of the last year."""
    rows = statement_rows(person, reader=reader, last=last)
    years: dict[int, list[StatementRow]] = {}
    for row in rows:
        years.setdefault(row.day.year, []).append(row)
    tables = [_year(str(year), of_year) for year, of_year in years.items()]
    return Report(
        "Awards statement",
        f"{person.name}, number {person.number}",
        f"to {last or today:%-d %B %Y}",
        [_totals(years), *tables, *_reasons(rows, last or today)]
        if rows
        else [Table("Awards", COLUMNS, [], when_empty="No points yet.")],
    )


def _year(title: str, rows: Sequence[StatementRow]) -> Table:
    sums = ", ".join(f"{grouped(points(amount))} {colour}" for colour, amount in _sums(rows).items())
    note = f"{title}: {sums or 'nothing'}"
    return Table(note, COLUMNS, [row.cells for row in rows])


def _reasons(rows: Sequence[StatementRow], last: date) -> Iterable[Table]:
    """The sentences of the awards of the year up to a day: the same as on the site."""
    first = last - timedelta(days=365)
    recent = [
        [f"{row.day:%-d %b %Y}", row.what, f"{grouped(points(row.hundredths))} {row.colour}", row.why]
        for row in rows
        if row.why and row.day > first
    ]
    if recent:
        yield Table(f"Why: awards since {first:%-d %B %Y}", text_columns("Day", "Event", "Points", "Why"), recent)


def _totals(years: Mapping[int, Sequence[StatementRow]]) -> Table:
    """What each year brought, colour by colour."""
    everything = _sums(row for rows in years.values() for row in rows)
    colours = sorted({row.colour for rows in years.values() for row in rows})
    rows = []
    for year, of_year in years.items():
        sums = _sums(of_year)
        rows.append([str(year), *(points(sums.get(colour, 0)) for colour in colours)])
    columns = [Column("Year"), *figure_columns(*(colour.capitalize() for colour in colours))]
    return Table("By year", columns, rows, ["Together", *(points(everything.get(colour, 0)) for colour in colours)])


def _sums(rows: Iterable[StatementRow]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for row in rows:
        sums[row.colour] = sums.get(row.colour, 0) + row.hundredths
    return dict(sorted((colour, amount) for colour, amount in sums.items() if amount))


def statement_csv(person: Person, *, reader: User | None, last: date | None = None) -> bytes:
    """One table, a line for each award, with days that other programs read; the points add up to the holding."""
    rows = statement_rows(person, reader=reader, last=last)
    cells = [[row.day.isoformat(), str(row.day.year), *row.cells[1:], row.why] for row in rows]
    table = Table("Awards", [*text_columns("Day", "Year"), *COLUMNS[1:], Column("Why")], cells)
    return as_csv(Report("Awards statement", person.name, "", [table]))
