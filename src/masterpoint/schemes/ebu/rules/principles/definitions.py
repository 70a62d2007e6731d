"""3.1.3, 3.3.3, 3.7 and 3.8: what counts as a stage, a final, a ladder, a single field."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.checks import FACTS
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.event_fields import gives
from masterpoint.core.events import (
    AnyEvent,
    FinalEvent,
    LadderEvent,
    SessionEvent,
    StratifiedEvent,
)
from masterpoint.core.places import size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import all_entries, ranking_lists
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import listed_entries
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.families.fields import fields

FOUR = 4
"""Players of an ordinary team."""
CAUSES = (FACTS, "event.sessions", "list.tables")
"""Fields that may contradict what the event claims to be; a final is checked whatever it gives."""


@rule
def definition_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """What the event claims to be although, by the book, it is not."""
    yield from _stage_problems(book, event, facts)
    yield from _final_problems(book, event, facts)
    yield from _play_through_problems(book, event)
    yield from _section_problems(book, event, facts)
    yield from _team_problems(book, event)


def _stage_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """3.1.3: no stage of fewer than 12 boards."""
    minimum = book.figures.principles.stage_boards.value
    if facts.earlier_stage_boards is not None and facts.earlier_stage_boards < minimum:
        yield book.problem(
            "facts.earlier_stage_boards",
            facts.earlier_stage_boards,
            f"a stage of fewer than {minimum} boards is not a stage: this is not a multi-stage event",
            "give the whole event as one session with all its boards",
            "3.1.3",
        )


def _final_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """3.7.2, 3.7.4: finalists are the leaders of one first stage."""
    if not isinstance(event, FinalEvent):
        return
    if facts.fed_by_sessions is not None:
        yield book.problem(
            "facts.fed_by_sessions",
            facts.fed_by_sessions,
            "a final fed by separate sessions has no quali-final scale",
            'write it as a basic game, `form = "session"`: only its own size counts'
            if facts.fed_by_sessions < book.figures.principles.ladder_sessions.value
            else 'write it as `form = "ladder"` with `final = true` (4.11.9)',
            "3.7.4",
        )
    tables = sum(field.tables for field in fields(event.lists, event.contest))
    if tables > Fraction(event.original_tables):
        yield book.problem(
            "original_tables",
            event.original_tables,
            "more contestants in the final than in the first stage",
            "give the tables of the first stage; only its leading contestants reach a final",
            "3.7.2",
        )


def _play_through_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.7.1: the same competitors play in every session."""
    if not isinstance(event, SessionEvent) or event.sessions == 1:
        return
    for path, entry in all_entries(event):
        if entry.sessions is not None and entry.sessions < event.sessions:
            yield book.problem(
                f"{path}.sessions",
                entry.sessions,
                f"everybody plays all {event.sessions} sessions of an all-play-through event",
                "give each game separately if the field changes; their series may be a ladder (3.7.3)",
                "3.7.1",
            )


def _section_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """3.8: sections make one field only if they play the same boards and are match-pointed together."""
    if not facts.sections_scored_as_one:
        return
    fix = "give each section as a ranking list of its own; awards are made within it"
    if event.contest == "teams":
        message = "a teams event in several sections has no overall awards"
        yield book.problem("facts.sections_scored_as_one", True, message, fix, "3.8.2")
    elif event.scoring not in ("matchpoints", "percentage"):
        message = "only match-pointed sections make a single field"
        yield book.problem("scoring", event.scoring, message, fix, "3.8.2")
    sections = len(fields(getattr(event, "lists", ()), event.contest))
    if sections > 1:
        message = "sections that make one field have one ranking"
        overall = "give the overall ranking as a single list, or one for each direction"
        yield book.problem("lists", sections, message, overall, "3.8.1")
    if not facts.same_boards:
        yield book.problem(
            "facts.same_boards", False, "sections with other boards are not a single field", fix, "3.8.1"
        )


def _team_problems(book: Book, event: AnyEvent) -> Iterator[Problem]:
    """3.3.3: three teams of sixteen are three teams, not twelve tables."""
    if event.contest != "teams":
        return
    for path, ranking in ranking_lists(event):
        has_large_team = any((entry.team_size or FOUR) > FOUR for entry in ranking.entries)
        if (
            has_large_team
            and ranking.tables is not None
            and ranking.tables > size_of(ranking) * TABLES_PER_CONTESTANT["teams"]
        ):
            yield book.problem(
                f"{path}.tables",
                ranking.tables,
                "teams of more than four count as one team each, however many tables they fill",
                "leave the tables out: the teams are counted",
                "3.3.3",
            )


def definition_remarks(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """Remarks on the kind of event this is."""
    if isinstance(event, SessionEvent) and facts.fed_by_sessions is not None:
        yield book.remark(
            "3.7.4",
            sentence(
                "a final fed by {sessions} separate sessions is a basic game of its own size",
                sessions=facts.fed_by_sessions,
            ),
        )
    if facts.sections_scored_as_one:
        yield book.remark("3.8.1", "the sections played the same boards and were match-pointed together: one field")
    elif event.contest == "teams" and len({ranking.section for _, ranking in ranking_lists(event)}) > 1:
        yield book.remark("3.8.2", "awards are made within each section")
    if event.contest == "teams" and any((entry.team_size or FOUR) > FOUR for entry in listed_entries(event)):
        yield book.remark(
            "3.3.3", "teams of more than four count as one team each; the awards are those of teams of four"
        )
    if getattr(event, "carry_forward", False) and event.colour.lower() != "green":
        yield book.remark("3.10.1", "part of an earlier score was carried forward; each stage is still rewarded")
    if gives(event, "matches.conceded") and any(
        group.conceded == "unplayed" for entry in listed_entries(event) for group in entry.matches
    ):
        yield book.remark("3.6.2", "the adjusted result of an unplayed match counts in the ranking, not as a match won")
    if isinstance(event, StratifiedEvent):
        yield book.remark("3.9.2", "everybody played in one field and is ranked again within each category")
    if isinstance(event, LadderEvent):
        yield book.remark("3.7.3", "the games of a ladder are rewarded as usual; this is the bonus on the whole series")
