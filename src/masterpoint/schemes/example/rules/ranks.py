"""Chapter 8, Ranks: three of them, by total alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import Measure, Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.example.rules.handbook import clause

RANKS = (("Novice", 50), ("Player", 500), ("Expert", 5_000))  # 8.1
COUNTS = {"total": ("local",)}
WON_IN = {"local": (Remark(clause("4.1"), "club pairs"),)}


def rungs_up_to(total: Exact) -> Sequence[Rung]:
    return [Rung(name, (Need("total", needed),), clause("8.1")) for name, needed in RANKS]


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding, and how far it is to the next."""
    return standing_on(rungs_up_to(0), measuring(holding))


def measuring(holding: Mapping[str, Exact]) -> Measure:
    total = fact(holding.get("local", 0), clause("8.1"), "local points held")

    def measure(_rung: Rung, _need: Need) -> Step:
        return total

    return measure


LADDER = RankLadder(
    rungs_up_to=rungs_up_to, standing=standing, holds=("local",), measuring=measuring, counts=COUNTS, won_in=WON_IN
)
