"""Pairs behind bare numbers: one range of numbers or two, one winner or two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from masterpoint.core.boards import Board, Direction, Traveller
from masterpoint.core.results import Entry, Player, Ranking

TWO_LISTS_FROM_SEATING = (
    "No pair changed direction, so North-South and East-West are read as two ranking lists. "
    "If there was one winner, say so."
)


class Seating(msgspec.Struct, frozen=True):
    """`two_ranges`: North-South 1 and East-West 1 are different pairs. `two_lists`: no pair played both ways."""

    two_ranges: bool
    two_lists: bool


def seating_of(lines: Iterable[tuple[str, str]]) -> Seating:
    """From (North-South, East-West) numbers. Two ranges show when a number meets itself."""
    meetings = set(lines)
    two_ranges = any(ns == ew for ns, ew in meetings)
    common_numbers = {ns for ns, _ in meetings} & {ew for _, ew in meetings}
    return Seating(two_ranges, two_lists=bool(meetings) and (two_ranges or not common_numbers))


def with_directions(boards: Sequence[Board], seating: Seating) -> tuple[Board, ...]:
    """Boards with unique pair numbers: with two ranges, `1` becomes `1 NS` and `1 EW`."""
    if not seating.two_ranges:
        return tuple(boards)

    def line(value: Traveller) -> Traveller:
        return msgspec.structs.replace(value, ns=f"{value.ns} NS", ew=f"{value.ew} EW")

    return tuple(msgspec.structs.replace(board, travellers=tuple(map(line, board.travellers))) for board in boards)


def unranked_lists(
    boards: Sequence[Board], seating: Seating, players: Mapping[tuple[str, str], tuple[Player, ...]]
) -> tuple[Ranking, ...]:
    """The pairs that met on the boards, as lists without places, to be scored. `players` is by section and number."""
    lists: dict[tuple[str, str, Direction], dict[str, Entry]] = defaultdict(dict)
    for board in boards:
        for line in board.travellers:
            sides: tuple[tuple[str, Direction], ...] = ((line.ns, "NS"), (line.ew, "EW"))
            for number, side in sides:
                direction: Direction = side if seating.two_lists else ""
                list_entries = lists[board.session, board.section, direction]
                if number not in list_entries:
                    list_entries[number] = Entry(
                        number=number,
                        players=players.get((board.section, number), ()),
                        direction=direction,
                        session=board.session,
                        section=board.section,
                    )
    return tuple(
        Ranking(tuple(entries.values()), session, section, direction)
        for (session, section, direction), entries in lists.items()
    )
