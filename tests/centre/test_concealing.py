"""Facts as everybody may see them: names that say nothing, the same within an event, and concealed once only."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.centre.open_data.concealing import Concealer, VisiblePerson

ADA = {"name": "A. Ashby", "id": "0100", "rank": "Master", "membership": "member"}
DAN = {"name": "Dan Dale", "id": "103", "rank": "Life Master", "grade": "Open", "membership": "member"}
GUS = {"name": "Gus Guest", "id": "", "membership": "none"}
KNOWN = {"0100": 1, "103": 3}
SHOWN = {1: VisiblePerson("100", "Ada Ashby")}


def conceal(
    *entries: dict[str, Any],
    keys: dict[str, int] = KNOWN,
    shown: dict[int, VisiblePerson] = SHOWN,
    scheme: str = "ebu",
) -> list[dict[str, Any]]:
    facts = Concealer(scheme, keys, shown).facts({"sessions": [{"lists": [{"entries": list(entries)}]}]})
    shown_entries: list[dict[str, Any]] = facts["sessions"][0]["lists"][0]["entries"]
    return shown_entries


def test_who_may_be_named_is_named_as_the_register_has_them() -> None:
    (entry,) = conceal({"players": [ADA]})
    assert entry["players"] == [{"name": "Ada Ashby", "id": "100", "rank": "Master", "membership": "member"}]


def test_the_others_have_no_name_number_rank_or_grade() -> None:
    (entry,) = conceal({"players": [DAN, GUS]})
    assert entry["players"] == [
        {"name": "Anonymous member 1", "id": "", "membership": "member"},
        {"name": "Guest 2", "id": "", "membership": "none"},
    ]


def test_one_player_is_the_same_in_all_of_an_event() -> None:
    first, second = conceal({"players": [GUS, DAN]}, {"players": [DAN, GUS]})
    names = [[player["name"] for player in entry["players"]] for entry in (first, second)]
    assert names == [["Guest 1", "Anonymous member 2"], ["Anonymous member 2", "Guest 1"]]


@pytest.mark.parametrize(
    ("players", "name"), [([ADA], "Ashby and friends"), ([ADA, DAN], "Team 1"), ([], "Team 1"), ([GUS], "Team 2")]
)
def test_a_team_has_its_name_only_where_all_of_it_may_be_seen(players: list[dict[str, str]], name: str) -> None:
    (entry,) = conceal({"name": "Ashby and friends", "players": players})
    assert entry["name"].split()[0] == name.split()[0]


def test_a_fact_that_names_a_team_calls_it_as_its_entry_does() -> None:
    event = {
        "facts": {"overall_winner": "Dale", "kind": "agm"},
        "lists": [{"entries": [{"name": "Dale", "players": [DAN]}]}],
    }
    facts = Concealer("wbu", KNOWN, SHOWN).facts(event)
    assert facts["facts"] == {"overall_winner": facts["lists"][0]["entries"][0]["name"], "kind": "agm"}
    assert "Dale" not in str(facts)


def test_a_guest_of_a_concealed_name_is_not_taken_for_another() -> None:
    first, second = conceal({"players": [GUS]}, {"players": [{"name": "Guest 1", "id": ""}]})
    assert (first["players"][0]["name"], second["players"][0]["name"]) == ("Guest 2", "Guest 1")


def test_nothing_is_concealed_twice() -> None:
    once = conceal({"name": "Dale", "players": [DAN, GUS]}, {"players": [ADA, {"name": "", "id": ""}]})
    again = conceal(*once, keys={"100": 7}, shown={7: VisiblePerson("100", "Ada Ashby")})
    assert again == once


def test_awards_call_contestants_as_the_facts_do() -> None:
    concealer = Concealer("ebu", KNOWN, SHOWN)
    concealer.facts({"lists": [{"entries": [{"name": "Dale", "players": [DAN, ADA]}]}]})
    award = {
        "place": "1",
        "list": "",
        "kind": "",
        "colour": "green",
        "points": "1/3",
        "who": "Dale",
        "why": "Dan Dale won",
    }
    (conceal,) = concealer.awards([award | {"players": [{"name": "Dan Dale", "id": "103"}]}])
    assert conceal == {
        "place": "1",
        "list": "",
        "kind": "",
        "colour": "green",
        "points": "1/3",
        "who": "Team 2",
        "players": [{"name": "Anonymous member 1", "id": ""}],
    }
