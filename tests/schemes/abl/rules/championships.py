"""Chapter 3, Championships: what each kind of event is worth, and who may hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import rule
from masterpoint.core.errors import Problem
from masterpoint.core.events import SessionEvent, TournamentEvent
from masterpoint.core.sentences import sentence
from schemes.abl.book import Book, Grade


def levels(book: Book) -> Sequence[str]:
    """The organisers, lowest first."""
    return tuple(dict.fromkeys(grade.level for grade in book.figures.championships.grades.value))


@rule
def grade_of(book: Book, event: SessionEvent | TournamentEvent) -> Grade | None:
    """3.1: the kind of event that was named, or the lowest that its organiser holds."""
    grades = _grades_of(book, event.organiser.level)
    return next((grade for grade in grades if event.grade in ("", grade.name)), None)


def grade_problems(book: Book, event: SessionEvent | TournamentEvent) -> Iterator[Problem]:
    """3.1: an organiser holds the events of its own level."""
    level, grades = event.organiser.level, _grades_of(book, event.organiser.level)
    if not grades:
        fix = sentence("write one of: {levels}", levels=", ".join(levels(book)))
        yield book.problem("organiser.level", level, "no such organisation awards points", fix, "3.1")
    elif grade_of(book, event) is None:
        message = sentence("a {level} does not hold such an event", level=level)
        fix = sentence("write one of: {grades}", grades=", ".join(grade.name for grade in grades))
        yield book.problem("grade", event.grade, message, fix, "3.1")


def _grades_of(book: Book, level: str) -> list[Grade]:
    return [grade for grade in book.figures.championships.grades.value if grade.level == level]
