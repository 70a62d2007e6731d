"""Chapter 8, Ranks: three of them, by total alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from masterpoint.core.derivation import Step, fact
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import Need, RankLadder, Rung, Standing, standing_on
from masterpoint.schemes.example.e2024.handbook import clause

RANKS = (("Novice", 50), ("Player", 500), ("Expert", 5_000))  # 8.1


def rungs_up_to(total: Exact) -> Sequence[Rung]:
    return [Rung(name, (Need("total", needed),), clause("8.1")) for name, needed in RANKS]


def standing(holding: Mapping[str, Exact]) -> Standing:
    """The rank of a holding, and how far it is to the next."""
    total = fact(holding.get("local", 0), clause("8.1"), "local points held")

    def measure(_rung: Rung, _need: Need) -> Step:
        return total

    return standing_on(rungs_up_to(total.value), measure)


LADDER = RankLadder(rungs_up_to=rungs_up_to, standing=standing, holds=("local",))
