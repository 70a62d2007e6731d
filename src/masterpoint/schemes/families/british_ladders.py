"""Ladder events of the English and Welsh books: a bonus on the ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.events import Contest
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import Ladder, equal_steps, product
from masterpoint.core.rounding import down_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Scale

UNITS = {"teams": "teams", "pairs": "pairs", "individual": "individuals"}


class LadderTable(msgspec.Struct, frozen=True):
    """The printed table at Club status: by average tables so many awards, each so much above the next."""

    clause: Clause
    status: Clause
    average: Clause
    numbers: Mapping[str, Sequence[tuple[int, str | int]]]
    """Unit: (from so many tables, awards)."""
    units: Mapping[str, Exact]


def full_on_average(table: LadderTable, tables: Decimal) -> Step:
    """Whole tables of the average attendance."""
    average = fact(exact(tables), table.average, "tables a game on average")
    if isinstance(average.value, int):
        return average
    return derive(down_to_whole, average, clause=table.average, message="full tables on average", reading="A17")


def ladder_awards(table: LadderTable, unit: Contest, tables: Step, status: Step) -> Ladder:
    """So many awards, the last of them one unit, each above it one more."""
    number = Scale(table.clause, sentence("number of awards for {unit}", unit=UNITS[unit]), table.numbers[unit]).at(
        tables
    )
    unit_step = derive(
        partial(product, table.units[unit]),
        status,
        clause=table.status,
        message=sentence("{units} points a place at Club status", units=table.units[unit]),
    )
    return equal_steps(unit_step, number, clause=table.clause)
