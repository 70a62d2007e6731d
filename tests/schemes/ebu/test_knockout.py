"""4.7: knock-outs as printed, rounds of every kind; figures worked out by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact
from schemes.ebu.making import awarded, data, points, rows

TABLE = {row["type"]: row for row in rows("ebu_4.7.7_knockout.csv")}
KINDS = {
    "single elimination teams": ("teams", "single", 6),
    "double elimination teams": ("teams", "double", 8),
    "single elimination pairs": ("pairs", "single", 7),
}


def knockout(
    rounds: list[tuple[int, int, dict[str, Any]]],
    *entries: str,
    contest: str = "teams",
    status: str = "club",
    **kwargs: Any,
) -> dict[str, Any]:
    """Rounds as (contestants, boards, more), entries as words `won lost`."""
    told_rounds = [
        {"round": number, "contestants": contestants, "boards": boards, **extra}
        for number, (contestants, boards, extra) in enumerate(rounds, 1)
    ]
    lists = [
        {"rounds": [{"round": number, "result": word} for number, word in enumerate(words.split(), 1) if word != "-"]}
        for words in entries
    ]
    return data("knockout", contest, status, rounds=told_rounds, entries=lists, **kwargs)


def halving(first: int, boards: int = 24) -> list[tuple[int, int, dict[str, Any]]]:
    rounds: list[tuple[int, int, dict[str, Any]]] = []
    while first > 1:
        rounds.append((first, boards, {}))
        first //= 2
    return rounds


def each_round(rounds: list[tuple[int, int, dict[str, Any]]], **fields: Any) -> list[Exact]:
    """What winning each round alone earns."""
    words = [" ".join("won" if index == item else "-" for index in range(len(rounds))) for item in range(len(rounds))]
    return points(knockout(rounds, *words, **fields), "matches")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("status", "times"), [("club", 1), ("county", 2), ("regional", 3), ("national", 4)])
def test_awards_by_round_as_printed(kind: str, status: str, times: int) -> None:
    contest, elimination, is_numbered = KINDS[kind]
    row = TABLE[kind]
    printed = [int(row[f"round_{number}"]) for number in range(1, is_numbered + 1)]
    rounds = halving(2**is_numbered)
    awards = each_round(rounds, contest=contest, elimination=elimination, status=status)
    assert awards == [times * figure for figure in printed]


@pytest.mark.parametrize("kind", KINDS)
def test_preliminary_round_as_printed(kind: str) -> None:
    contest, elimination, _ = KINDS[kind]
    rounds = [(12, 24, {"byes": 4}), *halving(8)]
    awards = each_round(rounds, contest=contest, elimination=elimination)
    assert awards[0] == int(TABLE[kind]["prelim"])
    assert awards[1] == int(TABLE[kind]["round_1"])


def test_district_is_rounded_match_by_match() -> None:
    assert each_round(halving(64), status="district") == [41, 57, 81, 114, 162, 228]
    assert points(knockout(halving(4), "won won", status="district"), "matches") == [41 + 57]


@pytest.mark.parametrize(
    ("boards", "status", "expected"),
    [
        (9, "club", [14, 19]),  # half
        (17, "club", [26, 36]),  # 25.5 and 35.89
        (18, "club", [27, 38]),
        (35, "club", [27, 38]),
        (36, "club", [41, 57]),  # as District
        (36, "national", [162, 228]),  # 6 × Club
        (1, "club", [2, 3]),
    ],
)
def test_boards(boards: int, status: str, expected: list[int]) -> None:
    assert each_round(halving(4, boards), status=status) == expected


def test_two_levels_above_national_are_not_defined() -> None:
    with pytest.raises(Refused, match=r"4\.7\.3"):
        awarded(knockout(halving(4, 36), "won", status="2 x regional"))


def test_rounds_beyond_the_table_come_first() -> None:
    """256 teams play eight rounds; the table has six: two count as preliminary."""
    assert each_round(halving(256)) == [27, 27, 27, 38, 54, 76, 108, 152]
    assert "E36" in awarded(knockout(halving(256), "won")).readings()


def test_later_round_with_byes_is_the_mean_of_its_neighbours() -> None:
    """20 teams: 20, 10, then 5 with a triangle and a match, then 2."""
    rounds = [(20, 24, {}), (10, 24, {}), (5, 24, {"byes": 3}), (4, 24, {}), (2, 24, {})]
    assert each_round(rounds) == [27, 38, 46, 54, 76]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("won", 38),
        ("won-conceded", 38),
        ("drawn", 19),
        ("lost", 0),
        ("walkover", 0),
    ],
)
def test_results(word: str, expected: int) -> None:
    assert points(knockout(halving(8), f"- {word}"), "matches") == [expected]


@pytest.mark.parametrize(("word", "expected"), [("won-both", 27), ("won-one", 14), ("lost-both", 0), ("bye", 0)])
def test_triangles_and_byes_of_a_preliminary_round(word: str, expected: int) -> None:
    rounds = [(9, 24, {"triangles": 1, "byes": 2}), *halving(4)]
    assert points(knockout(rounds, word), "matches") == [expected]


def test_final_of_three_is_the_final() -> None:
    """12, 6, then three teams in a triangle: Round 3, half for each mini-match."""
    rounds = [(12, 24, {}), (6, 24, {}), (3, 24, {"triangles": 1})]
    assert points(knockout(rounds, "- - won-both", "- - won-one", "- - lost-both"), "matches") == [54, 27, 0]


def test_bye_of_an_undefeated_team() -> None:
    """Two thirds of Round 4 of a double elimination, 38; the round stays a full one."""
    rounds = [(8, 24, {}), (8, 24, {}), (6, 24, {}), (5, 24, {"earned_byes": 1}), (3, 24, {"earned_byes": 1})]
    event = knockout(rounds, "won won won bye", "lost won won won", "won lost won lost", elimination="double")
    assert points(event, "matches") == [27 * 3 + 26, 27 * 2 + 38, 27 * 2]


def test_another_bye_makes_that_round_preliminary() -> None:
    """The mean of Rounds 3 and 4, 27 and 38, is 32.5: two thirds are 21.67; the beaten team's bye earns nothing."""
    rounds = [(8, 24, {}), (8, 24, {}), (6, 24, {}), (6, 24, {"earned_byes": 1, "byes": 1}), (4, 24, {})]
    event = knockout(rounds, "won won won bye", "lost won won won", "won lost won bye", elimination="double")
    assert points(event, "matches") == [27 * 3 + 22, 27 * 2 + 33, 27 * 2]


