"""The worksheets of the manual: what it computes that is no event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Boards, Contest, Count, EventModel, Size, Tables
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import product, total, whole
from masterpoint.schemes.abf.rules import levies
from masterpoint.schemes.abf.rules.awards.formulae import outright_winner, session_winner
from masterpoint.schemes.abf.rules.awards.matches import LONG_MATCH, MARGIN, PER_BOARD
from masterpoint.schemes.abf.rules.awards.outright import by_boards
from masterpoint.schemes.abf.rules.awards.placing import place_ladder
from masterpoint.schemes.abf.rules.awards.rounding import rounded
from masterpoint.schemes.abf.rules.awards.sessions import whole_tables
from masterpoint.schemes.abf.rules.facts import Grade, Key
from masterpoint.schemes.abf.rules.grades.factors import master_factor
from masterpoint.schemes.abf.rules.grades.weights import CLAUSE_OF
from masterpoint.schemes.abf.rules.handbook import clause, problem
from masterpoint.schemes.abf.rules.members import registration, trophies
from masterpoint.schemes.abf.rules.planning import entitlements

TABLE_WEIGHT: dict[str, Exact] = {"A": 1, "B": Fraction(3, 2), "C": Fraction(5, 2)}  # 3.1.3
TABLES_USED: dict[tuple[str, str], tuple[str, Exact]] = {  # 3.1.3: tables used, and the multiplying factor
    ("F", "teams"): ("A", Fraction(1, 2)),
    ("F", "pairs"): ("B", Fraction(1, 2)),
    ("E", "teams"): ("A", 1),
    ("E", "pairs"): ("B", 1),
    ("D", "teams"): ("B", 1),
    ("D", "pairs"): ("A", 2),
    ("C", "teams"): ("A", 2),
    ("C", "pairs"): ("C", 1),
    ("B5", ""): ("A", 2),
    ("B5i", ""): ("A", 2),
    ("B4", ""): ("C", 1),
    ("B4c", ""): ("C", 1),
    ("B4s", ""): ("C", 1),
    ("B3", ""): ("C", Fraction(3, 2)),
    ("B", ""): ("C", 2),
    ("A2", ""): ("C", 2),
    ("A", ""): ("C", 4),
}
LARGE, EXTRA = 200, 100  # 5.3.3: table-sessions
MOST_TABLES = 100_000
Answers = Callable[[Any], Sequence[Step | Remark]]
Setting = Literal["half_up", "half_even"]


class SessionTable(EventModel, frozen=True, kw_only=True):
    """A row of Tables 1A to 2C, at any grade and size."""

    grade: Grade
    contest: Contest = "pairs"
    tables: Tables
    winners: Annotated[int, Meta(ge=1, le=2)]
    places: Annotated[int, Meta(ge=1, le=500)] = 9
    rounding: Setting = "half_up"


def _weight(grade: str, contest: str) -> Step:
    """3.1.3: the weight of the table that is used, times the multiplying factor of the grade."""
    letter, factor = TABLES_USED.get((grade, "teams" if contest == "teams" else "pairs")) or TABLES_USED[grade, ""]
    table = fact(TABLE_WEIGHT[letter], clause("3.1.3a"), f"weight of the {letter} tables")
    times = fact(factor, clause("3.1.3b"), f"multiplying factor of grade {grade}")
    return derive(product, table, times, clause=clause(CLAUSE_OF[grade]), message=f"weight of grade {grade}")


def session_table(asked: SessionTable) -> Sequence[Step | Remark]:
    """3.2, 3.3: the awards of the first places of a session."""
    tables = whole_tables(Fraction(asked.tables), "3.2" if asked.winners == 2 else "3.3")
    winner = session_winner(asked.winners, _weight(asked.grade, asked.contest), tables)
    return [rounded(asked.rounding, step) for step in place_ladder(winner, asked.places)]


class OutrightTable(EventModel, frozen=True, kw_only=True):
    """A cell of Tables 3A to 3C, at any grade and size."""

    grade: Grade
    contest: Contest = "pairs"
    tables: Tables
    sessions: Annotated[int, Meta(ge=2, le=500)]
    places: Annotated[int, Meta(ge=1, le=500)] = 1
    rounding: Setting = "half_up"


def outright_table(asked: OutrightTable) -> Sequence[Step | Remark]:
    """3.4: the outright awards of the first places."""
    sessions = fact(asked.sessions, clause("3.4"), "sessions")
    winner = outright_winner(_weight(asked.grade, asked.contest), whole_tables(Fraction(asked.tables)), sessions)
    return [rounded(asked.rounding, step) for step in place_ladder(winner, asked.places)]


class MatchTable(EventModel, frozen=True, kw_only=True):
    """A line of the match awards of 4.2.3."""

    grade: Grade = "E"
    boards: Boards


def match_table(asked: MatchTable) -> Sequence[Step | Remark]:
    """4.2.3: the winner's award, unrounded, and the smallest margin in IMPs that wins."""
    if asked.boards < LONG_MATCH:
        message, fix = "matches of fewer than 5 boards earn by place in the session", "see the sheet session-awards"
        raise Refused(problem("boards", asked.boards, message, fix, "4.2.3e"))
    count = fact(asked.boards, clause("4.2.3a"), "boards in the match")
    rate = derive(
        partial(product, PER_BOARD),
        _weight(asked.grade, "teams"),
        clause=clause("4.2.3a" if asked.grade == "E" else "4.2.3c"),
        message="award a board",
    )
    award = derive(product, rate, count, clause=clause("4.2.3a"), message="winner's award, before rounding")
    margin = derive(_margin, count, clause=clause("4.2.3d"), message="smallest margin that wins: above 0.2 IMP a board")
    return [award, margin]


