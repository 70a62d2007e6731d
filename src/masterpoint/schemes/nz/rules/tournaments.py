"""E14 to E23 and E42 to E47: a tournament told whole, sessions, overall ranking, plate or consolation."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Award, Result, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, Session, TournamentEvent
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.nz.rules.classes import TournamentClass, class_remarks, rules_for
from masterpoint.schemes.nz.rules.club_sessions import Terms, deals_in_circulation, group_problems
from masterpoint.schemes.nz.rules.conditions import (
    CONSOLATION,
    common_problems,
    consolation_boards,
    known_class,
    no_class,
    refuse_if_any,
    stages_of,
    tournament_class,
    tournament_problems,
)
from masterpoint.schemes.nz.rules.eligibility import Rules
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import TITLE, clause
from masterpoint.schemes.nz.rules.interprovincial import closed_trials, interprovincial_class
from masterpoint.schemes.nz.rules.match_play import is_told, pay_matches
from masterpoint.schemes.nz.rules.overall import Plate, overall_ladder, pay_overall, size_problems, total_problems
from masterpoint.schemes.nz.rules.sessions import session_awards
from masterpoint.schemes.nz.rules.stages import division_clause, stage_remarks, total_field


def award(event: TournamentEvent) -> Result:
    """A tournament told whole: sessions, overall ranking, plate or consolation."""
    facts: Facts = facts_from(event, Facts)
    problems = [*common_problems(event, facts), *no_class(event, facts)]
    known = known_class(event, facts)
    if known is not None:
        problems += [*tournament_problems(event, known, facts), *field_problems(event, known, facts)]
    refuse_if_any(problems)
    kind = tournament_class(event, facts)
    if closed_trials(facts):
        return nobody(event, facts)
    rules = rules_for(kind, facts)
    awards = [
        award for index, session in enumerate(event.sessions) for award in pay_one(event, session, index, kind, facts)
    ]
    if event.overall:
        awards += pay_placings(event, kind, facts, rules)
    remarks = [*class_remarks(event, kind, facts), *stage_remarks(event, kind, facts), *rules.remarks(awards)]
    return Result(event, TITLE, tuple(awards), tuple(dict.fromkeys(remarks)))


def field_problems(event: TournamentEvent, kind: TournamentClass, facts: Facts) -> Iterator[Problem]:
    """E37.1f, E41.1: fields and groups beyond the printed tables."""
    if event.overall:
        yield from total_problems(facts.total_field, sum(size_of(ranking) for ranking in event.overall))
        yield from size_problems(kind, event.contest, whole(total_field(event, kind, facts).value), "overall")
    if "consolation" in stages_of(event):
        for ranking in event.plate:
            yield from size_problems(CONSOLATION, event.contest, size_of(ranking), "plate")
    for index, session in enumerate(event.sessions):
        if not is_told(session.lists) and event.contest != "teams":
            deals = deals_in_circulation(event, session.boards, session.movement_boards, facts)
            place = f"sessions[{index}].lists"
            yield from group_problems(session.lists, event.contest, deals, Terms(half_table=False), place)


def nobody(event: AnyEvent, facts: Facts) -> Result:
    """E48.T2: no Master Points at all."""
    reason = nothing(clause("E48.T2"), "trials that restrict entry or select teams award no Master Points")
    colour = interprovincial_class(facts).colour
    entries = [entry for _, ranking in ranking_lists(event) for entry in entries_of(ranking)]
    return Result(event, TITLE, tuple(Award(entry, reason, colour, "overall") for entry in entries))


def pay_one(event: TournamentEvent, session: Session, index: int, kind: TournamentClass, facts: Facts) -> list[Award]:
    """One session of a tournament: its matches, or C Points and the winners' point."""
    name = session.name or f"session {index + 1}"
    if session.stage == "consolation":
        kind = CONSOLATION
    rules = rules_for(kind, facts)
    if is_told(session.lists):
        return pay_matches(session.lists, event.contest, kind.match_factor, rules, prefix=name)
    deals = deals_in_circulation(event, session.boards, session.movement_boards, facts)
    return session_awards(session.lists, event.contest, deals, session.boards, kind, rules, name)


def pay_placings(event: TournamentEvent, kind: TournamentClass, facts: Facts, rules: Rules) -> list[Award]:
    """Overall placings: final and plate in one table for the total field, a consolation as a 3A event."""
    field = total_field(event, kind, facts)
    ladder = overall_ladder(kind, event.contest, field)
    final, *_ = event.overall
    awards = pay_overall(final, ladder, kind, event.contest, rules, boards=event.boards, field=field)
    number, _ = division_clause(event.contest, kind, "plate", False, facts)
    plate = Plate(size_of(final), clause(number))
    for ranking in event.plate:
        if "consolation" in stages_of(event):
            awards += pay_consolation(ranking, event, facts, consolation_boards(event))
        else:
            awards += pay_overall(
                ranking,
                ladder,
                kind,
                event.contest,
                rules,
                boards=event.boards,
                field=field,
                plate=plate,
                kind_of_award="plate",
            )
    return awards


def pay_consolation(ranking: RankingList, event: AnyEvent, facts: Facts, boards: int) -> list[Award]:
    """E43.Q3c: overall awards of a 3A event, for the contestants of the consolation."""
    rules = rules_for(CONSOLATION, facts)
    field = fact(size_of(ranking), clause("E43.Q3c"), "contestants in the consolation, a 3A event", reading="N-23")
    ladder = overall_ladder(CONSOLATION, event.contest, field)
    return pay_overall(
        ranking, ladder, CONSOLATION, event.contest, rules, boards=boards, kind_of_award="consolation", field=field
    )
