"""Chapter 8, Ranks: three of them, by total alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from masterpoint.core.derivation import Step, fact
from masterpoint.core.exact import Exact
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, progress_on
from masterpoint.schemes.example.book import Book

COLOURS_BY_NEED = {"total": ("local",)}


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=("local",),
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in={"local": (book.remark("4.1", "club pairs"),)},
    )


def rungs_up_to(book: Book, total: Exact) -> Sequence[Rung]:
    ranks = book.figures.ranks.ranks
    return [Rung(name, (Need("total", points),), ranks.clause) for name, points in ranks.value]


def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding, and how far it is to the next."""
    return progress_on(rungs_up_to(book, 0), measure_for(book, holding))


def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    total = fact(holding.get("local", 0), book.clause("8.1"), "local points held")

    def measure(_rung: Rung, _need: Need) -> Step:
        return total

    return measure
