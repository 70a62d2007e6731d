"""E3, E9 and E17, a club's year: forty sessions, one 3A or 5A, and one each of 8B, 5B and 3B."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.tournaments.congresses import CONGRESS_ROLES, congress_findings
from masterpoint.schemes.nz.rules.tournaments.schedule import (
    ScheduledEvent,
    YearFacts,
    alternatives,
    foreign_roles,
    name_of,
)


@rule
def club_findings(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """Everything in a club's year that the book does not allow."""
    yield from _sessions(book, facts)
    own_events = [event for event in facts.events if event.role == "local" and not event.reallocated]
    yield from _own_events(book, own_events)
    yield from _reallocation_remarks(book, [event for event in facts.events if event.reallocated])
    yield from congress_findings(book, facts)
    yield from foreign_roles(book, facts, ("local", "additional", *CONGRESS_ROLES), "E17.6", "a club")


def _sessions(book: Book, facts: YearFacts) -> Iterator[Remark]:
    """E3.D3, E9.3: chances to play for points."""
    chances = book.figures.definitions.session_chances
    offered, paying = facts.sessions_offered, facts.sessions_with_points
    if offered is not None and paying is not None and paying > offered:
        message = "{paying} sessions with points, and only {offered} are played: one of the two is wrong"
        yield Remark(chances.clause, sentence(message, paying=paying, offered=offered))
    elif offered is not None and offered < chances.value and (paying is None or paying < offered):
        message = "{offered} sessions, fewer than {chances}: points must be offered on all of them"
        yield book.remark("E9.3", sentence(message, offered=offered, chances=chances.value))
        message = "a club gives each member at least {chances} chances a year to play for points"
        yield Remark(chances.clause, sentence(message, chances=chances.value))
    elif paying is not None and paying < chances.value <= (offered or chances.value):
        message = "only {paying} sessions with points: each member must have at least {chances} chances"
        yield Remark(chances.clause, sentence(message, paying=paying, chances=chances.value))


def _own_events(book: Book, events: Sequence[ScheduledEvent]) -> Iterator[Remark]:
    """E17.6: the tournaments that a club has a right to."""
    for_a, for_b = book.figures.schedule.club_a_classes, book.figures.schedule.club_b_classes
    if sum(event.grade in for_a.value for event in events) > 1:
        message = sentence(
            "one {classes} tournament a year is a club's right; more need the region's approval (additional)",
            classes=alternatives(for_a),
        )
        yield Remark(for_a.clause, message)
    for name in for_b.value:
        class_events = [event for event in events if event.grade == name]
        if len(class_events) > 1:
            message = sentence("one {grade} tournament a year, not {count}", grade=name, count=len(class_events))
            yield Remark(for_b.clause, message)
        if any(not event.approved for event in class_events):
            message = sentence("the {grade} tournament needs the approval of the region", grade=name)
            yield Remark(for_b.clause, message)
    for event in events:
        if event.grade not in for_a.value + for_b.value:
            grade = event.grade or "tournament without class"
            message = sentence("{event}: a club does not hold a {grade}", event=name_of(event), grade=grade)
            yield Remark(for_a.clause, message)


def _reallocation_remarks(book: Book, events: Sequence[ScheduledEvent]) -> Iterator[Remark]:
    """E17.8: rights of other clubs that the region gave to this one; they do not count as its own."""
    classes = book.figures.schedule.club_a_classes.value + book.figures.schedule.club_b_classes.value
    for event in events:
        if event.role != "local" or event.grade not in classes:
            message = sentence("{event}: only a club's own tournaments can be re-allocated", event=name_of(event))
            yield book.remark("E17.8", message)
        if not event.approved:
            message = sentence(
                "{event}: only the region re-allocates a right, and it has not done so", event=name_of(event)
            )
            yield book.remark("E17.8", message)
