"""What the English and Welsh scales have in common: a share of the field, equal steps, a limit that grows with
the square root of the tables, and a minimum. Each book brings its own scales and clause numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.events import SessionEvent
from masterpoint.core.exact import Exact, figure_text, rational, square_root, tidy
from masterpoint.core.mechanisms import (
    Ladder,
    constant_reductions,
    equal_steps,
    part_of,
    part_that_earns,
    product,
    raise_ladder,
    share_of,
    whole,
)
from masterpoint.core.sentences import Message, sentence
from masterpoint.core.tables import Band, band
from masterpoint.schemes.families.fields import Field

ONE_WINNER = {"teams": "teams", "pairs": "one-winner pairs", "individual": "individual"}
"""The column of a scale for a movement with one winner."""


def column_of(field: Field) -> str:
    """The column of a scale that serves this movement."""
    return "two-winner" if field.winners > 1 else ONE_WINNER[field.contest]


class ScaleRule(msgspec.Struct, frozen=True):
    """One column of a printed scale at Club status, as the rule that makes its cells."""

    clause: Clause
    name: str
    per_table: int
    """Contestants a table adds to each ranking list."""
    share: Fraction
    """The part of the field that is paid."""
    unit: Exact
    """What the last paid place receives, and what each place above it adds."""
    limit: Exact
    limit_tables: int
    """The tables at which the book says the limit is reached."""
    boards: int = 0
    """The boards that decide which part is paid; 0 where they do not."""


class ScaleClauses(msgspec.Struct, frozen=True):
    """The clauses that a scale rests on."""

    share: Clause
    step_down: Clause
    limit: Clause
    root: Clause
    minimum: Clause
    small_field: Clause
    maximum: Clause | None = None
    """The clause that sets a limit at all, where the book has a separate one."""


class BasicColumn(NamedTuple):
    """A column of a basic scale at Club status."""

    per_table: int
    """Contestants a table adds to each ranking list."""
    unit: int
    """What the last paid place receives, and what each place above it adds."""
    short_tables: int
    """Tables at which a short event reaches the limit."""
    long_tables: int
    """Tables at which a long event reaches the limit."""
    qualifying_tables: int
    """Tables at which a long stage that only qualifies reaches the limit."""


class BasicTables(msgspec.Struct, frozen=True):
    """The basic scale that a book prints at Club status, by boards and by column."""

    shares: tuple[Band[Fraction], ...]
    limits: tuple[Band[int], ...]
    columns: Mapping[str, BasicColumn]
    long_boards: int
    """Boards from which an event is long."""


def basic_rule(tables: BasicTables, column: str, boards: int, qualifying: bool, *, clause: Clause) -> ScaleRule:
    """The column of a basic scale for this many boards; `clause` is the printed scale."""
    share, limit = band(tables.shares, boards), band(tables.limits, boards)
    assert share is not None and limit is not None, "events of fewer boards earn nothing"
    printed = tables.columns[column]
    long_tables = printed.qualifying_tables if qualifying else printed.long_tables
    return ScaleRule(
        clause=clause,
        name=f"{clause.number}, {column}",
        per_table=printed.per_table,
        share=share.value,
        unit=printed.unit,
        limit=limit.value,
        limit_tables=printed.short_tables if boards < tables.long_boards else long_tables,
        boards=boards,
    )


def paid_places(rule: ScaleRule, tables: int) -> int:
    """How many places a list of this many tables pays."""
    return share_of(tables * rule.per_table, rule.share)


def scale_ladder(
    rule: ScaleRule,
    tables: Step,
    status: Step,
    *,
    clauses: ScaleClauses,
    minimum: Exact,
    contestants: int | None = None,
    limit: Step | None = None,
    enlargement: Step | None = None,
    reading: str = "A03",
) -> Ladder:
    """The awards of a scale, exact, best first.

    The scale is read at `tables`. `contestants` is how many can receive an award, where that may be fewer than the
    paid places. `limit` replaces the limit of the rule (three fifths of it for a qualifying stage). `enlargement` is
    the half as much again that long match events add to ranking awards and limit alike. `reading` is the reading
    under which the limit grows.
    """
    awards = derive(
        partial(_paid_count, rule),
        tables,
        clause=clauses.share,
        message=_part_paid(rule, tables),
    )
    scaling = (status,) if enlargement is None else (status, enlargement)
    unit = derive(
        partial(product, rule.unit),
        *scaling,
        clause=rule.clause,
        message=sentence("{unit} points a place at Club status ({name})", name=rule.name, unit=rule.unit),
    )
    ceiling = _ceiling(rule, tables, scaling, limit, clauses, reading)
    if unit.value * whole(awards.value) > ceiling.value:
        ladder = constant_reductions(ceiling, awards, clause=clauses.limit)
    else:
        ladder = equal_steps(unit, awards, clause=clauses.step_down)
    if contestants is not None and contestants < len(ladder):
        all_paid = fact(contestants, clauses.small_field, "fewer contestants than awards: all are paid")
        ladder = constant_reductions(ladder[0], all_paid, clause=clauses.small_field)
    lowest = derive(partial(product, minimum), status, clause=clauses.minimum, message="minimum award")
    return raise_ladder(ladder, lowest, clause=clauses.minimum, message="raised to the minimum award")


def _part_paid(rule: ScaleRule, tables: Step) -> Message:
    """`24 boards: a third of the field, 6 places, earn`."""
    part = part_earning(tables.value * rule.per_table, rule.share)
    return sentence("{boards} boards: {part}", boards=rule.boards, part=part) if rule.boards else part


def part_earning(contestants: Exact, share: Fraction) -> Message:
    """`a third of the field, 6 places, earn`."""
    return part_that_earns(share, contestants, share_of(whole(contestants), share))


def _paid_count(rule: ScaleRule, tables: Exact) -> Exact:
    return paid_places(rule, whole(tables))


def _ceiling(
    rule: ScaleRule,
    tables: Step,
    scaling: tuple[Step, ...],
    limit: Step | None,
    clauses: ScaleClauses,
    reading: str,
) -> Step:
    """The most the scale may pay: beyond its own tables, the limit grows with the square root of their number."""
    basis = limit or fact(rule.limit, clauses.limit, "theoretical maximum at Club status")
    maximum = derive(
        product, basis, *scaling, clause=clauses.maximum or clauses.limit, message="theoretical maximum award"
    )
    if tables.value <= rule.limit_tables:
        return maximum
    return derive(
        partial(_growing_limit, rule.limit_tables),
        maximum,
        tables,
        clause=clauses.root,
        message=sentence("maximum × √(tables ÷ {limit_tables})", limit_tables=rule.limit_tables),
        reading=reading,
    )


def _growing_limit(limit_tables: int, maximum: Exact, tables: Exact) -> Exact:
    return product(square_root(Fraction(whole(tables), limit_tables)), maximum)


def name_of_status(statuses: Mapping[str, Exact], value: Exact) -> str:
    """The name of a status, or its multiple of Club where it has none."""
    names = {multiple: status_title(name) for name, multiple in statuses.items()}
    return names.get(value, f"{figure_text(value)} × Club")


def status_title(status: str) -> str:
    """A status as a title: `2 x Regional`."""
    return status.title().replace(" X ", " x ")


def level_below(levels: Sequence[Exact], value: Exact) -> Exact:
    """One level below a status; the lowest has none below it."""
    return levels[max(0, levels.index(value) - 1)]


def as_far_between(levels: Sequence[Exact], value: Exact) -> Exact:
    """One level above a status between two levels: just as far between the next two."""
    lower_index = max(index for index, level in enumerate(levels) if level <= value)
    lower, upper, next_level = levels[lower_index : lower_index + 3]
    part = rational(value - lower) / rational(upper - lower)
    return tidy(upper + (next_level - upper) * part)


def fraction_of(numerator: int, denominator: int, step: Step, *, clause: Clause, message: Message) -> Step:
    """A fixed part of an earlier figure: half, three fifths, one third less."""
    return derive(partial(part_of, numerator, denominator), step, clause=clause, message=message)


def is_long_teams_event(event: SessionEvent, least_boards: int) -> bool:
    """A teams event long enough to earn an award for each match won."""
    return event.contest == "teams" and event.boards >= least_boards


def without_matches(boards: int, reading: str) -> Message:
    """What to say of a long teams event whose matches are not given."""
    template = (
        "a teams event of {boards} boards or more earns an award for each match won: give the matches of each entry; "
        "without them the ranking alone is paid, by the column for teams (reading {reading})"
    )
    return sentence(template, boards=boards, reading=reading)


def by_ranking_alone(status: Step, boards: int, *, clause: Clause, reading: str) -> Step:
    """The status of a long teams event whose matches are not given."""
    message = sentence("teams of {boards} boards without their matches: by the ranking alone", boards=boards)
    return derive(product, status, clause=clause, message=message, reading=reading)
