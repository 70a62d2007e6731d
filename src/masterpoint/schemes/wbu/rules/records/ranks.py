"""1.4 and 1.6, types of points and the Master Point ranks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.wbu.rules.handbook import clause

LOCAL_IN_A_MASTER_POINT = 100  # 1.4.1(b)
TOTAL, GREEN = "total", "green"
HOLDS = ("local", "green")
COUNTS = {TOTAL: ("local", "green"), GREEN: ("green",)}  # 1.6.1, 1.6.2
WON_IN = {
    "local": (Remark(clause("1.4.1(b)"), "any event where no Green Points are awarded, and some beside Green Points"),),
    "green": (
        Remark(clause("1.4.1(a)"), "events of national standing"),
        Remark(clause("5.2.1"), "an Area's major championships, one for pairs and one for teams"),
        Remark(clause("5.5.1"), "the Green Point event at an Area's annual meeting"),
        Remark(clause("5.6"), "joint ventures of the WBU and an Area association"),
    ),
}

RANKS: tuple[tuple[str, int, int], ...] = (
    # 1.6.2, in increasing order of seniority: name, Master Points, Green Points among them
    ("Club Master", 2, 0),
    ("Local Master", 10, 0),
    ("County Master", 25, 0),
    ("Master", 50, 0),
    ("Advanced Master", 75, 0),
    ("1 Star Master", 100, 0),
    ("2 Star Master", 150, 0),
    ("3 Star Master", 200, 0),
    ("4 Star Master", 250, 0),
    ("5 Star Master", 300, 0),  # W15: printed with four stars
    ("Tournament Master", 400, 0),
    ("Regional Master", 100, 25),
    ("Premier Regional Master", 200, 50),
    ("National Master", 300, 75),
    ("Premier National Master", 400, 100),
    ("Life Master", 600, 150),
    ("Senior Life Master", 900, 300),
    ("Grand Master", 1200, 600),
)


def _rung(name: str, total: int, green: int) -> Rung:
    needs = (Need(TOTAL, total), *((Need(GREEN, green),) if green else ()))
    return Rung(name, needs, clause("1.6.2"), "Master" if "Star" in name else name)


RUNGS = tuple(_rung(*rank) for rank in RANKS)


def rungs_up_to(_total: Exact) -> tuple[Rung, ...]:
    """1.6.2: the list ends, whatever the holding."""
    return RUNGS


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding and what the next one asks for; Gold Points play no part (1.5.2)."""
    return standing_on(RUNGS, measuring(holding))


def measuring(holding: Mapping[str, Exact]) -> Measure:
    facts = {
        colour: fact(holding.get(colour, 0), clause(number), f"{colour} points held")
        for colour, number in (("local", "1.4.1(b)"), ("green", "1.4.1(a)"))
    }
    return partial(_measure, facts["green"], overall_holding(facts["local"], facts["green"]))


def overall_holding(local: Step, green: Step) -> Step:
    """1.6.1: Green and Local Points expressed together."""
    return derive(
        _overall, local, green, clause=clause("1.6.1"), message="overall holding in Master Points: Green + Local ÷ 100"
    )


def _overall(local: Exact, green: Exact) -> Exact:
    return tidy(green + local * Fraction(1, LOCAL_IN_A_MASTER_POINT))


def _measure(green: Step, overall: Step, rung: Rung, need: Need) -> Step:
    return overall if need.what == TOTAL else green


LADDER = RankLadder(
    rungs_up_to=rungs_up_to, standing=standing, holds=HOLDS, measuring=measuring, counts=COUNTS, won_in=WON_IN
)
