"""Every worked example of the five books, unseen cases of every clause, and those of an invented sixth, as TOML."""

from __future__ import annotations

from pathlib import Path

import pytest

from handbook_cases import cases_in, name_of, run_case, run_formalities, run_programme, run_sheet

CASES = [case for folder in sorted(Path(__file__).parent.glob("*/cases")) for case in cases_in(folder)]


@pytest.mark.usefixtures("sixth_federation")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case):
    if "sheet" in case:
        run_sheet(case)
    elif "programme" in case:
        run_programme(case)
    elif "formalities" in case:
        run_formalities(case)
    else:
        run_case(case)
