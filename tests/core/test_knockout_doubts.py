"""Contradictions between the rounds of a knock-out and the results in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from masterpoint.core.doubts import doubts
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS

Rounds = Sequence[tuple[int, dict[str, int]]]
"""The contestants of each round, with its byes and triangles."""


def doubts_of(rounds: Rounds, results: Sequence[Sequence[str]], **fields: Any) -> list[str]:
    """Rounds as (contestants, facts), and the results of each entry from the first round on."""
    entries = [
        {"rounds": [{"round": number, "result": result} for number, result in enumerate(entry_results, 1)]}
        for entry_results in results
    ]
    raw = {
        "form": "knockout",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "teams",
        "rounds": [
            {"round": number, "boards": 24, "contestants": size, **facts}
            for number, (size, facts) in enumerate(rounds, 1)
        ],
        "entries": entries,
    }
    return [str(message) for message in doubts(event_from(raw | fields, FACTS))]


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ([(16, {}), (7, {})], "round 2 has 7 contestants, and 8 go on from the round before: check both"),
        ([(16, {"byes": 2}), (8, {})], "round 2 has 8 contestants, and 9 go on from the round before: check both"),
        ([(9, {"triangles": 1}), (3, {})], "round 2 has 3 contestants, and 4 go on from the round before: check both"),
        ([(9, {"triangles": 1}), (6, {})], "round 2 has 6 contestants, and at most 5 go on from the round before: "),
        ([(8, {}), (9, {})], "round 2 has more contestants (9) than the round before (8): check both"),
    ],
)
def test_a_round_has_those_who_go_on(rounds: Rounds, words: str) -> None:
    (doubt,) = doubts_of(rounds, [[]])
    assert doubt.startswith(words)


@pytest.mark.parametrize("later", [4, 5])
def test_of_a_triangle_one_or_two_go_on(later: int) -> None:
    assert not doubts_of([(9, {"triangles": 1}), (later, {})], [[]])


def test_in_double_elimination_only_a_third_left_is_doubtful() -> None:
    rounds: Rounds = [(12, {}), (3, {})]
    (doubt,) = doubts_of(rounds, [[]], elimination="double")
    assert doubt == "round 2 has 3 contestants after 12 in the round before: check both"
    assert not doubts_of([(12, {}), (4, {})], [[]], elimination="double")


@pytest.mark.parametrize(
    ("size", "facts", "results", "doubt"),
    [
        (3, {"byes": 1}, ["bye", "bye", "lost"], "round 1 has 1 bye, and 2 results with a bye: check both"),
        (2, {}, ["won-both", "lost"], "round 1 has no triangles, and somebody has the result of one: check both"),
        (4, {}, ["lost", "lost", "won", "lost"], "round 1: not every match has one winner: check the results"),
        (2, {}, ["drawn", "lost"], "round 1: not every match has one winner: check the results"),
        (2, {}, ["won", "lost", "lost"], "round 1 has 2 contestants, and 3 have a result in it: check both"),
    ],
)
def test_results_agree_with_their_round(size: int, facts: dict[str, int], results: list[str], doubt: str) -> None:
    assert doubts_of([(size, facts)], [[result] for result in results]) == [doubt]


@pytest.mark.parametrize(
    ("size", "facts", "results"),
    [
        (3, {"byes": 1}, ["bye", "won", "lost"]),
        (3, {"triangles": 1}, ["won-both", "won-one", "lost-both"]),
        (4, {}, ["won", "lost", "walkover", "lost"]),
        (4, {}, ["won", "lost", "won-conceded", "lost"]),
        (2, {}, ["drawn", "drawn"]),
        (8, {}, ["lost", "lost"]),
    ],
)
def test_what_may_well_be_so_is_not_doubted(size: int, facts: dict[str, int], results: list[str]) -> None:
    assert not doubts_of([(size, facts)], [[result] for result in results])


def test_nobody_plays_more_in_matches_than_all_rounds_have() -> None:
    results = [{"boards": 25, "won": 1, "stage": "1"}]
    players = [*({"name": f"P{n}"} for n in range(3)), {"name": "Own", "matches": results}]
    entry = {"rounds": [{"round": 1, "result": "won"}], "players": players}
    (doubt,) = doubts_of([(8, {})], [], entries=[entry])
    assert doubt.endswith("more boards than the 24 of all rounds: check both")
