"""E10.7d, a club's graded and handicap nights: three ways to award points."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.events import MatchEvent, SessionEvent
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts

ClubNight = SessionEvent | MatchEvent


@rule
def night_problems(book: Book, event: ClubNight, facts: Facts) -> Iterator[Problem]:
    """What contradicts the club's way of awarding points."""
    if event.grade or facts.interprovincial:
        if facts.graded_night:
            fix = "leave it out: the class of the tournament decides who may play"
            message = "a graded night is a club's own night"
            yield book.problem("facts.graded_night", facts.graded_night, message, fix, "E10.7d.iii")
        return
    if event.handicap and facts.handicap_system is False:
        fix = "rank on gross scores, or set up a handicap system first"
        message = "handicap scores need an established handicap system"
        yield book.problem("facts.handicap_system", False, message, fix, "E10.7d.ii")
    if event.handicap and facts.graded_night and facts.graded_system == "gross":
        fix = "give the ranking before handicap, or write graded_system = 'handicap'"
        yield book.problem("handicap", True, "this way of a graded night awards on gross scores", fix, "E10.7d.i")
    if facts.graded_night and facts.graded_system == "handicap" and not event.handicap:
        fix = "give the handicap ranking and handicap = true, or write graded_system = 'gross'"
        yield book.problem("handicap", False, "this way of a graded night awards on handicap scores", fix, "E10.7d.ii")


def night_remarks(book: Book, event: ClubNight, facts: Facts) -> list[Remark]:
    """The club's way of running graded and handicap nights."""
    remarks = []
    if facts.graded_night and facts.graded_system == "gross":
        message = sentence(
            "night for {grade} players: awards to all on gross scores, the preferred way", grade=facts.graded_night
        )
        remarks.append(book.remark("E10.7d.i", message))
    if event.handicap:
        reminder = "awards on handicap scores presuppose an established handicap system of the club"
        confirmation = "awards on handicap scores: the club has an established handicap system"
        remarks.append(book.remark("E10.7d.ii", confirmation if facts.handicap_system else reminder))
    if facts.graded_night and facts.graded_system == "as-tournament":
        message = sentence("graded night for {grade} players, as in a tournament", grade=facts.graded_night)
        remarks.append(book.remark("E10.7d.iii", message))
    return remarks
