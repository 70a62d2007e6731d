"""Chapter 5, Congresses (pages 27 to 30): the grade of each event of a congress, and the acceleration."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, MatchEvent, SessionEvent, TournamentEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.grades.grading import Grading

INFERRED = {"B4": "state", "B3": "super"}
"""The congress whose championships have this grade, if only the grade is given."""
CONGRESSES = {
    "abf-super": "an ABF super congress",
    "novice": "a novice congress",
    "side-international": "a side congress of an international championship",
    "side-national": "a side congress of a national championship",
    "state": "a State congress",
    "super": "a super congress",
}


@rule
def grade_of(book: Book, event: AnyEvent, facts: Facts) -> Grading | None:
    """5.1 to 5.3: the grade of an event of a congress."""
    figures, kind = book.figures.congresses, facts.congress
    if not kind:
        return None
    if kind == "tour":
        return _tour(book, event, facts)
    if kind in figures.festivals.value:
        return _festival(book, event, facts)
    grade, number = figures.championships.value[kind]
    reading = "B-22" if kind == "side-international" else ""
    if facts.walk_in:
        message = sentence("walk-in event of a congress of grade {grade}", grade=grade)
        return Grading(figures.walk_ins.value[grade], "5.3.3b", message)
    if event.championship == "major" or facts.restricted or kind == "novice":
        if session_count(book, event) < figures.least_sessions.value:
            raise Refused(_too_short(book, event, facts))
        message = sentence("championship of {congress}", congress=CONGRESSES[kind])
        return Grading(grade, "5.3.2", message) if facts.restricted else Grading(grade, number, message, reading)
    if kind == "side-international":
        return Grading(grade, number, "open event beside an international championship", reading)
    message = sentence("minor event of a congress of grade {grade}: one grade down", grade=grade)
    return Grading(figures.one_grade_down.value[grade], "5.3.3a", message)


def _too_short(book: Book, event: AnyEvent, facts: Facts) -> Problem:
    minimum = book.figures.congresses.least_sessions.value
    if event.championship == "major":
        message = f"a championship of a congress has at least {minimum} sessions"
        return book.problem("championship", "major", message, "leave it out: a minor event", "5.3.1a")
    if facts.congress == "novice":
        message = f"a novice congress is played over at least {minimum} sessions"
        fix = "give all its sessions together"
        return book.problem("sessions", session_count(book, event), message, fix, "5.1.1a")
    message = f"a restricted event with the grade of the championships has at least {minimum} sessions"
    fix = "leave it out and write master_factor: a minor event"
    return book.problem("facts.restricted", "true", message, fix, "5.3.1a")


def _tour(book: Book, event: AnyEvent, facts: Facts) -> Grading:
    """5.1.2: one major event at B4, the other majors at B5, everything else green."""
    figures = book.figures.congresses
    if event.championship == "":
        if facts.supervised:
            return Grading("F", "5.1.2c", "supervised session of a tour")
        return Grading("E", "5.1.2c", "open session of a tour")
    if session_count(book, event) < figures.least_sessions.value:
        message = f"a major event of a tour has at least {figures.least_sessions.value} sessions"
        fix = "leave it out: the session is green, grade E"
        raise Refused(book.problem("championship", event.championship, message, fix, "5.1.2b"))
    if event.championship == "major":
        return Grading(figures.tour_major.value, "5.1.2b", "the one major event of the tour at this rate")
    return Grading(figures.tour_others.value, "5.1.2b", "another major event of the tour")


def _festival(book: Book, event: AnyEvent, facts: Facts) -> Grading:
    figures = book.figures.congresses
    if facts.walk_in:
        return Grading(figures.festival_sessions.value, "5.3.3b", "walk-in event of a Bridge Festival", "B-73")
    if session_count(book, event) < figures.least_sessions.value:
        return Grading(figures.festival_sessions.value, "5.1.5", "single session of a Bridge Festival")
    grade = figures.festivals.value[facts.congress]
    return Grading(grade, "5.1.5", "event of several sessions of a Bridge Festival")


def session_count(book: Book, event: AnyEvent) -> int:
    """The sessions of an event; a ladder, a knock-out and a stage of a longer event have several."""
    if isinstance(event, TournamentEvent):
        return len(event.sessions)
    if isinstance(event, SessionEvent):
        return event.sessions
    several_sessions = book.figures.congresses.least_sessions.value
    if isinstance(event, MatchEvent):
        stage = event.original_tables is not None or event.premier_tables is not None
        is_long = stage or event.boards >= book.figures.congresses.longest_session.value
        return max(event.sessions, several_sessions) if is_long else event.sessions
    return several_sessions


@rule
def is_accelerated(book: Book, event: AnyEvent, grade: str, facts: Facts) -> bool:
    """5.4.2: one session more for the outright award of congress championships; never on tours and cruises."""
    if facts.congress == "tour":
        return False
    if facts.accelerated is not None:
        return facts.accelerated
    if facts.walk_in:
        return False
    if facts.congress:
        return event.championship == "major" or facts.restricted or facts.congress == "novice"
    return event.championship == "major" and (grade in INFERRED or national_events.is_congress(book, facts))


def remarks(book: Book, event: AnyEvent, facts: Facts, most_tables: int) -> Iterator[Remark]:
    """5.1: conditions of a congress that the event breaks, by its facts."""
    if facts.congress in ("super", "super-festival"):
        maximum = book.figures.congresses.tables_a_director.value
        if facts.directors is not None and facts.directors * maximum < most_tables:
            message = sentence("{tables} tables need a director for every {most}", tables=most_tables, most=maximum)
            yield book.remark("5.1.3a", message)
        if facts.metropolitan and facts.pre_dealt is False:
            yield book.remark("5.1.3a", "in a metropolitan area all hands must be pre-dealt, with hand records")
    if facts.congress and facts.approval is False:
        number = {"abf-super": "5.1.4a", "super": "5.1.3a", "tour": "5.1.2a"}.get(facts.congress, "5.1.1a")
        yield book.remark(number, "the congress needs approval beforehand")
    if facts.congress == "tour" and facts.accelerated:
        yield book.remark("5.1.2d", "no congress acceleration on tours and cruises")
