"""Butler with a datum, adjusted boards and other consistent ways: correct files are not reported as wrong."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from intake.evenings import by_board, imps, mitchell, usebio
from masterpoint import formats, intake
from masterpoint.intake import Options
from masterpoint.intake.comparisons import Comparison
from masterpoint.intake.rescoring import compare

LINES = mitchell()
TODAY = date(2026, 6, 1)


def mean_to_ten(scores: list[int]) -> int:
    mean = Fraction(sum(scores), 10 * len(scores))
    size = int(abs(mean) + Fraction(1, 2)) * 10
    return size if mean >= 0 else -size


def butler_points(
    lines: list[tuple[int, int, int, int]], datum_of: Callable[..., Any]
) -> tuple[dict[tuple[int, int], tuple[int, int]], dict[int, Any]]:
    points, datums = {}, {}
    for board, board_lines in by_board(lines).items():
        datums[board] = datum_of([score for *_, score in board_lines])
        for _, ns, _, score in board_lines:
            won = imps(score - datums[board])
            points[board, ns] = (won, -won)
    return points, datums


def sums(lines: list[tuple[int, int, int, int]], points: dict[tuple[int, int], tuple[int, int]]) -> dict[int, Fraction]:
    totals: dict[int, Fraction] = {}
    for board, ns, ew, _ in lines:
        totals[ns] = totals.get(ns, Fraction(0)) + points[board, ns][0]
        totals[ew] = totals.get(ew, Fraction(0)) + points[board, ns][1]
    return totals


def butler_file(datum_of: Callable[..., Any], *, with_datum: bool = False, with_points: bool = True) -> bytes:
    points, datums = butler_points(LINES, datum_of)
    return usebio(
        LINES,
        sums(LINES, points),
        kind="BUTLER_PAIRS",
        figure="TOTAL_SCORE",
        points=points if with_points else None,
        datums=datums if with_datum else None,
    )


def compare_file(data: bytes) -> Comparison:
    return compare(formats.read_results(data, source="x"))


def test_butler_against_the_mean_agrees() -> None:
    comparison = compare_file(butler_file(mean_to_ten))
    assert comparison.agrees
    assert not comparison.unusual


@pytest.mark.parametrize("datum", [lambda scores: mean_to_ten(scores) + 140, lambda scores: sorted(scores)[2], max])
def test_butler_is_scored_against_the_datum_in_the_file(datum: Callable[..., Any]) -> None:
    comparison = compare_file(butler_file(datum, with_datum=True, with_points=False))
    assert comparison.agrees
    assert "datum in the file" in comparison.method
    assert not comparison.unusual


@pytest.mark.parametrize(
    ("datum", "words"),
    [
        (lambda scores: mean_to_ten(sorted(scores)[1:-1]), "without the best and the worst"),
        (lambda scores: mean_to_ten(sorted(scores)[2:-2]), "two best and two worst"),
        (lambda scores: Fraction(sum(scores), len(scores)), "mean"),
        (lambda scores: sorted(scores)[len(scores) // 2] + 30, "of the program's own"),
    ],
)
def test_butler_by_another_way_is_one_remark(datum: Callable[..., Any], words: str) -> None:
    data = butler_file(datum)
    comparison = compare_file(data)
    assert comparison.agrees
    assert words in comparison.method
    checked = intake.check(data, "x", Options(scheme="ebu"), today=TODAY)
    remarks = [finding for finding in checked.findings if "scored in its own way" in finding.problem.message]
    assert len(remarks) <= 1
    assert len(remarks) == comparison.unusual
    assert not [finding for finding in checked.findings if "by our scoring" in finding.problem.message]


def test_butler_totals_that_no_datum_explains_are_still_reported() -> None:
    points, _ = butler_points(LINES, mean_to_ten)
    totals = sums(LINES, points)
    totals[3] += 5
    totals[104] -= 4
    data = usebio(LINES, totals, kind="BUTLER_PAIRS", figure="TOTAL_SCORE", points=points)
    wrong = {difference.place.rpartition(" ")[2] for difference in compare_file(data).differences}
    assert {"3", "104"} <= wrong


# Match points, one board with an average for one table.
ADJUSTED = (5, next(ns for board, ns, *_ in LINES if board == 5), "A5050")


def match_points(
    own_top: Callable[..., Any], line_top: Callable[..., Any]
) -> tuple[dict[tuple[int, int], tuple[Fraction, Fraction]], dict[tuple[int, int], int]]:
    """Points of every line: two for a result beaten, one for an equal one; an adjusted line has half of `line_top`."""
    points: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
    tops: dict[tuple[int, int], int] = {}
    for board, board_lines in by_board(LINES).items():
        scores = {ns: score for _, ns, _, score in board_lines if (board, ns) != ADJUSTED[:2]}
        top = 2 * (len(board_lines) - 1) if len(scores) == len(board_lines) else own_top(len(board_lines))
        for _, ns, _, _ in board_lines:
            if ns not in scores:
                points[board, ns] = (Fraction(line_top(top), 2), Fraction(line_top(top), 2))
                tops[board, ns] = line_top(top)
                continue
            others = [other for pair, other in scores.items() if pair != ns]
            score = sum(1 + (scores[ns] > other) - (scores[ns] < other) for other in others)
            won = adjusted_points(score, len(scores), top) if len(scores) < len(board_lines) else Fraction(score)
            points[board, ns] = (won, top - won)
            tops[board, ns] = top
    return points, tops


def adjusted_points(won: int, results: int, top: int) -> Fraction:
    """Neuberg if the board has the top of the others, else the points as they are."""
    full = 2 * results
    return Fraction((won + 1) * (results + 1), results) - 1 if top == full else Fraction(won)


def tenths(points: Fraction) -> str:
    return f"{Decimal(points.numerator) / points.denominator:.1f}"


def percentages(
    points: dict[tuple[int, int], tuple[Fraction, Fraction]], tops: dict[tuple[int, int], int]
) -> dict[int, Fraction]:
    won: dict[int, Fraction] = {}
    possible: dict[int, int] = {}
    for board, ns, ew, _ in LINES:
        for pair, share in ((ns, points[board, ns][0]), (ew, points[board, ns][1])):
            won[pair] = won.get(pair, Fraction(0)) + share
            possible[pair] = possible.get(pair, 0) + tops[board, ns]
    return {pair: 100 * won[pair] / possible[pair] for pair in won}


def test_one_average_by_neuberg_agrees() -> None:
    points, tops = match_points(lambda tables: 2 * (tables - 1), lambda top: top)
    comparison = compare_file(usebio(LINES, percentages(points, tops), adjusted=[ADJUSTED]))
    assert comparison.agrees
    assert not comparison.unusual


@pytest.mark.parametrize("has_average", [True, False])
def test_one_average_without_neuberg_is_one_remark(has_average: bool) -> None:
    points, tops = match_points(lambda tables: 2 * (tables - 2), lambda top: top)
    written = {key: (tenths(ns), tenths(ew)) for key, (ns, ew) in points.items()} if has_average else None
    data = usebio(LINES, percentages(points, tops), points=written, adjusted=[ADJUSTED])
    comparison = compare_file(data)
    assert comparison.agrees
    assert "without Neuberg" in comparison.method
    checked = intake.check(data, "x", Options(scheme="ebu"), today=TODAY)
    assert sum("scored in its own way" in finding.problem.message for finding in checked.findings) == 1
    assert not [finding for finding in checked.findings if "by our scoring" in finding.problem.message]


def test_a_wrong_percentage_is_still_reported() -> None:
    points, tops = match_points(lambda tables: 2 * (tables - 1), lambda top: top)
    totals = percentages(points, tops)
    totals[2] += 3
    assert not compare_file(usebio(LINES, totals, adjusted=[ADJUSTED])).agrees
