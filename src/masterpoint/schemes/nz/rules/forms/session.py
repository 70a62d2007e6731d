"""E10 to E12 and E19, E23: a club night, or one session of a tournament."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import SessionEvent
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import club_restrictions, restriction_remarks
from masterpoint.schemes.nz.rules.issue.graded_nights import night_problems, night_remarks
from masterpoint.schemes.nz.rules.issue.substitutes import substitute_problems
from masterpoint.schemes.nz.rules.play.club_sessions import (
    Terms,
    group_problems,
    long_session,
    pay_session,
    session_remarks,
)
from masterpoint.schemes.nz.rules.play.deals import Deals, deal_problems, deal_remarks, deals_in_circulation
from masterpoint.schemes.nz.rules.play.match_play import has_matches
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_remarks, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    known_class,
    refuse_if_any,
    tournament_class,
)
from masterpoint.schemes.nz.rules.tournaments.interprovincial import closed_trials, no_points, trials_remarks
from masterpoint.schemes.nz.rules.tournaments.sessions import session_awards, too_few_deals
from masterpoint.schemes.nz.rules.tournaments.stages import division_clause


def award(book: Book, event: SessionEvent) -> Result:
    """E12: a club session; with a class as grade, one session of a tournament."""
    facts: Facts = facts_from(event, Facts)
    deals = deals_in_circulation(book, event, event.boards, event.movement_boards, facts)
    tournament = bool(event.grade or facts.interprovincial)
    refuse_if_any(
        [
            *common_problems(book, event, facts),
            *_session_problems(book, event, facts, known_class(book, event, facts)),
            *deal_problems(book, deals, event.movement_boards, facts, event.lists),
            *group_problems(book, event.lists, event.contest, deals, half_table=not tournament),
        ]
    )
    if tournament:
        return _of_tournament(book, event, deals, tournament_class(book, event, facts), facts)
    return _of_club(book, event, deals, facts)


def _of_club(book: Book, event: SessionEvent, deals: Deals, facts: Facts) -> Result:
    restrictions = club_restrictions(facts)
    awards = pay_session(book, event.lists, event.contest, deals, Terms(boards=event.boards), restrictions)
    remarks = [
        book.remark("E6.3c", "C Points for this session of play"),
        *session_remarks(book, event.lists, event.contest, deals),
        *long_session(book, event.boards),
        *night_remarks(book, event, facts),
        *restriction_remarks(book, restrictions, awards),
    ]
    return Result(event, book.title, tuple(awards), tuple(remarks))


def _of_tournament(book: Book, event: SessionEvent, deals: Deals, kind: TournamentClass, facts: Facts) -> Result:
    if closed_trials(facts):
        return no_points(book, event, facts)
    restrictions = restrictions_for(kind, facts)
    awards = session_awards(book, event.lists, event.contest, deals, kind, restrictions)
    remarks = [
        *class_remarks(book, event, kind, facts),
        *_stage_remarks(book, event, kind, facts),
        *long_session(book, event.boards),
        *deal_remarks(book, deals, event.lists),
        *too_few_deals(book, event.lists, event.contest, deals),
        *trials_remarks(book, facts),
        *restriction_remarks(book, restrictions, awards),
    ]
    return Result(event, book.title, tuple(awards), tuple(remarks))


def _stage_remarks(book: Book, event: SessionEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    if not event.stage:
        return []
    number, _ = division_clause(event.contest, kind, event.stage, facts)
    return [book.remark(number, "qualifying stage: session awards for the total field, section by section")]


def _session_problems(book: Book, event: SessionEvent, facts: Facts, kind: TournamentClass | None) -> Iterator[Problem]:
    if event.sessions > 1:
        message = "C Points are earned session by session; a total of several sessions earns none"
        fix = "give each session on its own, or use the form tournament"
        yield book.problem("sessions", event.sessions, message, fix, "E6.3c")
    yield from night_problems(book, event, facts)
    if has_matches(event.lists):
        message = "each match is scored as a separate entity: a session has one ranking"
        yield book.problem("lists", "matches", message, "use the form matches, or leave the matches out", "E13.2a")
    elif event.contest == "teams" and kind is not None:
        message = "teams earn session awards by their matches, and a ranking pays nothing"
        number = "E48.T4a" if facts.interprovincial else "E20.4a" if kind.match_factor is not None else "E23.4a"
        yield book.problem("contest", "teams", message, "use the form matches and give each team's matches", number)
    for index, ranking in enumerate(event.lists):
        path = f"lists[{index}]"
        yield from substitute_problems(book, entries_of(ranking), event.contest, event.boards, path, "E18.2d")
