"""4.2 and 4.4.7, the quali-final scales QA to QE: finals and later stages, by the size of the first stage."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.events import ConsolationEvent, FinalEvent, Tables
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import Ladder
from masterpoint.core.places import size_of
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause
from masterpoint.schemes.ebu.rules.local import small_finals
from masterpoint.schemes.ebu.rules.local.basic import column_of, minimum_award
from masterpoint.schemes.ebu.rules.organisations.organisers import BELOW_CLUB, higher, lower, status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    MINIMUM_AWARD,
    colour_of,
    held_remarks,
    no_award_reason,
    pay_list,
    pay_nobody,
    require_ranking_without_handicap,
)
from masterpoint.schemes.families.british import ScaleClauses
from masterpoint.schemes.families.british_finals import (
    LONG,
    SHORT,
    QualiScale,
    StageClauses,
    full,
    pro_rata_entry,
    quali_ladder,
    stage_status,
    tables_of,
    tier_limit,
)
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import Field, fields, without_standing

SCALE_Q = QualiScale(
    clause("Scale QA-QE"),
    "Scale QA-QE",
    share=Fraction(1, 4),  # 4.2.3
    limit=300,  # 4.2.2
    columns={  # contestants a table adds, award a place, tables at the limit of a final and of a lesser stage (4.4.7)
        "teams": (1, 18, 65, 40),
        "two-winner": (1, 18, 65, 40),
        "one-winner pairs": (2, 11, 55, 33),
        "individual": (4, Fraction(11, 2), 55, 33),
    },
)
FINAL, LESSER = 1, 2
STAGE_CLAUSES = StageClauses(
    long=clause("4.2.5"), stages=clause("4.2.6"), short=clause("4.2.7"), pro_rata=clause("4.2.11")
)
SCALE_CLAUSES = ScaleClauses(
    share=clause("4.2.3"),
    down=clause("4.2.2"),
    limit=clause("4.4.3"),
    root=clause("4.4.9"),
    minimum=clause("4.4.5"),
    few=clause("4.2.4"),
    most=clause("4.4.1"),
)
RECOMMENDED = {False: Fraction(3, 4), True: Fraction(1, 2)}  # 4.2.9: short of 36 boards, and from 36 on


def award(event: FinalEvent) -> Result:
    """4.2: what each entry of a final or later qualifying stage earns."""
    require_ranking_without_handicap(event)
    colour = colour_of(event)
    first_stage = status_of(event)
    if is_small_final(event):
        awards = small_finals.pay(event, first_stage, colour)
        return Result(event, TITLE, tuple(awards), tuple(held_remarks(event, awards)))
    share = final_share(event)
    status = final_status(first_stage, event.boards, event.stages_before, half_or_less=2 * share <= 1, last=event.last)
    awards = []
    for field, entry in zip(stage_fields(event), original_entries(event), strict=True):
        awards += pay_stage(event, field, entry, status, colour, tier=FINAL if event.last else LESSER)
    remarks = (*held_remarks(event, awards), *recommendations(event, share))
    return Result(event, TITLE, tuple(awards), remarks)


def pay_stage(
    event: FinalEvent | ConsolationEvent,
    field: Field,
    entry: Step,
    status: Step,
    colour: str,
    *,
    tier: int,
    lesser: str = "4.2.2",
) -> list[Award]:
    """One field of a stage on the quali-final scale, entered with its share of the original entry."""
    reason = no_award_reason(event, as_entered(field, event.original_tables), event.boards)
    if reason:
        return pay_nobody(field.lists, reason, colour)
    minimum = minimum_award(status)
    awards = []
    for ranking in field.lists:
        contestants = size_of(ranking) - without_standing(ranking)
        ladder = final_ladder(column_of(field), entry, status, tier=tier, lesser=lesser, contestants=contestants)
        awards += pay_list(ranking, ladder, colour=colour, minimum=minimum, unpaid="4.2.3", boards=event.boards)
    return awards


@lru_cache(maxsize=1024)
def final_ladder(
    column: str,
    original: Step,
    status: Step,
    *,
    tier: int = FINAL,
    lesser: str = "4.2.2",
    contestants: int | None = None,
) -> Ladder:
    """Scales QA to QE: the awards of one list of a final (tier 1), of a lesser stage, of a third final …"""
    return quali_ladder(
        SCALE_Q,
        column,
        original,
        status,
        clauses=SCALE_CLAUSES,
        minimum=MINIMUM_AWARD,
        limit=final_limit(tier, lesser),
        tier=tier,
        contestants=contestants,
    )


def final_limit(tier: int, lesser: str) -> Step:
    """4.4.7: 300 for the final, three fifths of it for a lesser stage (4.2.2), and so on down (4.3.6, 4.3.7)."""
    return tier_limit(SCALE_Q, tier, clause=clause("4.4.7"), lesser=clause(lesser))


def final_status(status: Step, boards: int, stages_before: int, *, half_or_less: bool, last: bool) -> Step:
    """4.2.5 to 4.2.7: the status of a final against that of the first stage."""
    return stage_status(
        status,
        boards=boards,
        stages_before=stages_before,
        half_or_less=half_or_less,
        last=last,
        up=higher,
        down=lower_for_a_final,
        clauses=STAGE_CLAUSES,
    )


def lower_for_a_final(status: Step, number: str, why: str) -> Step:
    """4.2.7: one level down; below Club there is half of District status."""
    if status.value != 1:
        return lower(status, number, why)
    return derive(_below_club, status, clause=clause(number), message=f"half of District status, one below Club: {why}")


def _below_club(_: Exact) -> Exact:
    return BELOW_CLUB


def stage_fields(event: FinalEvent) -> list[Field]:
    return fields(event.lists, event.contest)


def original_entry(event: FinalEvent) -> Step:
    """4.2.3: full tables of the first qualifying stage."""
    unit = "teams" if event.contest == "teams" else "tables"
    told = fact(tidy(Fraction(event.original_tables)), clause("4.2.3"), f"original entry, {unit} of the first stage")
    return full(told, clause=clause("4.2.3"))


def original_entries(event: FinalEvent) -> list[Step]:
    """4.2.11: sections that are not scored together share the original entry in proportion to their size.

    The book says it of a later qualifying stage; a final told in sections is taken the same way (reading E35).
    """
    entry = original_entry(event)
    tables = [field.tables for field in stage_fields(event)]
    if len(tables) == 1:
        return [entry]
    whole = tables_of(tables)
    reading = "E35" if event.last else ""
    return [pro_rata_entry(entry, part, whole, clause=clause("4.2.11"), reading=reading) for part in tables]


def final_share(event: FinalEvent) -> Fraction:
    """The part of the original field that is in this stage."""
    here = tables_of([field.tables for field in stage_fields(event)])
    return here / Fraction(event.original_tables)


def as_entered(field: Field, original_tables: Tables) -> Field:
    """3.1.1 asks for the size of the original entry, not of the final."""
    lists = tuple(replace(ranking, tables=original_tables) for ranking in field.lists)
    return replace(field, lists=lists)


def recommendations(event: FinalEvent, share: Fraction) -> Iterator[Remark]:
    """4.2.9: how much of the field should qualify at most."""
    most = RECOMMENDED[event.boards >= LONG]
    if event.boards > SHORT and share > most:
        message = f"more than {most} of the field qualified; fewer than usual of them are paid in this stage"
        yield Remark(clause("4.2.9"), message)
