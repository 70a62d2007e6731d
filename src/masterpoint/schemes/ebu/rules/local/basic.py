"""4.1 and 4.4, the basic scales A to F with their limits: single sessions, and fields that play through.

A scale is kept as the rule that makes its cells; the tests compare every printed cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, SessionEvent
from masterpoint.core.mechanisms import Ladder, product
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    PlaceAwards,
    colour_of,
    held_remarks,
    no_award_reason,
    pay_nobody,
    pay_places,
    require_ranking_without_handicap,
)
from masterpoint.schemes.ebu.rules.principles.status import higher, name_of
from masterpoint.schemes.ebu.rules.records.crediting import is_paid_by_place
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

TableCount = tuple[int, str, str]


@cache
def basic_tables(book: Book) -> BasicTables:
    """Scales A to F as the book prints them."""
    figures = book.figures.basic
    return BasicTables(
        shares=bands(figures.shares.value),
        limits=bands(figures.limits.value),
        columns={
            name: BasicColumn(
                per_table=column.per_table,
                unit=column.unit,
                short_tables=column.short_tables,
                long_tables=column.long_tables,
                qualifying_tables=column.qualifying_tables,
            )
            for name, column in figures.columns.value.items()
        },
        long_boards=figures.long_boards.value,
    )


@cache
def scale_clauses(book: Book, *, share: str, step_down: str, small_field: str = "4.2.4") -> ScaleClauses:
    """The clauses for how many a scale pays, and in what steps; its limits are in 4.4."""
    return ScaleClauses(
        share=book.clause(share),
        step_down=book.clause(step_down),
        limit=book.clause("4.4.3"),
        root=book.clause("4.4.9"),
        minimum=book.clause("4.4.5"),
        small_field=book.clause(small_field),
        maximum=book.clause("4.4.1"),
    )


@rule
def award(book: Book, event: SessionEvent, other_problems: Iterable[Problem] = ()) -> Result:
    """4.1: what each entry of a basic or all-play-through event earns; `other_problems` is what else is wrong."""
    require_ranking_without_handicap(book, event)
    status = by_ranking_alone(book, event, status_of(book, event, other_problems))
    awards = pay_basic(
        book,
        event,
        event.lists,
        event.boards,
        status,
        colour_of(book, event),
        qualifying=event.stage == "qualifying",
    )
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *match_remarks(book, event)))


def pay_basic(
    book: Book,
    event: AnyEvent,
    lists: Sequence[RankingList],
    boards: int,
    status: Step,
    colour: str,
    *,
    qualifying: bool = False,
) -> list[Award]:
    """Every field on the basic scale, or the reason why it earns nothing."""
    status = long_event(book, status, boards)
    awards: list[Award] = []
    for field in fields(lists, event.contest, by_place=is_paid_by_place(event)):
        reason = no_award_reason(book, event, field, boards)
        if reason:
            awards += pay_nobody(field.lists, reason, colour)
        else:
            awards += pay_field(book, field, boards, status, colour, qualifying=qualifying)
    return awards


def pay_field(book: Book, field: Field, boards: int, status: Step, colour: str, *, qualifying: bool) -> list[Award]:
    """One field on the basic scale: each direction has the same awards (4.1.5)."""
    place_awards = payout(book, british.column_of(field), boards, counted_tables(field), status, qualifying, colour)
    awards: list[Award] = []
    for ranking in field.lists:
        awards += pay_places(book, ranking, place_awards, colour, boards=boards, by_place=field.by_place)
    return awards


@lru_cache(maxsize=1024)
def payout(
    book: Book, column: str, boards: int, table_count: TableCount, status: Step, qualifying: bool, colour: str
) -> PlaceAwards:
    """What the places of a list pay; it is kept, because most sessions are alike."""
    tables = _tables(book, table_count)
    ladder = basic_ladder(book, column, boards, tables, status, qualifying=qualifying)
    return PlaceAwards(book, ladder, colour, minimum_award(book, status), "4.1.2")


@rule
def by_ranking_alone(book: Book, event: SessionEvent, status: Step) -> Step:
    """4.5.1 against Scales A to E and 4.4.6, which print awards for teams of 36 boards too: a reading."""
    minimum = book.figures.matches.event_boards
    if not british.is_long_teams_event(event, minimum.value):
        return status
    return british.by_ranking_alone(status, event.boards, clause=minimum.clause, reading="E74")


def match_remarks(book: Book, event: SessionEvent) -> list[Remark]:
    """4.5.1: a teams event of 36 boards or more attracts match awards, which a list of places cannot show."""
    minimum = book.figures.matches.event_boards
    if not british.is_long_teams_event(event, minimum.value):
        return []
    return [Remark(minimum.clause, british.without_matches(minimum.value, "E74"))]


@rule
def long_event(book: Book, status: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level."""
    if boards < book.figures.basic.raised_boards.value:
        return status
    return higher(book, status, "4.1.7", sentence("{boards} boards", boards=boards))


