"""Whole fields and matches from travellers, computed by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from masterpoint.core.boards import AdjustedScore, Board, Contract, Match, Traveller
from masterpoint.core.results import Scoring
from masterpoint.core.scoring import teams
from masterpoint.core.scoring.field import NotScorable, Tally, raw_score, score_lines, tallies

A6040 = AdjustedScore(Decimal(60), Decimal(40), "A6040")


def tally(
    boards: list[Board], scoring: Scoring = "match points", across_field: bool = True
) -> dict[tuple[str, str, str], Tally]:
    return tallies(score_lines(boards, scoring, across_field=across_field))


def test_percentages_of_a_small_field() -> None:
    boards = [
        Board(1, (Traveller("1", "4", score=420), Traveller("2", "5", score=450), Traveller("3", "6", score=-50))),
        Board(2, (Traveller("1", "5", score=100), Traveller("2", "6", score=100), Traveller("3", "4", score=90))),
    ]
    result = tally(boards)
    assert {number: result["", "", number].percentage for number in "123456"} == {
        "1": Fraction(100 * 5, 8),  # 2 + 3 of 8
        "2": Fraction(100 * 7, 8),
        "3": 0,
        "4": Fraction(100 * 6, 8),
        "5": Fraction(100 * 1, 8),
        "6": Fraction(100 * 5, 8),
    }


def test_a_sit_out_costs_nothing() -> None:
    boards = [
        Board(1, (Traveller("1", "2", score=420), Traveller("3", "4", score=450))),
        Board(2, (Traveller("1", "2", score=420),)),
    ]
    result = tally(boards)
    assert (result["", "", "3"].percentage, result["", "", "3"].boards) == (Fraction(100), 1)
    assert result["", "", "1"].percentage == 25  # 0 of 2, then an average of a board played once


def test_an_arrow_switch_is_just_another_line() -> None:
    boards = [
        Board(1, (Traveller("1", "2", score=420), Traveller("3", "4", score=450))),
        Board(2, (Traveller("2", "1", score=420), Traveller("3", "4", score=450))),
    ]
    result = tally(boards)
    assert [result["", "", number].percentage for number in "1234"] == [50, 50, 100, 0]


def test_adjusted_lines_get_their_share_of_the_top_and_do_not_compare() -> None:
    boards = [
        Board(1, (Traveller("1", "2", score=420), Traveller("3", "4", score=450), Traveller("5", "6", adjusted=A6040)))
    ]
    lines = score_lines(boards, "match points", across_field=True)
    # Two results of three: 0 becomes 1 * 3/2 - 1 = 1/2, 2 becomes 3 * 3/2 - 1 = 7/2, of a top of 4.
    assert [(line.ns, line.ew) for line in lines] == [
        (Fraction(1, 2), Fraction(7, 2)),
        (Fraction(7, 2), Fraction(1, 2)),
        (Fraction(12, 5), Fraction(8, 5)),
    ]


def test_points_in_the_file_speak_louder_than_the_text_of_an_adjustment() -> None:
    disguised = AdjustedScore(Decimal(50), Decimal(50), "A5050")
    boards = [
        Board(
            1,
            (
                Traveller("1", "2", score=420, ns_points=Decimal(0), ew_points=Decimal(4)),
                Traveller("3", "4", adjusted=disguised, ns_points=Decimal(3), ew_points=Decimal(1)),
            ),
        )
    ]
    lines = score_lines(boards, "match points", across_field=True)
    assert (lines[1].ns, lines[1].ew) == (Fraction(3, 2), Fraction(1, 2))  # three quarters of our top of 2


def test_sections_apart_and_across_the_field() -> None:
    boards = [
        Board(1, (Traveller("1", "2", score=420), Traveller("3", "4", score=450)), section="A"),
        Board(1, (Traveller("1", "2", score=620), Traveller("3", "4", score=170)), section="B"),
    ]
    separate = tally(boards, across_field=False)
    assert [separate["", section, "1"].percentage for section in "AB"] == [0, 100]
    across = tally(boards)
    assert [across["", section, "1"].percentage for section in "AB"] == [Fraction(100, 3), 100]


def test_a_result_that_stands_for_several_tables() -> None:
    boards = [Board(1, (Traveller("1", "2", score=420, multiplicity=3), Traveller("3", "4", score=450)))]
    lines = score_lines(boards, "match points", across_field=True)
    assert [line.ns for line in lines] == [2, 6]


def test_scores_from_contracts_where_the_file_gives_none() -> None:
    line = Traveller("1", "2", contract=Contract(4, "S"), declarer="E", tricks=10)
    assert raw_score(line, 3) == -620
    assert raw_score(Traveller("1", "2", contract=Contract(0)), 3) == 0
    assert raw_score(Traveller("1", "2", contract=Contract(4, "S")), 3) is None


def test_individuals_score_for_all_four() -> None:
    boards = [
        Board(
            1,
            (
                Traveller("", "", score=420, seats=("1", "2", "3", "4")),
                Traveller("", "", score=450, seats=("5", "6", "7", "8")),
            ),
        )
    ]
    result = tally(boards)
    assert {n for n in "12345678" if result["", "", n].percentage == 100} == {"2", "4", "5", "7"}


def test_imps_and_aggregate() -> None:
    boards = [
        Board(1, (Traveller("1", "2", score=620), Traveller("3", "4", score=170), Traveller("5", "6", adjusted=A6040)))
    ]
    crossed = tally(boards, "cross-IMPs")
    assert [crossed["", "", n].points for n in "123456"] == [10, -10, -10, 10, 2, -2]
    # Datum (620 + 170) / 2 = 395, rounded to 400: 220 is 6, -230 is -6.
    assert [tally(boards, "Butler IMPs")["", "", n].points for n in "13"] == [6, -6]
    assert tally(boards, "aggregate")["", "", "4"].points == -170
    with pytest.raises(NotScorable):
        tally(boards, "IMPs")


def match(home: str, away: str, home_imps: int, away_imps: int, **fields: Any) -> Match:
    return Match(home, away, home_score=Decimal(home_imps), away_score=Decimal(away_imps), **fields)


def test_a_match_board_by_board() -> None:
    board = Board(
        3,
        (
            Traveller("1-1-2", "2-3-4", room="NS", score=620),
            Traveller("2-1-2", "1-3-4", room="EW", score=170),
        ),
    )
    assert teams.board_imps(board) == 10
    assert teams.board_points(board) == (2, 0)
    assert teams.board_imps(Board(3, board.travellers[:1])) is None


def test_wins_draws_and_half_matches() -> None:
    matches = [
        match("1", "2", 12, 8, first_board=1, last_board=8),
        match("1", "3", 10, 10, first_board=9, last_board=12),
        match("2", "3", 5, 15, first_board=9, last_board=12),
    ]
    records = teams.records(matches)
    one_half = Fraction(1, 2)
    assert (records["1"].won, records["1"].drawn, records["1"].total) == (Fraction(1), one_half, Decimal(22))
    assert (records["2"].won, records["2"].lost) == (Fraction(0), 1 + one_half)
    assert (records["3"].won, records["3"].drawn, records["3"].matches) == (one_half, one_half, 2)


def test_two_parts_of_one_match_are_put_together() -> None:
    board = Board(
        5, (Traveller("2a", "1b", room="NS", score=50), Traveller("1a", "2b", room="EW", score=-50)), imps=Decimal(3)
    )
    parts = [
        match("1", "2", 12, 8, round="1", first_board=1, last_board=4),
        match("2", "1", 5, 15, round="1", first_board=5, last_board=8, boards=(board,)),
    ]
    [whole] = teams.merge_parts(parts)
    assert (whole.home_score, whole.away_score, whole.board_count) == (Decimal(27), Decimal(13), 8)
    assert whole.boards[0].imps == -3
    assert teams.board_imps(whole.boards[0]) == -3


def test_vps_decide_where_both_are_given() -> None:
    drawn = match("1", "2", 21, 20, home_vps=Decimal(10), away_vps=Decimal(10))
    assert teams.outcome(drawn) == 0
    assert teams.outcome(match("1", "2", 21, 20)) == 1
    assert teams.outcome(Match("1", "2")) is None
