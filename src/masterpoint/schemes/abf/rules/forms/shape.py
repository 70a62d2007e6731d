"""What the sessions of a tournament show about all of it: original entry, final, consolations (4.2.5, 4.3.3)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import msgspec

from masterpoint.core.errors import Refused
from masterpoint.core.events import Contest, RankingList, Session, TournamentEvent
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.awards.consolations import Consolation
from masterpoint.schemes.abf.rules.awards.sessions import contestants, fields_of
from masterpoint.schemes.abf.rules.facts import Facts

CONSOLATION = ("plate", "consolation")
BEFORE_FINAL = ("", "qualifying")


class Shape(msgspec.Struct, frozen=True):
    """What the sessions show about the whole event."""

    original: Fraction
    """Tables of the original entry."""
    entered: int
    finalists: int
    """Contestants in the final; 0 if there is none."""
    final_tables: Fraction
    consolations: tuple[str, ...]


def shape_of(book: Book, event: TournamentEvent, facts: Facts) -> Shape:
    """Original entry, final and consolations, from the sessions and lists of the event."""
    first = next((session for session in event.sessions if session.lists and session.stage in BEFORE_FINAL), None)
    finals = [session for session in event.sessions if session.stage == "final" and session.lists]
    final = max((sum(contestants(ranking) for ranking in session.lists) for session in finals), default=0)
    listed_count = _listed_count(event, final)
    tables_per_contestant = TABLES_PER_CONTESTANT[event.contest]
    if facts.original_tables is not None:
        original = Fraction(facts.original_tables)
        entry_count = floor(original / tables_per_contestant)
    elif first is not None:
        entry_count = max(sum(contestants(ranking) for ranking in first.lists), listed_count)
        original = max(tables_of(book, first, event.contest), listed_count * tables_per_contestant)
    else:
        tables_listed = sum((Fraction(ranking.tables or 0) for ranking in event.overall), Fraction())
        original = max(tables_listed, listed_count * tables_per_contestant)
        entry_count = floor(original / tables_per_contestant)
        _require_original(book, final, entry_count)
    sizes = [tables_of(book, session, event.contest) for session in finals]
    tables = max(sizes, default=Fraction(facts.final_tables or 0))
    return Shape(original, entry_count, final, tables or final * tables_per_contestant, _consolations(event))


def _listed_count(event: TournamentEvent, finalists: int) -> int:
    """Contestants in the final rankings. Those of consolations are added, unless the overall ranking has them too."""
    overall = sum(contestants(ranking) for ranking in event.overall)
    plate = sum(contestants(ranking) for ranking in event.plate)
    return overall + plate if overall <= (finalists or overall) else max(overall, finalists + plate)


def tables_of(book: Book, session: Session, contest: Contest) -> Fraction:
    """Tables in play in all fields of a session."""
    return sum((field.tables for field in fields_of(book, session.lists, contest)), Fraction())


def _require_original(book: Book, finalists: int, entry_count: int) -> None:
    if finalists and entry_count <= finalists:
        message = "the outright award rests on the original entry, and only the final is given"
        fix = "give the ranking of a qualifying session with its size, or facts.original_tables"
        raise Refused(book.problem("facts.original_tables", "", message, fix, "4.3.3a"))


def _consolations(event: TournamentEvent) -> tuple[str, ...]:
    """The consolations, best first: by section of the plate lists, or of the sessions played in them."""
    keys = [ranking.section for ranking in event.plate]
    if not keys:
        sessions = [session for session in event.sessions if session.stage in CONSOLATION]
        keys = [consolation_key(session, ranking) for session in sessions for ranking in session.lists]
    return tuple(dict.fromkeys(keys))


def consolation_key(session: Session, ranking: RankingList) -> str:
    return ranking.section or session.name


def consolation_by_key(shape: Shape, key: str, facts: Facts) -> Consolation:
    number = shape.consolations.index(key) + 1 if key in shape.consolations else 1
    return Consolation(number, max(facts.consolations or 0, len(shape.consolations), 1), facts.consolations_graded)
