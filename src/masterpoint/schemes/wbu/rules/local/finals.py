"""4.2, Use of the special quali-final scales: finals and later stages of events one had to qualify for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.british_finals import StageClauses, pro_rata_entry, stage_status, tables_of
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local import small_finals
from masterpoint.schemes.wbu.rules.local.basic import column_of, long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.quali_scales import (
    FINAL,
    LESSER,
    QUALI,
    awards_of,
    original_entry,
    too_small_at_first,
)
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    basic_only,
    fed_by_a_ladder,
    require_acceptable,
    tie_minimum,
    too_short,
)
from masterpoint.schemes.wbu.rules.principles.payments import pay_list, pay_nobody, standing_in
from masterpoint.schemes.wbu.rules.principles.status import BELOW_CLUB, STATUS, higher, lower

STAGES = StageClauses(long=clause("4.2.5"), stages=clause("4.2.6"), short=clause("4.2.7"), pro_rata=clause("4.2.11"))
LONG, VERY_LONG = 36, 72  # 4.5.1, 4.1.7


def award(event: FinalEvent) -> Result:
    """4.2: awards for the final or a later stage, by the size of the original entry."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    refuse((*too_large(event, event.original_tables), *fed_by_a_ladder(facts)))
    level = status_of(event)
    plain = basic_only(facts)
    if plain:
        awards = pay_basic(event, event.lists, event.boards, long_event(level, event.boards))
        return result_of(event, awards, (plain,))
    if is_small_final(event):
        return result_of(event, small_finals.pay(event, level))
    groups = fields(event.lists, event.contest)
    here = tables_of([field.tables for field in groups])
    level = final_status(level, event, half_or_less=2 * here <= event.original_tables)
    awards = [award for field in groups for award in pay_final(event, field, level, here, len(groups))]
    return result_of(event, awards, tuple(remarks(event, here)))


def too_large(event: AnyEvent, original: object) -> Iterator[Problem]:
    """A stage cannot be larger than the entry it came from."""
    here = tables_of([field.tables for field in fields(getattr(event, "lists", ()), event.contest)])
    if Fraction(str(original)) < max(1, int(here)):
        message = f"{int(here)} tables play in this stage, more than in the original entry"
        yield problem("2.7.2", "original_tables", original, message, "give the tables (teams) of the first stage")


def final_status(
    level: Step, event: FinalEvent | ConsolationEvent, *, half_or_less: bool, clauses: StageClauses = STAGES
) -> Step:
    """4.2.5 to 4.2.7: one level up for a long final or after several stages, one down for a short one."""
    raised = stage_status(
        level,
        boards=event.boards,
        stages_before=event.stages_before,
        half_or_less=half_or_less,
        last=getattr(event, "last", True),
        up=higher,
        down=below,
        clauses=clauses,
    )
    if event.boards < VERY_LONG:
        return raised
    message = f"one level only, although {event.boards} boards are 72 or more"
    return derive(_same, raised, clause=clauses.long, message=message, reading="A07")


def below(level: Step, number: str, why: str) -> Step:
    """4.2.7: one level down; one lower than Club is half of District."""
    if level.value > STATUS["club"]:
        return lower(level, number, why)
    return derive(_half_district, level, clause=clause(number), message=f"half of District status: {why}")


def _same(value: Exact) -> Exact:
    return value


def _half_district(value: Exact) -> Exact:
    return tidy(BELOW_CLUB * value)


def pay_final(event: FinalEvent, field: Field, level: Step, here: Fraction, sections: int) -> list[Award]:
    """One field of the stage; several sections share the original entry (4.2.11)."""
    original = original_entry(int(event.original_tables))
    reason = too_small_at_first(event, original, field.winners) or too_short(event.boards, "2.1.3")
    if reason:
        return pay_nobody(field.lists, reason)
    if sections > 1:
        told = fact(tidy(Fraction(event.original_tables)), clause("4.2.3"), "tables in the original entry")
        original = pro_rata_entry(told, field.tables, here, clause=STAGES.pro_rata, reading="W49" if event.last else "")
    column = column_of(field)
    minimum = tie_minimum(column, level)
    awards: list[Award] = []
    for ranking in field.lists:
        tier = FINAL if event.last else LESSER
        ladder = awards_of(QUALI, column, original, level, contestants=standing_in(ranking), tier=tier)
        awards += pay_list(ranking, ladder, minimum=minimum, unpaid="4.2.3", boards=event.boards)
    return awards


def remarks(event: FinalEvent, here: Fraction) -> Sequence[Remark]:
    """2.10.1, 4.2.8 and 4.2.9: what should be said beside a final."""
    said = []
    if event.carry_forward:
        said.append(Remark(clause("2.10.1"), "the carried-forward score counts, and each stage has its own awards"))
    if event.contest == "teams" and event.boards >= LONG:
        said.append(Remark(clause("4.2.8"), "a teams final of 36 boards or more earns an award for each match instead"))
    most = Fraction(1, 2) if event.boards >= LONG else Fraction(3, 4)
    if event.boards > 17 and here > most * Fraction(event.original_tables):
        said.append(Remark(clause("4.2.9"), f"it is recommended that no more than {most} of the field qualify"))
    return said
