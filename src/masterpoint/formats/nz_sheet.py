"""A return for NZ Bridge: computer numbers and names in finishing order, with ties marked and points alongside.

It is a ranked list with a heading for each section and direction, so `ranked_list` reads it back.
"""

from __future__ import annotations

from masterpoint.core.results import Entry, Results, points_of_colour, written_places
from masterpoint.formats.text import csv_text

COLOURS = ("a", "b", "c")
DIRECTION_HEADINGS = {"NS": "North-South", "EW": "East-West"}


def write(results: Results) -> bytes:
    """The sheet as CSV, with formulas disarmed."""
    people = max((len(entry.players) for entry in results.entries), default=2)
    day = f"{results.played.day}/{results.played.month}/{results.played.year:04d}" if results.played else ""
    head = [("Club", results.club_name), ("Club number", results.club_number), ("Event", results.event_name)]
    rows = [list(pair) for pair in (*head, ("Date", day), ("Contest", results.contest)) if pair[1]]
    person_headings = [name for n in range(1, people + 1) for name in (f"Computer number {n}", f"Name {n}")]
    heading = [
        "Place",
        "Section",
        "Pair",
        *person_headings,
        "Percentage",
        *(f"{colour.upper()} points" for colour in COLOURS),
    ]
    for ranking in results.rankings:
        if ranking.direction:
            rows.append([DIRECTION_HEADINGS[ranking.direction]])
        rows.append(heading)
        places = written_places(entry.place for entry in ranking.entries)
        rows += [_row(entry, place, people) for entry, place in zip(ranking.entries, places, strict=True)]
    return csv_text(rows).encode()


def _row(entry: Entry, place: str, people: int) -> list[str]:
    cells = [cell for player in entry.players for cell in (player.national, player.name)]
    points = {colour: points_of_colour(entry.awards, colour) for colour in COLOURS}
    return [
        *(place, entry.section, entry.number, *cells, *[""] * (2 * (people - len(entry.players)))),
        "" if entry.percentage is None else f"{entry.percentage:f}",
        *(f"{points[colour]:f}" if points[colour] else "" for colour in COLOURS),
    ]
