"""The lists of one section that have a direction, worked out once for all checks."""

from __future__ import annotations

from msgspec.structs import replace

from masterpoint import schemes
from masterpoint.core.movements import Movement, movements
from masterpoint.core.parsing import event_from

EVENING = {
    "form": "session",
    "scheme": "ebu",
    "day": "2026-11-10",
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
}
SESSION = {"boards": 24, "lists": [{"direction": "NS", "places": "1 2"}, {"direction": "EW", "places": "1 2 3"}]}


def test_lists_of_one_section_make_a_movement_and_lists_without_direction_none() -> None:
    lists = [
        {"section": "A", "places": "1 2 3"},
        {"section": "B", "direction": "NS", "places": "1 2 3 4"},
        {"section": "C", "direction": "NS", "places": "1 2"},
        {"section": "B", "direction": "EW", "places": "1 2 3", "size": 5},
    ]
    assert movements(event_from(EVENING | {"lists": lists}, schemes.FACTS)) == (
        Movement("lists", "B", 1, ("NS", "EW"), 5, 4),
        Movement("lists", "C", 2, ("NS",), 2, 2),
    )


def test_sessions_have_movements_of_their_own() -> None:
    raw = EVENING | {"form": "tournament", "sessions": [SESSION, SESSION], "overall": [{"places": "1 2 3 4 5"}]}
    actual = movements(event_from(raw, schemes.FACTS))
    assert [movement.stage for movement in actual] == ["sessions[0].lists", "sessions[1].lists"]
    assert {movement.directions for movement in actual} == {("NS", "EW")}


def test_a_changed_copy_is_looked_at_anew() -> None:
    event = event_from(EVENING | {"lists": SESSION["lists"]}, schemes.FACTS)
    assert len(movements(event)) == 1
    assert movements(replace(event, lists=())) == ()
