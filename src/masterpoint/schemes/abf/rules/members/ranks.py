"""1.8 and 1.9, Master rankings (page 10): 21 ranks, and the allowances for red points won before 1982."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.exact import Exact, figure_text, grouped_text
from masterpoint.core.mechanisms import product, total
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, needs_of, points_held, progress_on
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book

TOTAL, RED_AND_GOLD, GOLD = "total", "red and gold", "gold"
OLD_RED = "red before 1982"
HOLDING_PARTS = ("gold", "red", "green", OLD_RED)
COLOURS_BY_NEED = {TOTAL: ("green", "red", "gold"), RED_AND_GOLD: ("red", "gold"), GOLD: ("gold",)}  # 1.8


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=HOLDING_PARTS,
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in=_won_in(book),
    )


def _won_in(book: Book) -> dict[str, tuple[Remark, ...]]:
    return {
        "green": (
            book.remark("2.1", "club sessions (grade E)"),
            book.remark("1.6", "club championships (grade D) and regional championships (grade C)"),
        ),
        "red": (
            book.remark("1.6", "State events, congresses, and a limited number of club and interclub events"),
            book.remark("2.6a", "special club sessions (grade B4c)"),
            book.remark("2.7a", "play between clubs (grade B5i)"),
            book.remark("6.3a", "the Australia-Wide Pairs"),
        ),
        "gold": (
            book.remark("7.2.1", "qualifying rounds of the Grand National Open Teams, also held in clubs"),
            book.remark("7.2.2", "the other open-entry events of grade A2"),
            book.remark("7.4", "gold point congresses"),
            book.remark("7.3.3", "the national championships open to all (grade A)"),
        ),
    }


@cache
def rank_names(book: Book) -> tuple[str, ...]:
    """The ranks of the book, lowest first."""
    return tuple(rank for rank, *_ in book.figures.ranks.ranks.value)


def rank_named(book: Book, text: str) -> str | None:
    """The rank, written with or without `Master`, and with any capitals."""
    key = " ".join(text.lower().replace("master", "").split())
    return next((name for name in rank_names(book) if name.lower() == key), None)


@cache
def _rungs(book: Book) -> tuple[Rung, ...]:
    ranks = book.figures.ranks.ranks
    rungs = []
    for rank, points, red_and_gold, gold, _ in ranks.value:
        needs = needs_of((TOTAL, points), (RED_AND_GOLD, red_and_gold), (GOLD, gold))
        rungs.append(Rung(rank, needs, ranks.clause, rank.split()[-1]))
    return tuple(rungs)


def rungs_up_to(book: Book, _total: Exact) -> tuple[Rung, ...]:
    """Every rank; the list is finite."""
    return _rungs(book)


def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding and what the next one needs. The red points include those won before 1982."""
    red, old_red = holding.get("red", 0), holding.get(OLD_RED, 0)
    if old_red > red:
        message = f"they are part of the red points, of which there are {grouped_text(red)}"
        raise Refused(
            book.problem(OLD_RED, figure_text(old_red), message, "count them among the red points too", "1.8b")
        )
    return progress_on(_rungs(book), measure_for(book, holding))


@rule
def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    """How much a holding has of each need."""
    holdings = points_held(holding, dict.fromkeys(("gold", "red", "green"), book.clause("1.6")))
    old_red = fact(holding.get(OLD_RED, 0), book.clause("1.8b"), "of them red points earned before 1982")
    red_and_gold = derive(
        total, holdings["red"], holdings["gold"], clause=book.clause("1.8a"), message="red and gold points"
    )
    measures = {
        TOTAL: derive(
            total, *holdings.values(), clause=book.clause("1.8d"), message="all points, without any allowance"
        ),
        RED_AND_GOLD: red_and_gold,
        GOLD: holdings["gold"],
    }
    return partial(_measure, book, measures, old_red)


def _measure(book: Book, measures: Mapping[str, Step], old_red: Step, rung: Rung, need: Need) -> Step:
    figure = _allowances(book).get(rung.name)
    if need.what == TOTAL or figure is None or not old_red.value:
        return measures[need.what]
    allowance = derive(
        partial(product, figure.value),
        old_red,
        clause=figure.clause,
        message=sentence("allowance: {percent}% of red before 1982", percent=figure.value * 100),
    )
    return derive(
        total,
        measures[need.what],
        allowance,
        clause=figure.clause,
        message=sentence(
            "{what} points; the allowance lowers what {rank} Master needs", what=need.what, rank=rung.name
        ),
    )


@cache
def _allowances(book: Book) -> dict[str, Figure[Fraction]]:
    """The ranks whose notes lower what they need."""
    figures = book.figures.ranks
    notes = {1: figures.life_allowance, 2: figures.grand_allowance}
    return {rank: notes[note] for rank, *_, note in figures.ranks.value if note}
