"""4.1 and 4.4, the basic scales A to F with their limits: single sessions, and fields that play through.

A scale is kept as the rule that makes its cells; the tests compare every printed cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, RankingList, SessionEvent
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.tables import Band
from masterpoint.schemes.families import british
from masterpoint.schemes.families.british import BasicTables, ScaleClauses, ScaleRule, fraction_of, scale_ladder
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import TITLE, clause, problem, refuse
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    MINIMUM_AWARD,
    as_it_is,
    no_award_reason,
    require_acceptable,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import membership_remarks, national_remarks, pay_list, pay_nobody
from masterpoint.schemes.wbu.rules.principles.status import STATUS, higher

SHORT, LONG, VERY_LONG = 18, 36, 72
BASIC = BasicTables(
    shares=(  # 4.1.2: the part of the field that is paid
        Band(12, 17, Fraction(1, 4)),
        Band(18, 35, Fraction(1, 3)),
        Band(36, None, Fraction(1, 2)),
    ),
    limits=(Band(12, 17, 75), Band(18, 35, 100), Band(36, None, 300)),  # 4.4.2, 4.4.6
    columns={  # 4.1.4
        "teams": (1, 10, 30, 60),
        "two-winner": (1, 10, 30, 60),
        "one-winner pairs": (2, 6, 25, 50),
        "individual": (4, 3, 25, 50),
    },
    long=LONG,
    qualifying={"teams": 36, "two-winner": 36, "one-winner pairs": 30, "individual": 30},  # 4.4.6
)
LEAST_MATCH = 6  # 4.5.1
SCALE_CLAUSES = ScaleClauses(
    share=clause("4.1.2"),
    down=clause("4.1.5"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.2.4"),
)


def award(event: SessionEvent) -> Result:
    """4.1: what each entry of a basic or all-play-through event earns."""
    require_acceptable(event)
    refuse(not_played_through(event))
    level = long_event(status_of(event), event.boards)
    awards = pay_basic(event, event.lists, event.boards, level, qualifying=event.stage == "qualifying")
    return result_of(event, awards, (*match_award_remarks(event), *section_remarks(event)))


def not_played_through(event: SessionEvent) -> Iterator[Problem]:
    """2.7.1: the same competitors play in all sessions."""
    for index, ranking in enumerate(event.lists):
        for number, entry in enumerate(ranking.entries):
            if entry.sessions is not None and entry.sessions != event.sessions:
                path = f"lists[{index}].entries[{number}].sessions"
                message = f"everybody plays in all {event.sessions} sessions of such an event"
                fix = "enter each session by itself, and the series as a ladder if it counts six results (2.7.3)"
                yield problem("2.7.1", path, entry.sessions, message, fix)


def section_remarks(event: SessionEvent) -> Iterator[Remark]:
    """2.8: sections listed apart are paid apart."""
    if facts_from(event, Facts).sections_scored_as_one:
        yield Remark(clause("2.8.1"), "the sections are one field: same boards, match-pointed over all of them")
    elif len(fields(event.lists, event.contest)) > 1:
        apart = event.contest == "teams" or event.scoring not in ("matchpoints", "percentage")
        more = "" if apart else "; give one list if they played the same boards and were match-pointed together"
        yield Remark(clause("2.8.2" if apart else "2.8.1"), f"each section is paid by itself{more}")


def match_award_remarks(event: SessionEvent) -> list[Remark]:
    """4.5.1: long events of matches earn an award for each match won instead."""
    met = facts_from(event, Facts).boards_per_round or 0
    if event.boards < LONG or (event.contest != "teams" and met < LEAST_MATCH):
        return []
    message = (
        "an event of 36 boards or more in matches earns an award for each match won: give the matches, if there were"
    )
    return [Remark(clause("4.5.1"), message)]


def result_of(event: AnyEvent, awards: Sequence[Award], remarks: Sequence[Remark] = ()) -> Result:
    """The awards with what should be said beside them."""
    said = (*remarks, *restriction_remarks(event), *membership_remarks(event, awards), *national_remarks(event))
    return Result(event, TITLE, tuple(awards), said)


def restriction_remarks(event: AnyEvent) -> Iterator[Remark]:
    """4.10.2 and 4.10.3: no special provision for restricted entries and for champions who play off."""
    facts: Facts = facts_from(event, Facts)
    if facts.restricted_to:
        message = f"restricted to {facts.restricted_to}: treated as any other event of the organising body"
        yield Remark(clause("4.10.2"), message)
    if facts.kind == "inter-organisation":
        message = "champions of several bodies: an ordinary event of the organising body, by the entry on the day"
        yield Remark(clause("4.10.3"), message)


def pay_basic(
    event: AnyEvent, lists: Sequence[RankingList], boards: int, level: Step, *, qualifying: bool = False
) -> list[Award]:
    """Each field of an event on the basic scale, on its own (2.8)."""
    awards: list[Award] = []
    for field in fields(lists, event.contest):
        reason = no_award_reason(event, field, boards)
        awards += pay_nobody(field.lists, reason) if reason else pay_field(field, boards, level, qualifying)
    return awards


def pay_field(field: Field, boards: int, level: Step, qualifying: bool = False) -> list[Award]:
    """One field on the basic scale: each direction has the same awards (4.1.5)."""
    column = column_of(field)
    ladder = basic_ladder(column, boards, full_tables(field), level, qualifying=qualifying)
    minimum = tie_minimum(column, level)
    return [
        award
        for ranking in field.lists
        for award in pay_list(ranking, ladder, minimum=minimum, unpaid="4.1.2", boards=boards)
    ]


def long_event(level: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level."""
    return higher(level, "4.1.7", f"{boards} boards") if boards >= VERY_LONG else level


