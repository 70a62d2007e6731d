"""E10 to E12 and E19, E23: a club night, or one session of a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.core.sentences import sentence
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import club_restrictions, restriction_remarks
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.club_sessions import (
    Terms,
    deals_in_circulation,
    group_problems,
    pay_session,
    session_remarks,
)
from masterpoint.schemes.nz.rules.tournaments.classes import class_remarks, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    refuse_if_any,
    tournament_class,
)
from masterpoint.schemes.nz.rules.tournaments.interprovincial import closed_trials, nobody, trials_remarks
from masterpoint.schemes.nz.rules.tournaments.sessions import session_awards


def award(book: Book, event: SessionEvent) -> Result:
    """E12: a club session; with a class as grade, one session of a tournament."""
    facts: Facts = facts_from(event, Facts)
    deals = deals_in_circulation(book, event, event.boards, event.movement_boards, facts)
    club_night = not (event.grade or facts.interprovincial)
    problems = [*common_problems(book, event, facts), *_session_problems(book, event, facts)]
    refuse_if_any([*problems, *group_problems(book, event.lists, event.contest, deals, half_table=club_night)])
    if event.grade or facts.interprovincial:
        kind = tournament_class(book, event, facts)
        restrictions = restrictions_for(kind, facts)
        if closed_trials(facts):
            return nobody(book, event, facts)
        awards = session_awards(book, event.lists, event.contest, deals, event.boards, kind, restrictions)
        remarks = [
            *class_remarks(book, event, kind, facts),
            *trials_remarks(book, facts),
            *restriction_remarks(book, restrictions, awards),
        ]
        return Result(event, book.title, tuple(awards), tuple(remarks))
    restrictions = club_restrictions(facts)
    awards = pay_session(book, event.lists, event.contest, deals, Terms(boards=event.boards), restrictions)
    message = book.remark("E6.3c", "C Points for this session of play")
    remarks = [
        message,
        *session_remarks(book, event.lists, event.contest, deals),
        *night_remarks(book, event, facts),
        *restriction_remarks(book, restrictions, awards),
    ]
    return Result(event, book.title, tuple(awards), tuple(remarks))


def night_remarks(book: Book, event: SessionEvent, facts: Facts) -> list[Remark]:
    """The club's way of running graded and handicap nights."""
    remarks = []
    if facts.graded_night and facts.graded_system == "gross":
        remarks.append(book.remark("E10.7d.i", "graded night: awards to all on gross scores, the preferred way"))
    if event.handicap:
        message = "awards on handicap scores presuppose an established handicap system of the club"
        remarks.append(book.remark("E10.7d.ii", message))
    if facts.graded_night and facts.graded_system == "as-tournament":
        remarks.append(
            book.remark(
                "E10.7d.iii",
                sentence(
                    "graded night for {graded_night} players, as in a tournament", graded_night=facts.graded_night
                ),
            )
        )
    return remarks


def _session_problems(book: Book, event: SessionEvent, facts: Facts) -> Iterator[Problem]:
    if event.sessions > 1:
        message = "C Points are earned session by session; a total of several sessions earns none"
        fix = "give each session on its own, or use the form tournament"
        yield book.problem("sessions", event.sessions, message, fix, "E6.3c")
    if event.handicap and not event.grade:
        if facts.handicap_system is False:
            fix = "rank on gross scores, or set up a handicap system first"
            message = "handicap scores need an established handicap system"
            yield book.problem("facts.handicap_system", "false", message, fix, "E10.7d.ii")
        if facts.graded_night and facts.graded_system == "gross":
            fix = "give the ranking before handicap, or write graded_system = 'handicap'"
            yield book.problem("handicap", "true", "this way of a graded night awards on gross scores", fix, "E10.7d.i")
    if facts.graded_night and facts.graded_system == "handicap" and not event.handicap:
        fix = "give the handicap ranking and handicap = true, or write graded_system = 'gross'"
        yield book.problem(
            "handicap", "false", "this way of a graded night awards on handicap scores", fix, "E10.7d.ii"
        )
    for index, ranking in enumerate(event.lists):
        path = f"lists[{index}]"
        yield from substitute_problems(book, entries_of(ranking), event.contest, event.boards, path, "E18.2d")
