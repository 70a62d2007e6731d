"""E6 and E7: ranks, stars and grades."""

from __future__ import annotations

import pytest

from masterpoint.core.derivation import Remark, recompute
from masterpoint.core.editions import work_out
from masterpoint.core.errors import NotReadable
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.points.ranks import rank_progress

EDITION = FEDERATION.editions[0]
BOOK = EDITION.book


@pytest.mark.parametrize(
    ("a_points", "b_points", "rank"),
    [
        (0, 4, ""),
        (0, 5, "Junior Master"),
        (60, 39, "Local Master"),  # 99 in all: 50 A Points alone are not enough
        (49, 51, "Local Master - 1 Star"),
        (0, 149, "Local Master - 1 Star"),
        (0, 150, "Local Master - 2 Star"),
        (49, 151, "Local Master - 3 Star"),
        (50, 50, "Provincial Master"),
        (99, 101, "Provincial Master - 1 Star"),
        (60, 240, "Provincial Master - 2 Star"),
        (100, 100, "Master"),
        (174, 226, "Master - 1 Star"),
        (120, 479, "Master - 1 Star"),
        (120, 480, "Master - 2 Star"),
        (200, 499, "National Master"),  # page E7: a star at 700, not at 500
        (249, 451, "National Master - 1 Star"),
        (249, 801, "National Master - 2 Star"),
        (250, 250, "Life Master"),
        (400, 600, "Life Master - 1 Star"),
        (500, 1999, "Grand Master"),  # N-12: no star before 2500
        (500, 2000, "Grand Master - 1 Star"),
        (1249, 1751, "Grand Master - 2 Star"),
        (1250, 1250, "Silver Grand Master"),
        (2499, 2500, "Silver Grand Master"),
        (2499, 2501, "Silver Grand Master - 1 Star"),
        (2500, 1500, "Gold Grand Master"),
        (9000, 9000, "Gold Grand Master"),
    ],
)
def test_rank(a_points: int, b_points: int, rank: str) -> None:
    progress = rank_progress(BOOK, {"A": a_points, "B": b_points})
    assert progress.rank == rank
    assert all(step.value == recompute(step) for step in progress.steps)


def test_c_points_count_by_hundreds() -> None:
    assert rank_progress(BOOK, {"A": 0, "B": 4, "C": 99}).rank == ""
    assert rank_progress(BOOK, {"A": 0, "B": 4, "C": 100}).rank == "Junior Master"


def test_the_way_to_the_next_rank() -> None:
    progress = rank_progress(BOOK, {"A": 40, "B": 130})
    assert progress.rank == "Local Master - 2 Star"
    assert progress.next_rank == "Provincial Master"
    assert [(gap.what, gap.missing) for gap in progress.gaps] == [("A", 10)]
    progress = rank_progress(BOOK, {"A": 40, "B": 20})
    assert [(gap.what, gap.missing) for gap in progress.gaps] == [("A and B", 40), ("A", 10)]
    assert rank_progress(BOOK, {"A": 4000, "B": 0}).next_rank == ""


def test_a_rank_rests_on_the_total_and_on_the_a_points_it_asks_for() -> None:
    """E7.5a: a Provincial Master has 100 points, 50 of them A."""
    steps = rank_progress(BOOK, {"A": 60, "B": 60}).steps
    assert [step.value for step in steps] == [120, 60]


@pytest.mark.parametrize(
    ("a_points", "b_points", "reading"),
    [(500, 2000, "N-12"), (500, 1999, ""), (49, 51, "N-11"), (2499, 2501, "N-11"), (2499, 2500, "")],
)
def test_stars_rest_on_a_reading_of_their_own(a_points: int, b_points: int, reading: str) -> None:
    assert rank_progress(BOOK, {"A": a_points, "B": b_points}).steps[0].reading == reading


def test_stars_are_listed_up_to_the_next_one() -> None:
    """E7.5c: a Local Master of 100 points has one star, and the next comes at 150."""
    rungs = EDITION.ranks.rungs_up_to(100)
    assert [rung.name for rung in rungs if rung.group == "Local Master"] == [
        "Local Master",
        "Local Master - 1 Star",
        "Local Master - 2 Star",
    ]


def test_rungs_ascend_within_a_rank() -> None:
    rungs = EDITION.ranks.rungs_up_to(6000)
    assert [rung.name for rung in rungs if rung.name == rung.group] == [
        name for name, _, _ in BOOK.figures.points.ranks.value
    ]
    for group in {rung.group for rung in rungs}:
        totals = [rung.needs[0].amount for rung in rungs if rung.group == group]
        assert totals == sorted(set(totals))


@pytest.mark.parametrize(
    ("rating", "a_points", "rank", "grade"),
    [
        ("100.01", 0, "", "Open"),
        ("100", 0, "", "Intermediate"),
        ("30.01", 0, "", "Intermediate"),
        ("30", 5, "", "Junior"),
        ("30", 6, "", "Intermediate"),
        ("0", 0, "", "Junior"),
        ("3", 60, "Provincial Master - 2 Star", "Open"),
        ("3", 60, "Local Master - 2 Star", "Intermediate"),
    ],
)
def test_grades(rating: str, a_points: int, rank: str, grade: str) -> None:
    facts = {"rating_points": rating, "a_points": a_points, "rank": rank}
    messages = [str(answer.message) for answer in work_out(EDITION, "grade", facts) if isinstance(answer, Remark)]
    assert messages[0].startswith(f"{grade}:")


@pytest.mark.parametrize(("day", "year"), [("2026-02-01", 2026), ("2026-01-31", 2025)])
def test_the_certificate_in_force(day: str, year: int) -> None:
    answers = work_out(EDITION, "grade", {"rating_points": 1, "on": day})
    messages = [str(answer.message) for answer in answers if isinstance(answer, Remark)]
    assert f"1 February {year}" in messages[1]


def test_whoever_has_no_rank_is_on_the_way_to_the_first() -> None:
    progress = rank_progress(BOOK, {"B": 4})
    assert (progress.rank, progress.next_rank) == ("", "Junior Master")


@pytest.mark.parametrize(("points", "right"), [(0, True), (1_000_000, True), (-1, False), (1_000_001, False)])
def test_points_are_none_or_more_and_not_beyond_reason(points: int, right: bool) -> None:
    if right:
        assert work_out(EDITION, "grade", {"rating_points": points})
    else:
        with pytest.raises(NotReadable):
            work_out(EDITION, "grade", {"rating_points": points})