def _margin(boards: Exact) -> Exact:
    return floor(MARGIN * whole(boards)) + 1


class SessionsCounted(EventModel, frozen=True, kw_only=True):
    """Boards of a whole event, to be counted in sessions."""

    boards: Size
    grade: Grade = "E"


def sessions_counted(asked: SessionsCounted) -> Sequence[Step | Remark]:
    """4.3.1: sessions of 24 boards (15 in grade F), a rest only above 0.83."""
    unit, number = (15, "4.3.1c") if asked.grade == "F" else (24, "4.3.1b")
    boards = fact(asked.boards, clause(number), "boards altogether")
    return [derive(partial(by_boards, unit), boards, clause=clause(number), message=f"sessions of {unit} boards")]


class Masters(EventModel, frozen=True, kw_only=True):
    """The field of a master event."""

    grade: Grade
    ranks: dict[Key, Count]


def masters(asked: Masters) -> Sequence[Step | Remark]:
    """4.4.9: both lawful factors, the median's and the average."""
    return [master_factor(asked.grade, method, asked.ranks) for method in ("median", "average")]


class TableSessions(EventModel, frozen=True, kw_only=True):
    """Tables in play in every session of a congress."""

    tables: tuple[Decimal, ...]


def table_sessions(asked: TableSessions) -> Sequence[Step | Remark]:
    """Appendix A, 5.3.3: the sum, and the additional championships a large congress may accelerate."""
    parts = [fact(tidy(Fraction(tables)), clause("A Table-sessions"), "tables in a session") for tables in asked.tables]
    every = derive(total, *parts, clause=clause("A Table-sessions"), message="table-sessions")
    more = derive(
        extra_championships, every, clause=clause("5.3.3d"), message="additional accelerated minor championships"
    )
    return [every, more]


def extra_championships(count: Exact) -> Exact:
    """5.3.3: above 200 table-sessions, one for every 100 in excess of 100."""
    return 0 if count <= LARGE else (floor(count) - EXTRA) // EXTRA


class Partners(EventModel, frozen=True, kw_only=True):
    """A player of a Singles tournament."""

    sessions_needed: Size
    partnerships: Count


def singles(asked: Partners) -> Sequence[Step | Remark]:
    """Appendix A: partnerships needed, a third of the sessions needed, rounded up."""
    sessions = fact(asked.sessions_needed, clause("A Singles"), "sessions needed for a final placing")
    needed = derive(_third_up, sessions, clause=clause("A Singles"), message="different partnerships needed")
    enough = asked.partnerships >= needed.value
    return [needed, Remark(clause("A Singles"), "eligible" if enough else "not eligible for an outright award")]


