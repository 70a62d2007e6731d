"""Chapter 3 (page 19), results sent elsewhere: events for which a club awards nothing, and where they go instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.sbu.book import Book
from masterpoint.schemes.sbu.rules.facts import Facts

FIX = "send the results to the organisers and award nothing; if this is another event, say so in its name"


@rule
def awarded_elsewhere(book: Book, event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """19.1 to 19.5: heats of national events and simultaneous pairs, given as such or recognised by name."""
    heat, simultaneous = facts.heat_of, facts.simultaneous
    if heat:
        yield _heat(book, "facts.heat_of", heat)
    if simultaneous:
        yield _simultaneous(book, "facts.simultaneous", simultaneous)
    if heat or simultaneous:
        return
    figures = book.figures.elsewhere
    if organiser_of(event.name, figures.heats.value):
        yield _heat(book, "name", event.name)
    elif organiser_of(event.name, figures.simultaneous.value):
        yield _simultaneous(book, "name", event.name)


def organiser_of(name: str, competitions: dict[str, str]) -> str:
    """Who awards a competition that the guide names; empty for any other."""
    words = f" {' '.join(re.findall(r'[a-z]+', name.casefold()))} "
    return next((organiser for competition, organiser in competitions.items() if f" {competition} " in words), "")


def _heat(book: Book, place: str, name: str) -> Problem:
    organiser = organiser_of(name, book.figures.elsewhere.heats.value)
    message = f"the club awards nothing for a heat of a national event: {organiser or 'the SBU makes the awards'}"
    return book.problem(place, name, message, FIX, "19.2" if organiser else "19.1")


def _simultaneous(book: Book, place: str, name: str) -> Problem:
    organiser = organiser_of(name, book.figures.elsewhere.simultaneous.value)
    message = f"the club awards nothing for simultaneous pairs: {organiser or 'the organising body makes the awards'}"
    return book.problem(place, name, message, FIX, "19.3")


@rule
def formalities(book: Book, event: AnyEvent) -> list[Remark]:
    """Appendix 4 and page 19: what to send, and to whom."""
    facts: Facts = facts_from(event, Facts)
    figures = book.figures.elsewhere
    remarks = [
        book.remark("2.6", "the affiliation fee is the licence; no further one is needed"),
        book.remark("3.3", "players may not be charged for their points"),
    ]
    if facts.heat_of or organiser_of(event.name, figures.heats.value):
        message = "send the whole ranking, with every player's number, to the District Secretary and MP Secretary"
        remarks += [
            book.remark("26.1", message),
            book.remark("26.3", "the National Convener may vary this"),
        ]
    if facts.simultaneous or organiser_of(event.name, figures.simultaneous.value):
        organiser = organiser_of(facts.simultaneous or event.name, figures.simultaneous.value)
        remarks += [
            book.remark("19.4", "the scoring program uploads the results file"),
            book.remark("19.5", organiser or "the organising body makes the awards"),
            book.remark("26.4", "score and submit as the convener instructs"),
        ]
    return remarks
