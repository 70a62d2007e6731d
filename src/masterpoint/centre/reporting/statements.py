"""A player's awards statement: every line of the record with event, place and partners, and the sums of each year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import records_by_person
from masterpoint.centre.reporting.result_sheets import entries_of, player_key
from masterpoint.centre.reporting.tables import (
    Column,
    Report,
    Table,
    as_csv,
    figure_columns,
    points,
    text_columns,
)

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
    """Every line of a record, oldest first; names as this reader may see them."""
    lines = list(ledger.statement(person, last=last).order_by("day", "pk"))
    finishes = _finishes(person, {line.posting.version_id for line in lines if line.posting.version_id}, reader)
    return [_row(line, finishes.get(line.posting.version_id or 0, ("", ""))) for line in lines]


def _row(line: Line, finish: tuple[str, str]) -> StatementRow:
    posting = line.posting
    filing = posting.version.filing if posting.version else None
    kind = str(Posting.Kind(posting.kind).label)
    what = filing.name if filing else f"{kind}: {posting.reason}" if posting.reason else kind
    organiser = filing.organisation.name if filing else ""
    return StatementRow(line.day, what, organiser, *finish, line.colour, line.hundredths, _note(posting, filing))


def _note(posting: Posting, filing: Filing | None) -> str:
    if posting.kind == Posting.Kind.REVERSAL:
        return "taken back"
    if posting.facts.get("reported"):
        return "reported, not derived"
    return "provisional" if filing and filing.state == Filing.State.PROVISIONAL else ""


def _finishes(person: Person, versions: set[int], reader: User | None) -> dict[int, tuple[str, str]]:
    """The place and the partners in each version: a page of them at a time, for a record may have thousands."""
    own = records_by_person([person])[person.pk]
    finishes: dict[int, tuple[str, str]] = {}
    keys = sorted(versions)
    for start in range(0, len(keys), AT_ONCE):
        page = Version.objects.filter(pk__in=keys[start : start + AT_ONCE]).only("event", "people")
        entries = {version: _entry_of(version, own) for version in page}
        partners = {pk for _, others in entries.values() for pk, _ in others if pk}
        hidden = _hidden(partners, reader)
        for version, (place, others) in entries.items():
            names = [access.ANONYMOUS if pk in hidden else name for pk, name in others]
            finishes[version.pk] = place, ", ".join(names)
    return finishes


def _hidden(people: Iterable[int], reader: User | None) -> set[int]:
    rows = Person.objects.select_related("home_club", "merged_into").in_bulk(list(people))
    return {pk for pk, person in rows.items() if access.is_hidden(reader, person)}


def _entry_of(version: Version, own: Iterable[int]) -> tuple[str, list[tuple[int | None, str]]]:
    """Where somebody finished in an event, and with whom."""
    mine = {key for key, pk in version.people.items() if pk in own}
    for entry in entries_of(version.event):
        players = [(player_key(player), player) for player in entry["players"]]
        if any(key in mine for key, _ in players):
            others = [(version.people.get(key), _name(player)) for key, player in players if key not in mine]
            return str(entry.get("place") or ""), others
    return "", []


def _name(player: Mapping[str, Any]) -> str:
    return str(player.get("name") or player.get("id") or "")


def statement(person: Person, *, reader: User | None, last: date | None = None, today: date) -> Report:
    """The whole record by years, each with its sums, and the sums of all."""
    rows = statement_rows(person, reader=reader, last=last)
    years: dict[int, list[StatementRow]] = {}
    for row in rows:
        years.setdefault(row.day.year, []).append(row)
    tables = [_year(str(year), of_year) for year, of_year in years.items()]
    return Report(
        "Awards statement",
        f"{person.name}, number {person.number}",
        f"to {last or today:%-d %B %Y}",
        [_totals(years), *tables] if rows else [Table("Awards", COLUMNS, [], when_empty="No points yet.")],
    )


def _year(title: str, rows: Sequence[StatementRow]) -> Table:
    sums = ", ".join(f"{points(amount)} {colour}" for colour, amount in _sums(rows).items())
    note = f"{title}: {sums or 'nothing'}"
    return Table(note, COLUMNS, [row.cells for row in rows])


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
    cells = [[row.day.isoformat(), str(row.day.year), *row.cells[1:]] for row in rows]
    table = Table("Awards", [*text_columns("Day", "Year"), *COLUMNS[1:]], cells)
    return as_csv(Report("Awards statement", person.name, "", [table]))
