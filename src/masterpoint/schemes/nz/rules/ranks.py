"""E7, Master Point rankings: ten ranks, and stars for those who lack A Points for the next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from math import floor

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import total
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, gaps_to, is_met
from masterpoint.schemes.nz.rules.handbook import A, B, C, clause

TOTAL = "A and B"
_STARS = re.compile(r"\b\d+\s*-?\s*stars?\b|[-*()]")
C_IN_A_B_POINT = 100  # E6.3e
COUNTS = {TOTAL: (A, B, C), A: (A,)}  # E7.5a, E6.3d, E6.3e
WON_IN = {
    A: (
        Remark(clause("E6.3a"), "the top places of A Point tournaments, and winning a session of an A Point pairs"),
        Remark(clause("E20.4a"), "matches won in an A Point teams tournament"),
    ),
    B: (Remark(clause("E6.3b"), "the top places of B Point tournaments, and winning a session of a B Point pairs"),),
    C: (Remark(clause("E6.3c"), "any session of a club, a region or NZ Bridge; 100 make one B Point"),),
}
RANKS: tuple[tuple[str, int, int], ...] = (  # E7.5a: name, aggregate of A and B, A Points among them
    ("Junior Master", 5, 0),
    ("Club Master", 20, 0),
    ("Local Master", 50, 0),
    ("Provincial Master", 100, 50),
    ("Master", 200, 100),
    ("National Master", 350, 175),
    ("Life Master", 500, 250),
    ("Grand Master", 1_000, 500),
    ("Silver Grand Master", 2_500, 1_250),
    ("Gold Grand Master", 4_000, 2_500),
)


def rungs_up_to(most: Exact) -> list[Rung]:
    """Every rank, with the stars a total of so much could reach, and one beyond."""
    rungs: list[Rung] = []
    for index, (name, needed, a_points) in enumerate(RANKS):
        rungs.append(_rung(name, needed, a_points, name, "E7.5a"))
        ahead = RANKS[index + 1] if index + 1 < len(RANKS) else None
        if ahead is None or not ahead[2]:
            continue  # stars are for missing A Points; the next rank asks for none, or there is none
        rungs += _stars(name, needed, a_points, ahead[1], most)
    return rungs


def _stars(name: str, needed: int, a_points: int, next_total: int, most: Exact) -> list[Rung]:
    """E7.5c, E7.5d: a star at each multiple of the rank's own total, not before the next rank's total."""
    reachable = max(floor(most) // needed, next_total // needed) + 1
    number = {"Local Master": "E7.5c", "National Master": "E7.5f"}.get(name, "E7.5d")
    return [
        _rung(f"{name} - {multiple - 1} Star", max(multiple * needed, next_total), a_points, name, number)
        for multiple in range(2, reachable + 1)
        if not ((multiple + 1) * needed <= next_total)
    ]


@lru_cache(maxsize=1024)
def _rung(name: str, needed: int, a_points: int, group: str, number: str) -> Rung:
    needs = (Need(TOTAL, needed), *((Need(A, a_points),) if a_points else ()))
    return Rung(name, needs, clause(number), group)


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding of A, B and C Points, and the way to the next."""
    a_points, b_points, both = _held(holding)
    rungs = rungs_up_to(both.value)
    measure = partial(_measure, a_points, both)
    rank = next((rung for rung in reversed(rungs) if is_met(rung, measure)), None)
    if rank is None:
        first = rungs[0]
        none = derive(total, a_points, b_points, clause=clause("E7.5b"), message="below 5 A and B Points: unranked")
        return Standing("", (none,), first.name, gaps_to(first, measure))
    message = f"{rank.name}: {rank.needs[0].amount} or more A and B Points"
    held = derive(_same, both, clause=rank.clause, message=message, reading=_star_reading(rank))
    steps = (held, *(measure(rank, need) for need in rank.needs[1:]))
    ahead = _next_rank(rungs, rank.group)
    return Standing(rank.name, steps, ahead.name if ahead else "", gaps_to(ahead, measure) if ahead else ())


def measuring(holding: Mapping[str, Exact]) -> Measure:
    a_points, _, both = _held(holding)
    return partial(_measure, a_points, both)


def _held(holding: Mapping[str, Exact]) -> tuple[Step, Step, Step]:
    """A Points, B Points with those made of C Points, and their aggregate."""
    a_points = fact(holding.get(A, 0), clause("E6.3a"), "A Points held")
    b_points = with_c_points(fact(holding.get(B, 0), clause("E6.3b"), "B Points held"), holding.get(C, 0))
    both = derive(total, a_points, b_points, clause=clause("E7.5a"), message="aggregate of A and B Points")
    return a_points, b_points, both


def _star_reading(rank: Rung) -> str:
    """Stars rest on a reading of the example on E7."""
    if rank.name == rank.group:
        return ""
    return "N-12" if rank.group == "Grand Master" else "N-11"


def _same(value: Exact) -> Exact:
    return value


def with_c_points(b_points: Step, c_points: Exact) -> Step:
    """E6.3e: every 100 C Points have become a B Point; the rest waits."""
    if not c_points:
        return b_points
    held = fact(c_points, clause("E6.3c"), "C Points held")
    made = derive(whole_b_points, held, clause=clause("E6.3e"), message="100 C Points make one B Point", reading="N-36")
    return derive(total, b_points, made, clause=clause("E6.3e"), message="B Points with those made of C Points")


def whole_b_points(c_points: Exact) -> Exact:
    return floor(c_points) // C_IN_A_B_POINT


def _next_rank(rungs: list[Rung], group: str) -> Rung | None:
    names = [name for name, _, _ in RANKS]
    ahead = names[names.index(group) + 1 :]
    return next((rung for rung in rungs if ahead and rung.name == ahead[0]), None)


def _measure(a_points: Step, both: Step, rung: Rung, need: Need) -> Step:
    return both if need.what == TOTAL else a_points


def minimum_points(rank: str) -> tuple[int, int] | None:
    """E8.8c: the least A and B Points that make a rank."""
    for name, needed, a_points in RANKS:
        if name.lower() == rank.lower():
            return a_points, needed - a_points
    return None


def is_at_least(rank: str, least: str) -> bool:
    """Whether a rank, with or without stars, is this one or a higher one."""
    names = [name.lower() for name, _, _ in RANKS]
    bare = bare_rank(rank)
    return bare in names and names.index(bare) >= names.index(least.lower())


def bare_rank(rank: str) -> str:
    """A rank without its stars, however they are written: Master - 2 Star, 2-star Master, Master **."""
    return " ".join(_STARS.sub(" ", rank.lower()).split())


def is_rank(rank: str) -> bool:
    return bare_rank(rank) in ("", "unranked", *(name.lower() for name, _, _ in RANKS))


LADDER = RankLadder(
    rungs_up_to=rungs_up_to, standing=standing, holds=(A, B, C), measuring=measuring, counts=COUNTS, won_in=WON_IN
)
