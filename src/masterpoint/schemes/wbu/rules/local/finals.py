"""4.2, Use of the special quali-final scales: finals and later stages for which contestants qualified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import identity
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import Message, sentence
from masterpoint.schemes.families.british import column_of
from masterpoint.schemes.families.british_finals import (
    StageClauses,
    shared_entries,
    stage_status,
    tables_here,
    tables_of,
)
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local import small_finals
from masterpoint.schemes.wbu.rules.local.basic import long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.quali_scales import (
    FINAL,
    LESSER,
    awards_of,
    original_entry,
    quali_scale,
    too_small_at_first,
)
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import basic_only, fed_by_a_ladder, tie_minimum, too_short
from masterpoint.schemes.wbu.rules.principles.payments import pay_list, pay_nobody, standing_in
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.principles.status import below_club, higher, lower, statuses
from masterpoint.schemes.wbu.rules.refusals import refuse


@cache
def stage_clauses(book: Book) -> StageClauses:
    return StageClauses(
        long_final=book.clause("4.2.5"),
        stages=book.clause("4.2.6"),
        short_final=book.clause("4.2.7"),
    )


@rule
def award(book: Book, event: FinalEvent) -> Result:
    """4.2: awards for the final or a later stage, by the size of the original entry."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse((*too_large(book, event, event.original_tables), *fed_by_a_ladder(book, facts)))
    level = status_of(book, event)
    basic_remark = basic_only(book, facts)
    if basic_remark:
        awards = pay_basic(book, event, event.lists, event.boards, long_event(book, level, event.boards))
        return result_of(book, event, awards, (basic_remark,))
    if is_small_final(event):
        return result_of(book, event, small_finals.pay(book, event, level))
    groups = fields(event.lists, event.contest)
    stage_tables = tables_of(groups)
    level = final_status(
        book, level, event, half_or_less=2 * stage_tables <= event.original_tables, clauses=stage_clauses(book)
    )
    entries = original_entries(book, event, groups)
    awards = [
        award
        for field, entry in zip(groups, entries, strict=True)
        for award in pay_final(book, event, field, entry, level)
    ]
    return result_of(book, event, awards, tuple(remarks(book, event, stage_tables)))


def too_large(book: Book, event: AnyEvent, original: object) -> Iterator[Problem]:
    """A stage cannot be larger than the entry it came from."""
    stage_tables = tables_here(event)
    if Fraction(str(original)) < max(1, int(stage_tables)):
        message = f"{int(stage_tables)} tables play in this stage, more than in the original entry"
        yield book.problem("original_tables", original, message, "give the tables (teams) of the first stage", "2.7.2")


@rule
def final_status(
    book: Book, level: Step, event: FinalEvent | ConsolationEvent, *, half_or_less: bool, clauses: StageClauses
) -> Step:
    """4.2.5 to 4.2.7: one level up for a long final or after several stages, one level down for a short one."""
    new_level = stage_status(
        level,
        boards=event.boards,
        stages_before=event.stages_before,
        half_or_less=half_or_less,
        last=getattr(event, "last", True),
        raise_level=partial(higher, book),
        lower_level=partial(one_level_down, book),
        clauses=clauses,
        short_boards=book.figures.finals.short.value,
        long_boards=book.figures.basic.long.value,
    )
    very_long = book.figures.basic.very_long.value
    if event.boards < very_long:
        return new_level
    message = sentence(
        "one level only, although {boards} boards are {limit} or more", boards=event.boards, limit=very_long
    )
    return derive(identity, new_level, clause=clauses.long_final, message=message, reading="A07")


@rule
def one_level_down(book: Book, level: Step, number: str, reason: Message) -> Step:
    """4.2.7: one level down; the level below Club is half of District."""
    if level.value > statuses(book)["club"]:
        return lower(book, level, number, reason)
    return derive(
        partial(_half_district, book),
        level,
        clause=book.clause(number),
        message=sentence("half of District status: {why}", why=reason),
    )


def _half_district(book: Book, value: Exact) -> Exact:
    return tidy(value * below_club(book))


def original_entries(book: Book, event: FinalEvent, stage: Sequence[Field]) -> list[Step]:
    """4.2.11: several sections share the original entry."""
    if len(stage) == 1:
        return [original_entry(book, int(event.original_tables), event.contest)]
    entry = fact(tidy(Fraction(event.original_tables)), book.clause("4.2.3"), "tables in the original entry")
    return shared_entries(entry, stage, clause=book.clause("4.2.11"), reading="W49" if event.last else "")


def pay_final(book: Book, event: FinalEvent, field: Field, entry: Step, level: Step) -> list[Award]:
    """One field of the stage, with its share of the original entry."""
    original = original_entry(book, int(event.original_tables), event.contest)
    reason = too_small_at_first(book, event, original, field.winners) or too_short(book, event.boards, "2.1.3")
    if reason:
        return pay_nobody(field.lists, reason)
    column = column_of(field)
    minimum = tie_minimum(book, column, level)
    awards: list[Award] = []
    for ranking in field.lists:
        tier = FINAL if event.last else LESSER
        ladder = awards_of(book, quali_scale(book), column, entry, level, contestants=standing_in(ranking), tier=tier)
        awards += pay_list(book, ranking, ladder, minimum=minimum, unpaid_number="4.2.3", boards=event.boards)
    return awards


def remarks(book: Book, event: FinalEvent, stage_tables: Fraction) -> Sequence[Remark]:
    """2.10.1 and 4.2.9: remarks beside a final."""
    figures, notes = book.figures.finals, []
    if event.carry_forward:
        notes.append(book.remark("2.10.1", "the carried-forward score counts, and each stage has its own awards"))
    is_long = event.boards >= book.figures.basic.long.value
    maximum = figures.recommended_long.value if is_long else figures.recommended_short.value
    if event.boards > figures.short.value and stage_tables > maximum * Fraction(event.original_tables):
        message = sentence("it is recommended that no more than {most} of the field qualify", most=str(maximum))
        notes.append(book.remark("4.2.9", message))
    return notes
