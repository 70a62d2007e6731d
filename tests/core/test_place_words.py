"""Places in an event, named as a club member would."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.doubts import doubts
from masterpoint.core.errors import Problem
from masterpoint.core.parsing import event_from
from masterpoint.core.place_words import place_in_words
from masterpoint.core.problem_people import with_people
from masterpoint.schemes import FACTS

PAIR = {"place": 1, "players": [{"name": "Ann Bell"}, {"name": "Ben Cole"}]}
NOBODY = {"place": 2}


def lists(*rankings: dict[str, str]) -> dict[str, Any]:
    return {"form": "session", "lists": [{**ranking, "entries": [PAIR, NOBODY]} for ranking in rankings]}


A_NS, A_EW = {"section": "A", "direction": "NS"}, {"section": "A", "direction": "EW"}
MATCHES = [{"boards": 6}, {"boards": 8}]
KNOCKOUT = {
    "form": "knockout",
    "rounds": [{"round": 0}, {"round": 1}],
    "entries": [{"name": "Holm", "rounds": [{"round": 3}]}, {"matches": MATCHES, "players": [{}, {"name": "Eve Fox"}]}],
}
LEAGUE = {
    "form": "league",
    "divisions": [{"level": 2, "entries": [NOBODY]}, {"level": 3, "name": "North", "entries": []}],
}
TOURNAMENT = {
    "form": "tournament",
    "sessions": [
        {"lists": [{"entries": [PAIR]}]},
        {"name": "Sunday", "lists": [{"section": "Red", "entries": [NOBODY]}]},
    ],
    "overall": [{"entries": [NOBODY]}],
    "plate": [{"entries": [NOBODY]}],
}
FLIGHTS = {"form": "flighted", "parts": [{"name": "A", "lists": [{"entries": [NOBODY]}]}, {"name": "consolation"}]}


@pytest.mark.parametrize(
    ("event", "place", "words"),
    [
        (lists({}), "lists[0].entries[1].place", "2nd in the list"),
        (lists({"section": "A"}), "lists[0].entries[1].boards", "2nd in the list of section A"),
        (lists(A_NS, A_EW), "lists[1].entries[1]", "2nd in the East-West list of section A"),
        (lists({}, {}), "lists[1].entries[1]", "2nd in the 2nd list"),
        (lists({"section": "Section B"}), "lists[0].tables", "the list of Section B"),
        (lists({}), "lists[0].entries[0].boards", "Ann Bell and Ben Cole"),
        (
            lists(A_NS, A_EW),
            "lists[0].entries[0].boards",
            "Ann Bell and Ben Cole, in the North-South list of section A",
        ),
        (KNOCKOUT, "rounds[0].boards", "the preliminary round"),
        (KNOCKOUT, "rounds[1]", "round 1"),
        (KNOCKOUT, "entries[0].rounds[0].round", "Holm, round 3"),
        (KNOCKOUT, "entries[1].players[0].id", "Eve Fox, 1st player"),
        (KNOCKOUT, "entries[1].matches[1].boards", "Eve Fox, 2nd group of matches"),
        (LEAGUE, "divisions[0].entries[0].score", "1st in division 2"),
        (LEAGUE, "divisions[1].size", "North"),
        (TOURNAMENT, "sessions[0].boards", "session 1"),
        (TOURNAMENT, "sessions[1].lists[0].entries[0]", "1st in the list of section Red of Sunday"),
        (TOURNAMENT, "overall[0].entries[0].sessions", "1st in the overall ranking"),
        (TOURNAMENT, "plate[0].entries[0].boards", "1st in the ranking of the plate"),
        (FLIGHTS, "parts[0].lists[0].entries[0].place", "1st in the list of flight A"),
        (FLIGHTS, "parts[1].lists", "the consolation"),
        (lists({}), "boards", ""),
    ],
)
def test_a_place_in_words(event: dict[str, Any], place: str, words: str) -> None:
    assert place_in_words(event, place) == words


def test_a_problem_keeps_its_path_and_says_it_in_words() -> None:
    message = "this player is in lists[0] too"
    problem = Problem("lists[1].entries[1].place", "x", message, "write a number")
    (renamed,) = with_people([problem], lists(A_NS, A_EW))
    assert renamed.place == "lists[1].entries[1].place"
    assert str(renamed) == (
        "2nd in the East-West list of section A, place: "
        "this player is in the North-South list of section A too: “x”. write a number"
    )


def test_a_doubt_names_list_and_pair() -> None:
    entries = [{**PAIR, "score": 50}, {"place": 2, "score": 60, "players": [{"name": "Eve Fox"}]}]
    raw = {
        **lists({"section": "A"}),
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "pairs",
        "boards": 24,
    }
    raw["lists"][0]["entries"] = entries
    assert [str(doubt) for doubt in doubts(event_from(raw, FACTS))] == [
        "the list of section A: 2nd place has a better score (60) than 1st (50): check places and scores",
        "Eve Fox: the event names only 1 of the 2 players of a pair; the others earn nothing",
    ]
