"""The invented federation that docs and newcomers copy: it works, and it is no member of FEDERATIONS."""

from __future__ import annotations

from typing import Any

import pytest

from answers import of_kind
from handbook_cases import check_steps
from masterpoint.core.errors import Refused
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.example import FEDERATION

(EDITION,) = FEDERATION.editions
EXAMPLE = parse(EDITION.book.examples["session"], source="example")


def event(**fields: Any) -> SessionEvent:
    return of_kind(SessionEvent, event_from(EXAMPLE | fields, {"xbu": EDITION.facts}))


def test_the_example_is_awarded_as_its_book_says() -> None:
    result = EDITION.award(event())
    assert [award.points for award in result.awards][:5] == [18, 14, 14, 9, 0]
    check_steps(result, EDITION)


def test_teams_and_leagues_are_refused_with_their_clause() -> None:
    with pytest.raises(Refused, match=r"XBU 4\.1"):
        EDITION.award(event(contest="teams"))
    league = {"form": "league", "boards": 24, "divisions": [{"level": 1, "entries": [{"place": 1}]}]}
    raw = {key: value for key, value in EXAMPLE.items() if key not in ("lists", "boards", "form")} | league
    with pytest.raises(Refused, match=r"XBU 9\.1"):
        EDITION.award(event_from(raw, {"xbu": EDITION.facts}))


def test_ranks() -> None:
    assert EDITION.ranks.progress({"local": 600}).rank == "Player"
    assert EDITION.ranks.progress({"local": 600}).gaps[0].missing == 4400


def test_it_is_not_offered_to_anybody() -> None:
    assert "xbu" not in FEDERATIONS
