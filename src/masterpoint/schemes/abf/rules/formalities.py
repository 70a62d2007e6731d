"""1.4.2, 5.4.1, 6.2.1, 7.5.1 and 8.3: who gives the points, where they are sent, what they cost, and by when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.grades.congresses import session_count
from masterpoint.schemes.abf.rules.grades.directors import level_needed, may_play
from masterpoint.schemes.abf.rules.grades.state_events import is_australia_wide
from masterpoint.schemes.abf.rules.grades.terms import Terms, terms_of
from masterpoint.schemes.abf.rules.levies.fines import FINE_EXEMPT

ENDINGS = {"green": ".grn", "red": ".red", "gold": ".gld"}


def formalities(book: Book, event: AnyEvent) -> Sequence[Remark]:
    """What must be done besides the awards."""
    return list(_formalities(book, event, terms_of(book, event)))


def _formalities(book: Book, event: AnyEvent, terms: Terms) -> Iterator[Remark]:
    template = "{colour} points, grade {grade}; " + _issuer(terms)
    yield book.remark("1.6", sentence(template, colour=terms.colour, grade=terms.grade))
    level, number = level_needed(book, terms)
    director_rule = "may play" if may_play(book, terms) else "does not play"
    yield book.remark(number, sentence("director of {level} level or higher, who " + director_rule, level=level))
    ending = ENDINGS[terms.colour]
    yield book.remark(_procedure(terms), sentence("send the credits as a {ending} file", ending=ending))
    levy = book.figures.levies.levy.value
    if is_australia_wide(event, terms.facts):
        template = "reported as a congress; levy ${levy} a point, as grade B4"
        yield book.remark("6.3e", sentence(template, levy=levy["B4"]))
    else:
        yield book.remark("8.3a", sentence("levy ${levy} a point", levy=levy[terms.grade]))
    if terms.grade == "B4s" and session_count(book, event) == 1:
        template = "if it was State-wide: reported as a congress, levy ${levy} a point"
        yield book.remark("6.2.1 note", sentence(template, levy=levy["B4"]))
    if terms.facts.congress == "tour":
        message = "red credits go to the State secretary, who forwards them once levies are paid; all do without a club"
        yield book.remark("5.1.2g", message)
    if terms.colour != "green" and terms.grade not in FINE_EXEMPT and terms.rule != "gnot":
        last = event.day + timedelta(days=book.figures.levies.late_credits.value)
        rate = book.figures.levies.late_rate.value
        template = "the credit file is due by {last}, then {percent}% a month is charged"
        yield book.remark("8.4a", sentence(template, last=last, percent=rate * 100))


def _issuer(terms: Terms) -> str:
    if terms.grade in ("F", "E", "D", "B4c", "B5i"):
        return "given by the club masterpoint secretary"
    if terms.colour == "gold" and terms.rule != "gnot":
        return "given under the Goldpoint Coordinator"
    return "given by the State masterpoint secretary"


def _procedure(terms: Terms) -> str:
    if terms.colour == "gold":
        return "7.5.1"
    return "5.4.1" if terms.grade in ("B5", "B4", "B3", "B", "B4s", "C") else "1.4.2c"
