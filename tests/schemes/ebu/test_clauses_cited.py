"""Every clause the register calls computed or checked is cited by something a test shows.

All case files, examples, worksheets and programmes are run, and the clauses collected that their steps, remarks,
findings and refusals cite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from handbook_cases import cases_in
from masterpoint import schemes
from masterpoint.core.derivation import Remark, Result, Step, trail
from masterpoint.core.editions import check_programme, work_out
from masterpoint.core.errors import MasterpointError
from masterpoint.core.reading import event_from, parse
from masterpoint.schemes.families.handbook import examples_of

EBU = schemes.edition_for("ebu")
CASES = Path(__file__).parent / "cases"
EXAMPLE = re.compile(r"(\d+(?:\.\d+)+)\b")  # a case named for the clause that prints it as an example
REPEATED = {"Scale X": "Scale A-E"}  # printed a second time: test_scale_x compares its cells


def cited_by(case) -> Iterator[str]:
    try:
        if "sheet" in case:
            yield from of_answers(work_out(EBU, case["sheet"], case["asks"]))
        elif "programme" in case:
            yield from (finding.clause.number for finding in check_programme(EBU, case["programme"]))
        else:
            yield from of_event(case["event"])
    except MasterpointError as refusal:
        yield from (problem.clause.removeprefix("EBU ") for problem in refusal.problems)


def of_answers(answers) -> Iterator[str]:
    for answer in answers:
        if isinstance(answer, Remark):
            yield answer.clause.number
        elif isinstance(answer, Step):
            yield from (step.clause.number for step in trail(answer))


def of_event(raw) -> Iterator[str]:
    event = event_from(raw, schemes.FACTS)
    yield from (remark.clause.number for remark in EBU.formalities(event))
    yield from of_result(EBU.award(event))


def of_result(result: Result) -> Iterator[str]:
    yield from (remark.clause.number for remark in result.remarks)
    yield from (step.clause.number for award in result.awards for step in award.steps)


@pytest.fixture(scope="module")
def cited() -> set[str]:
    found = {number for case in cases_in(CASES) for number in cited_by(case)}
    for text in examples_of(EBU.package).values():
        found |= set(of_event(parse(text, source="example")))
    for rank in ({"local": 6000, "green": 11, "blue": 30, "online": 50, "gold": 2},):
        found |= {step.clause.number for step in EBU.ranks.standing(rank).steps}
    examples = {named[1] for case in cases_in(CASES) if (named := EXAMPLE.match(case["name"]))}
    found |= {number for number in examples & set(EBU.clauses) if "orked example" in EBU.clauses[number].gist}
    return found | {again for again, first in REPEATED.items() if first in found}


@pytest.mark.parametrize("chapter", ["1", "2", "3", "4", "5", "6", "Scale", "UMS"])
def test_every_rule_of_a_chapter_is_cited(chapter, cited):
    rules = {
        number
        for number, clause in EBU.clauses.items()
        if clause.treatment in ("computed", "checked") and number.split(".")[0].split(" ")[0] == chapter
    }
    assert rules
    missing = sorted(rules - cited)
    assert not missing, " ".join(missing)


def test_no_citation_is_left_to_people(cited):
    """What the program speaks of, it does something with."""
    spoken_of = {number for number in cited if EBU.clauses[number].treatment == "left to people"}
    assert not spoken_of


def test_every_reading_an_award_rests_on_is_in_the_register():
    known = {reading.id for reading in EBU.readings}
    used = set()
    for case in cases_in(CASES):
        if not {"sheet", "programme", "refused", "formalities"} & set(case):
            used |= set(EBU.award(event_from(case["event"], schemes.FACTS)).readings())
    assert used <= known
    assert {"A03", "A16"} <= used