@pytest.mark.parametrize(
    ("original", "left", "expected"),
    [
        (32, 8, [54, 76, 108]),  # the book's example: Round 3
        (24, 8, [38, 54, 76]),  # a preliminary round and Round 1 before it
        (32, 2, [108]),
        (33, 8, [54, 76, 108]),
        (31, 8, [38, 54, 76]),
        (8, 8, [27, 38, 54]),
        (512, 8, [76, 108, 152]),  # nine rounds: three of them preliminary
    ],
)
def test_qualified_entry(original: int, left: int, expected: list[int]) -> None:
    assert each_round(halving(left), original_entry=original) == expected


def test_qualified_entry_that_is_no_power_of_two() -> None:
    """6 of 32: two byes on the way from Round 3 to Round 4, (54 + 76) / 2."""
    assert each_round([(6, 24, {"byes": 2}), (4, 24, {}), (2, 24, {})], original_entry=32) == [65, 76, 108]
    assert each_round([(12, 24, {}), (6, 24, {})], original_entry=32) == [38, 54]


def test_consolation_of_a_straight_knockout() -> None:
    """Example (a): 16 losers of Round 1, half of the Round 1 awards, 13.5."""
    assert each_round(halving(16), consolation=True) == [14, 19, 27, 38]


def test_consolation_of_qualifiers() -> None:
    """Example (b): 32 less 8 are 24; their first match is Round 2."""
    assert each_round(halving(8), consolation=True, original_entry=32, main_entry=8) == [19, 27, 38]


def test_entrants_may_join_later() -> None:
    rounds: list[tuple[int, int, dict[str, Any]]] = [(8, 24, {}), (8, 24, {}), (4, 24, {}), (2, 24, {})]
    event = knockout(rounds, "won won won won", "- won lost", consolation=True)
    assert points(event, "matches") == [14 + 19 + 27 + 38, 19]


