"""Findings on places that are not in sequence, or that the scores contradict."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from masterpoint.core.results import Entry, Ranking
from masterpoint.core.scoring.ranking import is_ranking
from masterpoint.intake.findings.base import Finding, error, warning
from masterpoint.intake.wording import contestant

PLACES_FIX = "After 2 and 2 comes 4. Or are these two lists?"


def place_findings(ranking: Ranking) -> Iterator[Finding]:
    ranked_entries = [entry for entry in ranking.entries if entry.place is not None]
    has_unread_place = any(entry.place is None and entry.place_as_written not in ("", "-") for entry in ranking.entries)
    if (
        ranked_entries
        and not has_unread_place
        and not is_ranking(entry.place for entry in ranked_entries if entry.place is not None)
    ):
        place_texts = " ".join(entry.place_as_written for entry in ranked_entries)
        message = f"The places of {ranking.label()} do not run 1, 2, 3 with ties: {place_texts}."
        yield error(ranked_entries[0].line, place_texts, message, PLACES_FIX)
    if any(entry.handicap for entry in ranked_entries):
        return
    for (upper, upper_figure), (lower, lower_figure) in pairwise(_figures(ranked_entries)):
        if upper.place != lower.place and upper_figure < lower_figure:
            names = f"{contestant(upper)} is placed above {contestant(lower)}"
            message = f"{names} with a lower score: {upper_figure:f} against {lower_figure:f}."
            yield error(upper.line, upper.number, message, "Correct the places or the scores.")
        elif upper.place == lower.place and upper_figure != lower_figure:
            message = (
                f"{contestant(upper)} and {contestant(lower)} share place {upper.place}, "
                f"though their scores differ: {upper_figure:f} and {lower_figure:f}."
            )
            yield warning(upper.line, upper.number, message, "Check whether this is a tie.")
        elif upper.place != lower.place and upper_figure == lower_figure:
            names = f"{contestant(upper)} and {contestant(lower)}"
            message = f"{names} have the same score, {upper_figure:f}, but different places."
            yield warning(lower.line, upper.number, message, "Check whether this is a tie.")


def _figures(entries: list[Entry]) -> list[tuple[Entry, Decimal]]:
    """Percentages if all entries have one, else scores if all have one, else nothing."""
    percentages = [(entry, entry.percentage) for entry in entries if entry.percentage is not None]
    scores = [(entry, entry.score) for entry in entries if entry.score is not None]
    return next((figures for figures in (percentages, scores) if len(figures) == len(entries)), [])
