"""2.4 to 2.6: every printed rank, stars without end, what stands in for green, what does not count; gold."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handbook_cases import printed_tables
from masterpoint.core.derivation import Award, fact, recompute
from masterpoint.core.events import Entry, Player
from masterpoint.core.exact import Exact
from masterpoint.schemes.ebu.rules.records.gold import gold_awards
from masterpoint.schemes.ebu.rules.records.ranks import rank_progress, rungs_up_to
from masterpoint.schemes.families.british_gold import full_years
from schemes.ebu.making import BOOK

with (printed_tables("ebu") / "ebu_2.6.2_ranks.csv").open(encoding="utf-8") as printed:
    ROWS = list(csv.DictReader(printed))
WITHOUT_GREEN = [row for row in ROWS if not row["green_points_at_least"]]


def needs(row: dict[str, str]) -> tuple[int, int]:
    return int(row["master_points_overall"] or 0), int(row["green_points_at_least"] or 0)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rank"])
def test_every_printed_rank_is_reached_by_what_it_asks_for(row: dict[str, str]) -> None:
    total, green = needs(row)
    holding = {"local": max(0, total - 100 * green), "green": green}
    rungs = {rung.name: {need.what: need.amount for need in rung.needs} for rung in rungs_up_to(BOOK, total)}
    assert rungs[row["rank"]] == {name: amount for name, amount in (("total", total), ("green", green)) if amount}
    assert _seniority(rank_progress(BOOK, holding).rank) >= _seniority(row["rank"])


def test_the_printed_order_is_kept() -> None:
    names = [rung.name for rung in rungs_up_to(BOOK, 200_000)]
    printed = [row["rank"] for row in ROWS]
    assert [name for name in names if name in printed] == printed


@pytest.mark.parametrize(("total", "stars"), [(0, 1), (49_999, 1), (50_000, 2), (59_999, 2), (60_000, 3)])
def test_stars_without_end_go_one_beyond_the_total(total: int, stars: int) -> None:
    """2.6.2: a star of the Tournament Master for 50,000 and for each 10,000 more; the next one is in sight."""
    names = [rung.name for rung in rungs_up_to(BOOK, total) if rung.name.endswith("* Tournament Master")]
    assert names == [f"{'*' * count} Tournament Master" for count in range(1, stars + 1)]


def test_online_points_fill_a_third_of_what_a_rank_asks_for() -> None:
    """2.4.1(d): 40,000 of 60,000 are of the main types; the rank is found however few they are."""
    assert rank_progress(BOOK, {"local": 40_000, "online": 20_000}).rank == "** Tournament Master"
    assert rank_progress(BOOK, {"local": 39_999, "online": 30_000}).rank == "* Tournament Master"


@pytest.mark.parametrize("row", WITHOUT_GREEN, ids=lambda row: row["rank"])
def test_a_rank_without_green_is_the_rank_of_its_total(row: dict[str, str]) -> None:
    total, _ = needs(row)
    assert rank_progress(BOOK, {"local": total}).rank == row["rank"]
    assert rank_progress(BOOK, {"local": total - 1}).rank != row["rank"]


@pytest.mark.parametrize(
    ("local", "green", "rank"),
    [
        (4000, 10, "Premier Master"),
        (4000, Fraction(999, 100), "County Master"),
        (4001, Fraction(999, 100), "Master"),
        (9000, 10, "* Premier Master"),
        (29000, 10, "***** Premier Master"),
        (34000, 10, "***** Premier Master"),
        (39000, 10, "Premier Tournament Master"),
        (49000, 10, "* Premier Tournament Master"),
        (89000, 10, "***** Premier Tournament Master"),
        (7500, 25, "Regional Master"),
        (17500, 25, "* Regional Master"),
        (57500, 25, "***** Regional Master"),
        (15000, 50, "Premier Regional Master"),
        (25000, 50, "* Premier Regional Master"),
        (22500, 75, "National Master"),
        (30000, 100, "Premier National Master"),
        (45000, 150, "Life Master"),
        (60000, 300, "Premier Life Master"),
        (60000, 600, "Grand Master"),
        (0, 1500, "Premier Grand Master"),
        (0, 1499, "Grand Master"),
        (22400, 75, "Premier Regional Master"),
        (39900, 0, "***** Master"),
        (0, 0, ""),
    ],
)
def test_the_order_of_the_list_decides(local: int, green: int | Fraction, rank: str) -> None:
    """E32: the most senior rank in the printed order whose needs are met."""
    assert rank_progress(BOOK, {"local": local, "green": green}).rank == rank


def test_stars_go_on_without_end() -> None:
    assert rank_progress(BOOK, {"local": 500_000}).rank == "*" * 46 + " Tournament Master"
    assert rank_progress(BOOK, {"local": 500_000}).next_rank == "*" * 47 + " Tournament Master"
    assert rank_progress(BOOK, {"local": 509_999}).gaps[0].missing == 1


def test_master_has_five_stars_and_no_more() -> None:
    names = [rung.name for rung in rungs_up_to(BOOK, 1_000_000)]
    assert "***** Master" in names and "****** Master" not in names
    assert "***** Premier Master" in names and "****** Premier Master" not in names


@pytest.mark.parametrize(
    ("green", "blue", "expected"),
    [(1450, 150, True), (1450, 149, False), (1449, 900, False), (1500, 0, True), (1499, 3, True), (1499, 2, False)],
)
def test_up_to_fifty_green_are_replaced_at_three_blue_for_one(green: int, blue: int, expected: bool) -> None:
    assert (rank_progress(BOOK, {"green": green, "blue": blue}).rank == "Premier Grand Master") is expected


def test_gaps_are_told_by_colour() -> None:
    gaps = {gap.what: gap.missing for gap in rank_progress(BOOK, {"local": 40_000}).gaps}
    assert gaps == {"total": 10_000}
    progress = rank_progress(BOOK, {"local": 49_000, "green": 80, "blue": 3})
    assert progress.rank == "National Master"
    assert {gap.what: gap.missing for gap in progress.gaps} == {"green": 19}
    assert all(recompute(gap.step) == gap.missing for gap in progress.gaps)


def test_gold_is_heard_and_does_not_count() -> None:
    progress = rank_progress(BOOK, {"local": 99, "gold": 50})
    assert progress.rank == ""
    assert [step.clause.number for step in progress.steps] == ["2.5.2"]


holdings = st.fixed_dictionaries(
    {
        "local": st.integers(0, 150_000),
        "blue": st.integers(0, 300),
        "green": st.integers(0, 1_600),
        "online": st.integers(0, 5_000),
    }
)


ORDER = {rung.name: place for place, rung in enumerate(rungs_up_to(BOOK, 2_000_000))}


def _seniority(rank: str) -> int:
    return ORDER[rank] if rank else -1


@given(holdings, st.sampled_from(["local", "blue", "green"]), st.integers(1, 10_000))
def test_more_points_never_lower_a_rank(holding: dict[str, int], colour: str, extra: int) -> None:
    richer = {**holding, colour: holding[colour] + extra}
    assert _seniority(rank_progress(BOOK, richer).rank) >= _seniority(rank_progress(BOOK, holding).rank)


@given(holdings)
def test_what_the_gaps_ask_for_is_enough(holding: dict[str, int]) -> None:
    progress = rank_progress(BOOK, holding)
    if not progress.gaps:
        return
    complete: dict[str, Exact] = {**holding}
    for gap in progress.gaps:
        if gap.what == "green":
            complete["green"] += gap.missing
    overall = complete["local"] + 100 * (complete["blue"] + complete["green"])
    before = holding["local"] + 100 * (holding["blue"] + holding["green"])
    total = next((gap.missing for gap in progress.gaps if gap.what == "total"), 0)
    complete["local"] += max(0, total - (overall - before))
    assert _seniority(rank_progress(BOOK, complete).rank) > _seniority(progress.rank)


# 2.5.1: gold beside the green awards of an event


def _green(
    entry: Entry, points: int | Fraction, players: tuple[Player, Player] | None = None, kind: str = "ranking"
) -> Award:
    return Award(entry, fact(points, BOOK.clause("6.4.1"), "green"), "green", kind, players)


def test_gold_adds_up_the_green_of_an_event() -> None:
    entry = Entry(place=1)
    awards = gold_awards(BOOK, [_green(entry, 4), _green(entry, Fraction(5, 4), kind="matches")])
    assert [(award.colour, award.points) for award in awards] == [("gold", Fraction(105, 100))]
    assert recompute(awards[0].step) == awards[0].points


def test_no_gold_below_five() -> None:
    entry = Entry(place=1)
    assert gold_awards(BOOK, [_green(entry, 3), _green(entry, Fraction(199, 100), kind="matches")]) == []


def test_gold_goes_to_the_players_who_earned_the_green() -> None:
    ada, ben, cleo = Player(name="Ada"), Player(name="Ben"), Player(name="Cleo")
    entry = Entry(place=1, players=(ada, ben, cleo))
    awards = gold_awards(BOOK, [_green(entry, 3), _green(entry, 3, (ada, ben), "matches")])
    assert [(award.points, award.players) for award in awards] == [(Fraction(6, 5), (ada, ben))]


def test_gold_follows_a_pair_through_the_lists_of_an_event() -> None:
    ada: dict[str, Any] = {"name": "Ada", "id": "1"}
    ben: dict[str, Any] = {"name": "Ben", "id": "2"}
    qualifying = Entry(place=4, number="7", players=(Player(**ada), Player(**ben)))
    final = Entry(place=1, number="2", players=(Player(**ada), Player(**ben)))
    other = Entry(place=1, number="7")
    awards = gold_awards(BOOK, [_green(qualifying, 1), _green(final, 5), _green(other, 4)])
    assert [(award.points, award.players) for award in awards] == [(Fraction(6, 5), None)]


def test_gold_knows_players_without_a_number_by_name() -> None:
    first, second = (Entry(place=1, players=(Player(name="Ada"), Player(name="Ben"))) for _ in range(2))
    (award,) = gold_awards(BOOK, [_green(first, 3), _green(second, 3)])
    assert (award.points, award.players) == (Fraction(6, 5), None)


def test_players_without_a_name_are_still_two() -> None:
    entry = Entry(place=1, players=(Player(), Player()))
    (award,) = gold_awards(BOOK, [_green(entry, 5)])
    assert (award.points, award.players) == (1, None)


def test_full_years() -> None:
    assert full_years(date(2024, 5, 1), date(2026, 4, 30)) == 1
    assert full_years(date(2024, 2, 29), date(2025, 2, 28)) == 0
    assert full_years(date(2024, 2, 29), date(2025, 3, 1)) == 1
