"""An award that rests on a reading says so, and one that does not stays silent."""

from __future__ import annotations

from typing import Any

import pytest

from schemes.wbu.making import area_event, awarded, places, raw_event

ONE_WIN = [{"place": 1, "matches": [{"boards": 3, "won": 1}]}]
TIED_LAST = " ".join([places(66), "67= 67= 67=", *(str(place) for place in range(70, 201))])
AREA_FINAL = {"championship": "major", "colour": "green", "boards": 42, "sessions": 2}


@pytest.mark.parametrize(
    ("reading", "event"),
    [
        ("W51", raw_event("session", boards=24, lists=[{"places": "1 2", "size": 50}])),
        ("W52", raw_event("session", "teams", boards=14, lists=[{"places": "1 2", "size": 29}])),
        (
            "W52",
            raw_event("matches", "teams", boards=36, original_tables=58, lists=[{"size": 20, "entries": ONE_WIN}]),
        ),
        ("W53", raw_event("session", "teams", boards=24, lists=[{"places": TIED_LAST}])),
        ("A05", raw_event("session", "individual", boards=24, lists=[{"places": "1 2= 2= 4 5 6 7 8"}])),
        ("A07", raw_event("final", boards=72, original_tables=20, lists=[{"places": places(8)}])),
        (
            "A11",
            raw_event("consolation", boards=24, original_tables=20, premier_tables=8, lists=[{"places": places(12)}]),
        ),
        ("A19", area_event("final", "teams", original_tables=24, lists=[{"places": places(8)}], **AREA_FINAL)),
        ("W22", area_event("final", "teams", original_tables=48, lists=[{"places": places(8)}], **AREA_FINAL)),
        ("W47", raw_event("matches", "teams", boards=36, lists=[{"size": 20, "entries": ONE_WIN}])),
        ("W60", raw_event("final", "teams", boards=24, original_tables=68, lists=[{"places": places(20)}])),
        (
            "W61",
            raw_event(
                "matches",
                "teams",
                boards=36,
                original_tables=20,
                premier_tables=8,
                lists=[{"size": 6, "entries": ONE_WIN}],
            ),
        ),
        ("W62", raw_event("final", "teams", boards=11, original_tables=16, lists=[{"places": "1 2"}])),
        ("W66", raw_event("session", "teams", boards=36, lists=[{"places": places(6)}])),
    ],
)
def test_a_reading_that_is_used_is_cited(reading: str, event: dict[str, Any]) -> None:
    assert reading in awarded(event).readings()


@pytest.mark.parametrize(
    ("reading", "event"),
    [
        ("W51", raw_event("session", boards=24, lists=[{"places": "1 2", "size": 48}])),
        ("W52", raw_event("session", "teams", boards=14, lists=[{"places": "1 2", "size": 28}])),
        ("A05", raw_event("session", "individual", boards=24, lists=[{"places": places(8)}])),
        ("A07", raw_event("final", boards=71, original_tables=20, lists=[{"places": places(8)}])),
        ("W22", area_event("final", "teams", original_tables=49, lists=[{"places": places(8)}], **AREA_FINAL)),
        ("W60", raw_event("final", "teams", boards=24, original_tables=69, lists=[{"places": places(20)}])),
        ("W66", raw_event("session", "teams", boards=35, lists=[{"places": places(6)}])),
        ("W66", raw_event("session", "teams", boards=36, lists=[{"size": 6, "entries": ONE_WIN}])),
    ],
)
def test_one_that_is_not_used_is_not(reading: str, event: dict[str, Any]) -> None:
    assert reading not in awarded(event).readings()
