"""4.2.8, 4.3.2 and 4.5.1: sessions, finals and consolations, on their own scales or as match events.

A stage that attracts an award for each match won is paid as a match event, and refused where its matches are missing:
the basic and the quali-final scales are not for it.
"""

from __future__ import annotations

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Result
from masterpoint.core.events import ConsolationEvent, FinalEvent, MatchEvent, SessionEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.local import basic, consolation, matches, qualifinal
from masterpoint.schemes.ebu.rules.local.match_events import (
    as_match_event,
    attracts_match_awards,
    has_matches,
    missing_match_problems,
)
from masterpoint.schemes.ebu.rules.principles.definitions import definition_remarks
from masterpoint.schemes.families.british_small_finals import is_small_final

SECOND = 2


@rule
def session(book: Book, event: SessionEvent) -> Result:
    """4.1; 4.6 for a long event whose matches are given. Teams without them are paid by the ranking, with a remark."""
    if event.contest == "teams" and not has_matches(event.lists):
        return basic.award(book, event)
    if not attracts_match_awards(book, event, event.lists):
        return basic.award(book, event)
    if has_matches(event.lists):
        return _as_matches(book, event, as_match_event(event, event.lists, last=event.stage != "qualifying"))
    return basic.award(book, event, missing_match_problems(book, event, event.lists, "4.5.1"))


@rule
def final(book: Book, event: FinalEvent) -> Result:
    """4.2; 4.6.6 where the final attracts match awards, and then at the status of the first stage (4.2.8)."""
    if is_small_final(event):
        return qualifinal.award(book, event)
    if attracts_match_awards(book, event, event.lists) and has_matches(event.lists):
        stage = as_match_event(event, event.lists, original_tables=event.original_tables, last=event.last)
        return _as_matches(book, event, stage)
    return qualifinal.award(book, event, missing_match_problems(book, event, event.lists, "4.2.8"))


@rule
def consolation_final(book: Book, event: ConsolationEvent) -> Result:
    """4.3; 4.6.7 where the consolation attracts match awards."""
    original, premier = event.original_tables, event.premier_tables
    if event.order == SECOND and attracts_match_awards(book, event, event.lists) and has_matches(event.lists):
        stage = as_match_event(event, event.lists, original_tables=original, premier_tables=premier)
        return _as_matches(book, event, stage)
    return consolation.award(book, event, missing_match_problems(book, event, event.lists, "4.3.2"))


def _as_matches(book: Book, event: SessionEvent | FinalEvent | ConsolationEvent, stage: MatchEvent) -> Result:
    """The awards of a match event, and the remarks on the event as it was given."""
    result = matches.award(book, replace(stage, sessions=event.sessions))
    facts: Facts = facts_from(event, Facts)
    remarks = (*result.remarks, *definition_remarks(book, event, facts))
    return replace(result, event=event, remarks=tuple(dict.fromkeys(remarks)))
