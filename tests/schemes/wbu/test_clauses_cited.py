"""Every clause the register calls computed or checked is cited by something a test shows.

All case files, examples, worksheets and programmes are run, and the clauses collected that their steps, remarks,
findings and refusals cite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from handbook_cases import awarded, cases_of
from masterpoint import schemes
from masterpoint.core.derivation import trail
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import parse
from schemes.charging_cases import assessed, charge_cases, clauses_cited
from schemes.citing import cited_by, of_event

WBU = schemes.edition_named("wbu", "2003")
REPEATED = {"Scale X": "Scale A-E"}  # printed a second time: test_tables compares its cells


def readings_of(case: dict[str, Any]) -> Iterator[str]:
    try:
        result = awarded(case)
    except MasterpointError:
        return
    yield from (step.reading for award in result.awards for step in award.steps if step.reading)


@pytest.fixture(scope="module")
def cited_clauses() -> set[str]:
    results = {number for case in cases_of("wbu") for number in cited_by(WBU, case)}
    results |= {
        number for case in charge_cases("wbu") if "refused" not in case for number in clauses_cited(assessed(case))
    }
    for text in WBU.book.examples.values():
        results |= set(of_event(WBU, parse(text, source="example")))
    standing = WBU.ranks.progress({"local": 434_400, "green": 7})
    results |= {earlier.clause.number for step in standing.steps for earlier in trail(step)}
    results |= {rung.clause.number for rung in WBU.ranks.rungs_up_to(0)}
    results |= {case["example"] for case in cases_of("wbu") if "example" in case}  # printed, and run as a case
    return results | {again for again, first in REPEATED.items() if first in results}


@pytest.mark.parametrize("chapter", ["1", "2", "3", "4", "5", "Scale"])
def test_every_rule_of_a_chapter_is_cited(chapter: str, cited_clauses: set[str]) -> None:
    rules = {
        number
        for number, clause in WBU.clauses.items()
        if clause.treatment in ("computed", "checked") and number.split(".")[0].split(" ")[0] == chapter
    }
    assert rules
    missing = sorted(rules - cited_clauses)
    assert not missing, " ".join(missing)


def test_no_citation_is_left_to_people(cited_clauses: set[str]) -> None:
    """What the program speaks of, it does something with."""
    assert not {number for number in cited_clauses if WBU.clauses[number].treatment == "left to people"}


def test_readings_cited_are_in_the_register() -> None:
    ids = {reading.id for reading in WBU.readings}
    used = {reading for case in cases_of("wbu") if "awards" in case for reading in readings_of(case)}
    assert used
    assert used <= ids
