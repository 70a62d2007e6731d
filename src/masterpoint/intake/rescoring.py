"""Compares our ranking, worked out from the travellers, with the file's, and lists each difference.

Programs differ in details that are not mistakes: match points rounded to a tenth on each line, IMPs scaled up for a
pair that sat out. Each such habit is tried, and the one that explains most is named.
"""

from __future__ import annotations

import msgspec

from masterpoint.core.results import Entry, Ranking, Results, written_places
from masterpoint.core.scoring.field import NotScorable
from masterpoint.intake.comparisons import Comparison, ScoredEntry, closest_of, comparison_by, hundredths
from masterpoint.intake.habits import habits
from masterpoint.intake.match_comparison import match_comparison

OUR_METHODS = ("match points", "cross-IMPs", "Butler IMPs", "aggregate")


def compare(results: Results) -> Comparison:
    """Score the travellers or matches, rank, and compare."""
    if results.matches:
        return match_comparison(results)
    if not results.boards:
        return Comparison(False, "The file has no board results, so its ranking cannot be checked.")
    if results.scoring not in OUR_METHODS:
        return Comparison(False, f"Boards scored by {results.scoring or 'an unknown method'} are not compared.")
    try:
        closest = closest_of(
            comparison_by(results, habit) for habit in habits(results, across_field=across_field(results))
        )
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


def _our_entry(our_entry: ScoredEntry, place: str, *, percent: bool) -> Entry:
    figure = hundredths(our_entry.figure)
    return msgspec.structs.replace(
        our_entry.entry,
        place=our_entry.place,
        place_as_written=place,
        percentage=figure if percent else our_entry.entry.percentage,
        score=our_entry.entry.score if percent else figure,
        boards_played=our_entry.boards,
    )
