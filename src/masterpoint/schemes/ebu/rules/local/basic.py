"""4.1 and 4.4, the basic scales A to F with their limits: single sessions, and fields that play through.

A scale is kept as the rule that makes its cells; the tests compare every printed cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.events import AnyEvent, RankingList, SessionEvent
from masterpoint.core.mechanisms import Ladder, product
from masterpoint.core.places import Finish
from masterpoint.core.tables import Band
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause
from masterpoint.schemes.ebu.rules.organisations.organisers import higher, name_of, status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    MINIMUM_AWARD,
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families import british
from masterpoint.schemes.families.british import BasicTables, ScaleClauses, ScaleRule, fraction_of, scale_ladder
from masterpoint.schemes.families.fields import Field, fields

LONG, VERY_LONG = 36, 72
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
ONE_WINNER = {"teams": "teams", "pairs": "one-winner pairs", "individual": "individual"}
SCALE_CLAUSES = ScaleClauses(
    share=clause("4.1.2"),
    down=clause("4.1.5"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.2.4"),
    most=clause("4.4.1"),
)


def award(event: SessionEvent) -> Result:
    """4.1: what each entry of a basic or all-play-through event earns."""
    require_ranking_without_handicap(event)
    status = status_of(event)
    awards = pay_basic(
        event,
        event.lists,
        event.boards,
        status,
        colour_of(event),
        qualifying=event.stage == "qualifying",
        movement_boards=event.movement_boards,
    )
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *match_remarks(event)))


def pay_basic(
    event: AnyEvent,
    lists: Sequence[RankingList],
    boards: int,
    status: Step,
    colour: str,
    *,
    qualifying: bool = False,
    movement_boards: int | None = None,
) -> list[Award]:
    """Every field on the basic scale, or the reason why it earns nothing."""
    status = long_event(status, boards)
    awards: list[Award] = []
    for field in fields(lists, event.contest):
        reason = no_award_reason(event, field, boards, movement_boards)
        if reason:
            awards += pay_nobody(field.lists, reason, colour)
        else:
            awards += pay_field(field, boards, status, colour, qualifying=qualifying)
    return awards


def pay_field(field: Field, boards: int, status: Step, colour: str, *, qualifying: bool) -> list[Award]:
    """One field on the basic scale: each direction has the same awards (4.1.5)."""
    ladder, minimum, known = payout(column_of(field), boards, full_tables(field), status, qualifying, colour)
    awards: list[Award] = []
    for ranking in field.lists:
        awards += pay_list(ranking, ladder, colour=colour, minimum=minimum, unpaid="4.1.2", boards=boards, known=known)
    return awards


@lru_cache(maxsize=1024)
def payout(
    column: str, boards: int, tables: Step, status: Step, qualifying: bool, colour: str
) -> tuple[Ladder, Step, dict[Finish, Step]]:
    """The ladder of a list, the minimum for its ties, and the figures worked out so far; most sessions are alike."""
    return basic_ladder(column, boards, tables, status, qualifying=qualifying), minimum_award(status), {}


def match_remarks(event: SessionEvent) -> list[Remark]:
    """4.5.1: a teams event of 36 boards or more attracts match awards, which a list of places cannot tell."""
    if event.contest != "teams" or event.boards < LONG:
        return []
    message = 'a teams event of 36 boards or more earns an award for each match won: write it as `form = "matches"`'
    return [Remark(clause("4.5.1"), message)]


def long_event(status: Step, boards: int) -> Step:
    """4.1.7: 72 boards or more raise the status by one level."""
    return higher(status, "4.1.7", f"{boards} boards") if boards >= VERY_LONG else status


def full_tables(field: Field) -> Step:
    """4.1.3: half tables are ignored; where the directions differ by more, all contestants are counted together."""
    reading = "E70" if max(field.counted) - min(field.counted) > 1 else ""
    message = "full teams" if field.contest == "teams" else "full tables"
    return fact(field.full_tables, clause("4.1.3"), message, reading=reading)


def minimum_award(status: Step) -> Step:
    """3.5.1: six points at Club status."""
    return derive(partial(product, MINIMUM_AWARD), status, clause=clause("3.5.1"), message="minimum award for a tie")


def column_of(field: Field) -> str:
    """4.1.4: the column of the scale that serves this movement."""
    return "two-winner" if field.winners > 1 else ONE_WINNER[field.contest]


def basic_ladder(column: str, boards: int, tables: Step, status: Step, *, qualifying: bool = False) -> Ladder:
    """Scales A to F: the awards of one list."""
    rule = basic_rule(column, boards, qualifying)
    scale = derive(product, status, clause=clause("4.1.1"), message=f"the scale for {name_of(status)} status")
    contestants = "1 contestant" if rule.per_table == 1 else f"{rule.per_table} contestants"
    entered = derive(
        product, tables, clause=clause("4.1.4"), message=f"read in the column for {column}, {contestants} a table"
    )
    return scale_ladder(
        rule,
        entered,
        scale,
        clauses=SCALE_CLAUSES,
        minimum=MINIMUM_AWARD,
        limit=basic_limit(rule, boards, qualifying),
        reading="A04" if qualifying and boards >= LONG else "A03",
    )


@cache
def basic_rule(column: str, boards: int, qualifying: bool) -> ScaleRule:
    """The column of the basic scale for this many boards."""
    scale = clause("Scale F" if column == "individual" else "Scale A-E")
    return british.basic_rule(BASIC, column, boards, qualifying, clause=scale)


def basic_limit(rule: ScaleRule, boards: int, qualifying: bool) -> Step:
    """4.4.2, 4.4.6: 75, 100 or 300 at Club status; 4.2.1: three fifths of 300 for a stage that only qualifies."""
    limit = fact(rule.limit, clause("4.4.6" if boards >= LONG else "4.4.2"), "theoretical maximum at Club status")
    if not qualifying or boards < LONG:
        return limit
    return fraction_of(3, 5, limit, clause=clause("4.2.1"), message="three fifths of it for a qualifying stage")
