"""Finals and consolations of the English and Welsh books: quali-final scales, the moves of the status, C + N/3.

Each book brings its scales, its clauses and its own way of moving a status up or down a level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import Any, NamedTuple

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import Ladder, with_reason
from masterpoint.core.rounding import down_to_whole
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.families.british import ScaleClauses, ScaleRule, fraction_of, scale_ladder
from masterpoint.schemes.families.fields import Field, fields

Move = Callable[[Step, str, Any], Step]
"""One level up or down: the status, the number of the clause that asks for it, and a message that says why."""
SHORT, LONG = 17, 36
"""The most boards of a final that loses a level, and the fewest of one that gains a level."""


class QualiScaleColumn(NamedTuple):
    """A column of a quali-final scale at Club status."""

    per_table: int
    """Contestants a table adds to each ranking list."""
    unit: Exact
    """What the last paid place receives, and what each place above it adds."""
    final_tables: int
    """Tables of the original entry at which the final reaches the limit."""
    lesser_tables: int
    """The same for a stage before the final, or for a consolation."""


class QualiScale(msgspec.Struct, frozen=True):
    """A printed quali-final scale at Club status."""

    clause: Clause
    name: str
    share: Fraction
    """The part of the original entry that is paid."""
    limit: Exact
    columns: Mapping[str, QualiScaleColumn]
    lesser: Fraction = Fraction(3, 5)
    """A stage before the final, a consolation, a third final: each has this part of the limit above it."""


class StageClauses(msgspec.Struct, frozen=True):
    """The clauses that change the status of a final."""

    long_final: Clause
    stages: Clause
    short_final: Clause


class ConsolationClauses(msgspec.Struct, frozen=True):
    """The clauses that say how a consolation is measured."""

    conditions: Clause
    entry: Clause


def quali_rule(scale: QualiScale, column: str, tier: int) -> ScaleRule:
    """A column of a quali-final scale; tier 1 is the final, 2 a lesser stage or consolation, 3 a third final …"""
    printed = scale.columns[column]
    if tier <= 2:
        limit_tables = printed.final_tables if tier == 1 else printed.lesser_tables
    else:
        limit = rational(scale.limit) * scale.lesser ** (tier - 1)
        limit_tables = ceil(limit / rational(printed.unit * scale.share * printed.per_table))
    return ScaleRule(scale.clause, scale.name, printed.per_table, scale.share, printed.unit, scale.limit, limit_tables)


def tier_limit(scale: QualiScale, tier: int, *, clause: Clause, lesser: Clause) -> Step:
    """The theoretical maximum at Club status: three fifths, say, for each tier below the premier final."""
    limit = fact(scale.limit, clause, "theoretical maximum at Club status")
    message = sentence("{part} of it below the premier final", part=part_in_words(scale.lesser))
    for _ in range(tier - 1):
        limit = fraction_of(*scale.lesser.as_integer_ratio(), limit, clause=lesser, message=message)
    return limit


def quali_ladder(
    scale: QualiScale,
    column: str,
    original: Step,
    status: Step,
    *,
    clauses: ScaleClauses,
    minimum: Exact,
    limit: Step,
    tier: int = 1,
    contestants: int | None = None,
    enlargement: Step | None = None,
) -> Ladder:
    """The awards of a final, or of an event with match awards; the scale is read at the original tables."""
    return scale_ladder(
        quali_rule(scale, column, tier),
        original,
        status,
        clauses=clauses,
        minimum=minimum,
        contestants=contestants,
        limit=limit,
        enlargement=enlargement,
        reading="A03" if tier == 1 else "A04",
    )


def stage_status(
    status: Step,
    *,
    boards: int,
    stages_before: int,
    half_or_less: bool,
    last: bool,
    raise_level: Move,
    lower_level: Move,
    clauses: StageClauses,
    short_boards: int = SHORT,
    long_boards: int = LONG,
) -> Step:
    """The status of a final or later stage: a level up if long or after several stages, a level down if short.

    The two reasons to rise never add up; after several stages a short final stays where it was.
    """
    after_stages = last and stages_before > 1 and half_or_less
    if boards <= short_boards:
        if after_stages:
            return derive(
                with_reason,
                status,
                clause=clauses.short_final,
                message="one level down for a short final and one up after several stages: they cancel out",
            )
        return lower_level(
            status,
            clauses.short_final.number,
            sentence("a final or later stage of only {boards} boards", boards=boards),
        )
    if boards >= long_boards:
        return raise_level(
            status, clauses.long_final.number, sentence("a final or later stage of {boards} boards", boards=boards)
        )
    if after_stages:
        reason = sentence("a final after {stages} qualifying stages", stages=stages_before)
        return raise_level(status, clauses.stages.number, reason)
    return status


def shared_entries(entry: Step, stage: Sequence[Field], *, clause: Clause, reading: str = "") -> list[Step]:
    """What the scale is entered with for each section of a stage: they share the entry in proportion to their size."""
    if len(stage) == 1:
        return [entry]
    tables = tables_of(stage)
    return [pro_rata_entry(entry, field.tables, tables, clause=clause, reading=reading) for field in stage]


def pro_rata_entry(original: Step, part: Fraction, whole: Fraction, *, clause: Clause, reading: str = "") -> Step:
    """The share of the original entry that belongs to one of several sections, in full tables."""
    share = derive(
        partial(_share, part, whole),
        original,
        clause=clause,
        message=sentence(
            "the part of the original entry that belongs to a section with {share} of the tables",
            share=f"{part}/{whole}",
        ),
        reading=reading,
    )
    return full_tables_of(share, clause=clause)


def _share(part: Fraction, whole: Fraction, original: Exact) -> Exact:
    return tidy(original * part / whole) if whole else 0


def full_tables_of(tables: Step, *, clause: Clause) -> Step:
    """Only full tables count."""
    if isinstance(tables.value, int):
        return tables
    return derive(down_to_whole, tables, clause=clause, message="full tables only")


class ConsolationSize(msgspec.Struct, frozen=True):
    """How large a consolation counts as: the tables its scale is read at, or the conditions it fails."""

    entry: Step
    failures: tuple[str, ...]


def consolation_size(
    *,
    original: Fraction,
    tables_above: Fraction,
    premier: Fraction,
    tables: Fraction,
    excluded_times: int,
    clauses: ConsolationClauses,
    excluded_share: Fraction = Fraction(1, 3),
) -> ConsolationSize:
    """C + N/3, provided that C is at least P, and N at least `excluded_times` times C.

    `tables_above` counts the tables of all finals above this one, `premier` (P) those of the one just above;
    C and P are full tables, and N the full tables in none of the finals.
    """
    full_tables, full_premier = floor(tables), floor(premier)
    excluded_tables = max(0, floor(original - tables_above - tables))
    size = fact(full_tables, clauses.entry, "full tables in the consolation (C)")
    excluded_size = fact(excluded_tables, clauses.entry, "full tables in neither final (N)")
    message = sentence("entry for the scale: C + N{share}, full tables", share=_share_in_words(excluded_share))
    with_share = partial(_with_share, excluded_share)
    entry = derive(with_share, size, excluded_size, clause=clauses.entry, message=message)
    failures = []
    if full_tables < full_premier:
        failures.append(f"C = {full_tables} is fewer than the {full_premier} tables of the final above")
    if excluded_tables < excluded_times * full_tables:
        times = f"{excluded_times} times " if excluded_times > 1 else ""
        failures.append(f"N = {excluded_tables} is fewer than {times}C = {full_tables}")
    return ConsolationSize(entry, tuple(failures))


def _with_share(share: Fraction, size: Exact, excluded_size: Exact) -> Exact:
    return floor(size + excluded_size * share)


def _share_in_words(share: Fraction) -> str:
    return f"/{share.denominator}" if share.numerator == 1 else f" × {share}"


def tables_here(event: AnyEvent) -> Fraction:
    """All tables of the stage that an event is."""
    return tables_of(fields(getattr(event, "lists", ()), event.contest))


def tables_of(stage: Iterable[Field]) -> Fraction:
    """All tables of a stage, in however many sections."""
    return sum((field.tables for field in stage), Fraction(0))
