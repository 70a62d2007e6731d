"""Ladder events of the English and Welsh books: a bonus on the ranking of a series of regular games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.events import Contest, LadderEvent
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import Ladder, equal_steps, product
from masterpoint.core.rounding import down_to_whole
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import Scale
from masterpoint.core.traversal import all_entries
from masterpoint.schemes.families.contradictions import Contradiction

UNITS = {"teams": "teams", "pairs": "pairs", "individual": "individuals"}


class LadderTable(msgspec.Struct, frozen=True):
    """The printed table at Club status: the number of awards by average tables, and the step between them."""

    clause: Clause
    status: Clause
    average: Clause
    numbers: Mapping[str, Sequence[tuple[int, str | int]]]
    """For each unit, rows of the fewest tables and the number of awards."""
    units: Mapping[str, Exact]


def ranked_unit(event: LadderEvent) -> Contest:
    """What the ladder ranks: by default what its games rank."""
    return event.unit or event.contest


def wrong_unit(event: LadderEvent, units: Mapping[Contest, Sequence[Contest]]) -> Iterator[Contradiction]:
    """A ladder that ranks what its games cannot rank."""
    unit, possible_units = ranked_unit(event), units[event.contest]
    if unit not in possible_units:
        message, fix = f"a series of {event.contest} games cannot rank {unit}", f"rank {' or '.join(possible_units)}"
        yield "unit", unit, message, fix


def too_few_games(event: LadderEvent) -> Iterator[Contradiction]:
    """More results than there were games."""
    message = f"only {event.games} games were available"
    if event.games < event.counted:
        yield "counted", event.counted, message, "give all games of the series under `games`"
    for path, entry in all_entries(event):
        if (entry.sessions or 0) > event.games:
            yield f"{path}.sessions", entry.sessions, message, "give the games this contestant played"


def full_on_average(table: LadderTable, tables: Decimal) -> Step:
    """Whole tables of the average attendance."""
    average = fact(exact(tables), table.average, "tables a game on average")
    if isinstance(average.value, int):
        return average
    return derive(down_to_whole, average, clause=table.average, message="full tables on average", reading="A17")


def ladder_awards(table: LadderTable, unit: Contest, tables: Step, status: Step) -> Ladder:
    """As many awards as the table gives: one unit for the last, and one unit more for each place above it."""
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
