"""1.2.5 and 5.1.2, Simultaneous pairs: the overall ranking over all clubs; heats are sessions of their clubs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, RankingList, SimultaneousEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for, part_of
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_whole
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.local.basic import SCALE_CLAUSES, basic_rule, column_of, full_tables, minimum_award
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    BLUE,
    LOCAL,
    MINIMUM_AWARD,
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
    to_players,
)
from masterpoint.schemes.families.british import scale_ladder
from masterpoint.schemes.families.fields import Field, fields, with_standing, without_standing

THIRD = Fraction(1, 3)  # 5.1.2
BLUE_PART, LOCAL_PART = (1, 4), (3, 4)  # 5.1.2


def award(event: SimultaneousEvent) -> Result:
    """1.2.5: the overall result; the EBU's own is divided between Blue and Local Points (5.1.2)."""
    require_ranking_without_handicap(event)
    problems = list(who_may_problems(event))
    if problems:
        raise Refused(problems)
    told = replace(event, lists=tuple(affiliated_only(ranking) for ranking in event.lists))
    status = status_of(told)
    awards: list[Award] = []
    for field in fields(told.lists, event.contest):
        reason = no_award_reason(event, field, event.boards)
        awards += pay_nobody(field.lists, reason, LOCAL) if reason else pay_field(event, field, status)
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(event)))


def who_may_problems(event: SimultaneousEvent) -> Iterator[Problem]:
    """1.2.5: pairs alone; beyond a county's own clubs only by licence."""
    facts: Facts = facts_from(event, Facts)
    level = event.organiser.level
    if event.contest != "pairs":
        yield problem("contest", event.contest, "simultaneous events are for pairs", "enter pairs", "1.2.5")
    outside = any(entry.outside for ranking in event.lists for entry in ranking.entries)
    if level == "county" and outside and not facts.licence:
        message = "a county's simultaneous pairs are for its affiliated clubs"
        fix = "leave the others out, or give the licence of a charity event that lets them in"
        yield problem("facts.licence", "", message, fix, "1.2.5")


def affiliated_only(ranking: RankingList) -> RankingList:
    """1.2.5: the awards go by the numbers at affiliated clubs; the others play without standing."""
    if not any(entry.outside for entry in ranking.entries):
        return ranking
    entries: tuple[Entry, ...] = tuple(
        replace(entry, standing="none") if entry.outside else entry for entry in ranking.entries
    )
    return replace(ranking, entries=entries)


def pay_field(event: SimultaneousEvent, field: Field, status: Step) -> list[Award]:
    """One field over all clubs: the basic scale to the top of the field."""
    ladder, minimum = overall_ladder(event, field, status), minimum_award(status)
    if event.organiser.level == "national":
        return [award for ranking in field.lists for award in divided(event, ranking, ladder, minimum)]
    return [
        award
        for ranking in field.lists
        for award in pay_list(
            ranking,
            ladder,
            colour=colour_of(event),
            minimum=minimum,
            unpaid="4.1.2",
            kind="overall",
            boards=event.boards,
        )
    ]


def overall_ladder(event: SimultaneousEvent, field: Field, status: Step) -> Ladder:
    """4.4.9, 5.1.2: the basic scale with its growing limit; the EBU's own pays the top third whatever the length."""
    rule = basic_rule(column_of(field), event.boards, False)
    clauses = SCALE_CLAUSES
    if event.organiser.level == "national":
        rule, clauses = replace(rule, share=THIRD), replace(SCALE_CLAUSES, share=clause("5.1.2"))
    tables = full_tables(field)
    counted = fact(tables.value, clause("1.2.5"), "full tables at affiliated clubs")
    ladder = scale_ladder(rule, counted, status, clauses=clauses, minimum=MINIMUM_AWARD)
    if event.organiser.level != "national":
        return ladder
    return [
        derive(_exactly, step, clause=clause("5.1.2"), message="the basic scale of a national event", reading="E58")
        for step in ladder
    ]


def divided(event: SimultaneousEvent, ranking: RankingList, ladder: Ladder, minimum: Step) -> list[Award]:
    """5.1.2: a quarter of each award in Blue Points, three quarters in Local ones."""
    awards: list[Award] = []
    paid: dict[Finish, Step] = {}
    for entry, finish in with_standing(ranking):
        if finish not in paid:
            paid[finish] = award_for(
                finish,
                ladder,
                unpaid=clause("5.1.2"),
                tie=clause("3.5.1"),
                rounding=_exactly,
                rounded=clause("3.4.1"),
                floor=minimum,
            )
        for colour, step in parts(paid[finish]):
            awards += to_players(entry, step, colour=colour, kind="overall", boards=event.boards)
    if without_standing(ranking):
        out = fact(0, clause("1.2.5"), "not counted: played at a club that is not affiliated, or without standing")
        awards += [Award(entry, out, LOCAL, "overall") for entry in entries_of(ranking) if entry.standing != "full"]
    return awards


def _exactly(value: Exact) -> Exact:
    return value


def parts(step: Step) -> Iterator[tuple[str, Step]]:
    """Each part rounded up on its own."""
    if not step.value:
        yield LOCAL, step
        return
    quarter = derive(partial(part_of, *BLUE_PART), step, clause=clause("5.1.2"), message="25% of it in Blue Points")
    message = "rounded up, 100 Local = 1 Blue"
    yield BLUE, derive(_hundredths_up, quarter, clause=clause("5.4.1"), message=message, reading="A13")
    rest = derive(partial(part_of, *LOCAL_PART), step, clause=clause("5.1.2"), message="75% of it in Local Points")
    yield LOCAL, derive(up_to_whole, rest, clause=clause("3.4.1"), message="rounded up", reading="A13")


def _hundredths_up(value: Exact) -> Exact:
    whole = up_to_whole(value)
    assert isinstance(whole, int)
    return Fraction(whole, 100)


def remarks(event: SimultaneousEvent) -> Iterator[Remark]:
    yield remark("1.2.5", "each club's heat has its own awards besides, at Club status")
    if event.organiser.level == "county":
        yield remark("1.2.5", "one of two a county may hold in a year without a licence")
    if event.organiser.level == "national":
        yield remark("5.1.2", "a quarter Blue and three quarters Local, to the top third (reading E30)")
