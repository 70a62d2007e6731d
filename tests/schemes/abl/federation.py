"""What the Avalon Bridge League is: its districts, units and clubs, its points, its numbers and its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    Evening,
    Federation,
    FileMarks,
    MemberNumbers,
    PastPoints,
    Transfer,
)
from masterpoint.schemes.loading import editions_loader
from schemes.abl.book import Figures
from schemes.abl.charging import CHARGING
from schemes.abl.contents import contents
from schemes.abl.figure_checks import conflicts
from schemes.abl.rules.result_form import FORMS

NUMBER = re.compile(r"[0-9J-R]\d{6}\Z", re.ASCII)


def _number_problem(number: str) -> str:
    """1.8: seven characters; a Life Master's first digit becomes a letter."""
    return "" if NUMBER.match(number.upper()) else "a member number is a digit or a letter J to R, then six digits"


def _black(_facts: Mapping[str, Any]) -> Sequence[str]:
    return ("black",)


def _from_england(source: str, _holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    return ({"local": "local"}, {}) if source == "ebu" else ({}, {})


FEDERATION = Federation(
    code="abl",
    name="Avalon Bridge League",
    country="Avalon",
    load_editions=editions_loader("schemes.abl", "abl", "ABL", Figures, contents, conflicts),
    organisations={"district": (NATIONAL,), "unit": ("district",), CLUB: ("unit", NATIONAL)},
    point_weights={"black": 1, "silver": 1, "red": 1, "gold": 1},  # 5.3, 5.4: white and platinum stand apart
    member_numbers=MemberNumbers(problem=_number_problem, places=7, distinctive=True),
    file_marks=FileMarks(
        people="Avalonian",
        countries=("avalon", "ava"),
        programs=re.compile(r"AvalonScore", re.IGNORECASE),
        colours={"": ("black", 1), "b": ("black", 1), "s": ("silver", 1), "r": ("red", 1), "g": ("gold", 1)},
    ),
    evening=Evening(boards=24, grade_name="Kind of event"),
    past_points=(
        PastPoints("black", 3_000, 1, 10),
        PastPoints("silver", 1_500, 1, 6),
        PastPoints("red", 1_200, 1, 4),
        PastPoints("gold", 800, 1, 3),
    ),
    transfers=(Transfer(sheet="transfer", colours=_black, prefill=_from_england),),  # 5.1
    decaying={"platinum": "platinum"},  # 5.3
    converting={"white": ("black", "exchange")},  # 5.4
    charging=CHARGING,  # 5.2
    office_forms=FORMS,  # 5.5
)
