"""4.6.4, 4.6.6 and 4.6.7, ranking awards beside match awards: which scale, read at how many tables, and the factor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache

from masterpoint.core.books import printed_figure, rule
from masterpoint.core.derivation import Step, fact
from masterpoint.core.events import MatchEvent, Tables
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.basic import full_tables, scale_clauses
from masterpoint.schemes.ebu.rules.local.qualifinal import quali_scale, scale_q, within_grown_limit
from masterpoint.schemes.families.british_finals import (
    ConsolationClauses,
    ConsolationSize,
    QualiScale,
    consolation_size,
    full_tables_of,
    quali_ladder,
    shared_entries,
    tables_here,
    tier_limit,
)
from masterpoint.schemes.families.british_matches import share_factor, share_of_field
from masterpoint.schemes.families.fields import Field
from masterpoint.schemes.families.words import more_in_words


@cache
def scale_qf(book: Book) -> QualiScale:
    """Scale QF, for those who qualified."""
    figures, lesser = book.figures.matches, book.figures.finals.lesser_share
    return quali_scale(figures.columns, figures.share.value, figures.limit.value, lesser.value)


@cache
def consolation_clauses(book: Book) -> ConsolationClauses:
    return ConsolationClauses(conditions=book.clause("4.6.7"), entry=book.clause("4.6.7"))


@lru_cache(maxsize=1024)
def ranking_ladder(
    book: Book,
    column: str,
    original: Step,
    status: Step,
    *,
    qualified: bool,
    tier: int,
    lesser: str,
    contestants: int | None,
    boards: int,
) -> Ladder:
    """4.6.4 and 4.6.6(b): scales QA to QE for an open field, QF where contestants qualified for this one."""
    figures = book.figures.matches
    if qualified:
        scale, clauses = scale_qf(book), scale_clauses(book, share="4.6.6", step_down="4.6.6", small_field="4.6.6")
    else:
        scale, clauses = scale_q(book), scale_clauses(book, share="4.6.4", step_down="4.2.2")
        original = within_grown_limit(book, column, original, tier)
    increase = more_in_words(figures.long_event_factor.value)
    message = sentence("{boards} boards: ranking awards {more}", boards=boards, more=increase)
    long_factor = printed_figure(figures.long_event_factor, message)
    return quali_ladder(
        scale,
        column,
        original,
        status,
        clauses=clauses,
        minimum=book.figures.principles.minimum_award.value,
        limit=tier_limit(scale, tier, clause=book.clause("4.4.7"), lesser=book.clause(lesser)),
        tier=tier,
        contestants=contestants,
        enlargement=long_factor if boards >= figures.long_event_boards.value else None,
    )


def scale_entries(
    book: Book, event: MatchEvent, stage: Sequence[Field], consolation: ConsolationSize | None
) -> list[Step]:
    """The tables at which the ranking scale is read: the field itself, the original entry, or C + N/3 (4.6.7)."""
    if event.original_tables is None:
        return [full_tables(book, field) for field in stage]
    entry = original_entry(book, event.original_tables) if consolation is None else consolation.entry
    return shared_entries(entry, stage, clause=book.clause("4.2.11"), reading="E35" if event.last else "")


def original_entry(book: Book, tables: Tables) -> Step:
    """4.6.6: full tables of the first stage."""
    entry_tables = fact(tidy(Fraction(tables)), book.clause("4.6.6"), "original entry, tables of the first stage")
    return full_tables_of(entry_tables, clause=book.clause("4.6.6"))


@rule
def match_factor(book: Book, event: MatchEvent, consolation: ConsolationSize | None) -> Step | None:
    """4.6.6(a), 4.6.7: match awards grow with the part of the field that did not qualify."""
    if event.original_tables is None:
        return None
    figures = book.figures.matches
    factors = figures.qualified_factors if consolation is None else figures.consolation_factors
    share = share_of_field(tables_here(event), Fraction(event.original_tables), clause=factors.clause)
    return share_factor(share, factors.value, clause=factors.clause)


def consolation_of(book: Book, event: MatchEvent) -> ConsolationSize | None:
    """4.6.7: the size of a consolation with match awards."""
    if event.premier_tables is None or event.original_tables is None:
        return None
    return consolation_size(
        original=Fraction(event.original_tables),
        tables_above=Fraction(event.premier_tables),
        premier=Fraction(event.premier_tables),
        tables=tables_here(event),
        excluded_times=book.figures.matches.excluded_times.value,
        excluded_share=book.figures.finals.excluded_share.value,
        clauses=consolation_clauses(book),
    )
