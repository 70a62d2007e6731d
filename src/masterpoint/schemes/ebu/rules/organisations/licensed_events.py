"""1.2.7 and 1.6, Inter-organisation events and the status of licensed events: by the nature of the entry."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Step
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, KnockoutEvent, MatchEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.attendance import sessions_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.principles.status import lower, name_of, status_step, statuses
from masterpoint.schemes.families.words import in_words


@rule
def licensed_status(book: Book, facts: Facts) -> Step:
    """1.6.1: local or outside entry, members only or not; or a major event."""
    if facts.major_event:
        return status_step(book, "regional", "1.6.1(c)", "licensed major event")
    if facts.outside_entry:
        name = "county" if facts.members_only else "district"
        return status_step(book, name, "1.6.1(b)", "licensed event likely to attract a significant outside entry")
    name = "district" if facts.members_only else "club"
    return status_step(book, name, "1.6.1(a)", "licensed event of mainly local entry")


@rule
def major_event_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.6.1(c): the standards of a major event; one year below them may be granted as provisional."""
    if not facts.major_event or facts.provisional_year:
        return
    fix = "meet the standard, give `provisional_year = true` if the Board extended it, or leave `major_event` out"
    figures = book.figures.organisations
    sessions = facts.whole_sessions or sessions_of(event)
    sessions_place = "facts.whole_sessions" if facts.whole_sessions else "sessions"
    tables = facts.best_four_average_tables or 0
    minimum, average = figures.major_event_sessions.value, figures.major_event_tables.value
    members, outside_entry = facts.members_only, facts.outside_entry
    standards = (
        (sessions >= minimum, sessions_place, sessions, f"a major event has at least {in_words(minimum)} sessions"),
        (
            tables >= average,
            "facts.best_four_average_tables",
            tables,
            f"a major event averaged at least {average} tables over its four best sessions last year",
        ),
        (members, "facts.members_only", members, "entry to a major event is restricted to EBU members"),
        (outside_entry, "facts.outside_entry", outside_entry, "a major event attracts a significant outside entry"),
    )
    for is_met, place, value, message in standards:
        if not is_met:
            yield book.problem(place, value, message, fix, "1.6.1(c)")


@rule
def open_beside_finals(book: Book, event: AnyEvent, status: Step) -> Step:
    """1.6.2: open pairs or teams beside finals are one level lower, unless they are a proper consolation."""
    if isinstance(event, ConsolationEvent):
        return status
    return lower(book, status, "1.6.2", "open event beside finals")


@rule
def quoted_status(book: Book, event: AnyEvent, facts: Facts, implied_status: Step) -> Step:
    """1.6.3: the status an event file claims: the one that follows from its organiser, or that its licence quotes."""
    claimed_status = event.grade.lower()
    if statuses(book)[claimed_status] == implied_status.value:
        return implied_status
    return status_step(book, claimed_status, "1.6.3", sentence("quoted by licence {licence}", licence=facts.licence))


def quoted_problems(book: Book, event: AnyEvent, facts: Facts, implied_status: Step) -> Iterator[Problem]:
    claimed_status = event.grade.lower()
    if claimed_status not in statuses(book):
        yield book.problem("grade", event.grade, "no such status", f"write one of: {', '.join(statuses(book))}", "3.2")
    elif statuses(book)[claimed_status] != implied_status.value and not (facts.special_status and facts.licence):
        yield book.problem(
            "grade",
            event.grade,
            f"this event has {name_of(book, implied_status)} status ({implied_status.message})",
            "leave the grade out, or give the licence that quotes another status "
            "(facts.licence and facts.special_status)",
            "1.6.3",
        )


EARLIER_STAGES_IGNORED = {"inter-organisation": "1.2.7", "invitation": "1.2.6(d)"}


def entry_on_the_day_problems(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """1.2.6(d), 1.2.7(b): these events depend on the entry on the day, never on stages that others organised."""
    if facts.kind in EARLIER_STAGES_IGNORED and _counts_earlier_stages(event):
        yield book.problem(
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
