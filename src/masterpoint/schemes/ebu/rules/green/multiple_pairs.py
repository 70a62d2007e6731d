"""6.4.5 to 6.4.7, County one-day Green Point events: multiple pairs, played through or leading to finals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import FinalsEvent, RankingList, TournamentEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder, part_of
from masterpoint.core.rounding import up_to_quarter
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.finals import WholeField, finals_of, section_problems
from masterpoint.schemes.ebu.rules.green.paying import pay_green
from masterpoint.schemes.ebu.rules.green.standard import (
    all_of,
    minimum,
    share_of_field,
    standard_ladder,
    top_award,
)
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, no_award_reason, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks
from masterpoint.schemes.families.fields import Field, fields

SESSIONS = 2  # 6.4.5
SESSION_SHARE, OVERALL_SHARE, OPEN_SHARE = Fraction(1, 3), Fraction(1, 2), Fraction(1, 3)
QUALIFYING_SHARE = Fraction(1, 2)  # 6.4.6(a)
SESSION_TOP, SESSION_MINIMUM = 1, "0.25"
OVERALL_PLUS, OVERALL_MINIMUM = Fraction(1), "1.00"  # 6.4.5(b)
OPEN_TOP = 1  # 6.4.6(c) iv, 6.4.7(c) iv, where there is no C final


class FinalsRule(msgspec.Struct, frozen=True):
    """What 6.4.6 and 6.4.7 fix differently."""

    number: str
    plus: Fraction
    minima: tuple[str, str, str]
    """Of the A, the B and the C final."""
    open_minimum: str = "0.25"


NO_CARRY_FORWARD = FinalsRule("6.4.6", Fraction(2), ("1.00", "0.50", "0.25"))
CARRY_FORWARD = FinalsRule("6.4.7", Fraction(5, 2), ("1.50", "0.75", "0.50"))


def played_through(event: TournamentEvent) -> Result:
    """6.4.5: the top third of each session, and the top half of the overall ranking."""
    problems = list(play_through_problems(event))
    require_allowed(event, problems, championship=False)
    whole = WholeField("", event.overall, event.contest)
    reason = no_award_reason(event, whole, event.boards)
    if reason:
        return Result(event, TITLE, tuple(pay_nobody(event.overall, reason, GREEN, "overall")), tuple(remarks(event)))
    awards: list[Award] = []
    for index, session in enumerate(event.sessions, 1):
        for field in fields(session.lists, event.contest):
            name = session.name or f"session {index}"
            awards += session_awards(field, SESSION_SHARE, "6.4.5", boards=session.boards, name=name)
    tables = fact(whole.full_tables, clause("6.4.5"), "full tables")
    least = minimum(OVERALL_MINIMUM, "6.4.5")
    top = top_award(tables, OVERALL_PLUS, "6.4.5")
    for ranking in event.overall:
        places = share_of_field(WholeField("", (ranking,), event.contest).contestants, OVERALL_SHARE, "6.4.5")
        ladder = standard_ladder(top, least, places)
        awards += pay_green(
            ranking, ladder, unpaid="6.4.5", boards=event.boards, kind="overall", minimum=least, name="overall"
        )
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(event)))


def play_through_problems(event: TournamentEvent) -> Iterator[Problem]:
    if event.contest != "pairs":
        fix = "tell Swiss teams as matches, multiple teams as finals"
        yield problem("contest", event.contest, "sessions with an overall ranking are for pairs", fix, "6.4.5")
    if len(event.sessions) != SESSIONS:
        message = "multiple pairs played through have two sessions"
        yield problem("sessions", len(event.sessions), message, "give both sessions with their rankings", "6.4.5")
    if event.plate:
        message = "all play through: there is no plate"
        yield problem("plate", len(event.plate), message, "tell an event with finals as finals", "6.4.5")
    if len(event.overall) != 1:
        yield problem("overall", len(event.overall), "there is one overall ranking", "give one list", "6.4.5")


def session_awards(field: Field, share: Fraction, number: str, *, boards: int, name: str) -> list[Award]:
    """A session's ranking: from 1.00 down to 0.25 over its share of the field."""
    least = minimum(SESSION_MINIMUM, number)
    top = fact(SESSION_TOP, clause(number), "top award of a session")
    awards: list[Award] = []
    for ranking in field.lists:
        contestants = Field(field.section, (ranking,), field.contest).contestants
        ladder = standard_ladder(top, least, share_of_field(contestants, share, number))
        awards += pay_green(ranking, ladder, unpaid=number, boards=boards, kind="session", minimum=least, name=name)
    return awards


