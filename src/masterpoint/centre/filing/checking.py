"""The automatic checks of a filing, kept with it: the file's own awards against the book's, and what looks wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from masterpoint import intake
from masterpoint.centre.filing.examining import Examined
from masterpoint.core.exact import shown


def checks_of(imported: intake.ImportedFile | None, examined: Examined) -> dict[str, Any] | None:
    """What an officer is shown beside the awards; plain data, for it is kept for ever."""
    remarks = examined.remarks()
    if imported is None or examined.result is None:
        return remarks_alone(remarks)
    scoring = imported.comparison.differences if imported.comparison is not None else ()
    warnings = [str(difference) for difference in scoring]
    warnings += [finding.problem.message for finding in intake.code_findings(imported)]
    return {
        "compared": intake.has_file_awards(imported),
        "differences": [_difference(difference) for difference in intake.award_differences(imported, examined.result)],
        "warnings": warnings + remarks,
        "assumed": list(imported.assumed),
    }


def remarks_alone(remarks: Sequence[str]) -> dict[str, Any] | None:
    """The checks of what came without a file to compare: the remarks, if there are any."""
    return {"compared": False, "differences": [], "warnings": list(remarks), "assumed": []} if remarks else None


def _difference(difference: intake.Difference) -> dict[str, str]:
    data = {name: str(getattr(difference, name)) for name in ("who", "place", "colour", "why", "clause")}
    return data | {"file": shown(difference.file), "ours": shown(difference.ours)}


def count(checks: dict[str, Any] | None) -> int:
    """How many things are to be looked at before the filing is approved."""
    return len(checks["differences"]) + len(checks["warnings"]) if checks else 0
