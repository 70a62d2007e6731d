"""How programs score a field: each habit is tried in turn, the plainest first, and the one that fits is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import msgspec

from masterpoint.core.boards import Board
from masterpoint.core.results import Results
from masterpoint.core.scoring.field import (
    Contestant,
    LineScore,
    ScoringMethod,
    Tally,
    both_sides,
    raw_score,
    score_lines,
    standard_method,
    tallies,
)
from masterpoint.core.scoring.imps import IMP_STEPS, butler, cross_imps, datum
from masterpoint.core.scoring.match_points import match_points, top

Figures: TypeAlias = Mapping[Contestant, tuple[Fraction, int]]
"""Each contestant's score, and the number of boards."""
BEYOND_ANY_SCORE = Decimal(20_000)
"""Further from a datum than any score can be."""
Points: TypeAlias = list[tuple[Fraction, Fraction]]


class Habit(msgspec.Struct, frozen=True):
    """A method of scoring, and its result for everybody."""

    name: str
    figures: Figures
    unusual: bool = False
    """Whether it is consistent but not the way of the laws, so that it deserves a remark."""


def habits(results: Results, *, across_field: bool) -> Iterator[Habit]:
    """All habits to try; each is worked out only when it is needed."""
    assert results.scoring is not None
    if results.scoring == "match points":
        yield from _match_point_habits(results.boards, across_field)
        return
    for method, boards, unusual in _imp_methods(results):
        lines = score_lines(boards, results.scoring, across_field=across_field, method=method)
        if not lines:
            return
        tally_by_contestant = tallies(lines)
        yield Habit(f"{method.name}, the sum of all boards", _sums(tally_by_contestant), unusual)
        yield Habit(f"{method.name}, scaled up for boards not played", _scaled_sums(tally_by_contestant), unusual)


def _match_point_habits(boards: Sequence[Board], across_field: bool) -> Iterator[Habit]:
    lines = score_lines(boards, "match points", across_field=across_field)
    if not lines:
        return
    yield Habit("percentages of the match points possible", _percentages(tallies(lines)))
    yield Habit("percentages of match points rounded to a tenth", _percentages(tallies(_to_tenths(lines))))
    for method in MATCH_POINT_METHODS:
        lines = score_lines(boards, "match points", across_field=across_field, method=method)
        yield Habit(method.name, _percentages(tallies(lines)), unusual=True)


def _percentages(contestant_tallies: Mapping[Contestant, Tally]) -> Figures:
    return {key: (tally.percentage, tally.boards) for key, tally in contestant_tallies.items()}


def _sums(contestant_tallies: Mapping[Contestant, Tally]) -> Figures:
    return {key: (tally.points, tally.boards) for key, tally in contestant_tallies.items()}


def _scaled_sums(contestant_tallies: Mapping[Contestant, Tally]) -> Figures:
    maximum = max(tally.boards for tally in contestant_tallies.values())
    return {key: (tally.points * maximum / tally.boards, tally.boards) for key, tally in contestant_tallies.items()}


def _to_tenths(lines: Iterable[LineScore]) -> list[LineScore]:
    def tenth(points: Fraction) -> Fraction:
        return Fraction(int(points * 10 + Fraction(1, 2)), 10)

    return [
        msgspec.structs.replace(
            line, ns=tenth(line.ns), ew=line.top - tenth(line.ns) if not line.line.adjusted else line.ew
        )
        for line in lines
    ]


def _own_top(scores: Sequence[int], expected: int, _: Decimal | None) -> Points:
    maximum = top(len(scores))
    return [(Fraction(points), Fraction(maximum - points)) for points in match_points(scores)]


def _missing_as_ties(scores: Sequence[int], expected: int, _: Decimal | None) -> Points:
    missing, maximum = expected - len(scores), top(expected)
    return [(Fraction(points + missing), Fraction(maximum - points - missing)) for points in match_points(scores)]


def _board_percentages(scores: Sequence[int], expected: int, _: Decimal | None) -> Points:
    maximum, board_top = top(expected), top(len(scores))
    shares = [Fraction(points, board_top) if board_top else Fraction(1, 2) for points in match_points(scores)]
    return [(maximum * share, maximum * (1 - share)) for share in shares]


