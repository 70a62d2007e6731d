"""The next rank a promotion run can give, and the points still missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from masterpoint.centre.records.holdings import points, total_of
from masterpoint.core.ranks import RankLadder, RankProgress, Rung, gaps_to


def ranks_ahead(ladder: RankLadder, rank: str, holding: Mapping[str, int], announced_rank: str = "") -> list[Rung]:
    """The ranks a run could still give: higher than the one held and the one announced."""
    rungs = ladder.rungs_up_to(total_of(ladder, holding))
    if announced_rank and announced_rank not in (rung.name for rung in rungs):
        rungs = ladder.rungs
    names = [rung.name for rung in rungs]
    position = max((names.index(name) for name in (rank, announced_rank) if name in names), default=-1)
    return list(rungs[position + 1 :])


def next_rung(ladder: RankLadder, candidates: Sequence[Rung], book_rank: str, holding: Mapping[str, int]) -> Rung:
    """The book's next rank, or a higher one that needs no more points, which the run would give."""
    measure = ladder.measure_for(points(holding))
    base = next((rung for rung in candidates if rung.name == book_rank), candidates[0])
    missing = {gap.what: gap.missing for gap in gaps_to(base, measure)}
    free_rungs = [
        rung for rung in candidates if all(gap.missing <= missing.get(gap.what, 0) for gap in gaps_to(rung, measure))
    ]
    return free_rungs[-1]


def progress_above(ladder: RankLadder, rank: str, place: int, holding: Mapping[str, int]) -> RankProgress:
    """The progress of somebody who holds a rank that the ladder has at this place, whatever the ladder would give."""
    candidates = ladder.rungs[place + 1 :]
    if not candidates:
        return RankProgress(rank, (), "", ())
    rung = next_rung(ladder, candidates, candidates[0].name, holding)
    return RankProgress(rank, (), rung.name, gaps_to(rung, ladder.measure_for(points(holding))))


def with_next_rank(ladder: RankLadder, progress: RankProgress, holding: Mapping[str, int]) -> RankProgress:
    """The progress with the next rank that the run will give."""
    if not progress.next_rank:
        return progress
    candidates = ranks_ahead(ladder, progress.rank, holding)
    rung = next_rung(ladder, candidates, progress.next_rank, holding)
    return replace(progress, next_rank=rung.name, gaps=gaps_to(rung, ladder.measure_for(points(holding))))
