"""Every worked example of the five books, unseen cases of every clause, and those of an invented sixth, as TOML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from handbook_cases import name_of, run_case, run_formalities, run_programme, run_sheet
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.cases import cases_in

PACKAGES = [*FEDERATIONS.modules.values(), "schemes.abl"]
CASES = [case for package in PACKAGES for case in cases_in(package)]


@pytest.mark.usefixtures("sixth_federation")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case: dict[str, Any]) -> None:
    if "sheet" in case:
        run_sheet(case)
    elif "programme" in case:
        run_programme(case)
    elif "formalities" in case:
        run_formalities(case)
    else:
        run_case(case)


def test_every_case_stands_with_its_edition() -> None:
    """Where it is shipped, pinned and run."""
    assert not list(Path(__file__).parent.glob("*/cases/*.toml"))
