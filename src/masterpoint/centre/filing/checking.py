"""The automatic checks of a filing, stored with it: the file's own awards compared with the book's, and suspicious
facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from masterpoint import intake
from masterpoint.centre.filing.examining import Examination
from masterpoint.centre.filing.queries import NO_CHECKS
from masterpoint.core.exact import figure_text


def checks_of(imported: intake.ImportedFile | None, examination: Examination) -> dict[str, Any] | None:
    """The checks for an officer as plain data, because they are stored permanently."""
    remarks = examination.remarks()
    if imported is None or examination.result is None:
        return remarks_only(remarks)
    scoring = imported.comparison.differences if imported.comparison is not None else ()
    warnings = [str(difference) for difference in scoring]
    warnings += [finding.problem.message for finding in intake.code_findings(imported)]
    return {
        "compared": intake.has_file_awards(imported),
        "differences": [
            _difference(difference) for difference in intake.award_differences(imported, examination.result)
        ],
        "warnings": warnings + remarks,
        "assumed": list(imported.assumed),
    }


def remarks_only(remarks: Sequence[str]) -> dict[str, Any] | None:
    """The checks of an event without a file: the remarks, if there are any."""
    return NO_CHECKS | {"warnings": list(remarks)} if remarks else None


def _difference(difference: intake.Difference) -> dict[str, str]:
    data = {name: str(getattr(difference, name)) for name in ("who", "place", "colour", "why", "clause")}
    return data | {"file": figure_text(difference.file), "ours": figure_text(difference.ours)}


def count(checks: dict[str, Any] | None) -> int:
    """The number of findings to look at before approval."""
    return len(checks["differences"]) + len(checks["warnings"]) if checks else 0
