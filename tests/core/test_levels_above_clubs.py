"""The levels between the national body and a club, in any tree of organisations."""

from __future__ import annotations

import msgspec
import pytest

from invented_editions import ONLY_2014
from masterpoint.core.errors import NotReadable
from masterpoint.core.levels import CLUB, NATIONAL, OrganiserLevels, levels_above, organiser_in_words
from masterpoint.schemes import FEDERATIONS

UNITS = {"district": (NATIONAL,), "unit": ("district",)}


@pytest.mark.parametrize(
    ("tree", "levels"),
    [
        ({"county": (NATIONAL,), CLUB: ("county", NATIONAL)}, ("county",)),
        # Two levels, and clubs may belong to either: the shorter way is better.
        (UNITS | {CLUB: ("unit", "district", NATIONAL)}, ("district",)),
        # Clubs belong only to the lower one.
        (UNITS | {CLUB: ("unit",)}, ("district", "unit")),
        ({"a": (NATIONAL,), "b": ("a",), "c": ("b",), CLUB: ("c",)}, ("a", "b", "c")),
        ({CLUB: (NATIONAL,)}, ()),
        # A level that may belong to its own kind does not lead anywhere by itself.
        ({"zone": ("zone", NATIONAL), CLUB: ("zone",)}, ("zone",)),
    ],
)
def test_from_the_top_and_as_few_as_there_may_be(tree: dict[str, tuple[str, ...]], levels: tuple[str, ...]) -> None:
    federation = msgspec.structs.replace(FEDERATIONS["ebu"], organisations=tree)
    assert federation.levels_above_clubs == levels


ONE_LEVEL = {"abf": "state", "ebu": "county", "nz": "region", "sbu": "district", "wbu": "area"}


def test_the_five_have_one_level() -> None:
    assert {code: FEDERATIONS[code].levels_above_clubs for code in ONE_LEVEL} == {
        code: (level,) for code, level in ONE_LEVEL.items()
    }


@pytest.mark.parametrize("tree", [{"zone": ("zone", NATIONAL), CLUB: ("zone",)}, UNITS | {CLUB: ("unit",)}])
def test_what_is_above_a_club_is_found_in_any_tree(tree: dict[str, tuple[str, ...]]) -> None:
    higher = {*tree, NATIONAL} - {CLUB}
    assert levels_above(tree, CLUB) == higher and levels_above(tree, NATIONAL) == frozenset()


def test_an_organiser_is_as_high_as_a_level_that_there_is() -> None:
    levels = OrganiserLevels(clause="99.9", as_high_as={"galaxy": "county", "inter-county": "moon"})
    with pytest.raises(NotReadable) as refusal:
        _ = msgspec.structs.replace(ONLY_2014, organiser_levels=levels).editions
    assert [(problem.value, problem.place) for problem in refusal.value.problems] == [
        ("galaxy", "federation ebu, organiser_levels.as_high_as"),
        ("moon", "federation ebu, organiser_levels.as_high_as"),
        ("99.9", "federation ebu, organiser_levels.clause"),
    ]


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (CLUB, "a club"),
        ("online club", "an online club"),
        ("Island", "an Island"),
        (NATIONAL, "a national organisation"),
        ("inter-county", "an inter-county organisation"),
    ],
)
def test_an_organiser_is_part_of_a_sentence(level: str, text: str) -> None:
    assert organiser_in_words(level) == text
