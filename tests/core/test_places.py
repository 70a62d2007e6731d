"""Ranking lists: equal numbers are ties, and contradictions are reported."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.events import Entry, RankingList
from masterpoint.core.places import Finish, finishes, moved_up, parse_places, place_problems, size_of


def _list(places: str, **fields: Any) -> RankingList:
    return RankingList(places=places, **fields)


@pytest.mark.parametrize("places", ["1 2 3", "1= 1= 3", "1 2 2 4", "1= 1= 1=", "1", "1 3= 2 3="])
def test_lists_that_read(places: str) -> None:
    assert place_problems(_list(places), "lists[0]") == []


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ("1 3", "should be 2"),
        ("2 3", "should be 1"),
        ("1 2= 3", "nobody shares it"),
        ("1 2 2 3", "should be 4"),
        ("1 last", "not a place"),
        ("0 1", "not a place"),
        ("1 -2", "not a place"),
        ("1 2.5", "not a place"),
        ("1 999999", "not a place"),
    ],
)
def test_lists_that_contradict_themselves(places: str, message: str) -> None:
    (problem,) = place_problems(_list(places), "lists[0]")
    assert message in problem.message
    assert problem.fix
    assert problem.place.startswith("lists[0]")


def test_a_field_smaller_than_its_list() -> None:
    (problem,) = place_problems(_list("1 2 3", size=2), "lists[0]")
    assert problem.place == "lists[0].size"


def test_entries_and_places_both() -> None:
    ranking = RankingList(places="1", entries=(Entry(place=1),))
    (problem,) = place_problems(ranking, "lists[0]")
    assert problem.fix == "keep one"


def test_finishes_and_their_places() -> None:
    result = finishes(parse_places("1 2= 2= 4"))
    assert [str(finish) for finish in result] == ["1", "2=", "2=", "4"]
    assert list(result[1].places) == [2, 3]
    assert size_of(_list("1 2", size=12)) == 12


def test_those_left_move_up_and_ties_stay() -> None:
    entries = [Entry(place=place) for place in (2, 4, 4, 7)]
    assert [finish for _, finish in moved_up(entries)] == [Finish(1), Finish(2, 2), Finish(2, 2), Finish(4)]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=30))
def test_every_competition_ranking_reads(sizes: list[int]) -> None:
    """Groups of 1 to 4 tied contestants, numbered in the usual way, have no problem."""
    words, place = [], 1
    for size in sizes:
        words += [f"{place}=" if size > 1 else str(place)] * size
        place += size
    assert place_problems(_list(" ".join(words)), "x") == []
