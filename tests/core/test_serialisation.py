"""A result as plain data says the same as the result."""

from __future__ import annotations

import pytest

from masterpoint import schemes
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.serialisation import result_as_data

EXAMPLES = [
    (edition.scheme, name, text)
    for federation in schemes.FEDERATIONS.values()
    for edition in federation.editions[-1:]
    for name, text in edition.book.examples.items()
]


@pytest.mark.parametrize(("scheme", "name", "text"), EXAMPLES, ids=lambda told: str(told)[:20])
def test_every_example_is_told_whole(scheme, name, text):
    result = schemes.award(event_from(parse(text, source=name), schemes.FACTS))
    told = result_as_data(result)
    assert told["readings"] == result.readings()
    assert len(told["awards"]) == len(result.awards)
    assert [step["id"] for step in told["steps"]] == list(range(len(told["steps"])))
    for award, said in zip(result.awards, told["awards"], strict=True):
        assert told["steps"][said["step"]]["message"] == str(award.step.message)
        assert said["points"] == told["steps"][said["step"]]["value"]
