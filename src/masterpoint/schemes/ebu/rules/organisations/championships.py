"""1.2.4, Major championships: one level up for an event that all members could win."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    FinalEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    MatchEvent,
    SectionsEvent,
)
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import problem
from masterpoint.schemes.ebu.rules.principles.status import higher

MAJOR_BOARDS, MAJOR_SESSIONS = 36, 3
NOMINATED_BY = ("club", "county")
CURE = "meet the condition, or leave `championship` out: it is then a minor championship"


def major_championship(status: Step) -> Step:
    """Club becomes District, District becomes County, County becomes Regional."""
    return higher(status, "1.2.4", "major championship")


def major_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Why an event may not be a major championship."""
    for place, value, message in _conditions(event, facts):
        yield problem(place, value, message, CURE, "1.2.4")


def _conditions(event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    if event.organiser.level not in NOMINATED_BY:
        yield "organiser.level", event.organiser.level, "only clubs and counties nominate major championships"
    if facts.kind != "regular":
        yield "facts.kind", facts.kind, "a major championship is one of the organisation's own events"
    if event.contest == "individual":
        yield "contest", "individual", "a major championship is a pairs or a teams event"
    if isinstance(event, LeagueEvent) and len({division.level for division in event.divisions}) > 1:
        yield "divisions", len(event.divisions), "not all members can win a league of several divisions"
    if isinstance(event, SectionsEvent):
        yield "form", "sections", "not all members can win an event in sections of differing status"
    if facts.restricted_to:
        yield "facts.restricted_to", facts.restricted_to, "all members must be able to win it"
    yield from _too_short(event, facts)
    yield from _too_many_sessions(event, facts)


def _too_short(event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    message = "a major championship has at least 36 boards in all"
    if facts.whole_boards is not None:
        if facts.whole_boards < MAJOR_BOARDS:
            yield "facts.whole_boards", facts.whole_boards, message
        return
    boards = getattr(event, "boards", None)
    if boards is not None and boards < MAJOR_BOARDS and not one_stage_of_several(event):
        yield "boards", boards, message


def one_stage_of_several(event: AnyEvent) -> bool:
    """This file tells of one stage only; the others add their boards and sessions."""
    if isinstance(event, MatchEvent):
        return event.original_tables is not None or not event.last
    return isinstance(event, FinalEvent | ConsolationEvent) or getattr(event, "stage", "") == "qualifying"


def _too_many_sessions(event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    """No more than three sessions at the raised status, and then only the final stages; knock-outs apart."""
    if isinstance(event, KnockoutEvent | LadderEvent):
        return
    if facts.enhanced_sessions is not None and facts.enhanced_sessions > MAJOR_SESSIONS:
        message = "at most three sessions may be played at the raised status"
        yield "facts.enhanced_sessions", facts.enhanced_sessions, message
    if sessions_of(event) > MAJOR_SESSIONS:
        yield "sessions", sessions_of(event), "a stage of more than three sessions stays at its own status"
    long = (facts.whole_sessions or 0) > MAJOR_SESSIONS
    if long and getattr(event, "stage", "") == "qualifying" and facts.enhanced_sessions is None:
        yield (
            "facts.whole_sessions",
            facts.whole_sessions,
            "in an event of more than three sessions only the final stages are raised",
        )
