"""1.5.2, Directing requirements (pages 8 and 9): the accreditation an event needs, and when a director may play."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import Sentence, sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.terms import Terms

LEVELS = ("club", "congress", "state", "national 3", "national 2", "national 1")
FOR_CONGRESS = {
    "tour": "club",
    "super": "state",
    "super-festival": "state",
    "side-national": "state",
    "abf-super": "national 3",
    "side-international": "national 3",
}
MAY_PLAY = ("B5i", "B4c", "C", "D", "E", "F")


@rule
def level_needed(book: Book, terms: Terms) -> tuple[str, str]:
    """The lowest accreditation that will do, and the clause that asks for it."""
    facts = terms.facts
    if facts.gnot_stage in ("regional final", "state final"):
        return "congress", "1.5.2c"
    if facts.gnot_stage == "club":
        return "club", "1.5.2b"
    if facts.congress == "tour":
        return "club", "5.1.2a"
    if facts.congress:
        return FOR_CONGRESS.get(facts.congress, "congress"), "1.5.2a"
    if terms.grade in ("A", "A2"):
        return "national 3", "1.5.2a"
    if terms.grade == "B":
        return "state", "1.5.2a"
    if terms.grade in ("B5", "B4", "B3"):
        return "congress", "1.5.2a"
    return "club", "1.5.2b"


@rule
def may_play(book: Book, terms: Terms) -> bool:
    """Whether the director may take part in the event."""
    qualifying = getattr(terms.event, "stage", "") == "qualifying" or not getattr(terms.event, "last", True)
    if terms.facts.congress == "tour" or terms.facts.gnot_stage == "club" or terms.grade in MAY_PLAY:
        return True
    return terms.grade in ("B4s", "B") and qualifying


def findings(book: Book, terms: Terms) -> Iterator[Remark]:
    """Conditions that the director does not meet, by the facts."""
    level, number = level_needed(book, terms)
    if is_below(terms.facts.director, level):
        yield book.remark(number, accreditation_message(level, terms.facts.director))
    if terms.facts.director_playing and not may_play(book, terms):
        message = sentence("an event of grade {grade} needs a director who does not play", grade=terms.grade)
        yield book.remark("1.5.2c" if number == "1.5.2c" else "1.5.2b", message)


def is_below(level: str, minimum: str) -> bool:
    """Whether a director's level is known, and lower than the one needed."""
    return bool(level) and LEVELS.index(level) < LEVELS.index(minimum)


def accreditation_message(minimum: str, level: str) -> Sentence:
    return sentence("the director needs {needed} accreditation or higher, and has {level}", needed=minimum, level=level)
