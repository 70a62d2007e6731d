"""2.4 and 2.6, types of points and the Master Points ranks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from math import floor

from msgspec.structs import replace

from masterpoint.core.derivation import Step, derive, fact, nothing
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.ebu.rules.handbook import clause, remark

MASTER_POINTS_IN_A_POINT = 100  # 2.4.1: a Blue or Green Point is worth 100
BLUES_FOR_A_GREEN, MOST_REPLACED = 3, 50  # 2.4.1(b)
MAIN_TYPES_SHARE = Fraction(2, 3)  # 2.4.1(d)
TOTAL, GREEN = "total", "green"
HOLDS = ("local", "blue", "green", "online")
COUNTS = {TOTAL: ("local", "blue", "green"), GREEN: ("green", "blue")}  # 2.6.1, 2.4.1(b); online is no longer issued
WON_IN = {
    "local": (remark("2.4.1(a)", "sessions at affiliated clubs, and some county, regional and licensed events"),),
    "blue": (
        remark("5.1.1", "EBU events that give no Green Points"),
        remark("5.1.2", "the EBU's simultaneous pairs"),
        remark("5.1.3", "club heats of the National Pairs"),
        remark("5.2.1", "Blue Point events of a county, usually of one day and two sessions"),
        remark("5.3.1", "the two Blue Point events a club may hold in a year"),
    ),
    "green": (
        remark("6.1.1", "a county's major championships, one for pairs and one for teams"),
        remark("6.1.4", "Green Point events of one day held by a county"),
        remark("6.5.1", "inter-county leagues that have permission for Green Points"),
        remark("6.6", "congresses of the EBU"),
    ),
}


RANKS: tuple[tuple[str, int, int, int, int | None], ...] = (
    # 2.6.2, in increasing order of seniority: name, total, green, points a further star needs, most stars
    ("Local Master", 100, 0, 0, 0),
    ("Club Master", 200, 0, 0, 0),
    ("Area Master", 500, 0, 0, 0),
    ("District Master", 1_000, 0, 0, 0),
    ("County Master", 2_500, 0, 0, 0),
    ("Master", 5_000, 0, 0, 0),
    ("Advanced Master", 7_500, 0, 0, 0),
    ("Master*", 10_000, 0, 5_000, 5),
    ("Tournament Master", 40_000, 0, 0, 0),
    ("Tournament Master*", 50_000, 0, 10_000, None),
    ("Premier Master", 5_000, 10, 0, 0),
    ("Premier Master*", 10_000, 10, 5_000, 5),
    ("Premier Tournament Master", 40_000, 10, 0, 0),
    ("Premier Tournament Master*", 50_000, 10, 10_000, None),
    ("Regional Master", 10_000, 25, 0, 0),
    ("Regional Master*", 20_000, 25, 10_000, None),
    ("Premier Regional Master", 20_000, 50, 0, 0),
    ("Premier Regional Master*", 30_000, 50, 10_000, None),
    ("National Master", 30_000, 75, 0, 0),
    ("Premier National Master", 40_000, 100, 0, 0),
    ("Life Master", 60_000, 150, 0, 0),
    ("Premier Life Master", 90_000, 300, 0, 0),
    ("Grand Master", 120_000, 600, 0, 0),
    ("Premier Grand Master", 0, 1_500, 0, 0),
)


def rungs_up_to(total: Exact) -> list[Rung]:
    """2.6.2: stars go on for as long as points do, and one beyond."""
    rungs: list[Rung] = []
    points = floor(total)
    for name, needed, green, star, most in RANKS:
        if not name.endswith("*"):
            rungs.append(_rung(name, needed, green))
            continue
        reachable = max(0, (points - needed) // star + 1) + 1
        count = reachable if most is None else most
        rungs += [_rung(f"{'*' * (n + 1)} {name[:-1]}", needed + n * star, green) for n in range(count)]
    return rungs


@lru_cache(maxsize=4096)
def _rung(name: str, total: int, green: int) -> Rung:
    needs = (*((Need(TOTAL, total),) if total else ()), *((Need(GREEN, green),) if green else ()))
    return Rung(name, needs, clause("2.6.2"), name.lstrip("* "))


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding and what the next one asks for."""
    facts = _facts(holding)
    overall = overall_holding(facts)
    most = overall.value + facts["online"].value
    found = standing_on(rungs_up_to(most), partial(_measure, facts, overall))
    if not holding.get("gold", 0):
        return found
    gold = fact(holding["gold"], clause("2.5.1"), "gold points held")
    return replace(found, steps=(*found.steps, nothing(clause("2.5.2"), "gold points do not count for a rank", gold)))


def measuring(holding: Mapping[str, Exact]) -> Measure:
    facts = _facts(holding)
    return partial(_measure, facts, overall_holding(facts))


def _facts(holding: Mapping[str, Exact]) -> dict[str, Step]:
    return {
        colour: fact(holding.get(colour, 0), clause(number), f"{colour} points held")
        for colour, number in (
            ("local", "2.4.1(a)"),
            ("blue", "2.4.1(b)"),
            ("green", "2.4.1(c)"),
            ("online", "2.4.1(d)"),
        )
    }


def overall_holding(facts: Mapping[str, Step]) -> Step:
    """2.6.1: Green, Blue and Local Points expressed together."""
    return derive(
        _overall,
        facts["local"],
        facts["blue"],
        facts["green"],
        clause=clause("2.6.1"),
        message="overall holding: Local + 100 × (Blue + Green)",
        reading="E32",
    )


def _overall(local: Exact, blue: Exact, green: Exact) -> Exact:
    return tidy(local + (blue + green) * MASTER_POINTS_IN_A_POINT)


def _measure(facts: Mapping[str, Step], overall: Step, rung: Rung, need: Need) -> Step:
    if need.what == TOTAL:
        if not facts["online"].value:
            return overall
        return derive(
            partial(_with_online, need.amount),
            overall,
            facts["online"],
            clause=clause("2.4.1(d)"),
            message="with online points, as far as two thirds are of the main types",
        )
    if not facts["blue"].value:
        return facts["green"]
    return derive(
        _with_blue,
        facts["green"],
        facts["blue"],
        clause=clause("2.4.1(b)"),
        message="green, with up to 50 replaced by blue at 3 for 1",
    )


def _with_online(needed: Exact, overall: Exact, online: Exact) -> Exact:
    """Online points may fill up to a third of what the rank asks for, once the main types fill the rest."""
    allowed = needed * (1 - MAIN_TYPES_SHARE)
    return tidy(overall + (online if online < allowed else allowed))


def _with_blue(green: Exact, blue: Exact) -> Exact:
    replaced = blue / BLUES_FOR_A_GREEN if not isinstance(blue, int) else Fraction(blue, BLUES_FOR_A_GREEN)
    return tidy(green + (replaced if replaced < MOST_REPLACED else MOST_REPLACED))


LADDER = RankLadder(
    rungs_up_to=rungs_up_to, standing=standing, holds=HOLDS, measuring=measuring, counts=COUNTS, won_in=WON_IN
)
