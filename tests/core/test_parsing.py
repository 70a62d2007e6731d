"""Bad input: all problems at once, each with its path, its value and its fix; nothing else is raised."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FACTS

GOOD = {
    "form": "session",
    "scheme": "ebu",
    "day": date(2026, 11, 10),
    "contest": "pairs",
    "boards": 24,
    "organiser": {"level": "club"},
    "lists": [{"places": "1 2 3 4 5 6"}],
}


def problems_of(raw: dict[str, Any]) -> dict[str, Problem]:
    with pytest.raises(NotReadable) as refused:
        event_from(raw, FACTS)
    for problem in refused.value.problems:
        assert problem.place
        assert problem.message
        assert problem.fix
    return {problem.place: problem for problem in refused.value.problems}


def test_a_good_event_reads() -> None:
    read = event_from(GOOD, FACTS)
    assert isinstance(read, SessionEvent) and read.boards == 24


def test_all_problems_come_at_once() -> None:
    problems = problems_of(
        GOOD
        | {
            "boards": -3,
            "contest": "patience",
            "day": "yesterday",
            "tabels": 4,
            "organiser": {},
            "handicap": "no",
            "lists": [{"places": 7, "size": 0}],
        }
    )
    assert set(problems) == {
        "boards",
        "contest",
        "day",
        "tabels",
        "organiser.level",
        "handicap",
        "lists[0].places",
        "lists[0].size",
    }
    assert problems["boards"].value == "-3"
    assert "pairs" in problems["contest"].fix


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"boards": 10**9}, "boards"),
        ({"boards": 24.5}, "boards"),
        ({"boards": "24"}, "boards"),
        ({"boards": True}, "boards"),
        ({"lists": []}, "lists"),
        ({"lists": [{"places": "1 3"}]}, "lists[0].entries[1].place"),
        ({"lists": [{"places": "1 2", "tables": Decimal("1.3")}]}, "lists[0].tables"),
        ({"lists": [{"places": "1 2", "tables": Decimal("-1")}]}, "lists[0].tables"),
        ({"scheme": "zbu"}, "scheme"),
        ({"form": "bingo"}, "form"),
        ({"facts": {"membres_only": True}}, "facts.membres_only"),
        ({"facts": {"members_only": "yes"}}, "facts.members_only"),
        ({"masterpoint": 2}, "masterpoint"),
        ({"name": "x" * 500}, "name"),
        ({"organiser": "club"}, "organiser"),
    ],
)
def test_each_problem_names_its_place(change: dict[str, Any], place: str) -> None:
    assert place in problems_of(GOOD | change)


def test_a_player_in_two_entries_is_named() -> None:
    players = [{"id": "7", "name": "Ada"}]
    entries = [{"place": 1, "players": players}, {"place": 2, "players": players}]
    problems = problems_of(GOOD | {"lists": [{"entries": entries}]})
    assert set(problems) == {"lists[0].entries[1].players[0].id"}


@pytest.mark.parametrize("text", ["{", "form = ", "[[[", '{"a": NaN}', "x = inf", '{"a":' * 3000, "\x00", "= 3"])
def test_broken_files_are_told_apart_from_events(text: str) -> None:
    with pytest.raises(NotReadable) as refused:
        raw = parse(text, source="event.toml")
        event_from(raw, FACTS)
    assert refused.value.problems


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(sorted(GOOD)), json_values)
def test_any_value_anywhere_reads_or_is_refused(field: str, value: Any) -> None:
    try:
        event_from(GOOD | {field: value}, FACTS)
    except NotReadable as refused:
        assert refused.problems
        assert all(problem.place and problem.fix for problem in refused.problems)


def test_numbers_stay_exact() -> None:
    assert parse("x = 0.1", source="t")["x"] == Decimal("0.1")
    assert parse('{"x": 0.1}', source="t")["x"] == Decimal("0.1")


def test_a_number_of_tables_written_as_a_number_is_not_among_the_problems() -> None:
    for tables in (9, Decimal("9.5"), "9.5"):
        problems = problems_of(GOOD | {"tabels": 4, "lists": [{"places": "1 2 3", "tables": tables}]})
        assert set(problems) == {"tabels"}


def test_text_that_is_no_number_is_named_wherever_a_number_is_asked_for() -> None:
    entry = {"place": 1, "score": "NaN", "matches": [{"boards": 8, "scores": ["10", "Infinity"]}]}
    fields = {**GOOD, "scheme": "abf", "facts": {"pqp": {"D": "NaN"}}, "lists": [{"entries": [entry], "size": 14}]}
    assert "facts.pqp.D" in problems_of(fields)
    del fields["facts"]
    assert set(problems_of(fields)) == {"lists[0].entries[0].score", "lists[0].entries[0].matches[0].scores[1]"}


def test_each_missing_field_is_named_once() -> None:
    with pytest.raises(NotReadable) as refused:
        event_from({"form": "session"}, {})
    places = [problem.place for problem in refused.value.problems]
    assert sorted(places) == ["boards", "contest", "day", "lists", "organiser", "scheme"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"x": 1e99999999999999999999}', "1e99999999999999999999 is not a number"),
        ("x = 1e99999999999999999999", "1e99999999999999999999 is not a number"),
        (f'{{"x": {"9" * 5000}}}', "… has more than 1000 digits"),
        ('{"x": "\\ud800"}', "\\ud800 is half a character and cannot be stored"),
        ('{"x": [1], "\\uDFFF": 1}', "\\udfff is half a character and cannot be stored"),
        ('{"x": }', "Expecting value"),
    ],
)
def test_what_no_number_and_no_text_can_be_is_refused_with_what_it_is(text: str, message: str) -> None:
    with pytest.raises(NotReadable) as refusal:
        parse(text, source="the event")
    (problem,) = refusal.value.problems
    assert message in problem.message and problem.message.startswith("this is neither TOML nor JSON: ")
    assert parse('{"x": "\\ud83c\\udccf"}', source="the event") == {"x": "🃏"}
