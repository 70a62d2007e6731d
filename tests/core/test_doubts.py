"""Details of an event that are probably wrong, and details that are fine."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.doubts import doubts
from masterpoint.core.parsing import event_from
from masterpoint.schemes import FACTS


def doubts_of(contest: str, boards: int, players: tuple[int, ...]) -> list[str]:
    entry = {
        "place": 1,
        "players": [{"name": f"Player {seat}", "boards": boards} for seat, boards in enumerate(players)],
    }
    raw = {
        "form": "session",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": contest,
        "boards": boards,
        "lists": [{"size": 12, "entries": [entry]}],
    }
    return [str(message) for message in doubts(event_from(raw, FACTS))]


@pytest.mark.parametrize(
    ("contest", "players", "count"),
    [("pairs", (24, 24, 1), 49), ("teams", (24, 24, 24, 24, 24), 120), ("individual", (24, 12), 36)],
)
def test_players_share_the_boards_of_their_seats(contest: str, players: tuple[int, ...], count: int) -> None:
    (doubt,) = doubts_of(contest, 24, players)
    assert f"{count} boards in all" in doubt


@pytest.mark.parametrize(("contest", "players"), [("pairs", (24, 12, 12)), ("teams", (24, 24, 24, 12, 12))])
def test_boards_that_fill_the_seats_are_in_order(contest: str, players: tuple[int, ...]) -> None:
    assert not doubts_of(contest, 24, players)


def spare_boards(boards: int, *entries: Any, size: int = 4) -> Any:
    raw = {
        "form": "matches",
        "scheme": "ebu",
        "day": "2026-10-10",
        "organiser": {"level": "club"},
        "contest": "teams",
        "boards": boards,
        "lists": [{"size": size, "entries": [{"place": place, **entry} for place, entry in enumerate(entries, 1)]}],
    }
    return [str(message) for message in doubts(event_from(raw, FACTS)) if "nobody has more" in str(message)]


def matches(boards: int = 12, **results: Any) -> Any:
    return {"matches": [{"boards": boards, **results}]}


@pytest.mark.parametrize(
    ("boards", "entries", "expected"),
    [
        (37, [matches(won=2, lost=1)], "36"),
        (48, [matches(won=2), matches(won=1, drawn=1), matches(won=1), matches(drawn=1)], "30"),
        (25, [matches(margins=[5, -3])], "24"),
    ],
    ids=["matches lost", "all that were won", "margins"],
)
def test_boards_without_matches_are_doubtful(boards: int, entries: list[dict[str, Any]], expected: Any) -> None:
    (doubt,) = spare_boards(boards, *entries)
    assert doubt == f"{boards} boards to play, and nobody has more than {expected} in matches: check both"


@pytest.mark.parametrize(
    ("boards", "size", "entries"),
    [
        (36, 4, [matches(won=2, lost=1)]),
        (36, 4, [matches(won=2)]),
        (36, 3, [matches(won=2), matches(won=1), matches()]),
        (36, 4, [matches(won=2, lost=1), {"matches": [{"boards": 12, "won": 1, "lost": 1}]}]),
        (36, 4, [{"matches": [{"boards": 12, "won": 2, "lost": 0}, {"boards": 6, "lost": 2, "mini": True}]}]),
    ],
    ids=["all played", "losses not given", "one of three sits out", "one left early", "a triangle"],
)
def test_boards_with_matches_are_in_order(boards: int, size: int, entries: list[dict[str, Any]]) -> None:
    assert not spare_boards(boards, *entries, size=size)


ANN, BEN = {"name": "Ann", "id": "1"}, {"name": "Ben", "id": "2"}


def tournament_doubts_of(sessions: list[Any], overall: Any, contest: str = "pairs", **fields: Any) -> list[str]:
    raw = {
        "form": "tournament",
        "scheme": "nz",
        "day": "2026-10-11",
        "organiser": {"level": "club"},
        "contest": contest,
        "boards": 24 * len(sessions),
        "sessions": [{"boards": 24, **session} for session in sessions],
        "overall": [overall],
        **fields,
    }
    return [str(message) for message in doubts(event_from(raw, FACTS))]


def of_pair(*players: Any, size: int = 8) -> Any:
    return {"size": size, "entries": [{"place": 1, "name": "A", "players": list(players)}]}


def session(*players: Any, **fields: Any) -> Any:
    return {"lists": [of_pair(*players)], **fields}


@pytest.mark.parametrize(
    ("name", "first", "other", "doubt"),
    [
        (
            "grade",
            "junior",
            "open",
            "Ann has the grade junior in the list of session 1 and open in the overall ranking",
        ),
        ("rank", "Master", "Club Master", "Ann has the rank Master in the list of session 1 and Club Master"),
        ("membership", "member", "none", "Ann has the membership member in the list of session 1 and none"),
        ("grade", "junior", "Junior", ""),
        ("grade", "", "open", ""),
        ("grade", "open", "", ""),
        ("membership", "none", "none", ""),
    ],
)
def test_a_player_is_the_same_in_all_lists(name: str, first: str, other: str, doubt: str) -> None:
    sessions = [session(ANN | {name: first}, BEN), session(ANN | {name: first}, BEN)]
    messages = tournament_doubts_of(sessions, of_pair(ANN | {name: other}, BEN))
    assert (len(messages) == 1 and doubt in messages[0]) if doubt else not messages


def test_a_number_that_many_share_tells_nobody_apart() -> None:
    guest, other = {"name": "Eve", "id": "99900"}, {"name": "Fay", "id": "99900"}
    first = session(guest | {"grade": "open"}, BEN)
    messages = tournament_doubts_of([first, first], of_pair(other | {"grade": "junior"}, BEN))
    assert not [message for message in messages if "grade" in message]


@pytest.mark.parametrize(
    ("in_session", "overall", "doubt"),
    [
        ({}, {"boards": 12}, "Ann has 12 boards in the overall ranking and 48 in the sessions"),
        ({"boards": 12}, {}, "Ann has 48 boards in the overall ranking and 36 in the sessions"),
        ({"boards": 12}, {"boards": 36}, ""),
        ({}, {}, ""),
        ({}, {"boards": 48}, ""),
    ],
)
def test_boards_overall_are_those_of_the_sessions(in_session: Any, overall: Any, doubt: str) -> None:
    messages = tournament_doubts_of([session(ANN | in_session, BEN), session(ANN, BEN)], of_pair(ANN | overall, BEN))
    messages = [message for message in messages if "overall" in message]
    assert (len(messages) == 1 and doubt in messages[0]) if doubt else not messages


@pytest.mark.parametrize(("days", "wrong"), [(("11", "10"), True), (("10", "11"), False), (("11", "11"), False)])
def test_sessions_are_listed_as_played(days: tuple[str, str], wrong: bool) -> None:
    sessions = [session(ANN, BEN, day=f"2026-10-{day}") for day in days]
    doubt = "session 2 was played on 2026-10-10, before session 1 on 2026-10-11: list the sessions as played"
    assert (doubt in tournament_doubts_of(sessions, of_pair(ANN, BEN))) is wrong


@pytest.mark.parametrize(("finalists", "wrong"), [(9, True), (8, False), (6, False)])
def test_no_final_is_larger_than_what_led_to_it(finalists: int, wrong: bool) -> None:
    final = {"lists": [of_pair(ANN, BEN, size=finalists)], "stage": "final"}
    messages = tournament_doubts_of([session(ANN, BEN, stage="qualifying"), final], of_pair(ANN, BEN, size=finalists))
    assert any("and 9 in the final: check the stages" in message for message in messages) is wrong


def test_whoever_is_ranked_has_played() -> None:
    """A pair in the plate and the fifth player of a team who are in no session."""
    cid, dot = {"name": "Cid", "id": "3"}, {"name": "Dot", "id": "4"}
    plate = [of_pair(cid, dot)]
    sessions = [session(ANN, BEN), session(ANN, BEN)]
    assert any("no session: A" in message for message in tournament_doubts_of(sessions, of_pair(ANN, BEN), plate=plate))
    four = [ANN, BEN, cid, dot]
    sessions = [session(*four), session(*four)]
    fifth = {"name": "Eve", "id": "5"}
    assert any("no session: Eve (A)" in text for text in tournament_doubts_of(sessions, of_pair(*four, fifth), "teams"))
    for facts in ({"boards": 20}, {"captain": True}):
        messages = tournament_doubts_of(sessions, of_pair(*four, fifth | facts), "teams")
        assert not any("no session" in message for message in messages)


def one_doubt(form: str, contest: str, **fields: Any) -> list[str]:
    raw = {"form": form, "scheme": "ebu", "day": "2026-10-10", "organiser": {"level": "club"}, "contest": contest}
    return [str(message) for message in doubts(event_from(raw | fields, FACTS))]


@pytest.mark.parametrize(
    ("boards", "sessions", "wrong"), [(100, 1, False), (101, 1, True), (200, 2, False), (201, 2, True)]
)
def test_a_session_has_no_hundred_boards(boards: int, sessions: int, wrong: bool) -> None:
    messages = one_doubt("session", "pairs", boards=boards, sessions=sessions, lists=[{"places": "1 2 3", "size": 12}])
    assert messages == (
        [f"{boards} boards in {'one session' if sessions == 1 else '2 sessions'}: check both"] if wrong else []
    )


@pytest.mark.parametrize(("other", "wrong"), [("otters", True), ("Voles", False), ("", False)])
def test_a_team_is_in_one_division(other: str, wrong: bool) -> None:
    divisions = [
        {"level": level, "size": 6, "entries": [{"place": 1, "name": name}]}
        for level, name in ((1, "Otters"), (2, other))
    ]
    messages = one_doubt("league", "teams", boards=96, divisions=divisions)
    assert any("is in division 1 and in division 2" in message for message in messages) is wrong


@pytest.mark.parametrize(("unit", "wrong"), [("individual", True), ("pairs", False)])
def test_a_ladder_ranks_what_its_unit_is(unit: str, wrong: bool) -> None:
    lists = [{"size": 12, "entries": [{"place": 1, "players": [ANN, BEN]}]}]
    messages = one_doubt("ladder", "pairs", unit=unit, games=24, counted=10, average_tables=10, lists=lists)
    assert any("2 players for an individual" in message for message in messages) is wrong


@pytest.mark.parametrize(("margins", "wrong"), [([192, -192], False), ([193], True), ([-193], True), ([], False)])
def test_a_margin_is_what_the_boards_hold(margins: list[int], wrong: bool) -> None:
    lists = [{"size": 4, "entries": [{"place": 1, "name": "A", "matches": [{"boards": 8, "margins": margins}]}]}]
    messages = one_doubt("matches", "teams", boards=24, lists=lists)
    assert any("a margin of 193 IMPs in a match of 8 boards" in message for message in messages) is wrong


def test_an_entry_without_names_has_no_boards_to_count() -> None:
    """Fields that go with entries that name their players."""
    entries = [{"place": 1, "players": [ANN, BEN]}, {"place": 2}]
    assert not one_doubt("session", "pairs", boards=24, lists=[{"size": 12, "entries": entries}])
