"""4.8.5 and 4.8.6, the key figures of a league's divisions; and 4.8.8, play-offs between parallel ones."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import KnockoutEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import whole
from masterpoint.schemes.families.british_leagues import Levels, graded
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.status import STATUS

FULL_MATCH = 27  # 4.6.3, 4.8.4: a match of 18 boards at Club status
F = Fraction
CLUB = Levels(  # 4.8.5: 27, ¾, 1½, 1⅛ times; beyond three divisions between the printed limits (W36)
    clause("4.8.5"), ((27,), (27, F(81, 4)), (F(81, 2), F(243, 8), F(81, 4))), 41, 21, "W36"
)
AREA = Levels(  # 4.8.6; W12 for the second of five
    clause("4.8.6"),
    (
        (54,),
        (F(135, 2), 54),
        (81, F(135, 2), 54),
        (F(189, 2), 81, F(135, 2), 54),
        (108, F(189, 2), 81, F(135, 2), 54),
    ),
    108,
    54,
)
TABLES = {STATUS["club"]: CLUB, STATUS["area"]: AREA}


def division_figure(levels: Levels, level: Step, count: int, number: int) -> Step:
    """4.8.5, 4.8.6: the key figure of one division of so many."""
    beyond = count > len(levels.rows)
    told = fact(count, levels.clause, "divisions that count")
    return derive(
        partial(_graded, levels, number),
        told,
        level,
        clause=levels.clause,
        message=f"key figure of division {number} of {count}",
        reading=levels.reading if beyond else "W12" if (count, number) == (5, 2) else "",
    )


def _graded(levels: Levels, number: int, count: Exact, level: Exact) -> Exact:
    return graded(levels, whole(count))[number - 1]


def as_status(key: Exact) -> Exact:
    return tidy(key * Fraction(1, FULL_MATCH))


def play_off_status(event: KnockoutEvent, facts: Facts) -> Step:
    """4.8.8: a play-off between winners of parallel divisions has the status of their division."""
    level = status_of(event)
    number, count = facts.play_off_division, facts.play_off_divisions
    if number is None or count is None or number > count:
        message = "the status is that of the division whose winners play off"
        fix = "give facts.play_off_division and facts.play_off_divisions, the first no larger"
        raise Refused(problem("4.8.8", "facts.play_off_division", number or "", message, fix))
    if level.value not in TABLES:
        return level
    key = division_figure(TABLES[level.value], level, count, number)
    return derive(as_status, key, clause=clause("4.8.8"), message="status of the division, as a multiple of Club")
