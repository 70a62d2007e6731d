"""Scales S and QS as printed, cell by cell, and what holds of every stratified event."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from handbook_cases import check_steps
from masterpoint.core.derivation import fact
from masterpoint.core.events import Organiser, StratifiedEvent
from masterpoint.core.exact import Exact
from masterpoint.schemes.ebu.rules.local.strata import (
    ONE_LIST_A_DIRECTION,
    ONE_WINNER,
    stratum_ladder,
    stratum_scale,
)
from schemes.ebu.making import BOOK, awarded, counts, points, rows

BANDS = {"tables_12_17_boards": (12, 17), "tables_18_35_boards": (18, 35), "tables_36plus_boards": (36, 71)}
CLUB = fact(1, BOOK.clause("3.2"), "Club status")


def read_down(table: list[dict[str, str]], row: int, column: str) -> list[int]:
    """4.1.5: from the row down; a blank cell takes the next figure above."""
    return [int(line[column]) for line in table[row:]]


def ladder(part: str, category: str, tables: int, boards: int, match_won: bool = False) -> list[Exact]:
    """What each place earns on one half of Scale S, or of QS where matches are paid too."""
    event = StratifiedEvent(
        scheme="ebu",
        day=date(2026, 11, 10),
        organiser=Organiser(level="club"),
        contest="pairs",
        boards=boards,
        lists=(),
        match_won=match_won,
    )
    full = fact(tables, BOOK.clause("4.12.3"), "full tables")
    scale = stratum_scale(BOOK, part, match_won=match_won)
    return [step.value for step in stratum_ladder(BOOK, event, scale, category, full, CLUB)]


@pytest.mark.parametrize("category", "ABCD")
@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("ebu_scaleS_stratified_1winner_pairs.csv", ONE_WINNER),
        ("ebu_scaleS_stratified_teams_2winner.csv", ONE_LIST_A_DIRECTION),
    ],
)
def test_scale_s_as_printed(category: str, band: str, file: str, part: str) -> None:
    table, checked = rows(file), 0
    for index, row in enumerate(table):
        for tables in counts(row[band]):
            for boards in BANDS[band]:
                assert ladder(part, category, tables, boards) == read_down(table, index, f"strat_{category}")
                checked += 1
    assert checked >= 30


@pytest.mark.parametrize("category", "ABCD")
@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("ebu_scaleQS_stratified_1winner_pairs.csv", ONE_WINNER),
        ("ebu_scaleQS_stratified_teams_2winner.csv", ONE_LIST_A_DIRECTION),
    ],
)
def test_scale_qs_as_printed(category: str, file: str, part: str) -> None:
    table, checked = rows(file), 0
    for index, row in enumerate(table):
        for tables in counts(row["full_tables"]):
            figures = ladder(part, category, tables, 36, match_won=True)
            assert figures == read_down(table, index, f"strat_{category}")
            checked += 1
    assert checked >= 32


@pytest.mark.parametrize("category", "ABC")
def test_table_of_the_example_as_printed(category: str) -> None:
    table = rows("ebu_4.12.4_example_table.csv")
    for index, row in enumerate(table):
        for tables in counts(row["full_tables_18_35"]):
            assert ladder(ONE_WINNER, category, tables, 24) == read_down(table, index, f"strat_{category}")


def event(
    categories: list[str], boards: int = 24, contest: str = "pairs", ties: tuple[Any, ...] | list[int] = ()
) -> dict[str, Any]:
    entries = [{"place": place, "category": category} for place, category in enumerate(categories, 1)]
    for place in ties:
        entries[place]["place"] = entries[place - 1]["place"]
    return {
        "form": "stratified",
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": contest,
        "boards": boards,
        "lists": [{"entries": entries}],
    }


FIELDS = st.lists(st.sampled_from("ABCD"), min_size=6, max_size=48)


@settings(max_examples=60, deadline=None)
@given(FIELDS, st.sampled_from([12, 24, 36]), st.sampled_from(["pairs", "teams"]))
def test_within_a_category_nobody_earns_more_than_one_placed_higher(
    categories: list[str], boards: int, contest: str
) -> None:
    assume(contest == "pairs" or boards < 36)  # long events for teams pay for matches won
    categories = categories if contest == "pairs" else categories[:30]
    figures = points(event(categories, boards, contest))
    for category in "ABCD":
        own_figures = [
            figure for figure, own_category in zip(figures, categories, strict=True) if own_category == category
        ]
        assert own_figures == sorted(own_figures, reverse=True)


@settings(max_examples=60, deadline=None)
@given(FIELDS, st.data())
def test_a_lower_category_never_earns_less_than_a_higher_one_would_in_its_place(
    categories: list[str], data: DataObject
) -> None:
    """Whoever is put one category down has one more list to be paid in."""
    place = data.draw(st.integers(0, len(categories) - 1))
    if categories[place] == "D":
        return
    lower = [*categories]
    lower[place] = chr(ord(lower[place]) + 1)
    assert points(event(lower))[place] >= points(event(categories))[place]


@settings(max_examples=40, deadline=None)
@given(FIELDS, st.integers(1, 5))
def test_every_step_recomputes_and_ties_share(categories: list[str], tied: int) -> None:
    result = awarded(event(categories, ties=[tied]))
    check_steps(result)
    first, second = result.awards[tied - 1], result.awards[tied]
    if first.entry.category == second.entry.category:
        assert first.points == second.points


def test_limits_are_reached_at_the_printed_tables() -> None:
    assert points(event(["A"] * 50))[0] == 17 * 5
    assert points(event(["A"] * 30, contest="teams"))[0] == 90
    assert points(event(["A"] * 100, boards=36))[0] == 250
