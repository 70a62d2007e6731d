"""1.2.7 and 1.6, Inter-organisation events and the status of licensed events: by the nature of the entry."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, KnockoutEvent, MatchEvent
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import problem
from masterpoint.schemes.ebu.rules.principles.status import STATUS, lower, name_of, status_step

MAJOR_EVENT_SESSIONS, MAJOR_EVENT_TABLES = 4, 50  # 1.6.1(c)


def licensed(facts: Facts) -> Step:
    """1.6.1: local or outside entry, members only or not; or a major event."""
    if facts.major_event:
        return status_step("regional", "1.6.1(c)", "licensed major event")
    if facts.outside_entry:
        name = "county" if facts.members_only else "district"
        return status_step(name, "1.6.1(b)", "licensed event likely to attract a significant outside entry")
    name = "district" if facts.members_only else "club"
    return status_step(name, "1.6.1(a)", "licensed event of mainly local entry")


def major_event_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.6.1(c): the standards of a major event; one year below them may be granted as provisional."""
    if not facts.major_event or facts.provisional_year:
        return
    fix = "meet the standard, give `provisional_year = true` if the Board extended it, or leave `major_event` out"
    sessions = facts.whole_sessions or sessions_of(event)
    tables = facts.best_four_average_tables or 0
    standards = (
        (sessions >= MAJOR_EVENT_SESSIONS, "sessions", sessions, "a major event has at least four sessions"),
        (
            tables >= MAJOR_EVENT_TABLES,
            "facts.best_four_average_tables",
            tables,
            "a major event averaged at least 50 tables over its four best sessions last year",
        ),
        (facts.members_only, "facts.members_only", False, "entry to a major event is restricted to EBU members"),
        (facts.outside_entry, "facts.outside_entry", False, "a major event attracts a significant outside entry"),
    )
    for met, place, value, message in standards:
        if not met:
            yield problem(place, value, message, fix, "1.6.1(c)")


def open_beside_finals(event: AnyEvent, status: Step) -> Step:
    """1.6.2: open pairs or teams beside finals, one level lower unless a proper consolation."""
    if isinstance(event, ConsolationEvent):
        return status
    return lower(status, "1.6.2", "open event beside finals")


def quoted(event: AnyEvent, facts: Facts, follows: Step) -> Step:
    """1.6.3: a status the event file claims: what follows from the organiser, or what its licence quotes."""
    claimed = event.grade.lower()
    if STATUS[claimed] == follows.value:
        return follows
    return status_step(claimed, "1.6.3", f"quoted by licence {facts.licence}")


def quoted_problems(event: AnyEvent, facts: Facts, follows: Step) -> Iterator[Problem]:
    claimed = event.grade.lower()
    if claimed not in STATUS:
        yield problem("grade", event.grade, "no such status", f"write one of: {', '.join(STATUS)}", "3.2")
    elif STATUS[claimed] != follows.value and not (facts.special_status and facts.licence):
        yield problem(
            "grade",
            event.grade,
            f"this event has {name_of(follows)} status ({follows.message})",
            "leave the grade out, or give the licence that quotes another status "
            "(facts.licence and facts.special_status)",
            "1.6.3",
        )


EARLIER_STAGES_IGNORED = {"inter-organisation": "1.2.7", "invitation": "1.2.6(d)"}


def entry_on_the_day_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(d), 1.2.7(b): these rest on the entry on the day, never on stages that others organised."""
    if facts.kind in EARLIER_STAGES_IGNORED and _counts_earlier_stages(event):
        yield problem(
            "form",
            "final" if isinstance(event, FinalEvent) else "original entry",
            "awards rest on the entry on the day; earlier stages do not count",
            'write it as `form = "session"` (or matches, or knockout) with nothing about earlier stages',
            EARLIER_STAGES_IGNORED[facts.kind],
        )


def _counts_earlier_stages(event: AnyEvent) -> bool:
    if isinstance(event, MatchEvent):
        return event.original_tables is not None
    if isinstance(event, KnockoutEvent):
        return event.original_entry is not None
    return isinstance(event, FinalEvent | ConsolationEvent)
