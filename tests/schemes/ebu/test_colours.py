"""Chapter 5 against chapter 4: Blue Points are the hundredth part of Local ones; colours pick their chapter."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handbook_cases import by_rule, cases_of, check_steps, refusal_of
from masterpoint import schemes
from masterpoint.core.errors import MasterpointError
from masterpoint.core.exact import rational
from masterpoint.core.rounding import up_to_whole

EBU = schemes.edition_named("ebu", "2014")
REGISTER = {reading.id for reading in EBU.readings}


def session(colour: str, places: str, size: int, boards: int = 36) -> dict[str, Any]:
    return {
        "form": "session",
        "scheme": "ebu",
        "day": date(2026, 11, 10),
        "organiser": {"level": "club"},
        "contest": "pairs",
        "championship": "major",
        "colour": colour,
        "boards": boards,
        "lists": [{"places": places, "size": size}],
    }


def places_text(groups: list[int]) -> list[str]:
    words, place = [], 1
    for size in groups:
        words += [f"{place}=" if size > 1 else str(place)] * size
        place += size
    return words


GROUPS = st.lists(st.integers(1, 3), min_size=3, max_size=12)


@given(GROUPS, st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_blue_is_the_hundredth_part_of_local(groups: list[int], extra: int) -> None:
    words = places_text(groups)
    size = len(words) + extra
    blue, local = (by_rule(session(colour, " ".join(words), max(6, size))) for colour in ("blue", "local"))
    check_steps(blue)
    assert [award.points * 100 for award in blue.awards] == [up_to_whole(award.points) for award in local.awards]


@given(GROUPS, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_in_which_a_file_lists_the_entries_changes_nothing(groups: list[int], chance: random.Random) -> None:
    words = places_text(groups)
    shuffled = [*words]
    chance.shuffle(shuffled)
    first, second = (by_rule(session("blue", " ".join(places), 40)) for places in (words, shuffled))
    by_place = {award.entry.place: award.points for award in first.awards}
    assert {award.entry.place: award.points for award in second.awards} == by_place


@given(st.integers(6, 3000))
@settings(max_examples=60, deadline=None)
def test_simultaneous_parts_are_a_quarter_and_three_quarters_each_rounded_up(pairs: int) -> None:
    event = session("", "1 2 3", pairs, 24) | {"form": "simultaneous", "organiser": {"level": "national"}}
    result = by_rule({**event, "championship": ""})
    check_steps(result)
    for place in "123":
        awards = [award for award in result.awards if award.entry.place == place and award.points]
        parts = {award.colour: rational(award.points) for award in awards}
        if parts:
            assert parts["local"] / 3 - 1 < parts["blue"] * 100 <= parts["local"] / 3 + 1


@pytest.mark.parametrize("colour", ["purple", "gold", "online"])
@pytest.mark.parametrize("form", ["session", "sections"])
def test_other_colours_are_refused(colour: str, form: str) -> None:
    event = session(colour, "1 2", 12)
    if form == "sections":
        lists = event.pop("lists")
        event |= {"form": form, "championship": "", "parts": [{"name": "1", "lists": lists}]}
    assert refusal_of(event) is not None


def test_every_reading_that_a_case_rests_on_is_in_the_register() -> None:
    used = set()
    for case in cases_of("ebu"):
        if "sheet" in case or "programme" in case:
            continue
        try:
            used |= set(by_rule(case["event"]).readings())
        except MasterpointError:
            continue
    assert used <= REGISTER
    assert {f"E{number}" for number in range(51, 60)} <= used
    assert {"E07", "E08", "E09", "E13", "E28", "E29", "E31", "A12", "A13", "A16", "A17", "A21"} <= used
