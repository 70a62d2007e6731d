"""Chapters 3 and 4 as worksheets: rows of the printed tables at any grade and size, and the counts behind awards."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import Boards, Contest, Count, EventModel, Size, Tables
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, share_of, total, whole
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.formulae import outright_winner, session_winner
from masterpoint.schemes.abf.rules.awards.outright import by_boards
from masterpoint.schemes.abf.rules.awards.placing import place_ladder
from masterpoint.schemes.abf.rules.awards.rounding import round_award
from masterpoint.schemes.abf.rules.awards.sessions import full_session, whole_tables
from masterpoint.schemes.abf.rules.facts import Grade, Key
from masterpoint.schemes.abf.rules.grades.factors import master_factor
from masterpoint.schemes.abf.rules.grades.weights import CLAUSE_OF
from masterpoint.schemes.abf.rules.planning.congress_programme import extra_championships

Setting = Literal["half_up", "half_even"]


class SessionTable(EventModel, frozen=True, kw_only=True):
    """A row of Tables 1A to 2C, at any grade and size."""

    grade: Grade
    contest: Contest = "pairs"
    tables: Tables
    winners: Annotated[int, Meta(ge=1, le=2)]
    places: Annotated[int, Meta(ge=1, le=500)] = 9
    rounding: Setting = "half_up"


def _weight(book: Book, grade: str, contest: str) -> Step:
    """3.1.3: the weight of the table that is used, times the multiplying factor of the grade."""
    weights, table_rows = book.figures.formulae.table_weights, book.figures.formulae.tables_used
    contests = ("", "teams" if contest == "teams" else "pairs")
    letter, factor = next(
        (letter, factor)
        for row_grade, kind, letter, factor in table_rows.value
        if row_grade == grade and kind in contests
    )
    message = sentence("weight of the {letter} tables", letter=letter)
    table = fact(tidy(weights.value[letter]), weights.clause, message)
    times = fact(tidy(factor), table_rows.clause, sentence("multiplying factor of grade {grade}", grade=grade))
    message = sentence("weight of grade {grade}", grade=grade)
    return derive(product, table, times, clause=book.clause(CLAUSE_OF[grade]), message=message)


def session_table(book: Book, facts: SessionTable) -> Sequence[Step | Remark]:
    """3.2, 3.3: the awards of the first places of a session."""
    tables = whole_tables(book, Fraction(facts.tables), "3.2" if facts.winners == 2 else "3.3")
    winner = session_winner(book, facts.winners, _weight(book, facts.grade, facts.contest), tables)
    return _awards_by_place(book, winner, facts.places, facts.rounding)


def _awards_by_place(book: Book, winner: Step, places: int, setting: Setting) -> Sequence[Step]:
    """The rounded awards of as many places as somebody asks for."""
    count = fact(places, book.clause("4.1.1c"), "places asked for")
    return [round_award(book, setting, step) for step in place_ladder(book, winner, count)]


class OutrightTable(EventModel, frozen=True, kw_only=True):
    """A cell of Tables 3A to 3C, at any grade and size."""

    grade: Grade
    contest: Contest = "pairs"
    tables: Tables
    sessions: Annotated[int, Meta(ge=2, le=500)]
    places: Annotated[int, Meta(ge=1, le=500)] = 1


def outright_table(book: Book, facts: OutrightTable) -> Sequence[Step | Remark]:
    """3.4: the outright awards of the first places. None is an exact half, so the choice of 4.4.2 never arises."""
    sessions = fact(facts.sessions, book.clause("3.4"), "sessions")
    tables = whole_tables(book, Fraction(facts.tables))
    winner = outright_winner(book, _weight(book, facts.grade, facts.contest), tables, sessions)
    return _awards_by_place(book, winner, facts.places, "half_up")


class MatchTable(EventModel, frozen=True, kw_only=True):
    """A line of the match awards of 4.2.3."""

    grade: Grade = "E"
    boards: Boards


def match_table(book: Book, facts: MatchTable) -> Sequence[Step | Remark]:
    """4.2.3: the winner's award, unrounded, and the smallest margin in IMPs that wins."""
    figures = book.figures.matches
    if facts.boards < figures.long_match.value:
        too_short = f"matches of fewer than {figures.long_match.value} boards earn by place in the session"
        fix = "use the sheet session-awards"
        raise Refused(book.problem("boards", facts.boards, too_short, fix, "4.2.3e"))
    count = fact(facts.boards, book.clause("4.2.3a"), "boards in the match")
    rate = derive(
        partial(product, figures.per_board.value),
        _weight(book, facts.grade, "teams"),
        clause=book.clause("4.2.3a" if facts.grade == "E" else "4.2.3c"),
        message="award a board",
    )
    award = derive(product, rate, count, clause=book.clause("4.2.3a"), message="winner's award, before rounding")
    margin = figures.margin
    message = sentence("smallest margin that wins: above {margin} IMP a board", margin=margin.value)
    smallest = derive(partial(_winning_margin, margin.value), count, clause=margin.clause, message=message)
    return [award, smallest]


