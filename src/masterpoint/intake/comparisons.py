"""Compares a way of scoring a field with the file: its figures and places, and each difference from ours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import msgspec

from masterpoint.core.results import Entry, Ranking, Results
from masterpoint.core.scoring.ranking import places
from masterpoint.intake.habits import Habit

TOLERANCE = Fraction(1, 100)


class ScoredEntry(msgspec.Struct, frozen=True):
    """A contestant as we score it."""

    entry: Entry
    figure: Fraction
    place: int
    boards: int
    same_place: bool
    """Whether the file's place is ours, or would be by rounded figures or before the handicap."""


class ScoringDifference(msgspec.Struct, frozen=True):
    """One point on which we differ from the file."""

    place: str
    subject: str
    file_value: str
    our_value: str

    def __str__(self) -> str:
        return f"{self.place}: {self.subject} is {self.file_value} in the file, {self.our_value} by our scoring"


class Comparison(msgspec.Struct, frozen=True):
    """The result of a comparison. `compared` is False if the file has nothing to score; `message` says why."""

    compared: bool
    message: str
    method: str = ""
    figures: tuple[ScoredEntry, ...] = ()
    differences: tuple[ScoringDifference, ...] = ()
    unusual: bool = False
    """Whether the file agrees, but by a way of scoring that deserves a remark."""

    @property
    def agrees(self) -> bool:
        return self.compared and not self.differences


def comparison_by(results: Results, habit: Habit) -> Comparison:
    """Our ranking by one way of scoring, against the file's."""
    method, figures = habit.name, habit.figures
    by_number: dict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for (_, _, number), figure in figures.items():
        by_number[number].append(figure)
    our_ranking: list[ScoredEntry] = []
    differences: list[ScoringDifference] = []
    for ranking in results.rankings:
        scored_entries: list[tuple[Entry, Fraction, int]] = []
        for entry in ranking.entries:
            candidates = by_number.get(entry.number, [])
            figure_and_boards = figures.get((entry.session, entry.section, entry.number)) or (
                candidates[0] if len(candidates) == 1 else None
            )
            if figure_and_boards is None:
                place = f"{ranking.label()}, {entry.number}"
                differences.append(ScoringDifference(place, "the number of boards", _as_in_file(entry), "none"))
            else:
                scored_entries.append((entry, *figure_and_boards))
        our_ranking += _our_ranking(scored_entries)
        differences += [
            difference
            for our_entry in our_ranking[len(our_ranking) - len(scored_entries) :]
            for difference in _scoring_differences(ranking, our_entry)
        ]
    if not our_ranking:
        return Comparison(False, "The board results do not say which contestant they belong to.")
    if not any(entry.place or _file_figure(entry) is not None for entry in results.entries):
        return Comparison(True, f"The file gives no ranking; this is ours, by {method}.", method, tuple(our_ranking))
    agreement = "agrees with the file" if not differences else f"differs from the file in {len(differences)} places"
    message = f"Our ranking, by {method}, {agreement}."
    return Comparison(True, message, method, tuple(our_ranking), tuple(differences), habit.unusual)


def _as_in_file(entry: Entry) -> str:
    return "not given" if entry.boards_played is None else str(entry.boards_played)


def _file_figure(entry: Entry) -> Decimal | None:
    return entry.percentage if entry.percentage is not None else entry.score


def _handicap(entry: Entry) -> Fraction:
    """New Zealand: half the handicap is added to the percentage."""
    return Fraction(entry.handicap) / 2 if entry.handicap else Fraction(0)


def _our_ranking(scored_entries: Sequence[tuple[Entry, Fraction, int]]) -> list[ScoredEntry]:
    """Places by our figures. A file may rank before or after the handicap, and by rounded figures."""
    final = [figure + _handicap(entry) for entry, figure, _ in scored_entries]
    raw = [figure for _, figure, _ in scored_entries]
    final_places = places(final)
    others = [
        places(raw),
        places([hundredths(figure) for figure in final]),
        places([hundredths(figure) for figure in raw]),
    ]
    return [
        ScoredEntry(
            entry, final[i], final_places[i], boards, entry.place in (final_places[i], *(other[i] for other in others))
        )
        for i, (entry, _, boards) in enumerate(scored_entries)
    ]


def hundredths(figure: Fraction) -> Decimal:
    scaled = Decimal(figure.numerator) / Decimal(figure.denominator)
    return scaled.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _scoring_differences(ranking: Ranking, our_entry: ScoredEntry) -> list[ScoringDifference]:
    entry = our_entry.entry
    place = f"{ranking.label()}, {entry.number}"
    file_figure = _file_figure(entry)
    differences = []
    if file_figure is not None and abs(Fraction(file_figure) - our_entry.figure) > TOLERANCE:
        differences.append(
            ScoringDifference(place, "the result", f"{file_figure:f}", f"{hundredths(our_entry.figure):f}")
        )
    if entry.place is not None and not our_entry.same_place:
        differences.append(
            ScoringDifference(place, "the place", entry.place_as_written or str(entry.place), str(our_entry.place))
        )
    if entry.boards_played is not None and entry.boards_played != our_entry.boards:
        differences.append(
            ScoringDifference(place, "the number of boards", str(entry.boards_played), str(our_entry.boards))
        )
    return differences


def closest_of(attempts: Iterable[Comparison]) -> Comparison | None:
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
