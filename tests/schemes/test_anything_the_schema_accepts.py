"""Nothing that the published schema accepts crashes: it is awarded, or refused with what is wrong."""

from __future__ import annotations

import os

import pytest

from answers import existing
from masterpoint.core.editions import Edition, check_programme, work_out
from masterpoint.core.errors import MasterpointError, NoSuchClause
from masterpoint.core.events import FORMS
from masterpoint.core.explaining import explain
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FEDERATIONS, example
from schemes import abl
from schemes.from_schema import Maker, examples_of

COUNT = int(os.environ.get("ANY_EVENT_COUNT", "6"))
"""How many events of each form; set it higher for a long run."""
EDITIONS = [
    edition
    for federation in (*FEDERATIONS.values(), example.FEDERATION, abl.FEDERATION)
    for edition in federation.editions
]
CASES = [(edition, form) for edition in EDITIONS for form in FORMS]


def name_of(value: Edition | str) -> str:
    return value if isinstance(value, str) else f"{value.scheme}-{value.name}"


def check_refusal(refusal: MasterpointError) -> None:
    """A refusal says what is wrong and what would be right, and cites what its book has."""
    assert all(problem.message and problem.fix for problem in refusal.problems), refusal
    assert not isinstance(refusal, NoSuchClause)


@pytest.mark.parametrize(("edition", "form"), CASES, ids=name_of)
def test_an_event_is_awarded_or_refused(edition: Edition, form: str) -> None:
    maker = Maker(edition, FORMS[form], "events")
    examples = examples_of(edition, form)
    for number in range(COUNT):
        raw = maker.changed_event(examples[number % len(examples)]) if examples and number % 4 else maker.new_event()
        try:
            event = event_from(raw, {edition.scheme: edition.facts})
            result = edition.award(event)
            if edition.formalities:
                edition.formalities(event)
        except MasterpointError as refusal:
            check_refusal(refusal)
        else:
            assert all(len(sentence) > 1 for sentence in explain(result)), raw


SHEETS = [(edition, name) for edition in EDITIONS for name in edition.worksheets]


@pytest.mark.parametrize(("edition", "name"), SHEETS, ids=name_of)
def test_a_worksheet_answers_or_refuses(edition: Edition, name: str) -> None:
    maker = Maker(edition, edition.worksheets[name].facts, name)
    for _ in range(COUNT):
        try:
            work_out(edition, name, maker.answers())
        except MasterpointError as refusal:
            check_refusal(refusal)


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition.programme], ids=name_of)
def test_a_programme_is_checked_or_refused(edition: Edition) -> None:
    maker = Maker(edition, existing(edition.programme).facts, "programme")
    for _ in range(COUNT):
        try:
            check_programme(edition, maker.answers())
        except MasterpointError as refusal:
            check_refusal(refusal)
