"""Pages 5 and 8: what a place, or a tie for it, earns on a ladder of whole awards."""

from __future__ import annotations

from functools import cache, partial

import msgspec

from masterpoint.core.books import rule
from masterpoint.core.derivation import Clause, Step, derive
from masterpoint.core.mechanisms import Ladder, at_least, identity, mean_of, unpaid_step
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.sbu.book import Book


class TieClauses(msgspec.Struct, frozen=True):
    """The clauses of a scale for ties, for its last place, and for the places it does not pay."""

    share: Clause
    last: Clause
    unpaid: Clause


@cache
def one_winner_ties(book: Book) -> TieClauses:
    return TieClauses(book.clause("5.6"), book.clause("5.7"), book.clause("4.3"))


@cache
def two_winner_ties(book: Book) -> TieClauses:
    return TieClauses(book.clause("8.5"), book.clause("8.5"), book.clause("4.3"))


@cache
def half_field_ties(book: Book) -> TieClauses:
    return TieClauses(book.clause("5.6"), book.clause("5.7"), book.clause("4.7"))


@cache
def quarter_field_ties(book: Book) -> TieClauses:
    return TieClauses(book.clause("5.6"), book.clause("5.7"), book.clause("4.6"))


@rule
def place_award(book: Book, finish: Finish, ladder: Ladder, ties: TieClauses) -> Step:
    """The award of a place, or a share of the awards that a tie spans (S-26, S-38)."""
    if finish.place > len(ladder):
        return unpaid_step(ladder.awards, ties.unpaid)
    if finish.sharing == 1:
        return ladder[finish.place - 1]
    if finish.place == len(ladder):
        message = sentence(
            "{finish}: a tie for the last award, which each of the {sharing} receives in full",
            finish=finish,
            sharing=finish.sharing,
        )
        return derive(identity, ladder[-1], clause=ties.last, message=message)
    return shared_award(finish, ladder, ties)


def shared_award(finish: Finish, ladder: Ladder, ties: TieClauses) -> Step:
    """A tie that reaches beyond the last award shares what there is, but each receives at least that award."""
    place_steps = ladder[finish.place - 1 : finish.places[-1]]
    is_beyond_ladder = finish.places[-1] > len(ladder)
    step = derive(
        partial(mean_of, finish.sharing),
        *place_steps,
        clause=ties.share,
        message=sentence(
            "{finish}: {sharing} share the awards of places {place} to {last}",
            finish=finish,
            sharing=finish.sharing,
            place=finish.place,
            last=finish.places[-1],
        ),
        reading="S-26"
        if is_beyond_ladder
        else "S-38"
        if any(place.formula is up_to_whole for place in place_steps)
        else "",
    )
    if step.value < ladder[-1].value:
        message = "a tie that reaches the last award pays at least that award"
        return derive(at_least, step, ladder[-1], clause=ties.last, message=message, reading="S-26")
    if isinstance(step.value, int):
        return step
    return derive(up_to_whole, step, clause=ties.share, message="a shared award is rounded up", reading="S-26")
