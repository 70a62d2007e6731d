"""The quali-final scales QA to QE and QF of the Appendix, kept as the rules that make their cells."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.events import AnyEvent, Contest
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder, identity
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british import ScaleClauses
from masterpoint.schemes.families.british_finals import QualiScale, QualiScaleColumn, quali_ladder, tier_limit
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.figures.local import QualiColumn
from masterpoint.schemes.wbu.rules.local.basic import PER_TABLE
from masterpoint.schemes.wbu.rules.principles.general import TABLES, minimum_tables, too_few

FINAL, LESSER = 1, 2
"""Tiers: the premier final is 1; an earlier stage or a consolation is 2; a third final is 3."""


@cache
def quali_scale(book: Book) -> QualiScale:
    """Scales QA to QE."""
    figures = book.figures.finals
    return _scale(figures.share, figures.limit.value, figures.columns.value, figures.lesser_part.value)


@cache
def special_scale(book: Book) -> QualiScale:
    """Scale QF, for events with match awards."""
    figures = book.figures.finals
    return _scale(
        figures.special_share,
        figures.special_limit.value,
        figures.special_columns.value,
        figures.lesser_part.value,
    )


def _scale(share: Figure[Fraction], limit: int, columns: Mapping[str, QualiColumn], lesser: Fraction) -> QualiScale:
    scale_columns = {
        name: QualiScaleColumn(PER_TABLE[name], tidy(column.place), column.final_tables, column.lesser_tables)
        for name, column in columns.items()
    }
    return QualiScale(share.clause, share.clause.number, share.value, limit, scale_columns, lesser)


@cache
def quali_clauses(book: Book) -> ScaleClauses:
    return ScaleClauses(
        share=book.clause("4.2.3"),
        step_down=book.clause("4.2.2"),
        limit=book.clause("4.4.7"),
        root=book.clause("4.4.9"),
        minimum=book.clause("4.4.5"),
        small_field=book.clause("4.2.4"),
    )


@cache
def special_clauses(book: Book) -> ScaleClauses:
    return replace(
        quali_clauses(book),
        share=book.clause("4.6.6"),
        step_down=book.clause("4.6.6"),
        small_field=book.clause("4.6.6"),
    )


@rule
def awards_of(
    book: Book,
    scale: QualiScale,
    column: str,
    tables: Step,
    level: Step,
    *,
    contestants: int | None = None,
    tier: int = FINAL,
    lesser: str = "4.2.2",
    enlargement: Step | None = None,
) -> Ladder:
    """The awards of a final, or of the ranking in an event with match awards; `lesser` cuts the limit below tier 1."""
    figures, special = book.figures.finals, scale is special_scale(book)
    grown = figures.within_grown
    if not special and column in ("teams", "two-winner") and tier == FINAL and tables.value == grown.value:
        message = "the scale stays within the increased maximum"
        tables = derive(identity, tables, clause=grown.clause, message=message, reading=grown.reading)
    limit = tier_limit(scale, tier, clause=book.clause("4.4.7"), lesser=book.clause(lesser))
    if special and passed_earlier(book, column, tier, tables):
        limit = replace(limit, reading=figures.passed_earlier.reading)
    return quali_ladder(
        scale,
        column,
        tables,
        level,
        clauses=special_clauses(book) if special else quali_clauses(book),
        minimum=book.figures.basic.minimum_award.value,
        limit=limit,
        tier=tier,
        contestants=contestants,
        enlargement=enlargement,
    )


def passed_earlier(book: Book, column: str, tier: int, tables: Step) -> bool:
    """W52: whether Scale QF passes its limit before its note says so."""
    rows = book.figures.finals.passed_earlier.value
    return any(
        (name, row_tier) == (column, tier) and first <= tables.value <= last for name, row_tier, first, last in rows
    )


def original_entry(book: Book, tables: Fraction | int, contest: Contest) -> Step:
    """4.2.3: full tables of the first stage."""
    return fact(int(tables), book.clause("4.2.3"), sentence("{unit} in the original entry", unit=TABLES[contest]))


def too_small_at_first(book: Book, event: AnyEvent, tables: Step, winners: int) -> Step | None:
    """2.1.1: the original entry decides whether there are points at all."""
    assert isinstance(tables.value, int)
    return too_few(book, tables.value, minimum_tables(book, event.contest, winners), "2.1.1", event.contest)
