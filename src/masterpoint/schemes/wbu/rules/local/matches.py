"""4.5 and 4.6, events that pay for each match won (other than knock-out): Swiss, round robins, multiple teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from masterpoint.core.books import Figure, rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.events import (
    AnyEvent,
    FinalEvent,
    MatchEvent,
)
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_finals import (
    ConsolationClauses,
    ConsolationSize,
    consolation_size,
    shared_entries,
    tables_of,
)
from masterpoint.schemes.families.british_matches import (
    share_factor,
    share_of_field,
    shortest,
)
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.british_stages import as_ranked_stage
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.families.missing_matches import all_paid_for_all, missing_matches
from masterpoint.schemes.families.words import more_in_words
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local import consolations, finals, small_finals
from masterpoint.schemes.wbu.rules.local.basic import full_tables, long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.consolations import as_basic_event
from masterpoint.schemes.wbu.rules.local.finals import too_large
from masterpoint.schemes.wbu.rules.local.match_awards import match_clauses, matches_of, more_round_robins, pay_both
from masterpoint.schemes.wbu.rules.local.quali_scales import (
    FINAL,
    LESSER,
    awards_of,
    original_entry,
    quali_scale,
    special_scale,
    too_small_at_first,
)
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import INVITED, basic_only, fed_by_a_ladder, no_award_reason
from masterpoint.schemes.wbu.rules.principles.payments import pay_nobody
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable, too_many_boards
from masterpoint.schemes.wbu.rules.refusals import refuse


@rule
def award(book: Book, event: MatchEvent) -> Result:
    """4.6: an award for each match won, and one for the ranking."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse(too_many_boards(book, event, event.boards))
    if event.original_tables is not None:
        refuse((*too_large(book, event, event.original_tables), *fed_by_a_ladder(book, facts)))
    level = status_of(book, event)
    groups = fields(event.lists, event.contest)
    if event.original_tables is not None and facts.kind in INVITED:
        return on_the_day(book, event, basic_only(book, facts))
    ordinary_remark = ordinary(book, event)
    if is_small_final(event) and not basic_only(book, facts):
        return result_of(book, event, small_finals.pay(book, event, level))
    if ordinary_remark:
        return as_ordinary(book, event, level, ordinary_remark)
    if event.original_tables is None:
        awards = [award for field in groups for award in pay_straight(book, event, field, event.boards, level)]
        has_repeats = event.style == "round-robin" and any(
            matches_of(entry) >= size_of(ranking) for ranking in event.lists for entry in ranking.entries
        )
        remarks = [*missing_remarks(book, event), *([more_round_robins(book)] if has_repeats else ())]
        return result_of(book, event, awards, remarks)
    return pay_qualified(book, event, groups, level)


