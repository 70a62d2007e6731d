"""1.5.1 and 1.6 with chapters 2 and 5 to 7: which grade an event has, its weights, and its colour."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import product
from masterpoint.core.sentences import Sentence, sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.grades import clubs, congresses, national_events, state_events
from masterpoint.schemes.abf.rules.grades.grading import Grading

CLAUSE_OF = {  # where the book describes each grade
    "F": "2.2a",
    "E": "2.1",
    "D": "2.3a",
    "C": "2.4a",
    "B4c": "2.6a",
    "B5i": "2.7a",
    "B4s": "6.2.1a",
    "B5": "5.2.1",
    "B4": "5.2.2",
    "B3": "5.2.3",
    "B": "6.2.2f",
    "A2": "7.5.1",
    "A": "7.5.2",
}
WEIGHT = "weight {weight} for {contest} of grade {grade}, {colour} points"
LEVELS = ("club", "region", "state", "national")
ISSUED_BY = {"club": ("A", "A2", "B"), "region": ("A", "A2", "B"), "state": ("A",)}
"""1.6: grades an organiser of this level cannot give on its own."""


def grade_named(book: Book, text: str) -> str | None:
    """The grade as the book writes it, given with any capitals."""
    key = text.strip().lower()
    return next((grade for grade in book.figures.grades.weights.value if grade.lower() == key), None)


def colour_of(book: Book, grade: str) -> str:
    """1.6: the colour of the points of a grade."""
    return book.figures.grades.weights.value[grade].colour


@rule
def grade_of(book: Book, event: AnyEvent, facts: Facts) -> Grading:
    """The grade that follows from the congress, the list of national events, the championship or the organiser;
    or the grade that is given, if nothing contradicts it."""
    problems = list(_unknown(book, event))
    if problems:
        raise Refused(problems)
    implied_grading = (
        national_events.grade_of(book, event, facts)
        or congresses.grade_of(book, event, facts)
        or state_events.grade_of(book, event, facts)
        or clubs.grade_of(book, event, facts)
    )
    if not event.grade:
        return implied_grading or Grading("E", "2.1", "the basic grade, as no other applies")
    grade = grade_named(book, event.grade) or ""
    if implied_grading and implied_grading.grade != grade:
        message = sentence(
            "this event is of grade {grade} ({reason})", grade=implied_grading.grade, reason=implied_grading.message
        )
        fix = "leave the grade out, or correct the facts"
        raise Refused(book.problem("grade", event.grade, message, fix, implied_grading.clause))
    if not implied_grading:
        _require_issuer(book, event, grade)
    return Grading(grade, CLAUSE_OF[grade], "as given")


def _unknown(book: Book, event: AnyEvent) -> Iterator[Problem]:
    if event.organiser.level.lower() not in LEVELS:
        fix = f"write one of: {', '.join(LEVELS)}"
        yield book.problem("organiser.level", event.organiser.level, "no such organiser gives masterpoints", fix, "1.6")
    if event.grade and grade_named(book, event.grade) is None:
        fix = f"write one of: {', '.join(book.figures.grades.weights.value)}"
        yield book.problem("grade", event.grade, "no such grade", fix, "1.5.1a")


def _require_issuer(book: Book, event: AnyEvent, grade: str) -> None:
    if grade in ISSUED_BY.get(event.organiser.level.lower(), ()):
        message = sentence(
            "a {level} cannot give {colour} points of grade {grade} for an event of its own",
            level=event.organiser.level,
            colour=colour_of(book, grade),
            grade=grade,
        )
        fix = "say which congress, State or national event it is ([facts]), or give the body that ran it"
        raise Refused(book.problem("grade", grade, message, fix, "1.6"))


@rule
def weight_of(book: Book, grading: Grading, contest: str) -> Step:
    """1.5.1: the weight of the grade; individuals count as pairs."""
    weights = book.figures.grades.weights
    line = weights.value[grading.grade]
    weight = tidy(line.teams if contest == "teams" else line.pairs)
    grade_weight = fact(
        weight,
        book.clause(grading.clause),
        sentence("weight of grade {grade} ({reason})", grade=grading.grade, reason=grading.message),
        reading=grading.reading,
    )
    return derive(
        product,
        grade_weight,
        clause=weights.clause,
        message=sentence(
            WEIGHT,
            weight=weight,
            contest="teams" if contest == "teams" else "pairs",
            grade=grading.grade,
            colour=line.colour,
        ),
    )


def grade_of_award(award: Award) -> str:
    """The grade whose weight decides an award; empty if none does."""
    for step in award.steps:
        if isinstance(step.message, Sentence) and step.message.template == WEIGHT:
            return str(dict(step.message.values)["grade"])
    return ""
