"""A whole field from its travellers: what each contestant scored.

Boards are compared within their session, and within their section unless the sections were scored across the field. A
contestant that sat out has no line and loses nothing by it: a percentage is of the boards played. Arrow switches need
no rule of their own, because each line says who sat where.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import msgspec

from masterpoint.core.boards import Board, Traveller
from masterpoint.core.results import Scoring
from masterpoint.core.scoring import adjusted_scores
from masterpoint.core.scoring.duplicate import ns_score
from masterpoint.core.scoring.imps import butler, cross_imps
from masterpoint.core.scoring.match_points import board_points, top

MAX_RESULTS = 20_000  # of one board: more than any simultaneous event has in one field

Contestant: TypeAlias = tuple[str, str, str]
"""(session, section, number)"""


class LineScore(msgspec.Struct, frozen=True):
    """What one line is worth to each side, and the most it could be (0 if there is no maximum)."""

    board: Board
    line: Traveller
    ns: Fraction
    ew: Fraction
    top: Fraction = Fraction(0)


class Tally(msgspec.Struct, frozen=True):
    """All lines of one contestant."""

    points: Fraction
    possible: Fraction
    boards: int

    @property
    def percentage(self) -> Fraction:
        return 100 * self.points / self.possible if self.possible else Fraction(0)


class NotScorable(ValueError):
    """The travellers do not carry what this scoring needs."""


def raw_score(line: Traveller, board: int) -> int | None:
    """North-South's score: as given, or else from contract and tricks; `None` if neither is known."""
    if line.adjusted is not None:
        return None
    if line.score is not None:
        return line.score
    if line.contract is None or (line.contract.level and (line.tricks is None or not line.declarer)):
        return None
    return ns_score(line.contract, line.declarer, line.tricks or 0, board=board)


class ScoringMethod(msgspec.Struct, frozen=True):
    """One method to turn the scores of a board into points; programs differ, and none of them is wrong."""

    name: str
    points: Callable[[Sequence[int], int, Decimal | None], list[tuple[Fraction, Fraction]]]
    """From the scores of a board, the number of results expected, and its datum if the file has one."""
    top: Callable[[int, int], int] = lambda results, expected: 0
    """The most a result can get, from the number of results there are and the number expected."""


def standard_method(scoring: Scoring) -> ScoringMethod:
    """The method of the laws: Neuberg for match points, the file's datum or the mean for Butler."""
    match scoring:
        case "match points":
            return ScoringMethod(
                "match points",
                lambda scores, expected, datum: board_points(scores, expected_results=expected),
                lambda results, expected: top(expected),
            )
        case "cross-IMPs":
            return ScoringMethod("cross-IMPs", lambda scores, expected, datum: both_sides(cross_imps(scores)))
        case "Butler IMPs":
            return ScoringMethod(
                "Butler IMPs", lambda scores, expected, datum: both_sides(butler(scores, against=datum))
            )
        case "aggregate":
            return ScoringMethod("aggregate", lambda scores, expected, datum: both_sides(scores))
        case _:
            raise NotScorable(f"boards scored by {scoring} are compared in matches")


def both_sides(ns: Iterable[int | Fraction]) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(points), Fraction(-points)) for points in ns]


def score_lines(
    boards: Sequence[Board], scoring: Scoring, *, across_field: bool, method: ScoringMethod | None = None
) -> list[LineScore]:
    """Every line of every board, scored. Lines without a result and without an adjustment are left out."""
    line_scores: list[LineScore] = []
    method = method or standard_method(scoring)
    for group in comparable(boards, across_field=across_field):
        expected = max(sum(_tables(board) for board in copies) for copies in group)
        if expected > MAX_RESULTS:
            raise NotScorable(f"a board has more than {MAX_RESULTS} results, which no event has")
        for copies in group:
            line_scores += _score_board(copies, scoring, expected, method)
    return line_scores


