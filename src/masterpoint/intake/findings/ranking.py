"""Places that do not run, or that the scores contradict."""

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
    placed = [entry for entry in ranking.entries if entry.place is not None]
    unread = any(entry.place is None and entry.place_as_written not in ("", "-") for entry in ranking.entries)
    if placed and not unread and not is_ranking(entry.place for entry in placed if entry.place is not None):
        written = " ".join(entry.place_as_written for entry in placed)
        message = f"The places of {ranking.named()} do not run 1, 2, 3 with ties: {written}."
        yield error(placed[0].line, written, message, PLACES_FIX)
    if any(entry.handicap for entry in placed):
        return
    for (better, high), (worse, low) in pairwise(_figures(placed)):
        if better.place != worse.place and high < low:
            who = f"{contestant(better)} is placed above {contestant(worse)}"
            message = f"{who} with a lower score: {high:f} against {low:f}."
            yield error(better.line, better.number, message, "Correct the places or the scores.")
        elif better.place == worse.place and high != low:
            message = (
                f"{contestant(better)} and {contestant(worse)} share place {better.place}, "
                f"though their scores differ: {high:f} and {low:f}."
            )
            yield warning(better.line, better.number, message, "Check whether this is a tie.")
        elif better.place != worse.place and high == low:
            message = (
                f"{contestant(better)} and {contestant(worse)} have the same score, {high:f}, but different places."
            )
            yield warning(worse.line, better.number, message, "Check whether this is a tie.")


def _figures(placed: list[Entry]) -> list[tuple[Entry, Decimal]]:
    """Percentages where all have one, else scores, else nothing."""
    percentages = [(entry, entry.percentage) for entry in placed if entry.percentage is not None]
    scores = [(entry, entry.score) for entry in placed if entry.score is not None]
    return next((figures for figures in (percentages, scores) if len(figures) == len(placed)), [])
