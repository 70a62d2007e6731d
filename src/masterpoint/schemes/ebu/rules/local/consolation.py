"""4.3, Consolation events: second and third finals for those who missed the premier one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive
from masterpoint.core.errors import Problem
from masterpoint.core.events import ConsolationEvent
from masterpoint.core.mechanisms import identity
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.basic import pay_basic
from masterpoint.schemes.ebu.rules.local.qualifinal import final_status, pay_stage
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import colour_of, held_remarks, require_ranking_without_handicap
from masterpoint.schemes.ebu.rules.principles.status import lower
from masterpoint.schemes.families.british_finals import (
    ConsolationClauses,
    ConsolationSize,
    consolation_size,
    shared_entries,
    tables_here,
)
from masterpoint.schemes.families.fields import fields


@cache
def clauses(book: Book) -> ConsolationClauses:
    return ConsolationClauses(conditions=book.clause("4.3.3"), entry=book.clause("4.3.4"))


SECOND = 2


@rule
def award(book: Book, event: ConsolationEvent, other_problems: Iterable[Problem] = ()) -> Result:
    """4.3: on the quali-final scale if it is large enough, otherwise a basic event one level down."""
    require_ranking_without_handicap(book, event)
    colour = colour_of(book, event)
    status = status_of(book, event, (*size_problems(book, event), *other_problems))
    size = size_of_consolation(book, event)
    if size.failures:
        awards = pay_basic(book, event, event.lists, event.boards, failed_status(book, status, size), colour)
    else:
        awards = pay_consolation(book, event, size, raised_status(book, event, status), colour)
    return Result(event, book.title, tuple(awards), tuple(held_remarks(book, event, awards)))


def size_of_consolation(book: Book, event: ConsolationEvent) -> ConsolationSize:
    """4.3.3, 4.3.4 and 4.3.7: N counts the tables that are in none of the finals down to this one."""
    figures = book.figures.finals
    is_long = event.boards >= figures.long_boards.value
    return consolation_size(
        original=Fraction(event.original_tables),
        tables_above=tables_above(event),
        premier=Fraction(event.premier_tables),
        tables=tables_here(event),
        excluded_times=(figures.excluded_times_long if is_long else figures.excluded_times).value,
        excluded_share=figures.excluded_share.value,
        clauses=clauses(book),
    )


def pay_consolation(
    book: Book, event: ConsolationEvent, size: ConsolationSize, status: Step, colour: str
) -> list[Award]:
    """4.3.5: as though it were the premier final, with three fifths of the limit of the final above (4.3.6, 4.3.7)."""
    awards: list[Award] = []
    lesser = "4.3.6" if event.order == SECOND else "4.3.7"
    stage = fields(event.lists, event.contest)
    # Sections of a consolation share its entry as those of a later stage would.
    entries = shared_entries(size.entry, stage, clause=book.clause("4.2.11"), reading="E35")
    for field, entry in zip(stage, entries, strict=True):
        awards += pay_stage(book, event, field, entry, status, colour, tier=event.order, lesser=lesser)
    return awards


@rule
def raised_status(book: Book, event: ConsolationEvent, status: Step) -> Step:
    """4.3.5(a) and (b): it rises with the premier final; its length is its own."""
    # At least as many are in neither final as in this one, and in this one as above: no final has half of the entry.
    new_status = final_status(book, status, event.boards, event.stages_before, half_or_less=True, last=True)
    message = "as though it were the premier final: the same status, changed only by its own length"
    return derive(identity, new_status, clause=book.clause("4.3.5"), message=message)


@rule
def failed_status(book: Book, status: Step, size: ConsolationSize) -> Step:
    """4.3.3: one level below the main event, Club at least (reading A11)."""
    template = "no proper consolation, a basic event of its own size: {failed}"
    step = lower(book, status, "4.3.3", sentence(template, failed="; ".join(size.failures)))
    return replace(step, reading="A11")


def tables_above(event: ConsolationEvent) -> Fraction:
    """Tables in all finals above this one."""
    return Fraction(event.premier_tables if event.above_tables is None else event.above_tables)


def size_problems(book: Book, event: ConsolationEvent) -> Iterator[Problem]:
    """Finals that cannot have come from this first stage."""
    if event.order > SECOND and event.above_tables is None:
        message = "a third final needs to know the tables in all finals above it"
        yield book.problem(
            "above_tables", "", message, "add the tables of the premier and the consolation final", "4.3.7"
        )
    elif event.order == SECOND and tables_above(event) != Fraction(event.premier_tables):
        message = f"only the premier final, of {event.premier_tables} tables, is above a consolation"
        fix = "leave it out, or give the order of this final among all (3 for the third)"
        yield book.problem("above_tables", event.above_tables, message, fix, "4.3.7")
    elif tables_above(event) < Fraction(event.premier_tables) + event.order - SECOND:
        message = f"the final just above alone has {event.premier_tables} tables"
        yield book.problem("above_tables", event.above_tables, message, "count all finals above this one", "4.3.7")
    if tables_above(event) + tables_here(event) > Fraction(event.original_tables):
        message = "more contestants in the finals than in the first stage"
        yield book.problem(
            "original_tables", event.original_tables, message, "give the tables of the first stage", "4.3.3"
        )
