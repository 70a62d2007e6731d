"""Match points, Neuberg, IMPs, Butler and adjusted scores: boards computed by hand, with their laws."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.boards import AdjustedScore
from masterpoint.core.scoring import adjusted_scores
from masterpoint.core.scoring.imps import board_a_match, butler, cross_imps, datum, imps, team_imps
from masterpoint.core.scoring.match_points import board_points, match_points, neuberg, top
from masterpoint.core.scoring.ranking import is_ranking, places

SCORES = st.lists(st.integers(-760, 760).map(lambda n: n * 10), min_size=1, max_size=40)


def test_two_for_each_beaten_one_for_each_equalled() -> None:
    # 420 beats two of five and equals one: 5 of 8
    assert match_points([420, 420, 450, -50, 170]) == [5, 5, 8, 0, 2]


def test_neuberg_by_hand() -> None:
    # Seven results where eight are expected: the best of seven, 12 points, is worth 13 * 8/7 - 1 of 14.
    assert neuberg(12, results=7, expected_results=8) == Fraction(97, 7)
    assert neuberg(2, results=7, expected_results=8) == Fraction(17, 7)
    # A single result has nothing to compare with: average.
    assert board_points([420], expected_results=8) == [(Fraction(7), Fraction(7))]


def test_without_missing_results_neuberg_changes_nothing() -> None:
    assert board_points([100, 50, 0], expected_results=3) == [
        (Fraction(4), Fraction(0)),
        (Fraction(2), Fraction(2)),
        (Fraction(0), Fraction(4)),
    ]


@given(SCORES, st.integers(0, 10))
def test_both_sides_share_the_top_and_better_scores_get_more(scores: list[int], missing: int) -> None:
    count = len(scores) + missing
    points = board_points(scores, expected_results=count)
    assert all(ns + ew == top(count) for ns, ew in points)
    assert sum(ns for ns, _ in points) == len(scores) * Fraction(top(count), 2)
    best_first = sorted(zip(scores, points, strict=True))
    assert [ns for _, (ns, _) in best_first] == sorted(ns for ns, _ in points)


# Law 78B: the first and last difference of each row
IMP_ROWS = """0 10 0|20 40 1|50 80 2|90 120 3|130 160 4|170 210 5|220 260 6|270 310 7|320 360 8|370 420 9|430 490 10
|500 590 11|600 740 12|750 890 13|900 1090 14|1100 1290 15|1300 1490 16|1500 1740 17|1750 1990 18|2000 2240 19
|2250 2490 20|2500 2990 21|3000 3490 22|3500 3990 23|4000 15000 24"""


@pytest.mark.parametrize("row", IMP_ROWS.replace("\n", "").split("|"))
def test_imp_scale(row: str) -> None:
    first, last, figure = map(int, row.split())
    assert [imps(first), imps(last), imps(-first), imps(-last)] == [figure, figure, -figure, -figure]


def test_cross_imps_are_the_mean_of_all_comparisons() -> None:
    # 620 against 170: 450 = 10 IMPs; against -100: 720 = 12. Mean of (10 + 12) / 2.
    assert cross_imps([620, 170, -100]) == [11, Fraction(-10 + 7, 2), Fraction(-12 - 7, 2)]
    assert cross_imps([620]) == [0]


@given(SCORES)
def test_cross_imps_sum_to_nothing(scores: list[int]) -> None:
    assert sum(cross_imps(scores)) == 0


def test_butler_against_the_datum() -> None:
    # Mean of 620, 620, 170, -100, 600 is 382, so 380; without best and worst (620, 170, 600) 463.3, so 460.
    scores = [620, 620, 170, -100, 600]
    assert datum(scores) == 380
    assert datum(scores, leave_out=1) == 460
    assert butler(scores) == [6, 6, -5, -10, 6]
    assert butler(scores, against=460) == [4, 4, -7, -11, 4]


def test_a_datum_half_way_goes_away_from_zero() -> None:
    assert datum([20, 30]) == 30
    assert datum([-20, -30]) == -30
    assert datum([50], leave_out=3) == 50


def test_teams_boards() -> None:
    assert team_imps(620, 170) == 10
    assert team_imps(-100, 50) == -4
    assert [board_a_match(50, 40), board_a_match(50, 50), board_a_match(40, 50)] == [2, 1, 0]


@pytest.mark.parametrize(
    ("written", "ns", "ew"),
    [
        ("A6040", 60, 40),
        ("a5050", 50, 50),
        ("A6060", 60, 60),
        ("60%-40%", 60, 40),
        ("40% / 60%", 40, 60),
        ("A+", 60, 40),
        ("A-", 40, 60),
        ("A", 50, 50),
        ("Av+/Av+", 60, 60),
        ("AVE=", 50, 50),
    ],
)
def test_adjusted_scores_as_written(written: str, ns: int, ew: int) -> None:
    assert adjusted_scores.parse(written) == AdjustedScore(Decimal(ns), Decimal(ew), written)


def test_an_adjustment_that_does_not_tell_how_much() -> None:
    assert adjusted_scores.parse("Adj") == AdjustedScore(None, None, "Adj")
    assert adjusted_scores.parse("Adjusted score") == AdjustedScore(None, None, "Adjusted score")


@pytest.mark.parametrize("written", ["", "420", "4S", "Axx", "A600", "A99999", "Apple", "200%-10%"])
def test_what_is_no_adjusted_score(written: str) -> None:
    assert adjusted_scores.parse(written) is None


def test_artificial_scores_in_points() -> None:
    assert adjusted_scores.of_top(Decimal(60), 14) == Fraction(42, 5)
    assert adjusted_scores.in_imps(Decimal(60)) == 2
    assert adjusted_scores.in_imps(Decimal(40), average_plus=3) == -3
    assert adjusted_scores.in_imps(Decimal(50)) == 0


def test_places_share_the_best_of_theirs() -> None:
    assert places([50, 60, 50, 40]) == [2, 1, 2, 4]
    assert places([Fraction(1, 3), Fraction(2, 6)]) == [1, 1]
    assert places([]) == []


@given(st.lists(st.integers(0, 5), max_size=30))
def test_places_always_form_a_ranking(scores: list[int]) -> None:
    assert is_ranking(places(scores))


@pytest.mark.parametrize("wrong", [[1, 1, 2], [2, 3], [1, 3], [0, 1]])
def test_what_is_no_ranking(wrong: list[int]) -> None:
    assert not is_ranking(wrong)