def missing_remarks(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """4.5.2: the awards for matches won need the matches."""
    if missing := missing_matches(event):
        yield book.remark("4.5.2", missing)
    if unclear := all_paid_for_all(event):
        yield book.remark("2.3.2", unclear)


def on_the_day(book: Book, event: MatchEvent, remark: Remark | None) -> Result:
    """3.3.2: stages that other bodies held before do not count; matches are paid as usual."""
    result = award(book, replace(event, original_tables=None, premier_tables=None))
    return replace(result, event=event, remarks=(*((remark,) if remark else ()), *result.remarks))


@rule
def ordinary(book: Book, event: MatchEvent) -> Remark | None:
    """4.5.2 and 2.7.4: why there is no award for matches, if there is none."""
    figures = book.figures.matches
    if event.boards < figures.least_boards.value:
        return book.remark(
            "4.5.2",
            sentence(
                "an ordinary game: {boards} boards in all are fewer than {least}",
                boards=event.boards,
                least=figures.least_boards.value,
            ),
        )
    groups = [group for ranking in event.lists for entry in entries_of(ranking) for group in entry.matches]
    shorter = shortest(groups)
    if event.contest != "teams" and shorter is not None and shorter < figures.least_match.value:
        return book.remark(
            "4.5.2",
            sentence(
                "an ordinary game: matches of {boards} boards are shorter than {least}",
                boards=shorter,
                least=figures.least_match.value,
            ),
        )
    return basic_only(book, facts_from(event, Facts)) if event.original_tables is not None else None


def as_ordinary(book: Book, event: MatchEvent, level: Step, remark: Remark) -> Result:
    """The ranking only, on the scale of an ordinary event: 4.1, or 4.2 and 4.3 where contestants qualified."""
    if event.original_tables is None or remark.clause.number != "4.5.2":
        awards = pay_basic(
            book, event, event.lists, event.boards, long_event(book, level, event.boards), qualifying=not event.last
        )
        return result_of(book, event, awards, (remark,))
    stage = as_ranked_stage(event)
    result = finals.award(book, stage) if isinstance(stage, FinalEvent) else consolations.award(book, stage)
    return replace(result, event=event, remarks=(remark, *result.remarks))


def pay_straight(book: Book, event: AnyEvent, field: Field, boards: int, level: Step) -> list[Award]:
    """4.6.3 and 4.6.4: nobody had to qualify."""
    reason = no_award_reason(book, event, field, boards)
    if reason:
        return [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
    column = column_of(field)
    tier = FINAL if getattr(event, "last", True) else LESSER
    factor = enlargement(book, boards)
    ladder = awards_of(
        book, quali_scale(book), column, full_tables(book, field), level, tier=tier, lesser="4.2.1", enlargement=factor
    )
    return pay_both(
        book, field.lists, column, boards, level, ladder, basis_of(book, level), None, "4.6.4", match_clauses(book)
    )


@rule
def basis_of(book: Book, level: Step) -> Step:
    """4.6.3: a match of 18 to 35 boards."""
    figure = book.figures.matches.full_match
    message = sentence("{points} a match at Club status", points=figure.value)
    return derive(partial(product, figure.value), level, clause=figure.clause, message=message)


@rule
def enlargement(book: Book, boards: int) -> Step | None:
    """4.5.3: ranking awards half as large again for 72 boards or more."""
    figures = book.figures.matches
    if boards < figures.enlarged_from.value:
        return None
    return fact(
        tidy(figures.enlarged.value),
        figures.enlarged.clause,
        sentence("{factor} for {boards} boards", factor=more_in_words(figures.enlarged.value), boards=boards),
    )


class QualifiedStage(NamedTuple):
    """What the awards of a final, or of its consolation, are worked out from."""

    entry: Step
    """The tables at which the scale is read."""
    tier: int
    lesser: str
    """The clause that lowers the limit for a lesser stage."""
    factors: Figure[tuple[tuple[Fraction, Fraction], ...]]
    """The factors on match awards, by the part of the field."""


def pay_qualified(book: Book, event: MatchEvent, groups: Sequence[Field], level: Step) -> Result:
    """4.6.6 and 4.6.7: a final for which contestants qualified, or its consolation."""
    assert event.original_tables is not None
    original_tables, stage_tables = Fraction(event.original_tables), tables_of(groups)
    original = original_entry(book, original_tables, event.contest)
    figures = book.figures.matches
    stage = QualifiedStage(original, FINAL if event.last else LESSER, "4.2.8", figures.qualified)
    if event.premier_tables is not None:
        size = _size_of_consolation(book, original_tables, Fraction(event.premier_tables), stage_tables)
        if size.failures:
            return as_basic_event(book, event, level, size)
        stage = QualifiedStage(size.entry, LESSER, "4.6.7", figures.consoled)
    clause = stage.factors.clause
    steps = tuple((more_than, tidy(factor)) for more_than, factor in stage.factors.value)
    factor = share_factor(share_of_field(stage_tables, original_tables, clause=clause), steps, clause=clause)
    awards: list[Award] = []
    entries = shared_entries(stage.entry, groups, clause=book.clause("4.2.11"), reading="W49")
    for field, entry in zip(groups, entries, strict=True):
        reason = too_small_at_first(book, event, original, field.winners)
        if reason:
            awards += [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
        else:
            awards += _pay_field(book, event, field, stage._replace(entry=entry), level, factor)
    return result_of(book, event, awards, tuple(missing_remarks(book, event)))


def _size_of_consolation(book: Book, original: Fraction, premier: Fraction, tables: Fraction) -> ConsolationSize:
    """4.6.7: how large the consolation of a final of matches counts as."""
    return consolation_size(
        original=original,
        tables_above=premier,
        premier=premier,
        tables=tables,
        excluded_times=book.figures.matches.excluded_times.value,
        excluded_share=book.figures.finals.excluded_share.value,
        clauses=ConsolationClauses(conditions=book.clause("4.6.7"), entry=book.clause("4.6.7")),
    )


def _pay_field(
    book: Book, event: MatchEvent, field: Field, stage: QualifiedStage, level: Step, factor: Step | None
) -> list[Award]:
    """The ranking awards and match awards of one field of a final or consolation."""
    column = column_of(field)
    ladder = awards_of(
        book,
        special_scale(book),
        column,
        stage.entry,
        level,
        contestants=field.contestants // field.winners,
        tier=stage.tier,
        lesser=stage.lesser,
        enlargement=enlargement(book, event.boards),
    )
    return pay_both(
        book,
        field.lists,
        column,
        event.boards,
        level,
        ladder,
        basis_of(book, level),
        factor,
        stage.factors.clause.number,
        match_clauses(book),
    )
