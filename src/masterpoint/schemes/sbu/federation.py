"""What the Scottish Bridge Union is: its districts and clubs, its points, its numbers and its files."""

from __future__ import annotations

import re

from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    CreditReturns,
    Federation,
    FileMarks,
    MemberNumbers,
    OrganiserLevels,
    PastPoints,
)
from masterpoint.core.member_numbers import digits_problem
from masterpoint.schemes.families.british_files import BRITAIN, PROGRAMS
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.sbu.book import Figures
from masterpoint.schemes.sbu.charging import CHARGING
from masterpoint.schemes.sbu.contents import contents
from masterpoint.schemes.sbu.figure_checks import conflicts

MAX_DIGITS, HIGHEST = 5, 30_000
COLOURS = {
    **dict.fromkeys(("black", "", "local"), ("local", 100)),
    "national": ("national", 100),
}
"""2.8: files and records count a hundred points as one."""


def _number_problem(number: str) -> str:
    problem = digits_problem(number, MAX_DIGITS)
    return problem or (f"SBU numbers go up to {HIGHEST}" if int(number) > HIGHEST else "")


FEDERATION = Federation(
    code="sbu",
    name="Scottish Bridge Union",
    country="Scotland",
    languages=("gd", "gd-gb", "sco"),
    load_editions=editions_loader("masterpoint.schemes.sbu", "sbu", "SBU", Figures, contents, conflicts),
    organisations={"district": (NATIONAL,), CLUB: ("district", NATIONAL)},  # 2.6, 26.1
    organiser_levels=OrganiserLevels(clause="2.6"),
    point_weights={"local": 1, "national": 1},  # 2.9
    member_numbers=MemberNumbers(problem=_number_problem),
    file_marks=FileMarks(
        people="Scottish",
        countries=("scotland", "sco", *BRITAIN),
        shared_programs=PROGRAMS,
        formats=("mempad claims", "mempad members"),
        club_number=re.compile(r"[A-Z]{1,2}\d{1,3}\Z", re.IGNORECASE),
        colours=COLOURS,
    ),
    past_points=(PastPoints("local", 60_000, 100, 10), PastPoints("national", 9_000, 100, 4)),
    charging=CHARGING,  # 2.6, 3.3
    credit_returns=CreditReturns(
        clause="12.7", files="claims", club_colours=("local",), club_clause="2.7", whole_clause="2.8"
    ),
    hours_ahead=1,  # British Summer Time
)