def full_tables(field: Field) -> Step:
    """4.1.3: half tables are ignored."""
    return fact(field.full_tables, clause("4.1.3"), "full teams" if field.contest == "teams" else "full tables")


def column_of(field: Field) -> str:
    """4.1.4: the column of the scale that serves this movement."""
    if field.winners > 1 and field.contest != "teams":
        return "two-winner"
    return {"teams": "teams", "pairs": "one-winner pairs", "individual": "individual"}[field.contest]


def basic_ladder(column: str, boards: int, tables: Step, level: Step, *, qualifying: bool = False) -> Ladder:
    """Scales A to F: the awards of one list."""
    rule = basic_rule(column, boards, qualifying)
    number, reading = "4.4.6" if boards >= LONG else "4.4.2", limit_reading(column, boards, whole(tables.value))
    most = fact(rule.limit, clause(number), "theoretical maximum at Club status", reading=reading)
    return scale_ladder(
        rule,
        derive(as_it_is, tables, clause=clause("4.1.4"), message=f"read in the column for {column}"),
        derive(
            as_it_is, level, clause=clause("4.1.1"), message=f"{scale_name(column, level)}, as a multiple of Scale A"
        ),
        clauses=SCALE_CLAUSES,
        minimum=MINIMUM_AWARD,
        limit=qualifying_limit(most) if qualifying and boards >= LONG else most,
    )


def limit_reading(column: str, boards: int, tables: int) -> str:
    """Where the printed column, or the table number of 4.4.2, speaks against the limit in points."""
    printed = range(25, 29) if boards < SHORT else range(25, 31) if boards < LONG else range(0)
    if column == "one-winner pairs" and tables in printed:
        return "W51"
    return "W52" if column in ("teams", "two-winner") and boards < SHORT and tables in (29, 30) else ""


def scale_name(column: str, level: Step) -> str:
    """4.1.1: the printed scale, where there is one for this status."""
    if column == "individual":
        return "Scale F"
    letters = dict(zip(STATUS.values(), "ABCDE", strict=False))
    return f"Scale {letters[level.value]}" if level.value in letters else "a scale of its own"


@cache
def basic_rule(column: str, boards: int, qualifying: bool) -> ScaleRule:
    """The column of the basic scale for this many boards."""
    scale = clause("Scale F" if column == "individual" else "Scale A-E")
    return british.basic_rule(BASIC, column, boards, qualifying, clause=scale)


def qualifying_limit(whole: Step) -> Step:
    """4.2.1, 4.4.6: three fifths of the limit for a stage that only qualifies."""
    return fraction_of(3, 5, whole, clause=clause("4.2.1"), message="three fifths of it for a qualifying stage")
