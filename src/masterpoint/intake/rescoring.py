"""Compares our ranking, worked out from the travellers, with the file's, and lists each difference.

Programs differ in details that are not mistakes: match points rounded to a tenth on each line, IMPs scaled up for a
pair that sat out. Each such habit is tried, and the one that explains most is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import msgspec

from masterpoint.core.boards import Board, Match
from masterpoint.core.results import Entry, Ranking, Results, written_places
from masterpoint.core.scoring import teams, victory_points
from masterpoint.core.scoring.field import Contestant, NotScorable
from masterpoint.core.scoring.ranking import places
from masterpoint.intake.habits import Habit, habits

TOLERANCE = Fraction(1, 100)
SCORED_HERE = ("match points", "cross-IMPs", "Butler IMPs", "aggregate")


class Ours(msgspec.Struct, frozen=True):
    """A contestant as we score it."""

    entry: Entry
    figure: Fraction
    place: int
    boards: int
    same_place: bool
    """Whether the file's place is ours, or would be by rounded figures or before the handicap."""


class Difference(msgspec.Struct, frozen=True):
    """One point on which we differ from the file."""

    where: str
    what: str
    file: str
    ours: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} is {self.file} in the file, {self.ours} by our scoring"


class Comparison(msgspec.Struct, frozen=True):
    """The result of a comparison. `compared` is False if the file has nothing to score; `message` says why."""

    compared: bool
    message: str
    method: str = ""
    figures: tuple[Ours, ...] = ()
    differences: tuple[Difference, ...] = ()
    unusual: bool = False
    """Whether the file agrees, but by a way of scoring that deserves a remark."""

    @property
    def agrees(self) -> bool:
        return self.compared and not self.differences


def compare(results: Results) -> Comparison:
    """Score the travellers or matches, rank, and compare."""
    if results.matches:
        return _by_matches(results)
    if not results.boards:
        return Comparison(False, "The file has no board results, so its ranking cannot be checked.")
    if results.scoring not in SCORED_HERE:
        return Comparison(False, f"Boards scored by {results.scoring or 'an unknown method'} are not compared.")
    try:
        closest = _closest(_attempt(results, habit) for habit in habits(results, across_field=across_field(results)))
    except NotScorable as error:
        return Comparison(False, str(error))
    return closest or Comparison(False, "No board result could be scored: contracts and scores are missing.")


def across_field(results: Results) -> bool:
    """Whether the sections were scored against each other: as stated, or as the file's points or ranking show."""
    if results.across_field is not None:
        return results.across_field
    if len({board.section for board in results.boards}) < 2:
        return True
    tops = [
        line.ns_points + line.ew_points
        for board in results.boards
        for line in board.travellers
        if line.ns_points is not None and line.ew_points is not None and line.adjusted is None
    ]
    if tops and results.scoring == "match points":
        maximum = max(sum(line.multiplicity for line in board.travellers) for board in results.boards)
        return max(tops) > 2 * (maximum - 1)
    return all(not ranking.section for ranking in results.rankings)


def _attempt(results: Results, habit: Habit) -> Comparison:
    method, figures = habit.words, habit.figures
    by_number: dict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for (_, _, number), figure in figures.items():
        by_number[number].append(figure)
    our_ranking: list[Ours] = []
    differences: list[Difference] = []
    for ranking in results.rankings:
        scored_entries: list[tuple[Entry, Fraction, int]] = []
        for entry in ranking.entries:
            candidates = by_number.get(entry.number, [])
            figure_and_boards = figures.get((entry.session, entry.section, entry.number)) or (
                candidates[0] if len(candidates) == 1 else None
            )
            if figure_and_boards is None:
                place = f"{ranking.label()}, {entry.number}"
                differences.append(Difference(place, "the number of boards", _as_given(entry), "none"))
            else:
                scored_entries.append((entry, *figure_and_boards))
        our_ranking += _our_ranking(scored_entries)
        differences += [
            difference
            for our_entry in our_ranking[len(our_ranking) - len(scored_entries) :]
            for difference in _differences(ranking, our_entry)
        ]
    if not our_ranking:
        return Comparison(False, "The board results do not say which contestant they belong to.")
    if not any(entry.place or _file_figure(entry) is not None for entry in results.entries):
        return Comparison(True, f"The file gives no ranking; this is ours, by {method}.", method, tuple(our_ranking))
    agreement = "agrees with the file" if not differences else f"differs from the file in {len(differences)} places"
    message = f"Our ranking, by {method}, {agreement}."
    return Comparison(True, message, method, tuple(our_ranking), tuple(differences), habit.unusual)


def _as_given(entry: Entry) -> str:
    return "not given" if entry.boards_played is None else str(entry.boards_played)


def _file_figure(entry: Entry) -> Decimal | None:
    return entry.percentage if entry.percentage is not None else entry.score


def _handicap(entry: Entry) -> Fraction:
    """New Zealand: half the handicap is added to the percentage."""
    return Fraction(entry.handicap) / 2 if entry.handicap else Fraction(0)


