"""4.1 and 4.4, the basic scales A to F with their limits: single sessions, and fields that play through.

A scale is kept as the rule that makes its cells; the tests compare every printed cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, SessionEvent
from masterpoint.core.mechanisms import Ladder, identity, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.tables import band
from masterpoint.schemes.families import british
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.british import (
    BasicColumn,
    BasicTables,
    ScaleClauses,
    ScaleRule,
    fraction_of,
    scale_ladder,
)
from masterpoint.schemes.families.fields import Field, fields, full_tables_in_words
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import no_award_reason, tie_minimum
from masterpoint.schemes.wbu.rules.principles.payments import membership_remarks, national_remarks, pay_list, pay_nobody
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.principles.status import higher, statuses
from masterpoint.schemes.wbu.rules.refusals import refuse

PER_TABLE = {"teams": 1, "two-winner": 1, "one-winner pairs": 2, "individual": 4}
"""Contestants a table adds to each ranking list."""


@cache
def basic_tables(book: Book) -> BasicTables:
    """4.1.2, 4.1.4, 4.4.2 and 4.4.6: the basic scale as the book prints it."""
    figures = book.figures.basic
    return BasicTables(
        shares=bands(figures.shares.value),
        limits=bands(figures.limits.value),
        columns={
            name: BasicColumn(
                per_table=PER_TABLE[name],
                unit=column.place,
                short_tables=column.short_tables,
                long_tables=column.long_tables,
                qualifying_tables=column.qualifying_tables,
            )
            for name, column in figures.columns.value.items()
        },
        long_boards=figures.long.value,
    )


@cache
def scale_clauses(book: Book) -> ScaleClauses:
    return ScaleClauses(
        share=book.clause("4.1.2"),
        step_down=book.clause("4.1.5"),
        limit=book.clause("4.4.3"),
        root=book.clause("4.4.9"),
        minimum=book.clause("4.4.5"),
        small_field=book.clause("4.2.4"),
    )


@rule
def award(book: Book, event: SessionEvent) -> Result:
    """4.1: what each entry of a basic or all-play-through event earns."""
    require_acceptable(book, event)
    refuse(not_played_through(book, event))
    level = long_event(book, by_ranking_alone(book, event, status_of(book, event)), event.boards)
    awards = pay_basic(book, event, event.lists, event.boards, level, qualifying=event.stage == "qualifying")
    return result_of(book, event, awards, (*match_award_remarks(book, event), *section_remarks(book, event)))


def not_played_through(book: Book, event: SessionEvent) -> Iterator[Problem]:
    """2.7.1: the same competitors play in all sessions."""
    for index, ranking in enumerate(event.lists):
        for number, entry in enumerate(ranking.entries):
            if entry.sessions is not None and entry.sessions != event.sessions:
                path = f"lists[{index}].entries[{number}].sessions"
                message = f"everybody plays in all {event.sessions} sessions of such an event"
                results = book.figures.principles.ladder_results.value
                fix = f"enter each session separately, and a series of {results} results also as a ladder (2.7.3)"
                yield book.problem(path, entry.sessions, message, fix, "2.7.1")


def section_remarks(book: Book, event: SessionEvent) -> Iterator[Remark]:
    """2.8: sections listed separately are paid separately."""
    if facts_from(event, Facts).sections_scored_as_one:
        yield book.remark("2.8.1", "the sections are one field: same boards, match-pointed over all of them")
    elif len(fields(event.lists, event.contest)) > 1:
        is_scored_apart = event.contest == "teams" or event.scoring not in ("matchpoints", "percentage")
        hint = (
            "" if is_scored_apart else "; give one list if they played the same boards and were match-pointed together"
        )
        yield book.remark(
            "2.8.2" if is_scored_apart else "2.8.1", sentence("each section is paid separately{more}", more=hint)
        )


@rule
def by_ranking_alone(book: Book, event: SessionEvent, level: Step) -> Step:
    """4.5.1 against Scales A to E and 4.4.6, which print awards for teams of 36 boards too: a reading."""
    if british.is_long_teams_event(event, book.figures.matches.least_boards.value):
        return british.by_ranking_alone(level, event.boards, clause=book.clause("4.5.1"), reading="W66")
    return level


def match_award_remarks(book: Book, event: SessionEvent) -> Iterator[Remark]:
    """4.5.1: long teams events earn an award for each match won instead."""
    minimum = book.figures.matches.least_boards.value
    if british.is_long_teams_event(event, minimum):
        yield book.remark("4.5.1", british.without_matches(minimum, "W66"))


def result_of(book: Book, event: AnyEvent, awards: Sequence[Award], remarks: Sequence[Remark] = ()) -> Result:
    """The awards with the remarks beside them."""
    all_remarks = (
        *remarks,
        *restriction_remarks(book, event),
        *membership_remarks(book, event, awards),
        *national_remarks(book, event),
    )
    return Result(event, book.title, tuple(awards), all_remarks)


def restriction_remarks(book: Book, event: AnyEvent) -> Iterator[Remark]:
    """4.10.2 and 4.10.3: there is no special provision for restricted entries or play-offs of champions."""
    facts: Facts = facts_from(event, Facts)
    if facts.restricted_to:
        message = sentence(
            "restricted to {restricted_to}: treated as any other event of the organising body",
            restricted_to=facts.restricted_to,
        )
        yield book.remark("4.10.2", message)
    if facts.kind == "inter-organisation":
        champions = "champions of several bodies: an ordinary event of the organising body, by the entry on the day"
        yield book.remark("4.10.3", champions)


def pay_basic(
    book: Book, event: AnyEvent, lists: Sequence[RankingList], boards: int, level: Step, *, qualifying: bool = False
) -> list[Award]:
    """Each field of an event on the basic scale, separately (2.8)."""
    awards: list[Award] = []
    for field in fields(lists, event.contest):
        reason = no_award_reason(book, event, field, boards)
        awards += pay_nobody(field.lists, reason) if reason else pay_field(book, field, boards, level, qualifying)
    return awards


def pay_field(book: Book, field: Field, boards: int, level: Step, qualifying: bool = False) -> list[Award]:
    """One field on the basic scale: each direction has the same awards (4.1.5)."""
    column = british.column_of(field)
    ladder = basic_ladder(book, column, boards, full_tables(book, field), level, qualifying=qualifying)
    minimum = tie_minimum(book, column, level)
    return [
        award
        for ranking in field.lists
        for award in pay_list(book, ranking, ladder, minimum=minimum, unpaid_number="4.1.2", boards=boards)
    ]


@rule
def long_event(book: Book, level: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level."""
    return (
        higher(book, level, "4.1.7", sentence("{boards} boards", boards=boards))
        if boards >= book.figures.basic.very_long.value
        else level
    )


