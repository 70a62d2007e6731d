"""Scheduled boards come from the movement, whichever lines are missing."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers import existing, of_kind
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint import formats, intake
from masterpoint.core.boards import Board, Traveller
from masterpoint.core.events import SessionEvent
from masterpoint.core.results import Results
from masterpoint.formats import bws
from masterpoint.formats.bws.jet import Row
from masterpoint.intake import Options
from masterpoint.intake.boards import Schedule, schedule_of


def boards_of(lines: list[tuple[int, int, int, int]], **fields: Any) -> Schedule:
    return existing(schedule_of(formats.read_results(usebio(lines, plain_totals(mitchell()), **fields), source="x")))


def without(lines: list[tuple[int, int, int, int]], missing: set[int]) -> list[tuple[int, int, int, int]]:
    return [line for n, line in enumerate(lines) if n not in missing]


def test_six_rounds_of_three_with_a_line_of_every_pair_missing() -> None:
    lines = mitchell()
    missing, affected = set(), set()
    for n, (_, ns, ew, _) in enumerate(lines):
        if ns not in affected or ew not in affected:
            missing.add(n)
            affected |= {ns, ew}
    left = without(lines, missing)
    maximum = max(sum(pair in line[1:3] for line in left) for pair in affected)
    assert maximum < 18
    schedule = boards_of(left)
    assert schedule.boards == 18
    assert schedule.source == "6 rounds of 3"


@given(st.sets(st.integers(0, 125), max_size=25), st.sampled_from([(7, 6, 3), (9, 8, 3), (7, 7, 2), (5, 5, 5)]))
@settings(deadline=None, max_examples=60)
def test_any_few_missing_lines_change_nothing(numbers: set[int], movement: tuple[int, int, int]) -> None:
    tables, rounds, per_round = movement
    lines = mitchell(tables, rounds, per_round)
    missing = {number for number in numbers if number < len(lines)}
    # If nothing is left of a meeting, nobody can see that round; keep one line of each.
    meetings: dict[tuple[int, int], list[int]] = {}
    for n, (_, ns, ew, _) in enumerate(lines):
        meetings.setdefault((ns, ew), []).append(n)
    missing -= {meeting[0] for meeting in meetings.values()}
    by_board: dict[int, list[Traveller]] = {}
    for n in set(range(len(lines))) - missing:
        board, ns, ew, score = lines[n]
        by_board.setdefault(board, []).append(Traveller(str(ns), str(ew), score=score))
    boards = tuple(Board(number, tuple(lines_of_board)) for number, lines_of_board in sorted(by_board.items()))
    schedule = existing(schedule_of(Results(format="", source="", boards=boards)))
    assert schedule.boards == rounds * per_round


def test_what_the_file_states_holds() -> None:
    assert boards_of(mitchell(), head="<BOARDS_PLAYED>17</BOARDS_PLAYED>").boards == 17


def test_boards_a_round_as_the_file_states_them() -> None:
    lines = [line for line in mitchell(per_round=3) if line[0] % 3 != 0]
    assert boards_of(lines, head="<BOARDS_PER_ROUND>3</BOARDS_PER_ROUND>").boards == 18


def test_pairs_that_meet_twice_keep_their_boards() -> None:
    lines = [(board, 1, 2, 0) for board in range(1, 13)] + [(board, 3, 4, 0) for board in range(1, 13)]
    lines += [(board, 1, 3, 0) for board in range(13, 19)] + [(board, 2, 4, 0) for board in range(13, 19)]
    boards: dict[int, list[Traveller]] = {}
    for board, ns, ew, score in lines:
        boards.setdefault(board, []).append(Traveller(str(ns), str(ew), score=score))
    schedule = existing(
        schedule_of(
            Results(format="", source="", boards=tuple(Board(number, tuple(x)) for number, x in boards.items()))
        )
    )
    assert schedule.boards == 18


def test_the_award_says_where_the_boards_come_from() -> None:
    lines = mitchell()
    chance = random.Random(3)
    missing = set(chance.sample(range(len(lines)), 12))
    data = usebio(without(lines, missing), plain_totals(lines))
    imported = intake.read_event(data, "x", Options(scheme="ebu", day=date(2026, 2, 5)))
    assert of_kind(SessionEvent, imported.event).boards == 18
    assert "18 boards scheduled for each contestant: 6 rounds of 3." in imported.assumed


@pytest.mark.parametrize(("rounds_played", "boards"), [(6, 18), (5, 15)])
def test_a_bridgemate_session_is_scheduled_by_its_rounds(rounds_played: int, boards: int) -> None:
    """Rounds that nobody reached do not count; boards that nobody keyed in do."""
    tables, per_round = 7, 3
    movement: list[Row] = []
    received: list[Row] = []
    for number in range(6):
        for table in range(tables):
            low = ((table + number) % tables) * per_round + 1
            pair: Row = {"Section": 1, "Table": table + 1, "Round": number + 1}
            ns, ew = table + 1, 8 + (table - number) % tables
            movement.append(pair | {"NSPair": ns, "EWPair": ew, "LowBoard": low, "HighBoard": low + per_round - 1})
            if number < rounds_played:
                # The last board of every round is missing everywhere.
                received += [
                    pair | {"ID": len(received), "Board": board, "PairNS": ns, "PairEW": ew, "Contract": "PASS"}
                    for board in range(low, low + per_round - 1)
                ]
    read = bws.from_tables(
        {"RoundData": movement, "ReceivedData": received}, source="x", names=None, scoring=None, winners=None
    )
    assert existing(schedule_of(read)).boards == boards
