"""5.2.6, 5.3.2: the sentence of a Local award says why it was not turned into Green Points."""

from __future__ import annotations

from typing import Any

import pytest

from handbook_cases import by_rule
from masterpoint.core.explaining import Explainer


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"boards": 21}, "fewer than half of the boards: the Local award, not turned into Green Points."),
        ({"earned_elsewhere": True}, "played another Area's final this season: the Local award, not turned into"),
    ],
)
def test_the_reason_is_named(player: dict[str, Any], words: str) -> None:
    others = [{"name": name} for name in ("Ann Bell", "Col Dent", "Eve Fox")]
    raw = {
        "form": "session",
        "scheme": "wbu",
        "day": "2026-03-14",
        "contest": "teams",
        "championship": "major",
        "colour": "green",
        "boards": 44,
        "sessions": 2,
        "organiser": {"level": "area"},
        "lists": [{"size": 12, "entries": [{"place": 1, "players": [*others, {"name": "Gus Hill", **player}]}]}],
    }
    result = by_rule(raw)
    (award,) = [award for award in result.awards if [player.name for player in award.recipients] == ["Gus Hill"]]
    assert award.points == 180
    assert words in Explainer(result).why(award)
