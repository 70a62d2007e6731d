"""Finds everything wrong with a file at once, whatever the book says.

Nothing here needs a handbook: charge codes only have to be known ones, and awards are not checked.
"""

from __future__ import annotations

from datetime import date

from masterpoint.core.results import Results
from masterpoint.intake.findings.base import Finding, in_order
from masterpoint.intake.findings.head import count_findings, head_findings
from masterpoint.intake.findings.lists import check_list
from masterpoint.intake.findings.people import contestant_findings, people_findings
from masterpoint.intake.findings.play import board_findings, match_findings
from masterpoint.intake.findings.ranking import place_findings


def check_results(results: Results, *, today: date, federation: str = "") -> tuple[Finding, ...]:
    """All findings on results, errors first; `federation` (ebu, wbu, sbu, abf, nz) sharpens the checks of numbers."""
    return in_order(
        (
            *(Finding("warning", problem) for problem in results.notices),
            *head_findings(results, today),
            *count_findings(results),
            *people_findings(results, federation),
            *contestant_findings(results),
            *(finding for ranking in results.rankings for finding in place_findings(ranking)),
            *board_findings(results),
            *match_findings(results),
        )
    )


__all__ = ["Finding", "check_list", "check_results"]
