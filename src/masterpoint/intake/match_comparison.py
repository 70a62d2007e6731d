"""Compares the matches of a file with our scoring of their boards, and the ranking with the sum of the matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import msgspec

from masterpoint.core.boards import Board, Match
from masterpoint.core.results import Results
from masterpoint.core.scoring import teams, victory_points
from masterpoint.core.scoring.field import Contestant
from masterpoint.intake.comparisons import Comparison, ScoringDifference, closest_of, comparison_by
from masterpoint.intake.habits import Habit


def match_comparison(results: Results) -> Comparison:
    """Teams and Swiss: boards add up to the match, and matches to the total."""
    matches = teams.merge_parts(results.matches)
    match_differences = [difference for match in matches for difference in _in_match(results, match)]
    full_length = max((match.board_count or 0 for match in matches), default=0)

    def total(weigh: Callable[[Match], Fraction]) -> dict[Contestant, tuple[Fraction, int]]:
        sums: dict[str, Fraction] = defaultdict(Fraction)
        boards: dict[str, int] = defaultdict(int)
        for match in matches:
            for side, score in ((match.home, match.home_score), (match.away, match.away_score)):
                sums[side] += weigh(match) * Fraction(score or 0)
                boards[side] += match.board_count or 0
        return {("", "", side): (points, boards[side]) for side, points in sums.items()}

    def share(match: Match) -> Fraction:
        return Fraction(match.board_count, full_length) if full_length and match.board_count else Fraction(1)

    habit_list = [
        Habit("the sum of the matches", total(lambda match: Fraction(1))),
        Habit("the sum of the matches, short ones counted by their length", total(share)),
    ]
    closest = closest_of(comparison_by(results, habit) for habit in habit_list)
    assert closest is not None
    if not match_differences:
        return closest
    differences = (*closest.differences, *match_differences)
    message = f"Our ranking, by {closest.method}, differs from the file in {len(differences)} places."
    return msgspec.structs.replace(closest, message=message, differences=differences)


def _in_match(results: Results, match: Match) -> list[ScoringDifference]:
    place = f"match {match.home} against {match.away}" + (f", round {match.round}" if match.round else "")
    differences = [difference for board in match.boards for difference in _on_board(place, board)]
    imps = [teams.board_imps(board) for board in match.boards]
    if not imps or None in imps:
        return differences
    margin = sum(value for value in imps if value is not None)
    if results.match_scoring == "VPs":
        file_score = match.home_vps if match.home_vps is not None else match.home_score
        scales = (
            victory_points.continuous(margin, boards=len(imps))[0],
            victory_points.discrete(margin, boards=len(imps))[0],
        )
        if file_score is not None and file_score not in scales:
            differences.append(
                ScoringDifference(
                    place, "the VPs", f"{file_score:f}", f"{scales[0]} (continuous) or {scales[1]} (discrete)"
                )
            )
    elif results.match_scoring == "IMPs" and match.home_score is not None and match.away_score is not None:
        if match.home_score - match.away_score != margin:
            file_score = match.home_score - match.away_score
            differences.append(ScoringDifference(place, "the margin in IMPs", f"{file_score:f}", str(margin)))
    elif results.match_scoring == "point-a-board":
        points = [teams.board_points(board) for board in match.boards]
        our_points = sum(pair[0] for pair in points if pair)
        if match.home_score is not None and match.home_score != our_points:
            differences.append(ScoringDifference(place, "the points", f"{match.home_score:f}", str(our_points)))
    return differences


def _on_board(place: str, board: Board) -> list[ScoringDifference]:
    imps, points = teams.board_imps(board), teams.board_points(board)
    differences = []
    if imps is not None and board.imps is not None and board.imps != imps:
        differences.append(
            ScoringDifference(f"{place}, board {board.number}", "the IMPs", f"{board.imps:f}", str(imps))
        )
    if points is not None and board.home_points is not None and board.home_points != points[0]:
        differences.append(
            ScoringDifference(f"{place}, board {board.number}", "the points", f"{board.home_points:f}", str(points[0]))
        )
    return differences
