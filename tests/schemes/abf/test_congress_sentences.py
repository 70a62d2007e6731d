"""5.3.1: the sentence of an award names the congress in words."""

from __future__ import annotations

import pytest

from handbook_cases import by_rule
from masterpoint.core.explaining import Explainer
from masterpoint.schemes.abf.figure_checks import CHAMPIONSHIPS
from masterpoint.schemes.abf.rules.grades.congresses import CONGRESSES


def test_every_congress_with_championships_has_words() -> None:
    assert set(CONGRESSES) == set(CHAMPIONSHIPS)


@pytest.mark.parametrize(
    ("congress", "words"),
    [
        ("state", "championship of a State congress"),
        ("abf-super", "championship of an ABF super congress"),
        ("side-national", "championship of a side congress of a national championship"),
    ],
)
def test_the_congress_is_named(congress: str, words: str) -> None:
    session = {"boards": 26, "lists": [{"places": "1", "size": 20}]}
    raw = {
        "form": "tournament",
        "scheme": "abf",
        "day": "2026-11-15",
        "contest": "pairs",
        "championship": "major",
        "boards": 52,
        "organiser": {"level": "state"},
        "facts": {"congress": congress},
        "sessions": [session, session],
        "overall": [{"places": "1", "size": 20}],
    }
    result = by_rule(raw)
    assert words in Explainer(result).why(result.awards[0])
