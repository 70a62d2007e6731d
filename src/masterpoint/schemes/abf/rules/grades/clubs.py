"""Chapter 2, Grades of club tournaments (pages 11 to 13): which grade a club's event has, and how long it may be."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades.grading import Grading

AUTHORISED = ("B4c", "B4s", "B5i")  # 2.6 note


@rule
def grade_of(book: Book, event: AnyEvent, facts: Facts) -> Grading | None:
    """The grade a club or region gives, if the event is more than ordinary play."""
    if facts.supervised:
        return Grading("F", "2.2a", "supervised play")
    if facts.interclub:
        return Grading("B5i", "2.7a", "play between clubs")
    if event.championship and event.organiser.level.lower() == "club" and not event.grade:
        return Grading("D", "2.3a", "club championship")
    if event.championship and event.organiser.level.lower() == "region" and not event.grade:
        return Grading("C", "2.4a", "regional championship")
    return None


@rule
def require_length(book: Book, grade: str, sessions: int) -> None:
    """2.3, 2.7: how many sessions a club championship or interclub event may have."""
    figures = book.figures.clubs
    limits = {"D": figures.championship_sessions, "B5i": figures.interclub_sessions}
    if grade not in limits:
        return
    minimum, maximum = limits[grade].value
    if not minimum <= sessions <= maximum:
        message = sentence(
            "an event of grade {grade} has {least} to {most} sessions", grade=grade, least=minimum, most=maximum
        )
        fix = "shorten it, or give it another grade"
        raise Refused(book.problem("sessions", sessions, message, fix, limits[grade].clause.number))


def authorisation_remarks(book: Book, grade: str, facts: Facts, points: Fraction) -> list[Remark]:
    """2.6 note: the authorisation number and how many points it covers."""
    if grade not in AUTHORISED:
        return []
    number, authorised = facts.authorisation, facts.authorised_points
    if not number:
        message = sentence(
            "grade {grade}: where the State takes part, its authorisation number must go with the points", grade=grade
        )
    elif authorised is not None and points > authorised:
        message = sentence(
            "authorisation {number} covers {points} points only: ask for more", number=number, points=authorised
        )
    else:
        message = sentence("send authorisation number {number} with the points", number=number)
    return [book.remark("2.6 note a", message)]
