"""Chapter 4, Ranks: points in all, points of certain colours, and stars without end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import total
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, progress_on
from masterpoint.core.sentences import sentence
from schemes.abl.book import Book, Rank

COLOURS_BY_NEED = {
    "total": ("black", "silver", "red", "gold"),
    "silver": ("silver",),
    "red or gold": ("red", "gold"),  # 4.2
    "gold": ("gold",),
}


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=COLOURS_BY_NEED["total"],
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in={
            "black": (book.remark("2.1", "club games and club championships"),),
            "silver": (book.remark("3.1", "unit championships and sectionals"),),
            "red": (book.remark("3.1", "sections of regionals and nationals"),),
            "gold": (book.remark("3.1", "the overall rankings of regionals and nationals"),),
        },
    )


def rungs_up_to(book: Book, points: Exact) -> Sequence[Rung]:
    """4.1 and 4.3: the ranks, then Life Master with as many stars as a holding reaches, and one more."""
    ranks = book.figures.ranks.ranks
    rungs = [Rung(rank.name, _needs(rank, rank.total), ranks.clause) for rank in ranks.value]
    highest, factor = ranks.value[-1], book.figures.ranks.star_factor
    for stars in count(1):
        required = highest.total * factor.value**stars
        rungs.append(Rung(f"{highest.name} {'*' * stars}", _needs(highest, required), factor.clause, highest.name))
        if required > points:
            return rungs
    raise AssertionError("stars go on without end")


def _needs(rank: Rank, points: int) -> tuple[Need, ...]:
    return (Need("total", points), *(Need(colour, amount) for colour, amount in rank.colours.items()))


def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding, and how far it is to the next."""
    points = total(*(holding.get(colour, 0) for colour in COLOURS_BY_NEED["total"]))
    return progress_on(rungs_up_to(book, points), measure_for(book, holding))


def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    sums = {name: _points(book, name, holding) for name in COLOURS_BY_NEED}

    def measure(_rung: Rung, need: Need) -> Step:
        return sums[need.what]

    return measure


def _points(book: Book, name: str, holding: Mapping[str, Exact]) -> Step:
    parts = [
        fact(holding.get(colour, 0), book.clause("4.1"), sentence("{colour} points held", colour=colour))
        for colour in COLOURS_BY_NEED[name]
    ]
    if len(parts) == 1:
        return parts[0]
    return derive(total, *parts, clause=book.clause("4.1"), message=sentence("points held: {what}", what=name))
