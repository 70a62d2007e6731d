"""What a book cannot use it refuses by name; what changed nothing, a remark names."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint import schemes
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Refused
from masterpoint.core.parsing import event_from

BASE = {"scheme": "abf", "day": "2026-11-10", "contest": "pairs", "organiser": {"level": "club"}}
SESSION = {**BASE, "form": "session", "boards": 26, "lists": [{"places": "1 2 3", "size": 14}]}
FINAL = {**BASE, "form": "final", "boards": 26, "original_tables": 20, "lists": [{"places": "1 2 3", "size": 14}]}


def award(raw: dict[str, Any]) -> Result:
    return schemes.award(event_from(raw, schemes.FACTS))


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({**SESSION, "facts": {"qualifying_sessions": 2}}, "facts.qualifying_sessions"),
        ({**FINAL, "stages_before": 2}, "stages_before"),
        ({**FINAL, "carry_forward": True}, "carry_forward"),
        ({**SESSION, "lists": [{"size": 14, "entries": [{"place": 1, "category": "B"}]}]}, "entry.category"),
    ],
)
def test_a_field_the_manual_cannot_use_is_refused_by_name(raw: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refusal:
        award(raw)
    assert [problem.place for problem in refusal.value.problems] == [field]


def test_a_field_that_changed_nothing_is_named() -> None:
    result = award({**SESSION, "facts": {"maximum_score": 312}})
    assert "facts.maximum_score (312)" in str(result.remarks[-1].message)


def test_a_complete_list_with_more_wins_than_losses_is_remarked_on() -> None:
    """4.2.3a: somebody lost what another won; where nobody lost anything, it is refused (cases of every_fact.toml)."""
    results = [{"boards": 8, "won": 4}], [{"boards": 8, "won": 3, "lost": 1}]
    entries = [{"place": place, "matches": matches} for place, matches in enumerate(results, 1)]
    result = award({**BASE, "form": "matches", "contest": "teams", "boards": 32, "lists": [{"entries": entries}]})
    assert any("7 matches are won and 1 lost" in str(remark.message) for remark in result.remarks)
