"""4.2.3: the sentence of a match award says how many matches were won, one as well as several."""

from __future__ import annotations

from typing import Any

import pytest

from handbook_cases import by_rule
from masterpoint.core.explaining import Explainer


def why(**matches: Any) -> str:
    raw = {
        "form": "matches",
        "scheme": "abf",
        "day": "2026-11-10",
        "contest": "teams",
        "boards": 36,
        "organiser": {"level": "club"},
        "lists": [{"size": 8, "entries": [{"place": 1, "matches": [{"boards": 12, **matches}]}]}],
    }
    result = by_rule(raw)
    return Explainer(result).why(result.awards[0])


@pytest.mark.parametrize(
    ("matches", "words"),
    [
        ({"won": 1}, "won the match: 0.10."),
        ({"won": 1, "lost": 1}, "won 1 of 2 matches: 0.10."),
        ({"margins": [9, -9, -9]}, "won 1 of 3 matches: a margin above 2.40 IMPs wins, otherwise half each: 0.10."),
        ({"drawn": 2}, "won 0 and drew 2 of 2 matches, a draw counting half: 0.10."),
        ({"won": 2, "lost": 1}, "won 2 of 3 matches;"),
    ],
)
def test_the_matches_won_are_counted(matches: dict[str, Any], words: str) -> None:
    assert words in why(**matches)
