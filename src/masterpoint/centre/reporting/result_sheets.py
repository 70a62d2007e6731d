"""The overall result of an event: every player with number, home club, place and points (NZ E36.5d, SBU 26.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records.queries import edition_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.centre.reporting.tables import (
    Report,
    Table,
    figure_columns,
    points_by_colour,
    text_columns,
)
from masterpoint.core.events import Player

PARTS = frozenset(("lists", "sessions", "divisions", "parts", "overall", "plate", "qualifying"))
"""Fields of an event with lists, or with parts that have lists."""
STAGES = frozenset(("overall", "plate", "qualifying"))
"""Fields whose lists have the field's name."""


def result_sheet(filing: Filing, *, reader: User | None, reasons: bool = False) -> Report:
    """The sheet of a filing, with a line for each player in the order of the ranking lists.

    `reasons` adds a table of the sentences that explain the awards, for the noticeboard.
    """
    version = current_version(filing)
    people = Person.objects.select_related("home_club", "federation", "merged_into").in_bulk(version.people.values())
    points = _points(filing)
    won = {colour for amounts in points.values() for colour in amounts}
    colours = [colour for colour in edition_of(filing.federation, filing.day).colours if colour in won]
    rows = []
    for ranking, entry in _entries_of(version.event):
        for player in entry["players"]:
            person = people.get(version.people.get(_player_key(player), 0))
            # A player in several lists, such as sessions and overall, has the points of the event in the first one.
            amounts = points.pop(person.pk, {}) if person else {}
            place = str(entry.get("place") or "")
            rows.append([ranking, place, *_player_cells(player, person, reader), *points_by_colour(amounts, colours)])
    columns = [
        *text_columns("List", "Place", "Number", "Name", "Home club"),
        *figure_columns(*(colour.capitalize() for colour in colours)),
    ]
    if not any(row[0] for row in rows):
        rows, columns = [row[1:] for row in rows], columns[1:]
    organiser = f"{filing.organisation.name}, number {filing.organisation.number}"
    table = Table(filing.name or "Result", columns, rows)
    note = f"Receipt {filing.receipt}, {filing.get_state_display().lower()}."
    tables = [table, *_reasons(version)] if reasons else [table]
    return Report("Overall result", organiser, f"{filing.day:%-d %B %Y}", tables, [note])


def _reasons(version: Version) -> Iterator[Table]:
    """The sentences that explain the awards, by place and each once, as on the site."""
    awards = load_result(version.result)["awards"]
    rows = dict.fromkeys(
        (award["place"], award["list"], f"{award['points']} {award['colour']}", award["why"])
        for award in awards
        if award.get("why")
    )
    if rows:
        yield Table("Why", text_columns("Place", "List", "Points", "Why"), [list(row) for row in rows])


def _player_cells(player: Mapping[str, Any], person: Person | None, reader: User | None) -> list[str]:
    if person is None:
        return [str(player.get("id") or ""), str(player.get("name") or ""), ""]
    is_hidden = access.is_hidden(reader, person)
    club = person.home_club.name if person.home_club else ""
    return ["" if is_hidden else person.number, access.shown_name(reader, person), club]


def _points(filing: Filing) -> dict[int, dict[str, int]]:
    lines = Line.objects.filter(posting__version__filing=filing).order_by()
    points: dict[int, dict[str, int]] = {}
    for person, colour, amount in lines.values_list("person", "colour").annotate(sum=Sum("hundredths")):
        points.setdefault(person, {})[colour] = amount
    return points


def _entries_of(data: Any, ranking: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """All entries of an event with players, the overall result first, each with the name of its list."""
    if isinstance(data, list):
        for item in data:
            yield from _entries_of(item, ranking)
    if not isinstance(data, dict):
        return
    if isinstance(data.get("players"), list):
        yield " ".join(ranking), data
    for field, value in sorted(data.items(), key=lambda item: item[0] != "overall"):
        if field in PARTS and isinstance(value, list):
            for number, part in enumerate(value, 1):
                yield from _entries_of(part, (*ranking, *_names(field, number, part)))
        else:
            yield from _entries_of(value, ranking)


def _names(field: str, number: int, part: Mapping[str, Any]) -> Iterator[str]:
    """The name of a list, a session, a section or a division."""
    if field in STAGES:
        yield field
    yield from (str(part[key]) for key in ("name", "section", "direction") if part.get(key))
    if field == "sessions" and not part.get("name"):
        yield f"session {number}"


def _player_key(player: Mapping[str, Any]) -> str:
    """The key of a player in a version."""
    return key_of(Player(name=str(player.get("name") or ""), id=str(player.get("id") or "")))