MATCH_POINT_METHODS = (
    ScoringMethod(
        "match points without Neuberg, each board out of its own top", _own_top, lambda results, expected: top(results)
    ),
    ScoringMethod(
        "match points with a missing result counted as a tie", _missing_as_ties, lambda results, expected: top(expected)
    ),
    ScoringMethod(
        "the mean of the percentages of all boards", _board_percentages, lambda results, expected: top(expected)
    ),
)


def _imp_methods(results: Results) -> Iterator[tuple[ScoringMethod, Sequence[Board], bool]]:
    """(method, boards, unusual)"""
    assert results.scoring is not None
    boards, law_method = results.boards, standard_method(results.scoring)
    if results.scoring == "Butler IMPs":
        has_datum = any(board.datum is not None for board in boards)
        words = "Butler IMPs against the datum in the file" if has_datum else "Butler IMPs against the mean"
        yield ScoringMethod(words, law_method.points), boards, False
        yield from ((method, boards, True) for method in BUTLER_METHODS)
        if boards_with_datums := _with_own_datums(boards):
            yield (
                ScoringMethod("Butler IMPs against a datum of the program's own", law_method.points),
                boards_with_datums,
                True,
            )
        return
    yield law_method, boards, False
    if results.scoring == "cross-IMPs":
        yield from ((method, boards, True) for method in CROSS_IMP_METHODS)


def _butler_method(words: str, *, leave_out: int = 0, nearest: int = 10) -> ScoringMethod:
    return ScoringMethod(
        f"Butler IMPs against {words}",
        lambda scores, expected, file_datum: both_sides(
            butler(scores, against=datum(scores, leave_out=leave_out, nearest=nearest))
        ),
    )


def _exact_mean(scores: Sequence[int], expected: int, _: Decimal | None) -> Points:
    return both_sides(butler(scores, against=Fraction(sum(scores), len(scores))))


BUTLER_METHODS = (
    _butler_method("the mean to the nearest ten"),
    _butler_method("the mean without the best and the worst score", leave_out=1),
    _butler_method("the mean without the two best and two worst scores", leave_out=2),
    _butler_method("the mean to the nearest point", nearest=1),
    ScoringMethod("Butler IMPs against the exact mean", _exact_mean),
)
CROSS_IMP_METHODS = (
    ScoringMethod(
        "cross-IMPs, not divided by the comparisons",
        lambda scores, expected, file_datum: both_sides(points * (len(scores) - 1) for points in cross_imps(scores)),
    ),
    ScoringMethod(
        "cross-IMPs divided by the number of results",
        lambda scores, expected, file_datum: both_sides(
            points * (len(scores) - 1) / len(scores) for points in cross_imps(scores)
        ),
    ),
)


def _with_own_datums(boards: Sequence[Board]) -> list[Board]:
    """The boards, each with a datum that explains all its IMPs in the file; empty if one board has no such datum."""
    new_boards = []
    for board in boards:
        lines = [
            (score, line.ns_points)
            for line in board.travellers
            if (score := raw_score(line, board.number)) is not None and line.ns_points is not None
        ]
        level = _datum_behind(lines)
        if level is None:
            return []
        new_boards.append(msgspec.structs.replace(board, datum=level))
    return new_boards


def _datum_behind(lines: Sequence[tuple[int, Decimal]]) -> Decimal | None:
    """A datum within the bounds set by each score and its IMPs; scores are tens, so tenths are fine enough."""
    lowest, highest = -BEYOND_ANY_SCORE, BEYOND_ANY_SCORE
    for score, points in lines:
        size = abs(int(points))
        if points != int(points) or size > len(IMP_STEPS):
            return None
        minimum = Decimal(IMP_STEPS[size - 1] if size else 0)
        maximum = IMP_STEPS[size] - Decimal("0.1") if size < len(IMP_STEPS) else BEYOND_ANY_SCORE
        low, high = (-maximum, maximum) if not size else (minimum, maximum) if points > 0 else (-maximum, -minimum)
        lowest, highest = max(lowest, score - high), min(highest, score - low)
    return (lowest + highest) / 2 if lines and lowest <= highest else None