def _winning_margin(margin: Fraction, boards: Exact) -> Exact:
    return floor(margin * whole(boards)) + 1


class SessionsCounted(EventModel, frozen=True, kw_only=True):
    """Boards of a whole event, to be counted in sessions."""

    boards: Size
    grade: Grade = "E"


def sessions_counted(book: Book, facts: SessionsCounted) -> Sequence[Step | Remark]:
    """4.3.1: sessions of 24 boards (15 in grade F). The boards left over count only above 0.83 of a session."""
    unit = full_session(book, facts.grade).value
    clause = book.clause("4.3.1c" if facts.grade == "F" else "4.3.1b")
    boards = fact(facts.boards, clause, "boards altogether")
    message = sentence("sessions of {unit} boards", unit=unit)
    count = partial(by_boards, unit, book.figures.outright.rest_above.value)
    return [derive(count, boards, clause=clause, message=message)]


class Masters(EventModel, frozen=True, kw_only=True):
    """The field of a master event."""

    grade: Grade
    ranks: dict[Key, Count]


def masters(book: Book, facts: Masters) -> Sequence[Step | Remark]:
    """4.4.9: both lawful factors, the median's and the average."""
    return [master_factor(book, facts.grade, facts.ranks, average=average) for average in (False, True)]


class TableSessions(EventModel, frozen=True, kw_only=True):
    """Tables in play in every session of a congress."""

    tables: tuple[Decimal, ...]


def table_sessions(book: Book, facts: TableSessions) -> Sequence[Step | Remark]:
    """Appendix A, 5.3.3: the sum, and the additional championships a large congress may accelerate."""
    clause = book.clause("A Table-sessions")
    parts = [fact(tidy(Fraction(tables)), clause, "tables in a session") for tables in facts.tables]
    table_session_count = derive(total, *parts, clause=clause, message="table-sessions")
    additional = derive(
        partial(extra_championships, book),
        table_session_count,
        clause=book.clause("5.3.3d"),
        message="additional accelerated minor championships",
    )
    return [table_session_count, additional]


class Partners(EventModel, frozen=True, kw_only=True):
    """A player of a Singles tournament."""

    sessions_needed: Size
    partnerships: Count


def singles(book: Book, facts: Partners) -> Sequence[Step | Remark]:
    """Appendix A: partnerships needed, a third of the sessions needed, rounded up."""
    part = book.figures.outright.partnerships
    sessions = fact(facts.sessions_needed, part.clause, "sessions needed for a final placing")
    message = "different partnerships needed"
    minimum = derive(partial(_part_rounded_up, part.value), sessions, clause=part.clause, message=message)
    is_enough = facts.partnerships >= minimum.value
    return [
        minimum,
        book.remark(
            "A Singles", "enough partnerships for an outright award" if is_enough else "too few for an outright award"
        ),
    ]


def _part_rounded_up(part: Fraction, sessions: Exact) -> Exact:
    return share_of(whole(sessions), part)
