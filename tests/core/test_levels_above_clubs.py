"""The levels between the national body and a club: whatever tree a federation has."""

from __future__ import annotations

import msgspec
import pytest

from masterpoint.core.federations import CLUB, NATIONAL
from masterpoint.schemes import FEDERATIONS

UNITS = {"district": (NATIONAL,), "unit": ("district",)}


@pytest.mark.parametrize(
    ("tree", "levels"),
    [
        ({"county": (NATIONAL,), CLUB: ("county", NATIONAL)}, ("county",)),
        # Two levels, and clubs may stand under either: the fewer, the better.
        (UNITS | {CLUB: ("unit", "district", NATIONAL)}, ("district",)),
        # Clubs stand under the lower one alone.
        (UNITS | {CLUB: ("unit",)}, ("district", "unit")),
        ({"a": (NATIONAL,), "b": ("a",), "c": ("b",), CLUB: ("c",)}, ("a", "b", "c")),
        ({CLUB: (NATIONAL,)}, ()),
        # A part that may stand under its own kind does not lead anywhere by itself.
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
