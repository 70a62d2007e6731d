"""E7, Master Point rankings: ten ranks, and stars for those who lack A Points for the next."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import zip_longest
from math import floor

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import identity, total
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, gaps_to, is_met
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import A, B, Book, C

TOTAL = "A and B"
_STARS = re.compile(r"\b\d+\s*-?\s*stars?\b|[-*()]")
HIGHEST_TOTAL = 20_000  # stars are listed up to this total
COLOURS_BY_NEED = {TOTAL: (A, B, C), A: (A,)}  # E7.5a, E6.3d, E6.3e


def won_in(book: Book) -> Mapping[str, tuple[Remark, ...]]:
    """E6.3: where points of each kind are won."""
    rate = book.figures.points.c_points_in_b.value
    return {
        A: (
            book.remark("E6.3a", "the top places of A Point tournaments, and winning a session of an A Point pairs"),
            book.remark("E20.4a", "matches won in an A Point teams tournament"),
        ),
        B: (book.remark("E6.3b", "the top places of B Point tournaments, and winning a session of a B Point pairs"),),
        C: (
            book.remark(
                "E6.3c", sentence("any session of a club, a region or NZ Bridge; {rate} make one B Point", rate=rate)
            ),
        ),
    }


def rungs_up_to(book: Book, maximum: Exact) -> list[Rung]:
    """Every rank, with the stars that a total could reach, and one more."""
    ranks = book.figures.points.ranks
    rungs: list[Rung] = []
    for (name, points, a_points), next_rank in zip_longest(ranks.value, ranks.value[1:]):
        rungs.append(_rung(book, name, points, a_points, name, ranks.clause.number))
        if next_rank is None or not next_rank[2]:
            continue  # stars are for missing A Points; the next rank needs none, or there is no next rank
        rungs += _stars(book, name, points, a_points, next_rank[1], maximum)
    return rungs


@rule
def _stars(book: Book, name: str, points: int, a_points: int, next_total: int, maximum: Exact) -> list[Rung]:
    """E7.5c, E7.5d: a star at each multiple of the rank's own total, not before the next rank's total."""
    highest_multiple = max(floor(maximum) // points, next_total // points) + 1
    number = {"Local Master": "E7.5c", "National Master": "E7.5f"}.get(name, "E7.5d")
    return [
        _rung(book, f"{name} - {multiple - 1} Star", max(multiple * points, next_total), a_points, name, number)
        for multiple in range(2, highest_multiple + 1)
    ]


@lru_cache(maxsize=1024)
def _rung(book: Book, name: str, points: int, a_points: int, group: str, number: str) -> Rung:
    needs = (Need(TOTAL, points), *((Need(A, a_points),) if a_points else ()))
    return Rung(name, needs, book.clause(number), group)


@rule
def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding of A, B and C Points, and the way to the next."""
    a_points, b_points, aggregate = _holdings(book, holding)
    rungs = rungs_up_to(book, aggregate.value)
    measure = partial(_measure, a_points, aggregate)
    rank = next((rung for rung in reversed(rungs) if is_met(rung, measure)), None)
    if rank is None:
        first = rungs[0]
        message = sentence("below {amount} A and B Points: unranked", amount=first.needs[0].amount)
        unranked_step = derive(total, a_points, b_points, clause=book.clause("E7.5b"), message=message)
        return RankProgress("", (unranked_step,), first.name, gaps_to(first, measure))
    message = sentence("{name}: {amount} or more A and B Points", name=rank.name, amount=rank.needs[0].amount)
    rank_step = derive(identity, aggregate, clause=rank.clause, message=message, reading=_star_reading(rank))
    steps = (rank_step, *(measure(rank, need) for need in rank.needs[1:]))
    next_rung = _next_rank(book, rungs, rank.group)
    return RankProgress(
        rank.name, steps, next_rung.name if next_rung else "", gaps_to(next_rung, measure) if next_rung else ()
    )


def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    a_points, _, aggregate = _holdings(book, holding)
    return partial(_measure, a_points, aggregate)


def _holdings(book: Book, holding: Mapping[str, Exact]) -> tuple[Step, Step, Step]:
    """A Points, B Points with those made of C Points, and their aggregate."""
    a_points = fact(holding.get(A, 0), book.clause("E6.3a"), "A Points held")
    b_points = with_c_points(book, fact(holding.get(B, 0), book.clause("E6.3b"), "B Points held"), holding.get(C, 0))
    aggregate = derive(total, a_points, b_points, clause=book.clause("E7.5a"), message="aggregate of A and B Points")
    return a_points, b_points, aggregate


def _star_reading(rank: Rung) -> str:
    """Stars follow a reading of the example on E7."""
    if rank.name == rank.group:
        return ""
    return "N-12" if rank.group == "Grand Master" else "N-11"


@rule
def with_c_points(book: Book, b_points: Step, c_points: Exact) -> Step:
    """E6.3e: every 100 C Points have become a B Point; the rest waits."""
    if not c_points:
        return b_points
    c_step = fact(c_points, book.clause("E6.3c"), "C Points held")
    rate = book.figures.points.c_points_in_b
    message = sentence("{c_points} C Points make one B Point", c_points=rate.value)
    b_from_c = derive(
        partial(whole_b_points, rate.value), c_step, clause=rate.clause, message=message, reading=rate.reading
    )
    return derive(
        total, b_points, b_from_c, clause=book.clause("E6.3e"), message="B Points with those made of C Points"
    )


def whole_b_points(c_points_in_b: int, c_points: Exact) -> Exact:
    return floor(c_points) // c_points_in_b


def _next_rank(book: Book, rungs: list[Rung], group: str) -> Rung | None:
    names = rank_names(book)
    later_names = names[names.index(group) + 1 :]
    return next((rung for rung in rungs if later_names and rung.name == later_names[0]), None)


def _measure(a_points: Step, aggregate: Step, rung: Rung, need: Need) -> Step:
    return aggregate if need.what == TOTAL else a_points


def rank_names(book: Book) -> list[str]:
    """The ranks of E7, lowest first."""
    return [name for name, _, _ in book.figures.points.ranks.value]


def minimum_points(book: Book, rank: str) -> tuple[int, int] | None:
    """E8.8c: the fewest A and B Points for a rank."""
    for name, points, a_points in book.figures.points.ranks.value:
        if name.lower() == rank.lower():
            return a_points, points - a_points
    return None


def is_at_least(book: Book, rank: str, minimum_rank: str) -> bool:
    """Whether a rank, with or without stars, is this one or a higher one."""
    if not rank:
        return False
    names = [name.lower() for name in rank_names(book)]
    plain_rank = bare_rank(rank)
    return plain_rank in names and names.index(plain_rank) >= names.index(minimum_rank.lower())


def bare_rank(rank: str) -> str:
    """A rank without its stars, however they are written: Master - 2 Star, 2-star Master, Master **."""
    return " ".join(_STARS.sub(" ", rank.lower()).split())


def is_rank(book: Book, rank: str) -> bool:
    return bare_rank(rank) in ("", "unranked", *(name.lower() for name in rank_names(book)))


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        highest_total=HIGHEST_TOTAL,
        progress=partial(rank_progress, book),
        holding_parts=(A, B, C),
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in=won_in(book),
    )
