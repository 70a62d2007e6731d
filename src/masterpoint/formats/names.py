"""A CSV list of players by pair, for files that know only pair numbers.

It has one row per player (Compscore's `PairNumber,Name,ABF No,Initial Seating`), or one row per pair with two names.
Telephone columns are never read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from masterpoint.core.boards import Board, Direction
from masterpoint.core.results import Player
from masterpoint.formats.problems import Problems, refuse
from masterpoint.formats.sheets import direction_of, sheet_of
from masterpoint.formats.text import decode

NOBODY = frozenset(("PHANTOM", "SITOUT", "SIT OUT", "SIT-OUT", "MISSING", "BYE"))


class NamedPair(msgspec.Struct, frozen=True):
    """A pair of the list."""

    number: str
    direction: Direction
    section: str
    players: tuple[Player, ...]


def read(data: bytes) -> tuple[NamedPair, ...]:
    """The pairs of the list, without phantoms."""
    sheet = sheet_of(decode(data).text)
    if sheet is None or not sheet.has("number"):
        fix = "The first line should be like PairNumber,Name,National number,Initial Seating."
        refuse(1, "", "has no heading with pair numbers and names", fix)
    pairs: dict[tuple[str, Direction, str], list[Player]] = defaultdict(list)
    problems = Problems()
    for row in sheet.rows:
        number = row.text("number")
        if not number:
            problems.add(row.line, "", "has no pair number", "Write the pair number in this row.")
        people = [player for player in row.players() if player.name.upper() not in NOBODY]
        if people:
            pairs[number, _direction(row.text("direction"), row.text("seating")), row.text("section")] += people
    problems.refuse_if_any()
    return tuple(
        NamedPair(number, direction, section, tuple(players)) for (number, direction, section), players in pairs.items()
    )


def _direction(direction: str, seating: str) -> Direction:
    """The direction from its own column, or from the end of a seating such as `1-NS`."""
    return direction_of(direction) or direction_of(seating.rpartition("-")[2])


def by_pair(named_pairs: Sequence[NamedPair], boards: Sequence[Board]) -> dict[tuple[str, str], tuple[Player, ...]]:
    """Players by section and number, for the sections and numbers on the boards."""
    sections = {board.section for board in boards}
    board_numbers = {number for board in boards for line in board.travellers for number in (line.ns, line.ew)}
    players: dict[tuple[str, str], tuple[Player, ...]] = {}
    for pair in named_pairs:
        with_direction = f"{pair.number} {pair.direction}"
        number = with_direction if with_direction in board_numbers else pair.number
        for section in {pair.section} if pair.section in sections else sections:
            players[section, number] = pair.players
    return players


__all__ = ["NamedPair", "by_pair", "read"]
