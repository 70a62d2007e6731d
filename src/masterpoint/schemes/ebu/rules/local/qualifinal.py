"""4.2 and 4.4.7, the quali-final scales QA to QE: finals and later stages, by the size of the first stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial

from msgspec.structs import replace

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import ConsolationEvent, FinalEvent, Tables
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, identity
from masterpoint.core.places import size_of
from masterpoint.core.sentences import Message, part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.figures.local import QualiColumn
from masterpoint.schemes.ebu.rules.local import small_finals
from masterpoint.schemes.ebu.rules.local.basic import minimum_award, scale_clauses
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
)
from masterpoint.schemes.ebu.rules.principles.status import higher, lower
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_finals import (
    QualiScale,
    QualiScaleColumn,
    StageClauses,
    full_tables_of,
    quali_ladder,
    shared_entries,
    stage_status,
    tables_here,
    tier_limit,
)
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import Field, fields, without_standing

FINAL, LESSER = 1, 2


@cache
def scale_q(book: Book) -> QualiScale:
    """Scales QA to QE."""
    figures = book.figures.finals
    return quali_scale(figures.columns, figures.share.value, figures.limit.value, figures.lesser_share.value)


def quali_scale(columns: Figure[dict[str, QualiColumn]], share: Fraction, limit: int, lesser: Fraction) -> QualiScale:
    """A quali-final scale as the book prints it."""
    scale_columns = {
        name: QualiScaleColumn(column.per_table, tidy(column.unit), column.final_tables, column.lesser_tables)
        for name, column in columns.value.items()
    }
    return QualiScale(
        columns.clause, columns.clause.number, share=share, limit=limit, columns=scale_columns, lesser=lesser
    )


@cache
def stage_clauses(book: Book) -> StageClauses:
    return StageClauses(
        long_final=book.clause("4.2.5"),
        stages=book.clause("4.2.6"),
        short_final=book.clause("4.2.7"),
    )


@rule
def award(book: Book, event: FinalEvent, other_problems: Iterable[Problem] = ()) -> Result:
    """4.2: what each entry of a final or later qualifying stage earns; `other_problems` is what else is wrong."""
    require_ranking_without_handicap(book, event)
    colour = colour_of(book, event)
    first_stage = status_of(book, event, other_problems)
    if is_small_final(event):
        awards = small_finals.pay(book, event, first_stage, colour)
        return Result(event, book.title, tuple(awards), tuple(held_remarks(book, event, awards)))
    share = final_share(event)
    status = final_status(
        book, first_stage, event.boards, event.stages_before, half_or_less=2 * share <= 1, last=event.last
    )
    awards = []
    for field, entry in zip(stage_fields(event), original_entries(book, event), strict=True):
        awards += pay_stage(book, event, field, entry, status, colour, tier=FINAL if event.last else LESSER)
    remarks = (*held_remarks(book, event, awards), *recommendations(book, event, share))
    return Result(event, book.title, tuple(awards), remarks)


def pay_stage(
    book: Book,
    event: FinalEvent | ConsolationEvent,
    field: Field,
    entry: Step,
    status: Step,
    colour: str,
    *,
    tier: int,
    lesser: str = "4.2.2",
) -> list[Award]:
    """One field of a stage on the quali-final scale, read at its share of the original entry."""
    reason = no_award_reason(book, event, with_original_entry(field, event.original_tables), event.boards)
    if reason:
        return pay_nobody(field.lists, reason, colour)
    minimum = minimum_award(book, status)
    awards = []
    for ranking in field.lists:
        contestants = size_of(ranking) - without_standing(ranking)
        ladder = final_ladder(book, column_of(field), entry, status, tier=tier, lesser=lesser, contestants=contestants)
        awards += pay_list(
            book, ranking, ladder, colour=colour, minimum=minimum, unpaid_number="4.2.3", boards=event.boards
        )
    return awards


@lru_cache(maxsize=1024)
def final_ladder(
    book: Book,
    column: str,
    original: Step,
    status: Step,
    *,
    tier: int = FINAL,
    lesser: str = "4.2.2",
    contestants: int | None = None,
) -> Ladder:
    """Scales QA to QE: the awards of one list of a final (tier 1), of a lesser stage, of a third final …"""
    return quali_ladder(
        scale_q(book),
        column,
        within_grown_limit(book, column, original, tier),
        status,
        clauses=scale_clauses(book, share="4.2.3", step_down="4.2.2"),
        minimum=book.figures.principles.minimum_award.value,
        limit=final_limit(book, tier, lesser),
        tier=tier,
        contestants=contestants,
    )


def within_grown_limit(book: Book, column: str, original: Step, tier: int) -> Step:
    """The original entry, marked where the scale passes the limit but not the limit as 4.4.9 increases it (E75)."""
    tables = book.figures.finals.within_grown
    if tier != FINAL or column not in ("teams", "two-winner") or original.value != tables.value:
        return original
    message = "the scale stays within the increased maximum"
    return derive(identity, original, clause=tables.clause, message=message, reading=tables.reading)


def final_limit(book: Book, tier: int, lesser: str) -> Step:
    """4.4.7: 300 for the final, three fifths of it for a lesser stage (4.2.2), and so on down (4.3.6, 4.3.7)."""
    return tier_limit(scale_q(book), tier, clause=book.clause("4.4.7"), lesser=book.clause(lesser))


@rule
def final_status(book: Book, status: Step, boards: int, stages_before: int, *, half_or_less: bool, last: bool) -> Step:
    """4.2.5 to 4.2.7: the status of a final against that of the first stage."""
    return stage_status(
        status,
        boards=boards,
        stages_before=stages_before,
        half_or_less=half_or_less,
        last=last,
        raise_level=partial(higher, book),
        lower_level=partial(lower_for_a_final, book),
        clauses=stage_clauses(book),
        short_boards=book.figures.finals.short_boards.value,
        long_boards=book.figures.finals.long_boards.value,
    )


@lru_cache(maxsize=64)
def lower_for_a_final(book: Book, status: Step, number: str, reason: Message) -> Step:
    """4.2.7: one level down; below Club there is half of District status."""
    if status.value != 1:
        return lower(book, status, number, reason)
    below_club = partial(_below_club, book.figures.principles.below_club.value)
    message = sentence("half of District status, one below Club: {why}", why=reason)
    return derive(below_club, status, clause=book.clause(number), message=message)


def _below_club(status: Fraction, _: Exact) -> Exact:
    return status


def stage_fields(event: FinalEvent) -> list[Field]:
    return fields(event.lists, event.contest)


def original_entry(book: Book, event: FinalEvent) -> Step:
    """4.2.3: full tables of the first qualifying stage."""
    unit = "teams" if event.contest == "teams" else "tables"
    message = sentence("original entry, {unit} of the first stage", unit=unit)
    tables = fact(tidy(Fraction(event.original_tables)), book.clause("4.2.3"), message)
    return full_tables_of(tables, clause=book.clause("4.2.3"))


def original_entries(book: Book, event: FinalEvent) -> list[Step]:
    """4.2.11: sections that are not scored together share the original entry in proportion to their size.

    The book says so of a later qualifying stage; a final given in sections is treated the same way (reading E35).
    """
    entry, reading = original_entry(book, event), "E35" if event.last else ""
    return shared_entries(entry, stage_fields(event), clause=book.clause("4.2.11"), reading=reading)


def final_share(event: FinalEvent) -> Fraction:
    """The part of the original field that is in this stage."""
    return tables_here(event) / Fraction(event.original_tables)


def with_original_entry(field: Field, original_tables: Tables) -> Field:
    """3.1.1 asks for the size of the original entry, not of the final."""
    lists = tuple(replace(ranking, tables=original_tables) for ranking in field.lists)
    return replace(field, lists=lists)


def recommendations(book: Book, event: FinalEvent, share: Fraction) -> Iterator[Remark]:
    """4.2.9: how much of the field should qualify, at most."""
    figures = book.figures.finals
    is_long = event.boards >= figures.long_boards.value
    maximum = figures.most_qualifying_long if is_long else figures.most_qualifying
    if event.boards > figures.short_boards.value and share > maximum.value:
        template = "more than {part} of the field qualified; fewer than usual of them are paid in this stage"
        yield Remark(maximum.clause, sentence(template, part=part_in_words(maximum.value)))
