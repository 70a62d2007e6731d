"""How many boards were scheduled for each contestant: from the movement, not from the lines that happen to be there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from masterpoint.core.boards import Match
from masterpoint.core.results import Results

Field: TypeAlias = tuple[str, str]
"""(session, section): boards move among the tables of one section."""
Meeting: TypeAlias = frozenset[str]
MAX_SETS = Fraction(3, 4)
"""The part of the board sets that shows how many boards a round has."""


class Schedule(msgspec.Struct, frozen=True):
    """The boards of a contestant that never sat out, and how we know."""

    boards: int
    source: str


def schedule_of(results: Results) -> Schedule | None:
    """As the file states it, or else from its matches, its movement or its counts for single contestants."""
    if results.boards_played:
        return Schedule(results.boards_played, "as the file says")
    stated_boards = max((entry.boards_played or 0 for entry in results.entries), default=0)
    schedule = _from_matches(results.matches) or _from_movement(results)
    if schedule is not None and schedule.boards >= stated_boards:
        return schedule
    return Schedule(stated_boards, "the most any contestant played") if stated_boards else None


def _from_matches(matches: Sequence[Match]) -> Schedule | None:
    boards_played: Counter[str] = Counter()
    for match in matches:
        for side in (match.home, match.away):
            boards_played[side] += _length(match)
    maximum = max(boards_played.values(), default=0)
    return Schedule(maximum, "the sum of one contestant's matches") if maximum else None


def _length(match: Match) -> int:
    """Boards of a match: from its range, or else from the boards listed, including any gap between them."""
    numbers = [board.number for board in match.boards]
    span = max(numbers) - min(numbers) + 1 if numbers else 0
    ranged = match.first_board is not None and match.last_board is not None
    return (match.board_count or 0) if ranged else span


def _from_movement(results: Results) -> Schedule | None:
    counts = [
        movement
        for field, meetings in _meetings(results).items()
        if (movement := _movement(meetings, results.boards_per_round, _boards_in_play(results, field[0])))
    ]
    return max(counts, key=lambda schedule: schedule.boards, default=None)


def _meetings(results: Results) -> dict[Field, dict[Meeting, set[int]]]:
    """Who met whom at a table, and on which boards."""
    two_lists = len(results.rankings) > 1
    fields: dict[Field, dict[Meeting, set[int]]] = defaultdict(lambda: defaultdict(set))
    for board in results.boards:
        for line in board.travellers:
            pairs = (f"NS {line.ns}", f"EW {line.ew}") if two_lists else (line.ns, line.ew)
            if line.seats or (line.ns and line.ew):
                fields[board.session, board.section][frozenset(line.seats or pairs)].add(board.number)
    return fields


def _boards_in_play(results: Results, session: str) -> int:
    return len({board.number for board in results.boards if board.session == session})


def _movement(meetings: dict[Meeting, set[int]], per_round: int | None, boards_in_play: int) -> Schedule | None:
    if not meetings:
        return None
    length = per_round or _boards_per_round(meetings.values())
    rounds: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for meeting, boards in meetings.items():
        for side in meeting:
            rounds[side] += -(-len(boards) // length)
            lines[side] += len(boards)
    board_count, round_count = max(lines.values()), max(rounds.values())
    total_boards = max(board_count, round_count * length if per_round else min(round_count * length, boards_in_play))
    if total_boards != round_count * length:
        return Schedule(total_boards, "the most boards any contestant played")
    return Schedule(total_boards, f"{round_count} rounds of {length}")


def _boards_per_round(board_sets: Iterable[set[int]]) -> int:
    """The size of the board sets: boards that one table plays in a row move together.

    A missing line does not split a set, because another table still joins it. If opponents meet twice, sets run
    together; then the most frequent number of shared boards decides.
    """
    meetings = [boards for boards in board_sets if boards]
    sizes = Counter(len(boards) for boards in _sets(meetings))
    size, count = max(sizes.items(), key=lambda item: (item[1] * item[0], item[0]))
    if count >= MAX_SETS * sum(sizes.values()) and all(len(boards) <= size for boards in meetings):
        return size
    meeting_sizes = Counter(len(boards) for boards in meetings)
    return max(meeting_sizes.items(), key=lambda item: (item[1], item[0]))[0]


def _sets(meetings: Iterable[set[int]]) -> list[set[int]]:
    """Groups of boards, joined if one table played both."""
    board_groups: list[set[int]] = []
    for boards in meetings:
        other_groups = [group for group in board_groups if not group & boards]
        board_groups = [*other_groups, set(boards).union(*(group for group in board_groups if group & boards))]
    return board_groups
