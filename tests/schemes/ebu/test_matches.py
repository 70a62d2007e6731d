"""4.5 and 4.6: match awards as printed, factors, minimum, who is paid; figures worked out by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact
from schemes.ebu.making import STATUSES, awarded, counts, data, points, rows

COLUMNS = {
    "club": "club_boards_x_1.5",
    "district": "district_boards_x_2.25",
    "county": "county_boards_x_3",
    "regional": "regional_boards_x_4.5",
    "national": "national_boards_x_6",
}


def swiss(
    *entries: tuple[int, tuple[Any, ...] | list[dict[str, Any]]],
    size: int = 20,
    contest: str = "teams",
    status: str = "club",
    boards: int = 36,
    **kwargs: Any,
) -> dict[str, Any]:
    """A match event; an entry is (place, matches)."""
    rankings = [{"place": place, "matches": list(matches)} for place, matches in entries]
    lists = [{"size": size, "entries": rankings}]
    return data("matches", contest, status, boards=boards, lists=lists, **kwargs)


def match_points(groups: list[dict[str, int]], **fields: Any) -> Exact:
    """What the last of a field earns for its matches: it has no ranking award."""
    return points(swiss((1, ()), (2, ()), (3, ()), (4, groups), size=12, **fields), "matches")[-1]


@pytest.mark.parametrize("row", rows("ebu_4.6.3_match_awards.csv"), ids=lambda row: row["boards_per_match"])
@pytest.mark.parametrize("status", STATUSES)
def test_match_awards_as_printed(row: dict[str, str], status: str) -> None:
    """Two matches won: every cell, and never below the minimum because two of them reach it from 2 boards on."""
    printed, written = int(row[COLUMNS[status]]), row["boards_per_match"]
    lengths = (36, 48) if written == "36+" else tuple(counts(written))
    for boards in lengths:
        won = 6 if boards == 1 else 3
        assert match_points([{"boards": boards, "won": won}], status=status, boards=2000) == won * printed


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([{"boards": 3, "won": 1}], 6),  # 5 raised to the minimum of the event
        ([{"boards": 3, "drawn": 1}], 6),  # 2.5
        ([{"boards": 3, "lost": 4}], 0),
        ([{"boards": 3, "won": 2, "drawn": 1}], 13),  # 5 + 5 + 2.5 = 12.5
        ([{"boards": 7, "drawn": 3}], 17),  # 3 × 5.5 = 16.5, rounded once
        ([{"boards": 7, "drawn": 1}, {"boards": 9, "drawn": 1}], 13),  # 5.5 + 7
        ([{"boards": 4, "won": 1, "mini": True}], 6),  # half of the 12 of an 8-board match
        ([{"boards": 4, "won": 2, "mini": True}], 12),  # both: the whole match
        ([{"boards": 12, "won": 1, "mini": True}], 14),  # half of 27 for the 24-board match
        ([{"boards": 18, "won": 1, "mini": True}], 21),  # half of 41 for the 36-board match
        ([{"boards": 4, "drawn": 1, "mini": True}, {"boards": 8, "won": 1}], 15),  # 3 + 12
        ([{"boards": 8, "won": 1, "conceded": "behind"}], 12),
        ([{"boards": 8, "won": 3, "conceded": "unplayed"}], 0),
        ([{"boards": 8, "won": 1}, {"boards": 8, "won": 1, "stage": "play-off"}], 12),
        ([{"boards": 24, "won": 2}, {"boards": 24, "won": 1}], 81),  # home and away each count
    ],
)
def test_what_matches_earn(groups: list[dict[str, int]], expected: int) -> None:
    assert match_points(groups, boards=100) == expected


@pytest.mark.parametrize(
    ("groups", "clause"),
    [
        ([{"boards": 8, "won": 1, "conceded": "behind"}], "3.6.1"),
        ([{"boards": 8, "won": 1, "conceded": "unplayed"}], "4.5.10"),
        ([{"boards": 8, "won": 1, "stage": "play-off"}], "4.5.9"),
        ([{"boards": 8, "drawn": 1}], "4.5.8"),
        ([{"boards": 8, "won": 1, "mini": True}], "4.5.7"),
        ([{"boards": 36, "won": 1}], "4.5.4"),
    ],
)
def test_the_clause_is_named(groups: list[dict[str, Any]], clause: str) -> None:
    result = awarded(swiss((1, groups), boards=72))
    assert clause in {step.clause.number for step in result.awards[-1].steps}


def test_district_matches_of_36_boards_rest_on_a_reading() -> None:
    result = awarded(swiss((1, [{"boards": 36, "won": 1}]), boards=36, status="district"))
    assert result.awards[-1].points == 62
    assert "E06" in result.readings()


QUALIFIED = [  # 4.6.6(a) for 8-board matches at Club: finalists of 64 teams, award for one win (12 without factor)
    (33, 12),
    (32, 18),
    (17, 18),
    (16, 24),
    (9, 24),
    (8, 36),
    (5, 36),
    (4, 48),
]


@pytest.mark.parametrize(("finalists", "each"), QUALIFIED)
def test_factor_of_a_qualified_final(finalists: int, each: int) -> None:
    last = (finalists, [{"boards": 8, "won": 1}])
    entries = [(place, ()) for place in range(1, finalists)]
    event = swiss(*entries, last, size=finalists, boards=40, original_tables=64)
    assert points(event, "matches")[-1] == each


CONSOLATION = [  # 4.6.7 for 200 teams, main final of 8: consolation teams, award for one win
    (21, 12),
    (20, 18),
    (11, 18),
    (10, 24),
    (9, 24),
]


@pytest.mark.parametrize(("teams", "each"), CONSOLATION)
def test_factor_of_a_consolation(teams: int, each: int) -> None:
    entries = [(place, ()) for place in range(1, teams)]
    event = swiss(
        *entries, (teams, [{"boards": 8, "won": 1}]), size=teams, boards=40, original_tables=200, premier_tables=8
    )
    assert points(event, "matches")[-1] == each


def test_consolation_is_entered_with_c_and_a_third_of_n() -> None:
    """60 teams, main final 8, consolation 10: N = 42, so 10 + 14 = 24 teams on QF: 3 awards of 40."""
    entries = [(place, ()) for place in range(1, 11)]
    event = swiss(*entries, size=10, boards=40, original_tables=60, premier_tables=8)
    assert points(event) == [120, 80, 40, *[0] * 7]


def test_consolation_has_three_fifths_of_the_limit() -> None:
    """C = 40, N = 160: 40 + 53 = 93 teams; 12 awards from 180 × √(93/36) = 289.3."""
    entries = [(place, ()) for place in range(1, 41)]
    event = swiss(*entries, size=40, boards=40, original_tables=204, premier_tables=4)
    assert points(event)[:2] == [290, 266]
    assert points(event)[11:13] == [25, 0]


@pytest.mark.parametrize(("premier", "original"), [(11, 200), (8, 47)])
def test_consolation_that_fails_is_a_basic_event_one_level_down(premier: int, original: int) -> None:
    """10 teams at County fall to District: half of the field in steps of 15; no match awards."""
    entries = [(place, [{"boards": 8, "won": 2}]) for place in range(1, 11)]
    event = swiss(*entries, size=10, boards=40, status="county", original_tables=original, premier_tables=premier)
    result = awarded(event)
    assert [award.points for award in result.awards] == [75, 60, 45, 30, 15, 0, 0, 0, 0, 0]
    assert {"4.6.7"} <= {remark.clause.number for remark in result.remarks}


def test_ranking_of_a_qualified_final_pays_everybody_where_few_qualified() -> None:
    """QF, 64 teams: 8 awards from 320, more than 300 at Club and 64 > 60: 300 × √(64/60) = 309.8 over 6 finalists."""
    entries = [(place, ()) for place in range(1, 7)]
    assert points(swiss(*entries, size=6, boards=36, original_tables=64)) == [310, 259, 207, 155, 104, 52]


def test_long_events_add_half_to_ranking_and_limit() -> None:
    entries = [(place, ()) for place in range(1, 6)]
    assert points(swiss(*entries, boards=72)) == [135, 108, 81, 54, 27]
    top = points(swiss((1, ()), size=65, boards=72))
    assert top == [450]


def test_a_first_stage_that_only_qualifies_is_limited() -> None:
    assert points(swiss((1, ()), size=40, last=False)) == [180]
    assert points(swiss((1, ()), size=60, last=False)) == [221]  # 180 × √1.5 = 220.5
    assert points(swiss((1, ()), size=60)) == [270]


@pytest.mark.parametrize(
    ("contest", "boards", "length", "expected"),
    [
        ("pairs", 35, 7, [48, 42, 36, 30, 24, 18, 12, 6]),  # too short: a basic event, a third of 24 pairs
        ("pairs", 40, 5, [72, 66, 60, 54, 48, 42, 36, 30, 24, 18, 12, 6]),  # short matches: a half
        ("pairs", 36, 6, [66, 55, 44, 33, 22, 11]),
        ("teams", 35, 7, [80, 70, 60, 50, 40, 30, 20, 10]),
        ("teams", 36, 1, [108, 90, 72, 54, 36, 18]),
        ("individual", 36, 6, [33, 28, 22, 17, 11, 6]),  # 6 × 5.5 and so down, the last raised from 5.5
        ("individual", 36, 5, [36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 6]),
    ],
)
def test_when_there_are_match_awards(contest: str, boards: int, length: int, expected: list[int]) -> None:
    entries = [(place, [{"boards": length, "won": 1}]) for place in range(1, 25)]
    result = awarded(swiss(*entries, size=24, contest=contest, boards=boards))
    ranking = [award.points for award in result.awards if award.kind == "ranking" and award.points]
    assert ranking == expected
    basic = "4.5.2" in {remark.clause.number for remark in result.remarks}
    assert basic != any(award.kind == "matches" for award in result.awards)


def test_planned_matches_tell_the_length_where_nothing_else_does() -> None:
    event = swiss((1, ()), size=24, contest="pairs", boards=40, matches_planned=8)
    assert "4.5.2" in {remark.clause.number for remark in awarded(event).remarks}


def test_short_final_of_pairs_is_an_ordinary_final() -> None:
    """24 tables, 10 pairs left, 24 boards: 12 awards by QA, so all ten are paid by reductions from 132."""
    entries = [(place, ()) for place in range(1, 11)]
    event = swiss(*entries, size=10, contest="pairs", boards=24, original_tables=24)
    assert points(event) == [132, 119, 106, 93, 80, 66, 53, 40, 27, 14]


def test_without_standing() -> None:
    """2.10: matches only, or nothing; the others move up and the entry shrinks to 18 teams: 5 awards."""
    won = [{"boards": 6, "won": 2}]
    lists = [
        {"place": 1, "standing": "none", "matches": won},
        {"place": 2, "standing": "matches", "matches": won},
        *({"place": place, "matches": won} for place in range(3, 21)),
    ]
    result = awarded(data("matches", "teams", boards=36, lists=[{"entries": lists}]))
    by_place: dict[str | int, dict[str, Exact]] = {}
    for award in result.awards:
        by_place.setdefault(award.entry.place, {})[award.kind] = award.points
    assert by_place[1] == {"ranking": 0, "matches": 0}
    assert by_place[2] == {"ranking": 0, "matches": 18}
    assert by_place[3] == {"ranking": 90, "matches": 18}
    assert by_place[7]["ranking"] == 18
    assert by_place[8]["ranking"] == 0


def test_players_of_a_team_of_six() -> None:
    """The fifth has matches of his own and too few boards for the ranking; the sixth is suspended."""
    players: list[dict[str, Any]] = [
        *({"id": str(number)} for number in range(1, 5)),
        {"id": "5", "boards": 11, "matches": [{"boards": 6, "won": 1}]},
        {"id": "6", "membership": "suspended"},
    ]
    lists = [{"place": 1, "matches": [{"boards": 6, "won": 5, "lost": 1}], "players": players}]
    result = awarded(data("matches", "teams", boards=36, lists=[{"size": 20, "entries": lists}]))
    points: dict[str, dict[str, Exact]] = {player["id"]: {} for player in players}
    for award in result.awards:
        for player in award.recipients:
            points[player.id][award.kind] = award.points
    assert points["1"] == {"ranking": 90, "matches": 45}
    assert points["5"] == {"ranking": 0, "matches": 9}
    assert points["6"] == {"ranking": 0, "matches": 0}


def test_small_fields_earn_nothing_twice() -> None:
    result = awarded(swiss((1, [{"boards": 18, "won": 1}]), (2, ()), size=2))
    assert [award.points for award in result.awards] == [0, 0, 0, 0]
    assert {award.step.clause.number for award in result.awards} == {"3.1.1"}


@pytest.mark.parametrize(
    ("fields", "clause"),
    [
        ({"original_tables": 10, "size": 20}, "4.6.6"),
        ({"premier_tables": 4, "size": 8}, "4.6.7"),
        ({"original_tables": 20, "premier_tables": 13, "size": 8}, "4.6.6"),
    ],
)
def test_stages_that_cannot_be(fields: dict[str, Any], clause: str) -> None:
    with pytest.raises(Refused) as refusal:
        awarded(swiss((1, ()), **fields))
    assert {problem.clause for problem in refusal.value.problems} == {f"EBU {clause}"}


def test_more_boards_than_the_event_had_are_remarked_on() -> None:
    result = awarded(swiss((1, [{"boards": 6, "won": 7}]), boards=36))
    assert "4.5.4" in {remark.clause.number for remark in result.remarks}
    result = awarded(swiss((1, [{"boards": 6, "won": 6}]), boards=36))
    assert "4.5.4" not in {remark.clause.number for remark in result.remarks}
