"""Quirks of single files that would mislead: each is recognised by its own mark, and reported."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from masterpoint.core.boards import Board, Traveller

TABLES_LISTED_TWICE = (
    "Each table of the individual is in the file twice, once with North and East and once with South and West; "
    "we put the two together."
)


def join_individual_lines(boards: Sequence[Board]) -> tuple[Board, ...] | None:
    """Corrects the EBU's own example of an individual: two lines per table, with made-up South and West numbers.

    The mark: on every line, the South number is the North number followed by 1, and West is East followed by 2; lines
    come in pairs with the same score. North and East of the second line are then South and West of the first. `None` if
    the mark is missing.
    """
    if not boards or not all(_is_doubled(board.travellers) for board in boards):
        return None
    return tuple(
        msgspec.structs.replace(board, travellers=tuple(map(_join, board.travellers[::2], board.travellers[1::2])))
        for board in boards
    )


def _is_doubled(lines: Sequence[Traveller]) -> bool:
    if not lines or len(lines) % 2:
        return False
    has_marks = all(line.seats and line.seats[2:] == (line.seats[0] + "1", line.seats[1] + "2") for line in lines)
    return has_marks and all(
        (first.score, first.ns_points, first.ew_points) == (second.score, second.ns_points, second.ew_points)
        for first, second in zip(lines[::2], lines[1::2], strict=True)
    )


def _join(first: Traveller, second: Traveller) -> Traveller:
    assert first.seats and second.seats
    return msgspec.structs.replace(first, seats=(first.seats[0], first.seats[1], second.seats[0], second.seats[1]))
