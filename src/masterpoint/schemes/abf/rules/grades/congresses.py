"""Chapter 5, Congresses (pages 27 to 30): the grade of each event of a congress, and the acceleration."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, MatchEvent, SessionEvent, SimultaneousEvent, TournamentEvent
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import national_events
from masterpoint.schemes.abf.rules.handbook import clause, problem

MAJOR = {  # 5.1, 5.3.1: the grade of a congress is that of its championships
    "state": ("B4", "5.3.1c"),
    "novice": ("B4", "5.1.1c"),
    "super": ("B3", "5.3.1c"),
    "abf-super": ("A2", "5.2.4"),
    "side-national": ("B3", "5.1.3 note"),
    "side-international": ("A2", "5.1.4 note"),
}
ONE_GRADE_DOWN = {"B4": "B5", "B3": "B4", "A2": "B3"}  # 5.3.3
WALK_IN = {"B4": "B5", "B3": "B5", "A2": "B4"}  # 5.3.3
FESTIVALS = {"festival": "B4", "super-festival": "B3"}  # 5.1.5
TABLES_A_DIRECTOR = 40  # 5.1.3
LONGEST_SESSION = 48
"""One session has fewer boards than this (reading B-38): more are counted by boards."""
INFERRED = {"B4": "state", "B3": "super"}
"""The congress whose championships have this grade, where only the grade is told."""


def grade_of(event: AnyEvent, facts: Facts) -> tuple[str, str, str] | None:
    """5.1 to 5.3: the grade of an event of a congress."""
    kind = facts.congress
    if not kind:
        return None
    if kind == "tour":
        return _tour(event, facts)
    if kind in FESTIVALS:
        return _festival(event, facts)
    grade, number = MAJOR[kind]
    if facts.walk_in:
        return WALK_IN[grade], "5.3.3b", f"walk-in event of a congress of grade {grade}"
    if event.championship == "major" or facts.restricted or kind == "novice":
        if sessions_told(event) < 2:
            raise Refused(_too_short(event, facts))
        return grade, "5.3.2" if facts.restricted else number, f"championship of a {kind} congress"
    if kind == "side-international":
        return grade, number, "open event beside an international championship"
    return ONE_GRADE_DOWN[grade], "5.3.3a", f"minor event of a congress of grade {grade}: one grade down"


def _too_short(event: AnyEvent, facts: Facts) -> Problem:
    if event.championship == "major":
        message = "a championship of a congress has at least two sessions"
        return problem("championship", "major", message, "leave it out: a minor event", "5.3.1a")
    if facts.congress == "novice":
        message = "a novice congress is played over at least two sessions"
        return problem("sessions", sessions_told(event), message, "tell all its sessions together", "5.1.1a")
    message = "a restricted event with the grade of the championships has at least two sessions"
    fix = "leave it out and write master_factor: a minor event"
    return problem("facts.restricted", "true", message, fix, "5.3.1a")


def _tour(event: AnyEvent, facts: Facts) -> tuple[str, str, str]:
    """5.1.2: one major event at B4, the other majors at B5, everything else green."""
    if event.championship == "":
        if facts.supervised:
            return "F", "5.1.2c", "supervised session of a tour"
        return "E", "5.1.2c", "open session of a tour"
    if sessions_told(event) < 2:
        message = "a major event of a tour has at least two sessions"
        raise Refused(
            problem(
                "championship", event.championship, message, "leave it out: the session is green, grade E", "5.1.2b"
            )
        )
    if event.championship == "major":
        return "B4", "5.1.2b", "the one major event of the tour at this rate"
    return "B5", "5.1.2b", "another major event of the tour"


def _festival(event: AnyEvent, facts: Facts) -> tuple[str, str, str]:
    if facts.walk_in:
        return "B5", "5.3.3b", "walk-in event of a Bridge Festival"
    if sessions_told(event) < 2:
        return "B5", "5.1.5", "single session of a Bridge Festival"
    return FESTIVALS[facts.congress], "5.1.5", "event of several sessions of a Bridge Festival"


def sessions_told(event: AnyEvent) -> int:
    """Sessions as the event tells them; a ladder, a knock-out and a stage of a longer event have several."""
    if isinstance(event, TournamentEvent):
        return len(event.sessions)
    if isinstance(event, SessionEvent):
        return event.sessions
    if isinstance(event, MatchEvent):
        stage = event.original_tables is not None or event.premier_tables is not None
        return max(event.sessions, 2 if stage or event.boards >= LONGEST_SESSION else 1)
    return 1 if isinstance(event, SimultaneousEvent) else 2


def accelerated(event: AnyEvent, grade: str, facts: Facts) -> bool:
    """5.4.2: one session more for the outright award of congress championships; never on tours and cruises."""
    if facts.congress == "tour":
        return False
    if facts.accelerated is not None:
        return facts.accelerated
    if facts.walk_in:
        return False
    if facts.congress:
        return event.championship == "major" or facts.restricted or facts.congress == "novice"
    return event.championship == "major" and (grade in INFERRED or national_events.is_congress(facts))


def remarks(event: AnyEvent, facts: Facts, most_tables: int) -> Iterator[Remark]:
    """5.1: conditions of a congress that the facts show to be broken."""
    if facts.congress in ("super", "super-festival"):
        if facts.directors is not None and facts.directors * TABLES_A_DIRECTOR < most_tables:
            yield Remark(clause("5.1.3a"), f"{most_tables} tables need a director for every {TABLES_A_DIRECTOR}")
        if facts.metropolitan and facts.pre_dealt is False:
            yield Remark(clause("5.1.3a"), "in a metropolitan area all hands must be pre-dealt, with hand records")
    if facts.congress and facts.approval is False:
        number = {"abf-super": "5.1.4a", "super": "5.1.3a", "tour": "5.1.2a"}.get(facts.congress, "5.1.1a")
        yield Remark(clause(number), "the congress needs approval beforehand")
    if facts.congress == "tour" and facts.accelerated:
        yield Remark(clause("5.1.2d"), "no congress acceleration on tours and cruises")
