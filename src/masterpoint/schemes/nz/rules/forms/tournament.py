"""E14 to E23 and E42 to E47: a whole tournament: sessions, overall ranking, plate or consolation."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from masterpoint.core.derivation import Award, Remark, Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import Session, TournamentEvent
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.schemes.nz.book import Book
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.issue.eligibility import Restrictions, restriction_remarks
from masterpoint.schemes.nz.rules.play.club_sessions import group_problems, long_session
from masterpoint.schemes.nz.rules.play.deals import deal_problems, deal_remarks, deals_in_circulation
from masterpoint.schemes.nz.rules.play.match_play import has_matches, pay_matches, scoring_remarks
from masterpoint.schemes.nz.rules.tournaments.classes import TournamentClass, class_remarks, restrictions_for
from masterpoint.schemes.nz.rules.tournaments.conditions import (
    common_problems,
    known_class,
    no_class,
    refuse_if_any,
    stages_of,
    tournament_class,
    tournament_problems,
)
from masterpoint.schemes.nz.rules.tournaments.consolations import consolation_boards, consolation_class, pay_consolation
from masterpoint.schemes.nz.rules.tournaments.interprovincial import closed_trials, no_points
from masterpoint.schemes.nz.rules.tournaments.overall import (
    Plate,
    overall_ladder,
    pay_overall,
    size_problems,
    total_problems,
)
from masterpoint.schemes.nz.rules.tournaments.sessions import session_awards, too_few_deals
from masterpoint.schemes.nz.rules.tournaments.stages import (
    completeness_remarks,
    division_clause,
    field_remarks,
    stage_remarks,
    total_field,
)


def award(book: Book, event: TournamentEvent) -> Result:
    """A whole tournament: sessions, overall ranking, plate or consolation."""
    facts: Facts = facts_from(event, Facts)
    problems = [*common_problems(book, event, facts), *no_class(book, event, facts)]
    event_class = known_class(book, event, facts)
    if event_class is not None:
        problems += [
            *tournament_problems(book, event, event_class, facts),
            *field_problems(book, event, event_class, facts),
        ]
    refuse_if_any(problems)
    kind = tournament_class(book, event, facts)
    if closed_trials(facts):
        return no_points(book, event, facts)
    restrictions = restrictions_for(kind, facts)
    awards = [
        award
        for index, session in enumerate(event.sessions)
        for award in pay_one(book, event, session, index, kind, facts)
    ]
    if event.overall:
        awards += pay_placings(book, event, kind, facts, restrictions)
    remarks = [
        *class_remarks(book, event, kind, facts),
        *stage_remarks(book, event, kind, facts),
        *field_remarks(book, event, facts),
        *_deal_remarks(book, event, facts),
        *completeness_remarks(book, event, kind),
        *restriction_remarks(book, restrictions, awards),
    ]
    return Result(event, book.title, tuple(awards), tuple(dict.fromkeys(remarks)))


def _deal_remarks(book: Book, event: TournamentEvent, facts: Facts) -> list[Remark]:
    """How the sessions were scored, and who played fewer deals than the others."""
    remarks: list[Remark] = []
    for index, session in enumerate(event.sessions):
        if has_matches(session.lists):
            remarks += scoring_remarks(book, event.scoring)
        else:
            deals = deals_in_circulation(book, event, session.boards, session.movement_boards, facts)
            remarks += [*long_session(book, session.boards), *deal_remarks(book, deals, session.lists)]
            remarks += too_few_deals(book, session.lists, event.contest, deals, name_of(session, index))
    return remarks


def name_of(session: Session, index: int) -> str:
    return session.name or f"session {index + 1}"


def field_problems(book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts) -> Iterator[Problem]:
    """E37.1f, E41.1: fields and groups beyond the printed tables."""
    if event.overall:
        field_step = total_field(book, event, kind, msgspec.structs.replace(facts, total_field=None))
        yield from total_problems(book, facts.total_field, whole(field_step.value))
        yield from size_problems(
            book, kind, event.contest, whole(total_field(book, event, kind, facts).value), "overall"
        )
    if "consolation" in stages_of(event):
        for ranking in event.plate:
            yield from size_problems(book, consolation_class(book), event.contest, size_of(ranking), "plate")
    for index, session in enumerate(event.sessions):
        if not has_matches(session.lists):
            deals = deals_in_circulation(book, event, session.boards, session.movement_boards, facts)
            path = f"sessions[{index}]."
            yield from deal_problems(book, deals, session.movement_boards, facts, session.lists, path)
            yield from group_problems(book, session.lists, event.contest, deals, False, f"{path}lists")


def pay_one(
    book: Book, event: TournamentEvent, session: Session, index: int, kind: TournamentClass, facts: Facts
) -> list[Award]:
    """One session of a tournament: its matches, or C Points and the winners' point."""
    name = name_of(session, index)
    if session.stage == "consolation":
        kind = consolation_class(book)
    restrictions = restrictions_for(kind, facts)
    if has_matches(session.lists):
        return pay_matches(book, session.lists, event.contest, kind.match_factor, restrictions, prefix=name)
    deals = deals_in_circulation(book, event, session.boards, session.movement_boards, facts)
    return session_awards(book, session.lists, event.contest, deals, kind, restrictions, name)


def pay_placings(
    book: Book, event: TournamentEvent, kind: TournamentClass, facts: Facts, restrictions: Restrictions
) -> list[Award]:
    """Overall placings: final and plate in one table for the total field, a consolation as a 3A event."""
    field = total_field(book, event, kind, facts)
    ladder = overall_ladder(book, kind, event.contest, field)
    final, *_ = event.overall
    awards = pay_overall(book, final, ladder, kind, event.contest, restrictions, boards=event.boards)
    number, _ = division_clause(event.contest, kind, "plate", facts)
    plate = Plate(size_of(final), book.clause(number))
    for ranking in event.plate:
        if "consolation" in stages_of(event):
            awards += pay_consolation(book, ranking, event, facts, consolation_boards(event))
        else:
            awards += pay_overall(
                book,
                ranking,
                ladder,
                kind,
                event.contest,
                restrictions,
                boards=event.boards,
                plate=plate,
                kind_of_award="plate",
            )
    return awards
