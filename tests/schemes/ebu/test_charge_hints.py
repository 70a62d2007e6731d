"""Charge codes read backwards: what a file's code tells, and codes that do not fit their event."""

from __future__ import annotations

import msgspec
import pytest

from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charge_hints import HINTS, code_problems, hints
from masterpoint.schemes.ebu.rules.organisations.charges import charge_code, charge_codes
from schemes.ebu.making import BOOK

CLUB = {
    "form": "session", "scheme": "ebu", "day": "2026-11-10", "contest": "pairs", "boards": 24,
    "organiser": {"level": "club"}, "lists": [{"places": "1 2 3 4 5 6"}],
}  # fmt: skip


@pytest.mark.parametrize("code", sorted(HINTS))
def test_the_event_a_code_tells_of_is_charged_by_that_code(code: str) -> None:
    fields = CLUB | {key: value for key, value in hints(code).items() if key != "facts"}
    event = event_from(fields | {"facts": hints(code).get("facts", {})}, FACTS)
    assert charge_code(BOOK, event, msgspec.convert(event.facts, Facts))[0].number == code
    assert code_problems(BOOK, event, code) == []


@pytest.mark.parametrize("code", ["10", "3", "03"])
def test_codes_that_fit_a_club_session(code: str) -> None:
    assert code_problems(BOOK, event_from(CLUB, FACTS), code) == []


@pytest.mark.parametrize("code", ["00", "20", "99", "04", "xx"])
def test_codes_that_do_not(code: str) -> None:
    (problem,) = code_problems(BOOK, event_from(CLUB, FACTS), code)
    assert "use code 10" in problem.fix
    assert problem.clause
    assert set(HINTS) <= set(charge_codes(BOOK))
