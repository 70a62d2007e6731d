"""Page 2, units and ranks. The guide prints one rank and announces a list that is not there (reading S-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.events import EventModel
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import part_of, total, whole
from masterpoint.core.ranks import Measure, Need, RankLadder, RankProgress, Rung, points_held, progress_on
from masterpoint.core.sentences import sentence
from masterpoint.schemes.sbu.book import Book

HOLDING_PARTS = ("local", "national")
TOTAL = "total"
COLOURS_BY_NEED = {TOTAL: HOLDING_PARTS}  # 2.9


class Units(EventModel, frozen=True, kw_only=True):
    """Points to be shown the way records show them."""

    points: Annotated[int, Meta(ge=0, le=100_000_000)]


def in_records(book: Book, facts: Units) -> list[Step]:
    """2.8: a hundred points are written 1.00."""
    points = fact(facts.points, book.clause("2.8"), "points, in units of one")
    return [as_recorded(book, points)]


@rule
def as_recorded(book: Book, points: Step) -> Step:
    unit = book.figures.ranks.points_in_one
    units, remainder = divmod(whole(points.value), unit.value)
    message = sentence(
        "as records show it, {units}.{rest:02}: {in_one} points are 1.00",
        units=units,
        rest=remainder,
        in_one=unit.value,
    )
    return derive(partial(part_of, 1, unit.value), points, clause=unit.clause, message=message)


def units(book: Book) -> Worksheet:
    return Worksheet("Points as records show them", book.clause("2.8"), Units, partial(in_records, book))


def ladder(book: Book) -> RankLadder:
    """The ranks of an edition."""
    return RankLadder(
        rungs_up_to=partial(rungs_up_to, book),
        progress=partial(rank_progress, book),
        holding_parts=HOLDING_PARTS,
        measure_for=partial(measure_for, book),
        colours_by_need=COLOURS_BY_NEED,
        won_in={
            "local": (book.remark("2.6", "events of affiliated clubs"),),
            "national": (
                book.remark("2.7", "events beyond the club: clubs award Local Points only"),
                book.remark("19.1", "heats of national events held in clubs, which the SBU itself awards"),
            ),
        },
    )


def rungs_up_to(book: Book, _total: Exact = 0) -> Sequence[Rung]:
    """The same few ranks, whatever the total."""
    ranks = book.figures.ranks.ranks
    return [Rung(name, (Need(TOTAL, points),), ranks.clause) for name, points in ranks.value]


def rank_progress(book: Book, holding: Mapping[str, Exact]) -> RankProgress:
    return progress_on(rungs_up_to(book), measure_for(book, holding))


@rule
def measure_for(book: Book, holding: Mapping[str, Exact]) -> Measure:
    """2.9: local and national points count alike."""
    holdings = points_held(holding, dict.fromkeys(HOLDING_PARTS, book.clause("2.9")))
    overall = derive(
        total, *holdings.values(), clause=book.clause("2.9"), message="points held, local and national together"
    )
    return partial(_whole_holding, overall)


def _whole_holding(overall: Step, rung: Rung, need: Need) -> Step:
    return overall
