"""The register tells the truth: what it calls computed or checked is cited by a figure, a finding or a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from answers import existing
from handbook_cases import awarded, cases_of
from masterpoint import schemes
from masterpoint.core.derivation import Remark, Step, trail
from masterpoint.core.editions import check_programme, work_out
from masterpoint.core.errors import MasterpointError
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.tariffs import amount_of
from masterpoint.schemes.nz import FEDERATION
from masterpoint.schemes.nz.rules.office.sheet_people import Member, Register
from masterpoint.schemes.nz.rules.office.sheets import SHEETS, check_sheet, template
from masterpoint.schemes.nz.rules.points.ranks import rank_progress

EDITION = FEDERATION.editions[0]
BOOK = EDITION.book

HERE = Path(__file__).parent
READINGS = {reading.id for reading in EDITION.readings}


def _numbers(answers: Iterable[object]) -> set[str]:
    steps = {earlier.clause.number for answer in answers if isinstance(answer, Step) for earlier in trail(answer)}
    return steps | {answer.clause.number for answer in answers if isinstance(answer, Remark)}


def _of_event(raw: dict[str, Any], *, is_refused: bool = False) -> set[str]:
    event = event_from(raw, schemes.FACTS)
    result = EDITION.award(event) if is_refused else EDITION.by_rule(event)
    return _numbers([*(award.step for award in result.awards), *result.remarks, *existing(EDITION.formalities)(event)])


def _of_case(case: dict[str, Any]) -> set[str]:
    try:
        if "sheet" in case:
            return _numbers(work_out(EDITION, case["sheet"], case["asks"]))
        if "programme" in case:
            return _numbers(check_programme(EDITION, case["programme"]))
        return _of_event(case["event"], is_refused="refused" in case)
    except MasterpointError as refusal:
        return {problem.clause.removeprefix("NZ ") for problem in refusal.problems}


def _of_sheet(name: str, text: str, register: Register | None = None) -> set[str]:
    try:
        return _numbers(check_sheet(BOOK, name, text, source=name, register=register).remarks)
    except MasterpointError as refusal:
        return {problem.clause.removeprefix("NZ ") for problem in refusal.problems}


def _of_all_sheets() -> set[str]:
    register = {"10101": Member(number="10101", name="Ada Example", status="resigned")}
    numbers: set[str] = set()
    for name in SHEETS:
        text = template(BOOK, name)
        numbers |= _of_sheet(name, text) | _of_sheet(name, text, register) | _of_sheet(name, text.replace("10101", ""))
    wrong = template(BOOK, "teams-result").replace("teams = 6", "teams = 1").replace('"X"', '"W"')
    numbers |= _of_sheet("teams-result", wrong.replace("[20, 20, 20]", "[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]"))
    wrong = template(BOOK, "tournament-input").replace("sessions = 2", "sessions = 3").replace('= "pairs"', '= "teams"')
    numbers |= _of_sheet("tournament-input", wrong)
    numbers |= _of_sheet("session-result", template(BOOK, "session-result").replace('"2"', '"two"'))
    for old, new in (("Club,\n", "Club,777\n"), ("10190", "x")):
        numbers |= _of_sheet("addition", template(BOOK, "addition").replace(old, new))
    return numbers


@pytest.fixture(scope="module")
def cited_numbers() -> set[str]:
    numbers: set[str] = set()
    for case in cases_of("nz"):
        numbers |= _of_case(case)
    for name, text in EDITION.book.examples.items():
        numbers |= _of_event(parse(text, source=name))
    for a_points, b_points in ((0, 3), (0, 60), (0, 160), (60, 240), (175, 525)):
        numbers |= _numbers(rank_progress(BOOK, {"A": a_points, "B": b_points}).steps)
    numbers |= _of_all_sheets()
    soon = amount_of("club_session", FEDERATION.charging.items["club_session"], "0.40", date(2026, 5, 1))
    return numbers | _numbers(FEDERATION.charging.entry_remarks(BOOK, soon, date(2026, 4, 30)))


def test_what_is_computed_or_checked_is_cited(cited_numbers: set[str]) -> None:
    numbers = {number for number, clause in EDITION.clauses.items() if clause.treatment in ("computed", "checked")}
    assert sorted(numbers - cited_numbers) == []


NO_AWARD_RESTS_ON = {  # slips of reference, dates, and what refusals and findings say in words
    *("N-01", "N-08", "N-14", "N-15", "N-16", "N-17", "N-28", "N-29", "N-31", "N-32", "N-33", "N-41", "N-42"),
    *("N-43", "N-46", "N-51", "N-55", "N-56"),
    *("N-91", "N-92", "N-93"),  # fees
}


def test_every_reading_is_used_or_changes_no_award() -> None:
    used: set[str] = set()
    for case in cases_of("nz"):
        if "refused" in case or "programme" in case:
            continue
        if "sheet" in case:
            answers = work_out(EDITION, case["sheet"], case["asks"])
        else:
            result = awarded(case)
            answers = [*(award.step for award in result.awards), *result.remarks]
        used |= {
            step.reading for answer in answers if isinstance(answer, Step) for step in trail(answer) if step.reading
        }
        remarks = [str(answer.message) for answer in answers if isinstance(answer, Remark)]
        used |= {word for remark in remarks for word in re.findall(r"N-\d\d", remark)}
    for a_points, b_points in ((0, 160), (500, 2500)):
        used |= {
            step.reading for last in rank_progress(BOOK, {"A": a_points, "B": b_points}).steps for step in trail(last)
        } - {""}
    assert used <= READINGS
    assert sorted(READINGS - used - NO_AWARD_RESTS_ON) == []
    assert sorted(used & NO_AWARD_RESTS_ON) == []