def finals(event: FinalsEvent) -> Result:
    """6.4.6, 6.4.7: a qualifying round, then finals A, B, C and the open pairs."""
    rule = CARRY_FORWARD if event.carry_forward else NO_CARRY_FORWARD
    problems = list(section_problems(event, rule.number, most=("A", "B", "C")))
    require_allowed(event, problems, championship=False)
    told = finals_of(event)
    reason = no_award_reason(event, told.original, event.boards)
    if reason:
        lists = [ranking for part in event.parts for ranking in part.lists]
        return Result(event, TITLE, tuple(pay_nobody(lists, reason, GREEN)), tuple(remarks(event)))
    tables = fact(told.original.full_tables, clause(rule.number), "full tables in the original entry")
    awards = qualifying_awards(event, rule)
    top = top_award(tables, rule.plus, rule.number)
    for order, (name, part, pairs) in enumerate(told.finals):
        top = top if order == 0 else half(top, rule.number, quarter=order > 1)
        least = minimum(rule.minima[order], rule.number)
        ladder = standard_ladder(top, least, all_of(pairs, rule.number))
        awards += section_awards(event, part.lists, ladder, least, rule, f"{name} final")
    with_c = len(told.finals) == len(rule.minima)
    best = (
        half(top, rule.number, quarter=True, reading="E28")
        if with_c
        else fact(OPEN_TOP, clause(rule.number), "top award of the open pairs")
    )
    least = minimum(rule.open_minimum, rule.number)
    ladder = standard_ladder(best, least, share_of_field(told.open_size, OPEN_SHARE, rule.number))
    awards += section_awards(event, told.open_part.lists, ladder, least, rule, "open pairs")
    notes = (*held_remarks(event, awards), *remarks(event), remark(rule.number, "Green Points alone, no Local ones"))
    return Result(event, TITLE, tuple(awards), notes)


def qualifying_awards(event: FinalsEvent, rule: FinalsRule) -> list[Award]:
    """6.4.6(a): the top half of the qualifying round; 6.4.7(a): nothing, for its score is carried forward."""
    if rule is CARRY_FORWARD:
        message = "no awards for a qualifying round whose score is carried forward"
        return pay_nobody(event.qualifying, nothing(clause(rule.number), message), GREEN, "session")
    return [
        one
        for field in fields(event.qualifying, event.contest)
        for one in session_awards(field, QUALIFYING_SHARE, rule.number, boards=0, name="qualifying")
    ]


def section_awards(
    event: FinalsEvent, lists: tuple[RankingList, ...], ladder: Ladder, least: Step, rule: FinalsRule, name: str
) -> list[Award]:
    return [
        one
        for ranking in lists
        for one in pay_green(
            ranking, ladder, unpaid=rule.number, boards=event.boards, kind="overall", minimum=least, name=name
        )
    ]


def half(top: Step, number: str, *, quarter: bool, reading: str = "") -> Step:
    """Half of the top award of the section above, to a quarter for the C final and below it."""
    step = derive(
        partial(part_of, 1, 2), top, clause=clause(number), message="half of the top award of the section above"
    )
    if not quarter or up_to_quarter(step.value) == step.value:
        return step
    return derive(_to_quarter, step, clause=clause(number), message="rounded up to a multiple of 0.25", reading=reading)


def _to_quarter(value: Exact) -> Exact:
    return tidy(up_to_quarter(value))
