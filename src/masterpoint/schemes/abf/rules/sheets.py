"""The worksheets of the manual: everything it computes that is not an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

import msgspec

from masterpoint.core.derivation import Remark, Step
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules import award_sheets
from masterpoint.schemes.abf.rules.levies import capitation, fines, points
from masterpoint.schemes.abf.rules.members import registration, trophies
from masterpoint.schemes.abf.rules.planning import entitlements

MAX_TABLES = 100_000
Answers = Callable[[Book, Any], Sequence[Step | Remark]]
SHEETS: tuple[tuple[str, str, str, type[msgspec.Struct], Answers], ...] = (
    # name, title, clause, the facts it asks for, the function that answers
    ("session-awards", "Awards of a session by place", "3.2", award_sheets.SessionTable, award_sheets.session_table),
    ("outright-awards", "Outright awards by place", "3.4", award_sheets.OutrightTable, award_sheets.outright_table),
    ("match-award", "Award and margin of a match", "4.2.3a", award_sheets.MatchTable, award_sheets.match_table),
    ("sessions", "Sessions an event counts for", "4.3.1b", award_sheets.SessionsCounted, award_sheets.sessions_counted),
    ("master-factor", "Both Master Factors of a field", "4.4.9a", award_sheets.Masters, award_sheets.masters),
    (
        "table-sessions",
        "Table-sessions of a congress",
        "A Table-sessions",
        award_sheets.TableSessions,
        award_sheets.table_sessions,
    ),
    ("singles", "Partnerships in a Singles tournament", "A Singles", award_sheets.Partners, award_sheets.singles),
    ("b4c-sessions", "B4c sessions of a club", "2.6c", entitlements.ClubYear, entitlements.b4c),
    ("b5i-events", "B5i events of a club", "2.7b", entitlements.InterclubYear, entitlements.b5i),
    ("b4s-sessions", "B4s sessions of a State", "6.2.1b", entitlements.StateYear, entitlements.b4s),
    (
        "authorisation",
        "Points left of an authorisation",
        "2.6 note a",
        entitlements.Authorisation,
        entitlements.authorisation,
    ),
    (
        "unregistered",
        "Points earned while unregistered",
        "1.3.2c",
        registration.UnregisteredFacts,
        registration.points_while_unregistered,
    ),
    ("reciprocity", "Foreign points", "1.3.4", registration.ForeignPoints, registration.reciprocity),
    ("new-resident", "Points granted to a new resident", "1.3.3c", registration.NewResident, registration.granted_rank),
    ("overseas", "Clubs for overseas visitors", "1.3.3a", registration.Visitor, registration.overseas),
    ("veterans", "Veterans", "A Veterans", registration.Veteran, registration.veteran),
    ("youth", "Youth Players’ Club", "1.3.6", registration.Youth, registration.youth),
    ("cancellation", "Cancelling memberships", "1.4.2b", registration.Cancellation, registration.cancellation),
    ("registration", "Registering a player", "C registration", registration.Registration, registration.registration),
    ("mccutcheon", "McCutcheon Trophy and awards", "1.7.3a", trophies.Year, trophies.mccutcheon),
    ("thousand-club", "One Thousand Club", "1.9", trophies.Lifetime, trophies.thousand_club),
    ("levies", "Masterpoint levies", "8.1", points.Levies, points.levies),
    ("capitation", "Capitation fees", "8.2a", capitation.Capitation, capitation.capitation),
    ("fines", "Fines", "8.4a", fines.Fines, fines.fines),
)


def worksheets(book: Book) -> dict[str, Worksheet]:
    """The worksheets of an edition by name."""
    return {
        name: Worksheet(title, book.clause(number), facts, partial(checked_answers, book, number, answers))
        for name, title, number, facts, answers in SHEETS
    }


def checked_answers(book: Book, number: str, answers: Answers, facts: Any) -> Sequence[Step | Remark]:
    """The answers, unless the sheet has a negative number or an impossible number of tables."""
    problems = list(_value_problems(book, facts, "", number))
    if problems:
        raise Refused(problems)
    return answers(book, facts)


def _value_problems(book: Book, value: Any, path: str, number: str) -> Iterator[Problem]:
    if isinstance(value, Decimal):
        if value < 0:
            yield book.problem(path, value, "this is less than nothing", "give a number from 0 up", number)
        elif path == "tables" and (not 0 < value <= MAX_TABLES or value * 2 % 1):
            fix = "give whole or half tables: 9 or 9.5"
            yield book.problem(path, value, "this is not a number of tables", fix, "4.4.1")
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _value_problems(book, getattr(value, name), f"{path}.{name}".removeprefix("."), number)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _value_problems(book, item, f"{path}[{index}]", number)