def full_tables(book: Book, field: Field) -> Step:
    """4.1.3: half tables are ignored."""
    return fact(field.full_tables, book.clause("4.1.3"), full_tables_in_words(field))


@rule
def basic_ladder(
    book: Book, column: str, boards: int, tables: Step, level: Step, *, qualifying: bool = False
) -> Ladder:
    """Scales A to F: the awards of one list."""
    rule = basic_rule(book, column, boards, qualifying)
    figures = book.figures.basic
    is_long, reading = boards >= figures.long.value, limit_reading(book, column, boards, whole(tables.value))
    message = sentence("theoretical maximum at Club status, {boards} boards", boards=boards)
    maximum = fact(rule.limit, book.clause("4.4.6" if is_long else "4.4.2"), message, reading=reading)
    return scale_ladder(
        rule,
        derive(
            identity,
            tables,
            clause=book.clause("4.1.4"),
            message=sentence("read in the column for {column}", column=column),
        ),
        derive(
            identity,
            level,
            clause=book.clause("4.1.1"),
            message=sentence("{scale}, as a multiple of Scale A", scale=scale_name(book, column, level)),
        ),
        clauses=scale_clauses(book),
        minimum=figures.minimum_award.value,
        limit=qualifying_limit(book, maximum) if qualifying and is_long else maximum,
    )


@rule
def limit_reading(book: Book, column: str, boards: int, tables: int) -> str:
    """The reading where the printed column, or the number of tables in 4.4.2, contradicts the limit in points."""
    figures = book.figures.basic
    row = band(bands(figures.limits.value), boards)
    for column_name, first_boards, first, last, reading in figures.doubtful_limits.value:
        if row and (column_name, first_boards) == (column, row.first) and first <= tables <= last:
            return reading
    return ""


def scale_name(book: Book, column: str, level: Step) -> Message:
    """4.1.1: the printed scale, where there is one for this status."""
    letters = dict(zip(statuses(book).values(), "ABCDE", strict=False))
    letter = "F" if column == "individual" else letters.get(level.value)
    return sentence("Scale {letter}", letter=letter) if letter else sentence("a scale of its own")


@cache
def basic_rule(book: Book, column: str, boards: int, qualifying: bool) -> ScaleRule:
    """The column of the basic scale for this many boards."""
    scale = book.clause("Scale F" if column == "individual" else "Scale A-E")
    return british.basic_rule(basic_tables(book), column, boards, qualifying, clause=scale)


@rule
def qualifying_limit(book: Book, limit: Step) -> Step:
    """4.2.1, 4.4.6: three fifths of the limit for a stage that only qualifies."""
    part = book.figures.basic.qualifying_part
    return fraction_of(part.value.numerator, part.value.denominator, limit, clause=part.clause, message=part.text)
