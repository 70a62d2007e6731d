"""4.12.4, 4.12.6 to 4.12.8 with Scales S and QS: the awards of one category's list."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import msgspec

from masterpoint.core.derivation import Step, derive, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import StratifiedEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, equal_steps, part_of, product, share_of, whole
from masterpoint.core.tables import band
from masterpoint.schemes.ebu.rules.handbook import clause, problem
from masterpoint.schemes.ebu.rules.local.basic import BASIC, LONG, VERY_LONG
from masterpoint.schemes.ebu.rules.organisations.organisers import STATUS

LEAST = {"A": 5, "B": 4, "C": 3, "D": 2}  # 4.12.8 v, Scale S note 3, Scale QS note 3
NAMED_STATUS = (STATUS["club"], STATUS["district"], STATUS["county"])  # Scale S note 5
ONE_WINNER, ONE_LIST_A_DIRECTION = "one-winner pairs", "teams and two-winner pairs"


class StratumRule(msgspec.Struct, frozen=True):
    """One half of Scale S or QS: what a place earns in each category, and where the printed limit is reached."""

    scale: str
    name: str
    per_table: int
    units: dict[str, int]
    limit_tables: int
    long_limit_tables: int


SCALE_S = {
    ONE_WINNER: StratumRule("Scale S", ONE_WINNER, 2, {"A": 5, "B": 4, "C": 3, "D": 2}, 25, 50),
    ONE_LIST_A_DIRECTION: StratumRule("Scale S", ONE_LIST_A_DIRECTION, 1, {"A": 9, "B": 7, "C": 5, "D": 3}, 30, 60),
}
SCALE_QS = {
    ONE_WINNER: StratumRule("Scale QS", ONE_WINNER, 2, {"A": 10, "B": 8, "C": 6, "D": 4}, 55, 55),
    ONE_LIST_A_DIRECTION: StratumRule("Scale QS", ONE_LIST_A_DIRECTION, 1, {"A": 15, "B": 12, "C": 9, "D": 6}, 65, 65),
}
QS_SHARE = Fraction(1, 4)  # 4.12.7


def stratum_tables(rule: StratumRule, category: str, contestants: int, winners: int) -> Step:
    """4.12.6, 4.12.8 ii: full tables of a category; with two winners, those of the smaller direction."""
    message = f"contestants in the list of category {category}"
    number = "4.12.6" if winners > 1 else "4.12.3"
    count = fact(contestants, clause(number), f"{message}, the smaller direction" if winners > 1 else message)
    if rule.per_table == 1:
        return count
    return derive(partial(_full_tables, rule.per_table), count, clause=clause("4.12.8"), message="full tables of these")


def _full_tables(per_table: int, contestants: Exact) -> Exact:
    return whole(contestants) // per_table


def require_within_limit(event: StratifiedEvent, rule: StratumRule, category: str, tables: Step) -> None:
    """4.12.8 iii: beyond its limit a category needs a maximum in points, which no clause prints (reading A15)."""
    limit = rule.long_limit_tables if event.boards >= LONG else rule.limit_tables
    if tables.value > limit:
        raise Refused(
            problem(
                "lists",
                f"{tables.value} tables in category {category}",
                f"{rule.scale} reaches its limit at {limit} tables of {rule.name}, "
                "and the book does not print the limit of a category in points (reading A15)",
                "ask the EBU for the scale, or rate the event without categories",
                "4.12.8",
            )
        )


def stratum_ladder(event: StratifiedEvent, rule: StratumRule, category: str, tables: Step, status: Step) -> Ladder:
    """Scales S and QS: so many awards, and so much a place."""
    share = QS_SHARE if event.match_won else share_by_boards(event.boards)
    awards = derive(
        partial(_paid, rule.per_table, share),
        tables,
        clause=clause("4.12.7" if event.match_won else "4.12.4"),
        message=f"number of awards in category {category}: {share} of the list",
    )
    unit = derive(
        partial(product, rule.units[category]),
        status,
        clause=clause(rule.scale),
        message=f"{rule.scale}, {rule.name}: {rule.units[category]} a place in category {category} at Club status",
        reading="" if status.value in NAMED_STATUS else "E52",
    )
    if event.match_won and event.boards >= VERY_LONG:
        unit = derive(partial(part_of, 3, 2), unit, clause=clause("4.5.3"), message="half as much again from 72 boards")
    return equal_steps(unit, awards, clause=clause("4.12.4"))


def share_by_boards(boards: int) -> Fraction:
    found = band(BASIC.shares, boards)
    assert found is not None, "no_award_reason has refused fewer than 12 boards"
    return found.holds


def _paid(per_table: int, share: Fraction, tables: Exact) -> Exact:
    return share_of(whole(tables) * per_table, share)


def least_award(category: str, status: Step) -> Step:
    """4.12.8 v: the lowest award of the one-winner scale in the category."""
    message = f"minimum award in category {category}"
    return derive(partial(product, LEAST[category]), status, clause=clause("4.12.8"), message=message)
