"""1.4 and 1.6, types of points and the Master Point ranks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, needs_of, points_held, progress_on
from masterpoint.core.sentences import sentence
from masterpoint.schemes.wbu.book import Book

TOTAL, GREEN = "total", "green"
HOLDING_PARTS = ("local", "green")
COLOURS_BY_NEED = {TOTAL: ("local", "green"), GREEN: ("green",)}  # 1.6.1, 1.6.2


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=HOLDING_PARTS,
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in={
            "local": (
                book.remark("1.4.1(b)", "any event where no Green Points are awarded, and some beside Green Points"),
            ),
            "green": (
                book.remark("1.4.1(a)", "events of national standing"),
                book.remark("5.2.1", "an Area's major championships, one for pairs and one for teams"),
                book.remark("5.5.1", "the Green Point event at an Area's annual meeting"),
                book.remark("5.6", "joint ventures of the WBU and an Area association"),
            ),
        },
    )


def rungs_up_to(book: Book, _total: Exact) -> tuple[Rung, ...]:
    """1.6.2: all ranks, whatever the holding: the list has an end."""
    return rungs(book)


def rungs(book: Book) -> tuple[Rung, ...]:
    ranks = book.figures.records.ranks
    return tuple(_rung(ranks.clause, *rank) for rank in ranks.value)


def _rung(clause: Clause, name: str, total: int, green: int) -> Rung:
    needs = needs_of((TOTAL, total), (GREEN, green))
    return Rung(name, needs, clause, "Master" if "Star" in name else name)


def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    """The rank of a holding and what the next one asks for; Gold Points play no part (1.5.2)."""
    return progress_on(rungs(book), measure_for(book, holding))


@rule
def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    facts = points_held(holding, {"local": book.clause("1.4.1(b)"), "green": book.clause("1.4.1(a)")})
    return partial(_measure, facts["green"], overall_holding(book, facts["local"], facts["green"]))


@rule
def overall_holding(book: Book, local: Step, green: Step) -> Step:
    """1.6.1: Green and Local Points as one figure."""
    local_in_a_point = book.figures.records.local_in_a_master_point.value
    message = sentence("overall holding in Master Points: Green + Local ÷ {in_one}", in_one=local_in_a_point)
    return derive(partial(_overall, local_in_a_point), local, green, clause=book.clause("1.6.1"), message=message)


def _overall(local_in_a_point: int, local: Exact, green: Exact) -> Exact:
    return tidy(green + local * Fraction(1, local_in_a_point))


def _measure(green: Step, overall: Step, rung: Rung, need: Need) -> Step:
    return overall if need.what == TOTAL else green
