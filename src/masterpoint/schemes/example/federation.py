"""What the Example Bridge Union is: one region, one colour, plain numbers."""

from __future__ import annotations

from functools import partial

from masterpoint.core.federations import CLUB, NATIONAL, Federation, FileMarks, MemberNumbers, PastPoints
from masterpoint.core.member_numbers import digits_problem
from masterpoint.schemes.example.book import Figures
from masterpoint.schemes.example.contents import contents
from masterpoint.schemes.example.figure_checks import conflicts
from masterpoint.schemes.loading import editions_loader

FEDERATION = Federation(
    code="xbu",
    name="Example Bridge Union",
    country="Exampleland",
    load_editions=editions_loader("masterpoint.schemes.example", "xbu", "XBU", Figures, contents, conflicts),
    organisations={"region": (NATIONAL,), CLUB: ("region", NATIONAL)},
    point_weights={"local": 1},
    member_numbers=MemberNumbers(problem=partial(digits_problem, maximum=6)),
    file_marks=FileMarks(people="Exampleland", countries=("exampleland",)),
    past_points=(PastPoints("local", 90_000, 100, 10),),
)
