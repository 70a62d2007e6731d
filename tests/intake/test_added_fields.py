"""Fields and facts that somebody adds to a results file."""

from __future__ import annotations

import pytest

from masterpoint.core.errors import NotReadable
from masterpoint.intake.added_fields import added_fields


def test_fields_of_an_event_by_name_and_everything_else_as_facts() -> None:
    lines = ["permission = true", "", " original_tables=12", "licence = L 12", "facts.counties = 4", "organiser.id=10"]
    assert added_fields(lines) == {
        "facts": {"permission": True, "licence": "L 12", "counties": 4},
        "original_tables": 12,
        "organiser": {"id": 10},
    }


def test_every_line_that_is_no_fact_or_given_twice_is_told() -> None:
    lines = ["permission", "= true", "licence =", "a..b = 1", "x = 1", "facts.x = 2", "x.y = 3"]
    with pytest.raises(NotReadable) as refusal:
        added_fields(lines)
    assert [problem.value for problem in refusal.value.problems] == [*lines[:4], "facts.x = 2", "x.y = 3"]
