"""1.8 and 1.9, Master rankings (page 10): 21 ranks, the allowances for red points of before 1982, the 1,000 Club."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import total
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.abf.rules.handbook import clause

RANKS: tuple[tuple[str, int, int, int, int], ...] = (
    # 1.8: rank, total, red and gold, gold, note
    ("Graduate", 2, 0, 0, 0),
    ("Club", 5, 0, 0, 0),
    ("Local", 15, 0, 0, 0),
    ("Bronze Local", 25, 0, 0, 0),
    ("Silver Local", 35, 0, 0, 0),
    ("Regional", 50, 0, 0, 0),
    ("Bronze Regional", 100, 0, 0, 0),
    ("State", 50, 25, 0, 0),
    ("Bronze State", 100, 50, 0, 0),
    ("National", 150, 75, 0, 0),
    ("Bronze National", 200, 100, 0, 0),
    ("Silver National", 300, 150, 0, 0),
    ("Life", 300, 180, 30, 1),
    ("Bronze Life", 400, 240, 40, 1),
    ("Silver Life", 500, 300, 50, 1),
    ("Gold Life", 750, 450, 75, 1),
    ("Grand", 1000, 700, 200, 2),
    ("Silver Grand", 2500, 1900, 600, 2),
    ("Gold Grand", 5000, 4000, 1400, 2),
    ("Emerald Grand", 10000, 8500, 3000, 2),
    ("Diamond Grand", 15000, 13000, 5000, 2),
)
NAMES = tuple(rank for rank, *_ in RANKS)
NOTE = {rank: note for rank, *_, note in RANKS}
ALLOWANCE = {1: (Fraction(1, 5), "1.8b"), 2: (Fraction(2, 5), "1.8c")}
TOTAL, RED_AND_GOLD, GOLD = "total", "red and gold", "gold"
OLD_RED = "red before 1982"
HOLDS = ("gold", "red", "green", OLD_RED)
COUNTS = {TOTAL: ("green", "red", "gold"), RED_AND_GOLD: ("red", "gold"), GOLD: ("gold",)}  # 1.8
WON_IN = {
    "green": (
        Remark(clause("2.1"), "club sessions (grade E)"),
        Remark(clause("1.6"), "club championships (grade D) and regional championships (grade C)"),
    ),
    "red": (
        Remark(clause("1.6"), "State events, congresses, and a limited number of club and interclub events"),
        Remark(clause("2.6a"), "special club sessions (grade B4c)"),
        Remark(clause("2.7a"), "play between clubs (grade B5i)"),
        Remark(clause("6.3a"), "the Australia-Wide Pairs"),
    ),
    "gold": (
        Remark(clause("7.2.1"), "qualifying rounds of the Grand National Open Teams, also held in clubs"),
        Remark(clause("7.2.2"), "the other open-entry events of grade A2"),
        Remark(clause("7.4"), "gold point congresses"),
        Remark(clause("7.3.3"), "the national championships open to all (grade A)"),
    ),
}


def rank_named(written: str) -> str | None:
    """The rank, written with or without `Master`, whatever the capitals."""
    plain = " ".join(written.lower().replace("master", "").split())
    return next((name for name in NAMES if name.lower() == plain), None)


def _rung(rank: str, needed: int, coloured: int, gold: int) -> Rung:
    needs = ((TOTAL, needed), (RED_AND_GOLD, coloured), (GOLD, gold))
    return Rung(rank, tuple(Need(what, amount) for what, amount in needs if amount), clause("1.8a"), rank.split()[-1])


RUNGS = tuple(_rung(rank, needed, coloured, gold) for rank, needed, coloured, gold, _ in RANKS)


def rungs_up_to(_total: Exact) -> tuple[Rung, ...]:
    """All 21: the list has an end."""
    return RUNGS


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding and what the next one asks for. Red of before 1982 is part of the red told."""
    return standing_on(RUNGS, measuring(holding))


def measuring(holding: Mapping[str, Exact]) -> Measure:
    held = {name: fact(holding.get(name, 0), clause("1.6"), f"{name} points held") for name in ("gold", "red", "green")}
    old = fact(holding.get(OLD_RED, 0), clause("1.8b"), "of them red points earned before 1982")
    measures = {
        TOTAL: derive(total, *held.values(), clause=clause("1.8d"), message="all points, without any allowance"),
        RED_AND_GOLD: derive(total, held["red"], held["gold"], clause=clause("1.8a"), message="red and gold points"),
        GOLD: held["gold"],
    }
    return partial(_measure, measures, old)


def _measure(measures: Mapping[str, Step], old: Step, rung: Rung, need: Need) -> Step:
    note = NOTE[rung.name]
    if need.what == TOTAL or not note or not old.value:
        return measures[need.what]
    share, number = ALLOWANCE[note]
    allowance = derive(
        partial(_share, share),
        old,
        clause=clause(number),
        message=f"allowance: {share.numerator * 20}% of red before 1982",
    )
    return derive(
        total,
        measures[need.what],
        allowance,
        clause=clause(number),
        message=f"{need.what} points; the allowance lowers what {rung.name} Master needs",
    )


def _share(share: Fraction, value: Exact) -> Exact:
    return tidy(value * share)


LADDER = RankLadder(
    rungs_up_to=rungs_up_to, standing=standing, holds=HOLDS, measuring=measuring, counts=COUNTS, won_in=WON_IN
)