@pytest.mark.parametrize(("original", "teams", "clause"), [(4, 2, "4.6.1"), (4, 3, "4.6.1"), (None, 2, "3.1.1")])
def test_entries_too_small(original: int | None, teams: int, clause: str) -> None:
    extra = {"triangles": 1} if teams == 3 else {}
    fields: dict[str, Any] = {} if original is None else {"original_entry": original}
    result = awarded(knockout([(teams, 24, extra)], "won", **fields))
    assert [award.points for award in result.awards] == [0]
    assert result.awards[0].step.clause.number == clause


def test_small_final_of_five_entrants_is_paid() -> None:
    """5 teams: a preliminary round to 4, Round 1, so the final is Round 2."""
    assert each_round([(2, 24, {})], original_entry=5) == [38]


@pytest.mark.parametrize(
    ("finalists", "matches", "expected"),
    [
        (2, [[], []], [76, 0]),  # 16 teams: Rounds 1 to 3, the final is Round 4
        (
            3,
            [[{"boards": 12, "won": 2}], [{"boards": 12, "won": 1, "lost": 1}], [{"boards": 12, "lost": 2}]],
            [76, 38, 0],
        ),
        (
            3,
            [
                [{"boards": 12, "won": 1, "drawn": 1}],
                [{"boards": 12, "drawn": 2}],
                [{"boards": 12, "lost": 1, "drawn": 1}],
            ],
            [57, 38, 19],
        ),
    ],
)
@pytest.mark.parametrize("form", ["matches", "final"])
def test_finals_of_two_or_three_teams(
    form: str, finalists: int, matches: list[list[dict[str, int]]], expected: list[int]
) -> None:
    lists = [{"place": place, "matches": groups} for place, groups in enumerate(matches, 1)]
    event = data(form, "teams", boards=24, original_tables=16, lists=[{"entries": lists}])
    result = awarded(event)
    assert [award.points for award in result.awards] == expected
    assert "4.5.6" in {step.clause.number for award in result.awards for step in award.steps}


def test_final_of_three_without_its_matches() -> None:
    with pytest.raises(Refused, match=r"4\.5\.6"):
        awarded(data("final", "teams", boards=24, original_tables=16, lists=[{"places": "1 2 3"}]))


def test_small_final_of_a_small_entry() -> None:
    result = awarded(data("final", "teams", boards=24, original_tables=4, lists=[{"places": "1 2"}]))
    assert [(award.points, award.step.clause.number) for award in result.awards] == [(0, "4.6.1"), (0, "4.6.1")]


def test_player_of_a_six_is_paid_for_the_rounds_he_played() -> None:
    """8 of 24 boards are a third; 7 are not."""
    players = [
        *({"id": str(number)} for number in range(4)),
        {"id": "five", "matches": [{"stage": "1", "boards": 8, "won": 1}, {"stage": "2", "boards": 7, "won": 1}]},
    ]
    event = knockout(halving(4), "won won")
    event["entries"][0]["players"] = players
    points = {player.id: award.points for award in awarded(event).awards for player in award.recipients}
    assert points == {"0": 65, "1": 65, "2": 65, "3": 65, "five": 27}


@pytest.mark.parametrize(
    ("event", "place"),
    [
        (knockout([(9, 24, {})], "won"), "rounds[0].contestants"),
        (knockout([(9, 24, {"earned_byes": 1})], "won"), "rounds[0].earned_byes"),
        (knockout(halving(4), "won won won"), "entries[0].rounds[2].round"),
        (knockout(halving(8), "won", contest="pairs", elimination="double"), "elimination"),
        (knockout(halving(8), "won", contest="individual"), "contest"),
        (knockout(halving(8), "won", original_entry=6), "original_entry"),
        (knockout(halving(8), "won", original_entry=12, main_entry=5), "original_entry"),
    ],
)
def test_what_cannot_be(event: dict[str, Any], place: str) -> None:
    with pytest.raises(Refused) as refusal:
        awarded(event)
    assert place in {problem.place for problem in refusal.value.problems}
    assert all(problem.fix and problem.clause for problem in refusal.value.problems)
