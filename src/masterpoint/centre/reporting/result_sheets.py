"""The overall result of an event: every player with number, home club, place and points (NZ E36.5d, SBU 26.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.stored import current_version
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


def result_sheet(filing: Filing, *, reader: User | None, reasons: bool = False) -> Report:
    """In the order of the ranking lists, a line for each player, so that every club finds its own.

    `reasons`: with the sentence of each award in a table of its own, to be pinned up.
    """
    version = current_version(filing)
    people = Person.objects.select_related("home_club", "federation", "merged_into").in_bulk(version.people.values())
    colours = edition_of(filing.federation, filing.day).colours
    points = _points(filing)
    rows = []
    for entry in _entries_of(version.event):
        for player in entry["players"]:
            person = people.get(version.people.get(_player_key(player), 0))
            rows.append(
                [
                    *(str(entry.get("place") or ""), *_who(player, person, reader)),
                    *points_by_colour(points.get(person.pk, {}) if person else {}, colours),
                ]
            )
    columns = [
        *text_columns("Place", "Number", "Name", "Home club"),
        *figure_columns(*(colour.capitalize() for colour in colours)),
    ]
    organiser = f"{filing.organisation.name}, number {filing.organisation.number}"
    table = Table(filing.name or "Result", columns, rows)
    note = f"Receipt {filing.receipt}, {filing.get_state_display().lower()}."
    tables = [table, *_reasons(version)] if reasons else [table]
    return Report("Overall result", organiser, f"{filing.day:%-d %B %Y}", tables, [note])


def _reasons(version: Version) -> Iterator[Table]:
    """Why each place earns what it does: the same sentences as on the site, each once."""
    awards = load_result(version.result)["awards"]
    rows = dict.fromkeys(
        (award["place"], award["list"], f"{award['points']} {award['colour']}", award["why"])
        for award in awards
        if award.get("why")
    )
    if rows:
        yield Table("Why", text_columns("Place", "List", "Points", "Why"), [list(row) for row in rows])


def _who(player: Mapping[str, Any], person: Person | None, reader: User | None) -> list[str]:
    if person is None:
        return [str(player.get("id") or ""), str(player.get("name") or ""), ""]
    hidden = access.is_hidden(reader, person)
    club = person.home_club.name if person.home_club else ""
    return ["" if hidden else person.number, access.shown_name(reader, person), club]


def _points(filing: Filing) -> dict[int, dict[str, int]]:
    lines = Line.objects.filter(posting__version__filing=filing).order_by()
    points: dict[int, dict[str, int]] = {}
    for person, colour, amount in lines.values_list("person", "colour").annotate(sum=Sum("hundredths")):
        points.setdefault(person, {})[colour] = amount
    return points


def _entries_of(data: Any) -> Iterator[dict[str, Any]]:
    """Whatever in the facts of an event has players, in its order."""
    if isinstance(data, dict):
        if isinstance(data.get("players"), list):
            yield data
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _entries_of(item)


def _player_key(player: Mapping[str, Any]) -> str:
    """How a version knows a player of its event."""
    return key_of(Player(name=str(player.get("name") or ""), id=str(player.get("id") or "")))
