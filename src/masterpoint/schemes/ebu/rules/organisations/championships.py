"""1.2.4, Major championships: one level up for an event that all members could win."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
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
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.principles.status import higher
from masterpoint.schemes.families.words import in_words

NOMINATED_BY = ("club", "county")
FIX = "meet the condition, or leave `championship` out: it is then a minor championship"


@rule
def major_championship(book: Book, status: Step) -> Step:
    """Club becomes District, District becomes County, County becomes Regional."""
    return higher(book, status, "1.2.4", "major championship")


@rule
def major_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """Why an event may not be a major championship."""
    for place, value, message in _conditions(book, event, facts):
        yield book.problem(place, value, message, FIX, "1.2.4")


def _conditions(book: Book, event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
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
    yield from _too_short(book, event, facts)
    yield from _too_many_sessions(book, event, facts)


def _too_short(book: Book, event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    minimum = book.figures.organisations.major_boards.value
    message = f"a major championship has at least {minimum} boards in all"
    if facts.whole_boards is not None:
        if facts.whole_boards < minimum:
            yield "facts.whole_boards", facts.whole_boards, message
        return
    boards = _boards(event)
    if boards is not None and boards < minimum and not one_stage_of_several(event):
        yield "rounds" if isinstance(event, KnockoutEvent) else "boards", boards, message


def _boards(event: AnyEvent) -> int | None:
    """Boards of everything given here; those who reach the end of a knock-out play all its rounds."""
    if isinstance(event, KnockoutEvent):
        return sum(round_.boards for round_ in event.rounds)
    return getattr(event, "boards", None)


def one_stage_of_several(event: AnyEvent) -> bool:
    """Whether this file describes one stage only, so that others add their boards and sessions."""
    if isinstance(event, KnockoutEvent):
        return event.original_entry is not None or event.consolation
    if isinstance(event, MatchEvent):
        return event.original_tables is not None or not event.last
    return isinstance(event, FinalEvent | ConsolationEvent) or getattr(event, "stage", "") == "qualifying"


def _too_many_sessions(book: Book, event: AnyEvent, facts: Facts) -> Iterator[tuple[str, object, str]]:
    """No more than three sessions at the raised status, and only the final stages; knock-outs are free of this."""
    if isinstance(event, KnockoutEvent | LadderEvent):
        return
    maximum = book.figures.organisations.major_sessions.value
    if facts.enhanced_sessions is not None and facts.enhanced_sessions > maximum:
        message = f"at most {in_words(maximum)} sessions may be played at the raised status"
        yield "facts.enhanced_sessions", facts.enhanced_sessions, message
    if sessions_of(event) > maximum:
        message = f"a stage of more than {in_words(maximum)} sessions stays at its own status"
        yield "sessions", sessions_of(event), message
    is_long = (facts.whole_sessions or 0) > maximum
    first_of_several = getattr(event, "stage", "") == "qualifying" and facts.enhanced_sessions is not None
    if is_long and not first_of_several and not is_final_stage(event):
        message = f"in an event of more than {in_words(maximum)} sessions only the final stages are raised"
        yield "facts.whole_sessions", facts.whole_sessions, message


def is_final_stage(event: AnyEvent) -> bool:
    """Whether this is a later stage, for which contestants qualified."""
    if isinstance(event, MatchEvent):
        return event.original_tables is not None
    return isinstance(event, FinalEvent | ConsolationEvent)