def _our_ranking(scored_entries: Sequence[tuple[Entry, Fraction, int]]) -> list[Ours]:
    """Places by our figures. A file may rank before or after the handicap, and by rounded figures."""
    final = [figure + _handicap(entry) for entry, figure, _ in scored_entries]
    raw = [figure for _, figure, _ in scored_entries]
    final_places = places(final)
    others = [
        places(raw),
        places([_hundredths(figure) for figure in final]),
        places([_hundredths(figure) for figure in raw]),
    ]
    return [
        Ours(
            entry, final[i], final_places[i], boards, entry.place in (final_places[i], *(other[i] for other in others))
        )
        for i, (entry, _, boards) in enumerate(scored_entries)
    ]


def _hundredths(figure: Fraction) -> Decimal:
    scaled = Decimal(figure.numerator) / Decimal(figure.denominator)
    return scaled.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _differences(ranking: Ranking, our_entry: Ours) -> list[Difference]:
    entry = our_entry.entry
    place = f"{ranking.label()}, {entry.number}"
    file_figure = _file_figure(entry)
    differences = []
    if file_figure is not None and abs(Fraction(file_figure) - our_entry.figure) > TOLERANCE:
        differences.append(Difference(place, "the result", f"{file_figure:f}", f"{_hundredths(our_entry.figure):f}"))
    if entry.place is not None and not our_entry.same_place:
        differences.append(
            Difference(place, "the place", entry.place_as_written or str(entry.place), str(our_entry.place))
        )
    if entry.boards_played is not None and entry.boards_played != our_entry.boards:
        differences.append(Difference(place, "the number of boards", str(entry.boards_played), str(our_entry.boards)))
    return differences


def _closest(attempts: Iterable[Comparison]) -> Comparison | None:
    """The first comparison without differences, or the one with fewest."""
    comparisons: list[Comparison] = []
    for attempt in attempts:
        if not attempt.differences:
            return attempt
        comparisons.append(attempt)
    usual_comparison = min((attempt for attempt in comparisons if not attempt.unusual), key=_count, default=None)
    closest = min(comparisons, key=_count, default=None)
    # Name an unusual way only if it explains much more; otherwise list the differences from the usual one.
    return (
        closest
        if usual_comparison is None or closest is None or 2 * _count(closest) < _count(usual_comparison)
        else usual_comparison
    )


def _count(comparison: Comparison) -> int:
    return len(comparison.differences)


def _by_matches(results: Results) -> Comparison:
    """Teams and Swiss: boards add up to the match, and matches to the total."""
    matches = teams.merged(results.matches)
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
    closest = _closest(_attempt(results, way) for way in habit_list)
    assert closest is not None
    if not match_differences:
        return closest
    differences = (*closest.differences, *match_differences)
    message = f"Our ranking, by {closest.method}, differs from the file in {len(differences)} places."
    return msgspec.structs.replace(closest, message=message, differences=differences)


def _in_match(results: Results, match: Match) -> list[Difference]:
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
                Difference(place, "the VPs", f"{file_score:f}", f"{scales[0]} (continuous) or {scales[1]} (discrete)")
            )
    elif results.match_scoring == "IMPs" and match.home_score is not None and match.away_score is not None:
        if match.home_score - match.away_score != margin:
            file_score = match.home_score - match.away_score
            differences.append(Difference(place, "the margin in IMPs", f"{file_score:f}", str(margin)))
    elif results.match_scoring == "point-a-board":
        points = [teams.board_points(board) for board in match.boards]
        our_points = sum(pair[0] for pair in points if pair)
        if match.home_score is not None and match.home_score != our_points:
            differences.append(Difference(place, "the points", f"{match.home_score:f}", str(our_points)))
    return differences


def _on_board(place: str, board: Board) -> list[Difference]:
    imps, points = teams.board_imps(board), teams.board_points(board)
    differences = []
    if imps is not None and board.imps is not None and board.imps != imps:
        differences.append(Difference(f"{place}, board {board.number}", "the IMPs", f"{board.imps:f}", str(imps)))
    if points is not None and board.home_points is not None and board.home_points != points[0]:
        differences.append(
            Difference(f"{place}, board {board.number}", "the points", f"{board.home_points:f}", str(points[0]))
        )
    return differences


def with_our_places(results: Results, comparison: Comparison | None = None) -> Results:
    """The results with our places and figures if the file gives no places at all; otherwise unchanged."""
    if any(entry.place is not None for entry in results.entries):
        return results
    our_comparison = comparison or compare(results)
    by_entry = {id(figure.entry): figure for figure in our_comparison.figures}
    if not our_comparison.compared or not by_entry:
        return results
    percent = results.scoring == "match points" and not results.matches

    def with_places(ranking: Ranking) -> Ranking:
        figures = [by_entry[id(entry)] for entry in ranking.entries if id(entry) in by_entry]
        figures.sort(key=lambda figure: figure.place)
        texts = written_places(figure.place for figure in figures)
        entries = [_our_entry(figure, place, percent=percent) for figure, place in zip(figures, texts, strict=True)]
        others = [entry for entry in ranking.entries if id(entry) not in by_entry]
        return msgspec.structs.replace(ranking, entries=(*entries, *others))

    return msgspec.structs.replace(results, rankings=tuple(with_places(ranking) for ranking in results.rankings))


def _our_entry(our_entry: Ours, place: str, *, percent: bool) -> Entry:
    figure = _hundredths(our_entry.figure)
    return msgspec.structs.replace(
        our_entry.entry,
        place=our_entry.place,
        place_as_written=place,
        percentage=figure if percent else our_entry.entry.percentage,
        score=our_entry.entry.score if percent else figure,
        boards_played=our_entry.boards,
    )