def full_tables(book: Book, field: Field) -> Step:
    """4.1.3: half tables are ignored; where the directions differ by more, all contestants are counted together."""
    return _tables(book, counted_tables(field))


def counted_tables(field: Field) -> TableCount:
    """How many full tables, what they are called, and the reading they rest on."""
    reading = "E70" if max(field.entry_sizes) - min(field.entry_sizes) > 1 else ""
    return field.full_tables, full_tables_in_words(field), reading


def _tables(book: Book, table_count: TableCount) -> Step:
    tables, words, reading = table_count
    return fact(tables, book.clause("4.1.3"), words, reading=reading)


@rule
def minimum_award(book: Book, status: Step) -> Step:
    """3.5.1: six points at Club status."""
    minimum = book.figures.principles.minimum_award
    return derive(partial(product, minimum.value), status, clause=minimum.clause, message="minimum award for a tie")


@rule
def basic_ladder(
    book: Book, column: str, boards: int, tables: Step, status: Step, *, qualifying: bool = False
) -> Ladder:
    """Scales A to F: the awards of one list."""
    scale = basic_rule(book, column, boards, qualifying)
    message = sentence("the scale for {status} status", status=name_of(book, status))
    level = derive(product, status, clause=book.clause("4.1.1"), message=message)
    contestants = "1 contestant" if scale.per_table == 1 else f"{scale.per_table} contestants"
    message = sentence("read in the column for {column}, {contestants} a table", column=column, contestants=contestants)
    scale_entry = derive(product, tables, clause=book.clause("4.1.4"), message=message)
    return scale_ladder(
        scale,
        scale_entry,
        level,
        clauses=scale_clauses(book, share="4.1.2", step_down="4.1.5"),
        minimum=book.figures.principles.minimum_award.value,
        limit=basic_limit(book, scale, boards, qualifying),
        reading="A04" if qualifying and boards >= book.figures.basic.long_boards.value else "A03",
    )


@cache
def basic_rule(book: Book, column: str, boards: int, qualifying: bool) -> ScaleRule:
    """The column of the basic scale for this many boards."""
    scale = book.clause("Scale F" if column == "individual" else "Scale A-E")
    return british.basic_rule(basic_tables(book), column, boards, qualifying, clause=scale)


def basic_limit(book: Book, scale: ScaleRule, boards: int, qualifying: bool) -> Step:
    """4.4.2, 4.4.6: 75, 100 or 300 at Club status; 4.2.1: three fifths of 300 for a stage that only qualifies."""
    figures = book.figures.basic
    is_long = boards >= figures.long_boards.value
    clause = figures.long_boards.clause if is_long else figures.limits.clause
    limit = fact(scale.limit, clause, sentence("theoretical maximum at Club status, {boards} boards", boards=boards))
    if not qualifying or not is_long:
        return limit
    share = figures.qualifying_share
    message = sentence("{part} of it for a qualifying stage", part=part_in_words(share.value))
    return fraction_of(*share.value.as_integer_ratio(), limit, clause=share.clause, message=message)
