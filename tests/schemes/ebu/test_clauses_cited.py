"""Every clause the register calls computed or checked is cited by something a test shows.

All case files, examples, worksheets and programmes are run, and the clauses collected that their steps, remarks,
findings and refusals cite.
"""

from __future__ import annotations

import re

import pytest

from handbook_cases import cases_of
from masterpoint import schemes
from masterpoint.core.parsing import event_from, parse
from schemes.charging_cases import assessed, charge_cases, clauses_cited
from schemes.citing import cited_by, of_event

EBU = schemes.edition_named("ebu", "2014")
EXAMPLE = re.compile(r"(\d+(?:\.\d+)+)\b")  # a case named for the clause that prints it as an example
REPEATED = {"Scale X": "Scale A-E"}  # printed a second time: test_scale_x compares its cells


@pytest.fixture(scope="module")
def cited_clauses() -> set[str]:
    results = {number for case in cases_of("ebu") for number in cited_by(EBU, case)}
    results |= {
        number for case in charge_cases("ebu") if "refused" not in case for number in clauses_cited(assessed(case))
    }
    for text in EBU.book.examples.values():
        results |= set(of_event(EBU, parse(text, source="example")))
    for rank in ({"local": 6000, "green": 11, "blue": 30, "online": 50, "gold": 2},):
        results |= {step.clause.number for step in EBU.ranks.progress(rank).steps}
    examples = {match[1] for case in cases_of("ebu") if (match := EXAMPLE.match(case["name"]))}
    results |= {number for number in examples & set(EBU.clauses) if "orked example" in EBU.clauses[number].gist}
    return results | {again for again, first in REPEATED.items() if first in results}


@pytest.mark.parametrize("chapter", ["1", "2", "3", "4", "5", "6", "Scale", "UMS"])
def test_every_rule_of_a_chapter_is_cited(chapter: str, cited_clauses: set[str]) -> None:
    rules = {
        number
        for number, clause in EBU.clauses.items()
        if clause.treatment in ("computed", "checked") and number.split(".")[0].split(" ")[0] == chapter
    }
    assert rules
    missing = sorted(rules - cited_clauses)
    assert not missing, " ".join(missing)


def test_no_citation_is_left_to_people(cited_clauses: set[str]) -> None:
    """What the program speaks of, it does something with."""
    spoken_of = {number for number in cited_clauses if EBU.clauses[number].treatment == "left to people"}
    assert not spoken_of


def test_every_reading_an_award_rests_on_is_in_the_register() -> None:
    ids = {reading.id for reading in EBU.readings}
    used = set()
    for case in cases_of("ebu"):
        if not {"sheet", "programme", "refused", "formalities"} & set(case):
            used |= set(EBU.by_rule(event_from(case["event"], schemes.FACTS)).readings())
    assert used <= ids
    assert {"A03", "A16"} <= used
