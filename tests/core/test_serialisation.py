"""A result as plain data agrees with the result."""

from __future__ import annotations

import sys
from functools import partial
from operator import add

import pytest
from msgspec.structs import replace

from masterpoint import schemes
from masterpoint.core.derivation import Clause, derive, fact, recompute, trail
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.serialisation import exact_text, result_as_data, steps_as_data

DEEP = 5 * sys.getrecursionlimit()
EXAMPLES = [
    (edition.scheme, name, text)
    for federation in schemes.FEDERATIONS.values()
    for edition in federation.editions[-1:]
    for name, text in edition.book.examples.items()
]


@pytest.mark.parametrize(("scheme", "name", "text"), EXAMPLES, ids=lambda value: str(value)[:20])
def test_every_example_is_written_whole(scheme: str, name: str, text: str) -> None:
    result = schemes.award(event_from(parse(text, source=name), schemes.FACTS))
    data = result_as_data(result)
    assert data["readings"] == result.readings()
    assert len(data["awards"]) == len(result.awards)
    assert [step["id"] for step in data["steps"]] == list(range(len(data["steps"])))
    for award, written in zip(result.awards, data["awards"], strict=True):
        assert data["steps"][written["step"]]["message"] == str(award.step.message)
        assert written["points"] == data["steps"][written["step"]]["value"]


def test_a_derivation_may_be_deeper_than_python_recurses() -> None:
    _, name, text = EXAMPLES[0]
    result = schemes.award(event_from(parse(text, source=name), schemes.FACTS))
    step = result.awards[0].step
    for _ in range(DEEP):
        step = derive(partial(add, 1), step, clause=step.clause, message="one more")
    before = len(trail(result.awards[0].step))
    data = result_as_data(replace(result, awards=(replace(result.awards[0], step=step),)))
    assert data["awards"][0]["points"] == exact_text(result.awards[0].points + DEEP)
    assert len(data["steps"]) == before + DEEP
    assert data["steps"][-1]["from"] == [len(data["steps"]) - 2]
    assert recompute(step) == step.value


def test_every_step_stands_once_and_after_what_it_was_made_of() -> None:
    clause = Clause("X", "1", "a gist", ("COMPUTE",), "computed")
    common = fact(2, clause, "shared")
    left = derive(partial(add, 1), common, clause=clause, message="left")
    right = derive(add, left, common, clause=clause, message="right")
    top = derive(add, left, right, clause=clause, message="top")
    steps = steps_as_data([top, right])
    assert [step["message"] for step in steps] == ["shared", "left", "right", "top"]
    assert [step.get("from", []) for step in steps] == [[], [0], [1, 0], [1, 2]]
