"""What the Welsh Bridge Union is: its areas and clubs, its points, its numbers and its files."""

from __future__ import annotations

from functools import partial

from masterpoint.core.federations import (
    CLUB,
    NATIONAL,
    Federation,
    FileMarks,
    MemberNumbers,
    OrganiserLevels,
    PastPoints,
)
from masterpoint.core.member_numbers import digits_problem
from masterpoint.schemes.families.british_files import BRITAIN, PROGRAMS
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.wbu.book import Figures
from masterpoint.schemes.wbu.charging import CHARGING
from masterpoint.schemes.wbu.contents import contents
from masterpoint.schemes.wbu.figures.checks import conflicts
from masterpoint.schemes.wbu.rules.records.certificate_issue import POINT_CERTIFICATES

MAX_DIGITS = 8
BLACK = {"black": ("local", 100), "": ("local", 100), "local": ("local", 100)}
"""Files count a hundred local points as one black point."""

FEDERATION = Federation(
    code="wbu",
    name="Welsh Bridge Union",
    country="Wales",
    languages=("cy", "cy-gb"),
    load_editions=editions_loader("masterpoint.schemes.wbu", "wbu", "WBU", Figures, contents, conflicts),
    organisations={"area": (NATIONAL,), CLUB: ("area", NATIONAL)},  # 3.1.2
    organiser_levels=OrganiserLevels(
        clause="3.1.1",
        as_high_as={"inter-area": "area", "congress": CLUB},  # 3.2.7(h), 3.1.6
        licence="licence",
        tiers={"inter-area": "interregional"},
    ),
    point_weights={"local": 1, "green": 100},  # 1.4.1(b): 100 local points are a master point; gold does not count
    member_numbers=MemberNumbers(
        problem=partial(digits_problem, maximum=MAX_DIGITS), stand_ins={"88888888": "a guest without a number"}
    ),
    file_marks=FileMarks(
        people="Welsh",
        countries=("wales", "wal", "cymru", *BRITAIN),
        shared_programs=PROGRAMS,
        colours=BLACK,
        licensed=frozenset({"green"}),
    ),
    past_points=(PastPoints("local", 90_000, 100, 10), PastPoints("green", 500, 1, 4)),
    decaying={"gold": "gold"},  # 1.5.1
    entry_limits={"rank": "4.10.2", "points": "4.10.2"},
    charging=CHARGING,  # 1.8.1, 3.5.4
    point_certificates=POINT_CERTIFICATES,  # 1.7 to 1.11
    hours_ahead=1,  # British Summer Time
)
