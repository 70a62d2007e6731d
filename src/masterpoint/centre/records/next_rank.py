"""The next rank a promotion run can give, and what is missing for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from masterpoint.centre.records.holdings import points, total_of
from masterpoint.core.ranks import RankLadder, RankProgress, Rung, gaps_to


def ranks_ahead(ladder: RankLadder, rank: str, held: Mapping[str, int], announced: str = "") -> list[Rung]:
    """The ranks a run could still give: more senior than the one held and than the one announced."""
    rungs = ladder.rungs_up_to(total_of(ladder, held))
    if announced and announced not in (rung.name for rung in rungs):
        rungs = ladder.rungs
    names = [rung.name for rung in rungs]
    reached = max((names.index(name) for name in (rank, announced) if name in names), default=-1)
    return list(rungs[reached + 1 :])


def next_rung(ladder: RankLadder, ahead: Sequence[Rung], named: str, held: Mapping[str, int]) -> Rung:
    """The rank the book names next, or a more senior one that asks for nothing more: the run gives that one."""
    measure = ladder.measuring(points(held))
    base = next((rung for rung in ahead if rung.name == named), ahead[0])
    missing = {gap.what: gap.missing for gap in gaps_to(base, measure)}
    within = [rung for rung in ahead if all(gap.missing <= missing.get(gap.what, 0) for gap in gaps_to(rung, measure))]
    return within[-1]


def with_next_rank(ladder: RankLadder, standing: RankProgress, held: Mapping[str, int]) -> RankProgress:
    """A standing that names the next rank as the run will."""
    if not standing.next_rank:
        return standing
    ahead = ranks_ahead(ladder, standing.rank, held)
    rung = next_rung(ladder, ahead, standing.next_rank, held)
    return replace(standing, next_rank=rung.name, gaps=gaps_to(rung, ladder.measuring(points(held))))
