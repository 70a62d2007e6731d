"""Contradictions in an event, found before anything is worked out."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

import msgspec

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, Session, TournamentEvent
from masterpoint.core.places import size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import (
    field_sizes,
    movements,
    national_events,
    play_contradictions,
    state_events,
)

HUNDRED_PERCENT = 100


def with_field_sizes(event: Any) -> Any:
    """The event, with a size for each field that gives its tables and lists only its first places."""
    contest = event.contest

    def with_sizes(value: Any) -> Any:
        if isinstance(value, RankingList):
            return _with_size(value, contest)
        if isinstance(value, Session):
            return msgspec.structs.replace(value, lists=tuple(with_sizes(ranking) for ranking in value.lists))
        return value

    changes = {
        name: tuple(with_sizes(item) for item in value)
        for name in ("lists", "sessions", "overall", "plate")
        if isinstance(value := getattr(event, name, None), tuple)
    }
    return msgspec.structs.replace(event, **changes)


def _with_size(ranking: RankingList, contest: str) -> RankingList:
    if ranking.tables is None or ranking.size is not None:
        return ranking
    seats_taken = (
        floor(ranking.tables) if ranking.direction else floor(Fraction(ranking.tables) / TABLES_PER_CONTESTANT[contest])
    )
    return msgspec.structs.replace(ranking, size=max(seats_taken, size_of(ranking)))


def problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Everything in an event that contradicts the rest of it."""
    yield from _field_problems(book, event)
    yield from _table_problems(book, event, facts)
    yield from _fact_problems(book, event, facts)
    yield from field_sizes.problems(book, event, facts)
    yield from movements.problems(book, event, facts)
    yield from play_contradictions.problems(book, event, facts)
    if isinstance(event, TournamentEvent):
        yield from _session_problems(book, event, facts)


def _field_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    tables_per_contestant = TABLES_PER_CONTESTANT[event.contest]
    for path, ranking in ranking_lists(event):
        if ranking.tables is None:
            continue
        tables_made = size_of(ranking) * (1 if ranking.direction else tables_per_contestant)
        if tables_made >= ranking.tables + 1 or (ranking.size is not None and tables_made <= ranking.tables - 1):
            message = f"{size_of(ranking)} contestants do not make {ranking.tables} tables"
            fix = "give the tables or the size, as they were"
            yield book.problem(f"{path}.tables", ranking.tables, message, fix, "4.4.1")


def _table_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    for prefix, fields in (("", event), ("facts.", facts)):
        for name in fields.__struct_fields__:
            value = getattr(fields, name)
            if not isinstance(value, Decimal) or not name.endswith("tables"):
                continue
            if value <= 0 or (prefix and value * 2 % 1):
                message, fix = "this is not a number of tables", "give whole or half tables, more than none"
                yield book.problem(f"{prefix}{name}", value, message, fix, "4.4.1")


def _fact_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    gold_congress = national_events.is_congress(book, facts)
    kinds_given = {
        "supervised": facts.supervised and facts.congress != "tour",
        "interclub": facts.interclub,
        "congress": bool(facts.congress) and not gold_congress,
        "state_event": bool(facts.state_event),
        "national_event": bool(facts.national_event) and not (gold_congress and facts.congress),
        "gnot_stage": bool(facts.gnot_stage) and not facts.national_event,
    }
    kinds = [name for name, is_given in kinds_given.items() if is_given]
    for name in kinds if len(kinds) > 1 else ():
        message = f"these facts make it several kinds of event at once: {', '.join(kinds)}"
        fix = "keep the one that says what it is"
        yield book.problem(f"facts.{name}", getattr(facts, name), message, fix, "1.5.1a")
    if state_events.is_australia_wide(event, facts) and event.contest != "pairs":
        message = "the Australia-Wide events are for pairs"
        yield book.problem("contest", event.contest, message, 'write contest = "pairs"', "6.3a")
    is_consolation = getattr(event, "consolation", False) or getattr(event, "premier_tables", None) is not None
    consolation_count = facts.consolations if facts.consolations or is_consolation else None
    if consolation_count is not None and facts.consolation > consolation_count:
        message = f"only {facts.consolations} consolations were played"
        yield book.problem("facts.consolation", facts.consolation, message, "correct one of the two", "4.2.5e")
    contest = national_events.contest_named(book, facts)
    if contest and event.contest != contest:
        subject = facts.national_event or facts.state_event or "the Grand National Open Teams"
        message, fix = f"{subject}: an event for {contest}", f'write contest = "{contest}"'
        yield book.problem("contest", event.contest, message, fix, "1.5.1a")
    if facts.gnot_stage and not national_events.is_gnot(facts):
        message = "a stage of the Grand National Open Teams is given, and the name of another event"
        yield book.problem("facts.national_event", facts.national_event, message, "leave one of them out", "7.5.7a")
    if facts.teaching and facts.congress != "tour":
        message, fix = "teaching sessions are those of tours", 'write congress = "tour", or supervised = true (grade F)'
        yield book.problem("facts.teaching", "true", message, fix, "5.1.2c")
    if facts.maximum_score is not None and facts.maximum_score <= 0:
        message, fix = "the match points of 100% are more than 0", "give the match points of 100%, or leave it out"
        yield book.problem("facts.maximum_score", facts.maximum_score, message, fix, "4.4.6 note")
    for name, percent in facts.pqp.items():
        if not 0 <= percent <= HUNDRED_PERCENT:
            message = "this is not a percentage of the Playoff Qualifying Points"
            yield book.problem(f"facts.pqp.{name}", percent, message, "give 0 to 100", "4.4.5 note")


def _session_problems(book: Book, event: TournamentEvent, facts: Facts) -> Iterator[Problem]:
    session_count = len(event.sessions)
    if not session_count:
        message, fix = "no session is given", "give each session with its boards and its ranking"
        yield book.problem("sessions", "", message, fix, "4.3.1a")
    if facts.session_grades and len(facts.session_grades) != session_count:
        message = f"{session_count} {'session is' if session_count == 1 else 'sessions are'} given"
        fix = "give one grade for each session"
        yield book.problem("facts.session_grades", len(facts.session_grades), message, fix, "4.3.1 note 2")
    for path, ranking in ranking_lists(event):
        for index, entry in enumerate(ranking.entries):
            if entry.sessions is not None and entry.sessions > session_count:
                place, message = f"{path}.entries[{index}].sessions", f"{session_count} sessions were played"
                yield book.problem(place, entry.sessions, message, "correct one of the two", "4.3.3b")
