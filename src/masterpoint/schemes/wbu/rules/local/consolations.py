"""4.3, Consolation events: second and third finals for those who failed to reach the premier one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive
from masterpoint.core.errors import Problem
from masterpoint.core.events import ConsolationEvent, MatchEvent
from masterpoint.core.mechanisms import identity
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_finals import (
    ConsolationClauses,
    ConsolationSize,
    StageClauses,
    consolation_size,
    shared_entries,
    tables_of,
)
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local.basic import long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.finals import final_status, too_large
from masterpoint.schemes.wbu.rules.local.quali_scales import awards_of, original_entry, quali_scale, too_small_at_first
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import basic_only, fed_by_a_ladder, tie_minimum, too_short
from masterpoint.schemes.wbu.rules.principles.payments import pay_list, pay_nobody, standing_in
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.principles.status import higher, lower
from masterpoint.schemes.wbu.rules.refusals import refuse

SECOND = 2
LESSER = {SECOND: "4.3.6"}
"""The clause that limits a consolation; a third final has 4.3.7."""


@cache
def stage_clauses(book: Book) -> StageClauses:
    return StageClauses(
        long_final=book.clause("4.3.5"),
        stages=book.clause("4.3.5"),
        short_final=book.clause("4.2.7"),
    )


@rule
def award(book: Book, event: ConsolationEvent) -> Result:
    """4.3: like the premier final, read at C + N/3; otherwise a basic event one level down."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse((*too_large(book, event, event.original_tables), *fed_by_a_ladder(book, facts), *_finals_above(book, event)))
    level = status_of(book, event)
    basic_remark = basic_only(book, facts)
    if basic_remark:
        awards = pay_basic(book, event, event.lists, event.boards, long_event(book, level, event.boards))
        return result_of(book, event, awards, (basic_remark,))
    groups = fields(event.lists, event.contest)
    size = size_of_consolation(book, event, tables_of(groups))
    if size.failures:
        return as_basic_event(book, event, level, size)
    level = consolation_status(book, event, facts, level)
    entries = shared_entries(size.entry, groups, clause=book.clause("4.2.11"), reading="W49")
    awards = [
        award
        for field, entry in zip(groups, entries, strict=True)
        for award in pay_consolation(book, event, field, entry, level)
    ]
    return result_of(book, event, awards)


@rule
def consolation_status(book: Book, event: ConsolationEvent, facts: Facts, level: Step) -> Step:
    """4.3.5(a), (b): raised for its own length, or with the premier final, but never twice."""
    half_or_less = 2 * premier_final(event) <= event.original_tables
    own_status = final_status(book, level, event, half_or_less=half_or_less, clauses=stage_clauses(book))
    long_boards = book.figures.basic.long.value
    is_raised = event.boards >= long_boards or (event.stages_before > 1 and half_or_less)
    if is_raised or (facts.premier_boards or 0) < long_boards:
        return own_status
    reason = sentence("the premier final of {boards} boards was raised too", boards=facts.premier_boards)
    return higher(book, own_status, "4.3.5", reason)


def _finals_above(book: Book, event: ConsolationEvent) -> Iterator[Problem]:
    """4.3.7: N of a third final leaves out all who play in the finals above it."""
    fix = "give the tables of all finals above this one together"
    if event.order > SECOND and event.above_tables is None:
        message = f"N of final number {event.order} depends on all finals above it"
        yield book.problem("above_tables", "", message, fix, "4.3.7")
    elif event.above_tables is not None and event.above_tables < event.premier_tables:
        message = f"fewer than the {event.premier_tables} tables of the final just above"
        yield book.problem("above_tables", event.above_tables, message, fix, "4.3.7")


@rule
def size_of_consolation(book: Book, event: ConsolationEvent, stage_tables: Fraction) -> ConsolationSize:
    """4.3.3, 4.3.4 and 4.3.7: C + N/3, and the conditions."""
    is_long = event.boards >= book.figures.basic.long.value
    tables_above = event.above_tables if event.above_tables is not None else event.premier_tables
    return consolation_size(
        original=Fraction(event.original_tables),
        tables_above=Fraction(tables_above),
        premier=Fraction(event.premier_tables),
        tables=stage_tables,
        excluded_times=book.figures.finals.excluded_times.value if is_long else 1,
        excluded_share=book.figures.finals.excluded_share.value,
        clauses=ConsolationClauses(conditions=book.clause("4.3.3"), entry=book.clause("4.3.4")),
    )


def premier_final(event: ConsolationEvent) -> Fraction:
    """Tables of the premier final itself; a third final gives those of all finals above it."""
    if event.above_tables is not None:
        return Fraction(event.above_tables - event.premier_tables)
    return Fraction(event.premier_tables)


@rule
def as_basic_event(book: Book, event: MatchEvent | ConsolationEvent, level: Step, size: ConsolationSize) -> Result:
    """4.3.3: a basic event by its own entry, one level below the event (A11)."""
    boards = event.boards
    lower_level = lower(book, level, "4.3.3", "it does not meet the conditions of a consolation", reading="A11")
    if isinstance(event, MatchEvent):
        message = "a basic event only: no awards for matches"
        lower_level = derive(identity, lower_level, clause=book.clause("4.6.7"), message=message, reading="W61")
    awards = pay_basic(book, event, event.lists, boards, long_event(book, lower_level, boards))
    return result_of(
        book,
        event,
        awards,
        (book.remark("4.3.3", sentence("an ordinary event only: {reasons}", reasons="; ".join(size.failures))),),
    )


def pay_consolation(book: Book, event: ConsolationEvent, field: Field, entry: Step, level: Step) -> list[Award]:
    """4.3.5: calculated as though it were the premier final."""
    original = original_entry(book, int(event.original_tables), event.contest)
    reason = too_small_at_first(book, event, original, field.winners) or too_short(book, event.boards, "2.1.3")
    if reason:
        return pay_nobody(field.lists, reason)
    column = column_of(field)
    minimum = tie_minimum(book, column, level)
    lesser = LESSER.get(event.order, "4.3.7")
    awards: list[Award] = []
    for ranking in field.lists:
        ladder = awards_of(
            book,
            quali_scale(book),
            column,
            entry,
            level,
            contestants=standing_in(ranking),
            tier=event.order,
            lesser=lesser,
        )
        awards += pay_list(book, ranking, ladder, minimum=minimum, unpaid_number="4.3.5", boards=event.boards)
    return awards
