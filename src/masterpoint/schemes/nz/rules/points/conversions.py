"""E6.3 and E8.8: conversions, points earned abroad and foreign ranks, as worksheets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import EventModel, Text
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import difference, product
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.points.amounts import Points, require_amounts
from masterpoint.schemes.nz.rules.points.ranks import minimum_points, rank_names, whole_b_points


class ConversionFacts(EventModel, frozen=True, kw_only=True):
    """Points to be turned into points of a higher kind."""

    points: Points
    kind: Literal["C", "B", "A"] = "C"
    into: Literal["B", "A"] = "B"


def conversion(book: Book, facts: ConversionFacts) -> Sequence[Step | Remark]:
    """E6.3: a number of C Points makes one B Point; nothing becomes an A Point."""
    require_amounts(facts)
    if (facts.kind, facts.into) != ("C", "B"):
        message = f"{facts.kind} Points do not become {facts.into} Points"
        fix = "only C Points are converted, into B Points"
        raise Refused(book.problem("into", facts.into, message, fix, "E6.3d"))
    rate = book.figures.points.c_points_in_b
    c_points = fact(exact(facts.points), rate.clause, "C Points")
    answers = (whole_b_points, "whole B Points"), (_left_over, "C Points carried forward")
    return [
        derive(partial(formula, rate.value), c_points, clause=rate.clause, message=message, reading=rate.reading)
        for formula, message in answers
    ]


def _left_over(c_points_in_b: int, c_points: Exact) -> Exact:
    return c_points - whole_b_points(c_points_in_b, c_points) * c_points_in_b


class OverseasFacts(EventModel, frozen=True, kw_only=True):
    """Points earned abroad, or by players from abroad."""

    points: Points
    kind: Literal["gold", "red", "a-points", "other"]
    """ABF Gold, Red, New Zealand A Points of Australians, or anything else."""
    registered: Literal["nz", "australia", "other"] = "nz"
    where: Literal["abf-gold-event", "holiday", "national-congress", "other"]


def overseas(book: Book, facts: OverseasFacts) -> Sequence[Step | Remark]:
    """E8.8a: the three arrangements."""
    require_amounts(facts)
    figures = book.figures.points
    match facts.kind, facts.registered, facts.where:
        case "gold", "nz", "abf-gold-event":
            rate, message = figures.gold_rate, "A Points: {rate} for each Gold Point"
        case "red", "nz", "holiday":
            rate, message = figures.red_rate, "B Points: {rate} for each Red Point"
        case "a-points", "australia", "national-congress":
            transfer = "{points} A Points: transferred at a rate that the Australian Bridge Federation sets"
            return [book.remark("E8.8a.iii", sentence(transfer, points=exact(facts.points)))]
        case _:
            value = f"{facts.kind}, {facts.registered}, {facts.where}"
            message = "there is no arrangement for the transfer of these points"
            fix = "ABF Gold at Gold Point events, Red on the holidays named, for players registered in New Zealand"
            raise Refused(book.problem("kind", value, message, fix, "E8.8a"))
    points_step = fact(exact(facts.points), rate.clause, sentence("{kind} Points earned", kind=facts.kind.title()))
    words = "one" if rate.value == 1 else rate.value
    return [
        derive(partial(product, rate.value), points_step, clause=rate.clause, message=sentence(message, rate=words))
    ]


class ForeignRankFacts(EventModel, frozen=True, kw_only=True):
    """A new resident's recognised rank, as the equivalent New Zealand rank."""

    rank: Text


def foreign_rank(book: Book, facts: ForeignRankFacts) -> Sequence[Step | Remark]:
    """E8.8c: the fewest points for the equivalent rank."""
    minimum = minimum_points(book, facts.rank)
    if minimum is None:
        fix = f"write one of: {', '.join(rank_names(book))}"
        raise Refused(book.problem("rank", facts.rank, "no such New Zealand rank", fix, "E8.8c"))
    a_points = fact(minimum[0], book.clause("E8.8c"), sentence("A Points allocated for {rank}", rank=facts.rank))
    aggregate = fact(sum(minimum), book.clause("E7.5a"), "aggregate of A and B Points the rank needs")
    b_points = derive(difference, aggregate, a_points, clause=book.clause("E8.8c"), message="B Points allocated")
    return [a_points, b_points]


def worksheets(book: Book) -> dict[str, Worksheet]:
    """Points of one kind as points of another."""
    return {
        "conversion": Worksheet(
            "C Points into B Points", book.clause("E6.3e"), ConversionFacts, partial(conversion, book)
        ),
        "overseas": Worksheet("Points earned abroad", book.clause("E8.8a"), OverseasFacts, partial(overseas, book)),
        "foreign-rank": Worksheet(
            "Recognition of a foreign rank", book.clause("E8.8c"), ForeignRankFacts, partial(foreign_rank, book)
        ),
    }
