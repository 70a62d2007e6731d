"""4.8: the charts as printed for any number of divisions; figures worked out by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from handbook_cases import by_rule
from masterpoint.core.errors import NotReadable, Refused
from masterpoint.core.exact import Exact
from schemes.ebu.making import awarded, data, rows

CHARTS = {
    "club": "ebu_4.8.5_league_club.csv",
    "district": "ebu_4.8.6_league_district.csv",
    "county": "ebu_4.8.7_league_county.csv",
}


def division(
    level: int, size: int = 8, matches: list[dict[str, int]] | tuple[Any, ...] = (), **fields: Any
) -> dict[str, Any]:
    entries = [{"place": place, "matches": list(matches)} for place in range(1, size + 1)]
    return {"level": level, "entries": entries, **fields}


def league(*divisions: dict[str, Any], status: str = "club", boards: int = 72, **kwargs: Any) -> dict[str, Any]:
    return data("league", "teams", status, boards=boards, divisions=list(divisions), **kwargs)


def by_division(event: dict[str, Any], kind: str) -> dict[str, list[Exact]]:
    """Figures of each division, by its name."""
    results: dict[str, list[Exact]] = {}
    for award in by_rule(event).awards:
        if award.kind == kind:
            results.setdefault(award.ranking, []).append(award.points)
    return results


def key_figures(count: int, status: str, boards: int = 24) -> list[Exact]:
    won = [{"boards": boards, "won": 1}]
    event = league(*(division(level, matches=won) for level in range(1, count + 1)), status=status)
    return [figures[-1] for figures in by_division(event, "matches").values()]


@pytest.mark.parametrize("status", CHARTS)
def test_key_figures_as_printed(status: str) -> None:
    for row in rows(CHARTS[status]):
        count = int(row["divisions"])
        printed = [int(row[f"div_{number}"]) for number in range(1, count + 1)]
        assert key_figures(count, status) == printed


@pytest.mark.parametrize(
    ("status", "count", "figures"),
    [
        ("club", 6, [54, 49, 44, 38, 33, 27]),  # steps of 5.4
        ("club", 10, [54, 51, 48, 45, 42, 39, 36, 33, 30, 27]),
        ("district", 8, [81, 76, 70, 64, 59, 53, 47, 41]),  # steps of 40/7
        ("district", 9, [81, 76, 71, 66, 61, 56, 51, 46, 41]),
        ("county", 10, [108, 102, 96, 90, 84, 78, 72, 66, 60, 54]),
        ("county", 13, [108, 104, 99, 95, 90, 86, 81, 77, 72, 68, 63, 59, 54]),  # steps of 4.5
    ],
)
def test_more_divisions_than_the_chart(status: str, count: int, figures: list[int]) -> None:
    assert key_figures(count, status) == figures


@pytest.mark.parametrize(
    ("status", "boards", "figures"),
    [
        ("club", 9, [21, 14]),  # 40.5 and 27, halved
        ("club", 12, [27, 18]),
        ("club", 17, [39, 26]),  # 38.25, 25.5
        ("club", 36, [62, 41]),  # half as much again as 41 and 27
        ("district", 12, [36, 27]),
        ("county", 36, [102, 81]),  # 68 × 1.5
    ],
)
def test_matches_of_other_lengths(status: str, boards: int, figures: list[int]) -> None:
    assert key_figures(2, status, boards) == figures


def test_ranking_awards_follow_the_exact_key_figure() -> None:
    """4.6.5(c): a district league of one division, 10 teams, 24-board matches: 122, 81, 41 and 41 a match."""
    event = league(division(1, 10, [{"boards": 24, "won": 1}]), status="district", boards=216)
    assert by_division(event, "ranking")["Division 1"][:4] == [122, 81, 41, 0]
    assert set(by_division(event, "matches")["Division 1"]) == {41}


def test_example_of_the_correlation() -> None:
    """4.8.4: 10 teams at 27: 81, 54 and 27."""
    assert by_division(league(division(1, 10)), "ranking")["Division 1"][:4] == [81, 54, 27, 0]


@pytest.mark.parametrize(
    ("boards", "ranking"),
    [
        (72, [81, 54, 27]),
        (71, [54, 36, 18]),  # one third less
        (36, [54, 36, 18]),
        (35, [40, 30, 20, 10]),  # a basic event: a third of 10 teams
        (17, [30, 20, 10]),
    ],
)
def test_length_of_the_season(boards: int, ranking: list[int]) -> None:
    figures = by_division(league(division(1, 10, [{"boards": 8, "won": 1}]), boards=boards), "ranking")["Division 1"]
    assert [figure for figure in figures if figure] == ranking


def test_short_season_has_no_match_awards() -> None:
    result = awarded(league(division(1, 10, [{"boards": 9, "won": 1}]), boards=35))
    matches = [award for award in result.awards if award.kind == "matches"]
    assert {(award.points, award.step.clause.number) for award in matches} == {(0, "4.5.2")}


def test_a_small_division_is_not_counted() -> None:
    """4.8.8, 4.9.2: the third division of four teams takes the awards of the second of two."""
    won = [{"boards": 24, "won": 1}]
    event = league(division(1, 8, won), division(2, 8, won), division(3, 4, won))
    assert [set(figures) for figures in by_division(event, "matches").values()] == [{41}, {27}, {27}]
    assert by_division(event, "ranking")["Division 3"] == [27, 0, 0, 0]
    assert "4.8.8" in {remark.clause.number for remark in awarded(event).remarks}


def test_a_small_division_in_the_middle_takes_the_one_above() -> None:
    won = [{"boards": 24, "won": 1}]
    event = league(division(1, 8, won), division(2, 4, won), division(3, 5, won))
    assert [figures[0] for figures in by_division(event, "matches").values()] == [41, 41, 27]


def test_the_first_division_may_be_small() -> None:
    won = [{"boards": 24, "won": 1}]
    event = league(division(1, 3, won), division(2, 8, won))
    assert [figures[0] for figures in by_division(event, "matches").values()] == [41, 27]


def test_a_division_of_two_earns_nothing() -> None:
    result = awarded(league(division(1, 2, [{"boards": 24, "won": 1}])))
    assert {(award.points, award.step.clause.number) for award in result.awards} == {(0, "3.1.1")}


def test_parallel_divisions_are_one_level() -> None:
    won = [{"boards": 24, "won": 1}]
    event = league(division(1, 8, won), division(2, 8, won, name="2A"), division(2, 8, won, name="2B"))
    assert [figures[0] for figures in by_division(event, "matches").values()] == [41, 27, 27]
    assert "4.8.9" in {remark.clause.number for remark in awarded(event).remarks}


def test_draws_minimum_and_unplayed_matches() -> None:
    entries = [
        {"place": 1, "matches": [{"boards": 24, "drawn": 1}]},
        {"place": 2, "matches": [{"boards": 1, "won": 1}]},
        {"place": 3, "matches": [{"boards": 24, "won": 2, "conceded": "unplayed"}]},
        {"place": 4, "matches": [{"boards": 24, "won": 1, "conceded": "behind"}]},
    ]
    event = league({"level": 1, "size": 10, "entries": entries}, status="district")
    assert by_division(event, "matches")["Division 1"] == [21, 3, 0, 41]
    entries.append({"place": 5, "matches": [{"boards": 1, "won": 1}]})
    assert by_division(event, "matches")["Division 1"][-1] == 9  # 2.25, rounded to 3, raised to 6 × 1½


def test_play_off_between_parallel_divisions() -> None:
    """4.8.9: 16 teams in 2A and 2B, so a final is Round 4: 76 at the level of Division 2 of 2, Club."""
    facts = {"play_off_division": 2, "play_off_divisions": 2}
    rounds = [{"round": 1, "contestants": 2, "boards": 24}]
    entries = [{"rounds": [{"round": 1, "result": "won"}]}, {"rounds": [{"round": 1, "result": "lost"}]}]
    event = data("knockout", "teams", rounds=rounds, entries=entries, original_entry=16, facts=facts)
    result = awarded(event)
    assert [award.points for award in result.awards] == [76, 0]
    assert "4.8.9" in {step.clause.number for step in result.awards[0].steps}
    event = data(
        "knockout",
        "teams",
        "county",
        rounds=rounds,
        entries=entries,
        original_entry=16,
        facts=facts | {"play_off_divisions": 3},
    )
    assert [award.points for award in awarded(event).awards] == [190, 0]  # 2½ × Club
    for wrong in ({"play_off_division": 3, "play_off_divisions": 2}, {"play_off_division": 2}):
        event = data("knockout", "teams", rounds=rounds, entries=entries, facts=wrong)
        with pytest.raises(Refused, match=r"4\.8\.9"):
            awarded(event)


def test_no_chart_for_several_divisions_above_county() -> None:
    with pytest.raises(Refused, match=r"4\.8\.7"):
        awarded(league(division(1), division(2), status="regional"))
    assert by_division(league(division(1, 8), status="regional"), "ranking")["Division 1"][:3] == [162, 81, 0]


def test_places_of_a_division_are_checked() -> None:
    with pytest.raises(NotReadable):
        awarded(league({"level": 1, "entries": [{"place": 1}, {"place": 3}]}))