def comparable(boards: Sequence[Board], *, across_field: bool) -> list[list[list[Board]]]:
    """Groups with the same expected number of results; in each, boards of the same number are together."""
    groups: dict[tuple[str, str], dict[int, list[Board]]] = defaultdict(lambda: defaultdict(list))
    for board in boards:
        groups[board.session, "" if across_field else board.section][board.number].append(board)
    return [list(numbers.values()) for numbers in groups.values()]


def _tables(board: Board) -> int:
    lines = (line for line in board.travellers if line.adjusted or raw_score(line, board.number) is not None)
    return sum(line.multiplicity for line in lines)


def _score_board(copies: Sequence[Board], scoring: Scoring, expected: int, method: ScoringMethod) -> list[LineScore]:
    datums = {board.datum for board in copies}
    if len(datums) > 1:  # each section has its own
        return [line for board in copies for line in _score_board([board], scoring, expected, method)]
    lines = [(board, line) for board in copies for line in board.travellers]
    line_results = [(board, line, raw_score(line, board.number)) for board, line in lines]
    scores = [score for _, line, score in line_results if score is not None for _ in range(line.multiplicity)]
    values = dict(zip(scores, method.points(scores, expected, datums.pop()), strict=True)) if scores else {}
    top_points = Fraction(method.top(len(scores), expected))
    line_scores = [
        LineScore(board, line, *values[score], top_points) for board, line, score in line_results if score is not None
    ]
    given_top = _given_top(lines)
    for board, line in lines:
        if line.adjusted is not None:
            ns, ew = _adjusted_scores(line, scoring, top_points, given_top)
            line_scores.append(LineScore(board, line, ns, ew, top_points))
    return line_scores


def _given_top(lines: Iterable[tuple[Board, Traveller]]) -> Fraction:
    """The top in the file's own match points: the sum of both sides of an ordinary line."""
    sums = [
        Fraction(line.ns_points) + Fraction(line.ew_points)
        for _, line in lines
        if line.adjusted is None and line.ns_points is not None and line.ew_points is not None
    ]
    return max(sums, default=Fraction(0))


def _adjusted_scores(
    line: Traveller, scoring: Scoring, top_points: Fraction, given_top: Fraction
) -> tuple[Fraction, Fraction]:
    """The points that the file gives, since its text may disguise an assigned score; otherwise the percentages."""
    assert line.adjusted is not None
    if line.ns_points is not None and line.ew_points is not None:
        ns, ew = Fraction(line.ns_points), Fraction(line.ew_points)
        if scoring != "match points":
            return ns, ew
        if given_top:
            return ns * top_points / given_top, ew * top_points / given_top
    sides = [adjusted_scores.AVERAGE if side is None else side for side in (line.adjusted.ns, line.adjusted.ew)]
    if scoring == "match points":
        return adjusted_scores.of_top(sides[0], top_points), adjusted_scores.of_top(sides[1], top_points)
    return adjusted_scores.in_imps(sides[0]), adjusted_scores.in_imps(sides[1])


def tallies(lines: Iterable[LineScore]) -> dict[Contestant, Tally]:
    """The sum of each contestant's lines."""
    sums: dict[Contestant, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    counts: dict[Contestant, int] = defaultdict(int)
    for line_score in lines:
        for number, points in sides(line_score):
            key = (line_score.board.session, line_score.board.section, number)
            sums[key][0] += points
            sums[key][1] += line_score.top
            counts[key] += 1
    return {key: Tally(points, possible, counts[key]) for key, (points, possible) in sums.items()}


def sides(line_score: LineScore) -> list[tuple[str, Fraction]]:
    """Who scored what on this line: two pairs, or four players of an individual."""
    if line_score.line.seats is None:
        return [(line_score.line.ns, line_score.ns), (line_score.line.ew, line_score.ew)]
    north, east, south, west = line_score.line.seats
    return [(north, line_score.ns), (south, line_score.ns), (east, line_score.ew), (west, line_score.ew)]
