"""What the English Bridge Union is: its counties and clubs, its points, its numbers and its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    Federation,
    FileMarks,
    MemberNumbers,
    OrganiserLevels,
    PastPoints,
    Transfer,
)
from masterpoint.core.member_numbers import digits_problem
from masterpoint.schemes.ebu.charging import CHARGING
from masterpoint.schemes.ebu.contents import contents
from masterpoint.schemes.ebu.figures import Figures
from masterpoint.schemes.ebu.figures.checks import conflicts
from masterpoint.schemes.families.british_files import BRITAIN, PROGRAMS
from masterpoint.schemes.loading import editions_loader

MAX_DIGITS = 8
BLACK = {"black": ("local", 100), "": ("local", 100), "local": ("local", 100)}
"""Files count a hundred local points as one black point."""
TRANSFERRED = ("local", "blue", "green", "online", "gold")
UNIONS = {"wbu": "wales", "sbu": "scotland"}


def _transfer(facts: Mapping[str, Any]) -> Sequence[str]:
    """2.2.1: each colour as it is."""
    return tuple(colour for colour in TRANSFERRED if Fraction(str(facts.get(colour, 0))))


def _from_another_union(source: str, _holding: Mapping[str, int]) -> tuple[Mapping[str, str], dict[str, Any]]:
    colours = {colour: colour for colour in TRANSFERRED}
    return colours, {"union": UNIONS.get(source, "other"), "record_closed": True}


FEDERATION = Federation(
    code="ebu",
    name="English Bridge Union",
    country="England",
    languages=("en-gb",),
    load_editions=editions_loader("masterpoint.schemes.ebu", "ebu", "EBU", Figures, contents, conflicts),
    organisations={  # 1.1, 1.4.3, 1.6: clubs affiliate through their county; those abroad (2.2.2) have none
        "county": (NATIONAL,),
        CLUB: ("county", NATIONAL),
        "online club": ("county", NATIONAL),
        "district league": ("county",),
        "licensed organiser": ("county", NATIONAL),
    },
    organiser_levels=OrganiserLevels(
        clause="1.2.1",
        as_high_as={"inter-county": "county", "district league": "county"},  # 1.4.3: above the status of a club
        licence="licence",
        tiers={"online club": "club", "district league": "regional", "inter-county": "interregional"},
    ),
    point_weights={"local": 1, "blue": 100, "green": 100},  # 2.6.1; gold (2.5.2) and online points do not count
    member_numbers=MemberNumbers(
        problem=partial(digits_problem, maximum=MAX_DIGITS), stand_ins={"88888888": "a guest without a number"}
    ),
    file_marks=FileMarks(
        people="English",
        countries=("england", "eng", *BRITAIN),
        shared_programs=PROGRAMS,
        charge_code=re.compile(r"(?!07\Z)."),  # 07 is a club outside the EBU
        club_number=re.compile(r"\d{6}\Z"),
        colours=BLACK,
        licensed=frozenset({"green", "blue"}),
    ),
    past_points=(PastPoints("local", 90_000, 100, 10), PastPoints("green", 600, 1, 4)),
    transfers=(Transfer(sheet="transfer", colours=_transfer, prefill=_from_another_union),),  # 2.2.1
    decaying={"gold": "gold"},  # 2.5.1
    entry_limits={"rank": "4.10.2", "points": "4.10.2"},
    charging=CHARGING,  # 1.3, 1.11
    hours_ahead=1,  # British Summer Time
)
