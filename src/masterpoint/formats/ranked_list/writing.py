"""Writes results as a ranked list in CSV."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from masterpoint.core.results import Entry, Results, points_of_colour, written_places
from masterpoint.formats.text import csv_text
from masterpoint.formats.values import day_first


def write(results: Results) -> bytes:
    """The results as a CSV list that `reading` can read back, with formulas disarmed."""
    facts = [
        ("Event", results.event_name),
        ("Club", results.club_name),
        ("Club number", results.club_number),
        ("Date", day_first(results.played) or results.played_as_written),
        ("Status", results.rating),
        ("Charge code", results.charge_code),
        ("Contest", results.contest),
        ("Scoring", results.scoring or ""),
        ("Boards", "" if results.boards_played is None else str(results.boards_played)),
        ("Winners", "" if results.winners is None else str(results.winners)),
    ]
    people = max((len(entry.players) for entry in results.entries), default=0)
    colours = sorted({award.colour for entry in results.entries for award in entry.awards})
    heading = [
        "Place",
        "Direction",
        "Session",
        "Section",
        "Number",
        *(["Team name"] if results.contest == "teams" else []),
    ]
    heading += [name for n in range(1, people + 1) for name in (f"Name {n}", f"National number {n}")]
    heading += [
        "Percentage",
        "Score",
        "Boards",
        "Handicap",
        "Stratum",
        *(f"{colour} points".strip() for colour in colours),
    ]
    rows = [list(pair) for pair in facts if pair[1]] + [heading]
    for ranking in results.rankings:
        texts = written_places(entry.place for entry in ranking.entries)
        for entry, place in zip(ranking.entries, texts, strict=True):
            rows.append(_row(entry, place, people, colours, teams=results.contest == "teams"))
    return csv_text(rows).encode()


def _row(entry: Entry, place: str, people: int, colours: Sequence[str], *, teams: bool) -> list[str]:
    def cell(number: Decimal | int | None) -> str:
        return "" if number is None else f"{number:f}" if isinstance(number, Decimal) else str(number)

    players = [cell for player in entry.players for cell in (player.name, player.national)]
    return [
        *(place, entry.direction, entry.session, entry.section, entry.number),
        *([entry.team_name] if teams else []),
        *players,
        *[""] * (2 * (people - len(entry.players))),
        *(cell(entry.percentage), cell(entry.score), cell(entry.boards_played), cell(entry.handicap)),
        cell(entry.stratum),
        *(cell(points_of_colour(entry.awards, colour) or None) for colour in colours),
    ]