def _third_up(sessions: Exact) -> Exact:
    return -(-whole(sessions) // 3)


def sensible(number: str, answers: Answers, asked: Any) -> Sequence[Step | Remark]:
    """The answers, unless the sheet holds less than nothing, or tables that cannot be."""
    problems = list(_senseless(asked, "", number))
    if problems:
        raise Refused(problems)
    return answers(asked)


def _senseless(told: Any, path: str, number: str) -> Iterator[Problem]:
    if isinstance(told, Decimal):
        if told < 0:
            yield problem(path, told, "this is less than nothing", "give a number from 0 up", number)
        elif path == "tables" and (not 0 < told <= MOST_TABLES or told * 2 % 1):
            yield problem(path, told, "this is not a number of tables", "give whole or half tables: 9 or 9.5", "4.4.1")
    elif isinstance(told, msgspec.Struct):
        for name in told.__struct_fields__:
            yield from _senseless(getattr(told, name), f"{path}.{name}".lstrip("."), number)
    elif isinstance(told, tuple):
        for index, item in enumerate(told):
            yield from _senseless(item, f"{path}[{index}]", number)


_SHEETS = {
    "session-awards": Worksheet("Awards of a session by place", clause("3.2"), SessionTable, session_table),
    "outright-awards": Worksheet("Outright awards by place", clause("3.4"), OutrightTable, outright_table),
    "match-award": Worksheet("Award and margin of a match", clause("4.2.3a"), MatchTable, match_table),
    "sessions": Worksheet("Sessions an event counts for", clause("4.3.1b"), SessionsCounted, sessions_counted),
    "master-factor": Worksheet("Both Master Factors of a field", clause("4.4.9a"), Masters, masters),
    "table-sessions": Worksheet(
        "Table-sessions of a congress", clause("A Table-sessions"), TableSessions, table_sessions
    ),
    "singles": Worksheet("Partnerships in a Singles tournament", clause("A Singles"), Partners, singles),
    "b4c-sessions": Worksheet("B4c sessions of a club", clause("2.6c"), entitlements.ClubYear, entitlements.b4c),
    "b5i-events": Worksheet("B5i events of a club", clause("2.7b"), entitlements.InterclubYear, entitlements.b5i),
    "b4s-sessions": Worksheet("B4s sessions of a State", clause("6.2.1b"), entitlements.StateYear, entitlements.b4s),
    "authorisation": Worksheet(
        "Points left of an authorisation", clause("2.6 note a"), entitlements.Authorisation, entitlements.authorisation
    ),
    "unregistered": Worksheet(
        "Points earned while unregistered", clause("1.3.2c"), registration.Unregistered, registration.while_unregistered
    ),
    "reciprocity": Worksheet("Foreign points", clause("1.3.4"), registration.Foreign, registration.reciprocity),
    "new-resident": Worksheet(
        "Points granted to a new resident", clause("1.3.3c"), registration.NewResident, registration.granted
    ),
    "overseas": Worksheet("Clubs for overseas visitors", clause("1.3.3a"), registration.Visitor, registration.overseas),
    "veterans": Worksheet("Veterans", clause("A Veterans"), registration.Veteran, registration.veteran),
    "youth": Worksheet("Youth Players’ Club", clause("1.3.6"), registration.Youth, registration.youth),
    "cancellation": Worksheet(
        "Cancelling memberships", clause("1.4.2b"), registration.Cancellation, registration.cancellation
    ),
    "registration": Worksheet(
        "Registering a player", clause("C registration"), registration.Registration, registration.registration
    ),
    "mccutcheon": Worksheet("McCutcheon Trophy and awards", clause("1.7.3a"), trophies.Year, trophies.mccutcheon),
    "thousand-club": Worksheet("One Thousand Club", clause("1.9"), trophies.Lifetime, trophies.thousand_club),
    "levies": Worksheet("Masterpoint levies", clause("8.1"), levies.Levies, levies.levies),
    "capitation": Worksheet("Capitation fees", clause("8.2a"), levies.Capitation, levies.capitation),
    "fines": Worksheet("Fines", clause("8.4a"), levies.Fines, levies.fines),
}
WORKSHEETS = {
    name: msgspec.structs.replace(sheet, answers=partial(sensible, sheet.clause.number, sheet.answers))
    for name, sheet in _SHEETS.items()
}
