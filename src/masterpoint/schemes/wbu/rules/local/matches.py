"""4.5 and 4.6, events that pay for each match won (other than knock-out): Swiss, round robins, multiple teams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    Event,
    FinalEvent,
    MatchEvent,
)
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import product
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, size_of
from masterpoint.schemes.families.british_finals import ConsolationClauses, consolation_size, pro_rata_entry, tables_of
from masterpoint.schemes.families.british_matches import (
    share_factor,
    share_of_field,
    shortest,
)
from masterpoint.schemes.families.british_small_finals import is_small_final
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, refuse
from masterpoint.schemes.wbu.rules.local import consolations, finals, small_finals
from masterpoint.schemes.wbu.rules.local.basic import column_of, full_tables, long_event, pay_basic, result_of
from masterpoint.schemes.wbu.rules.local.consolations import failed
from masterpoint.schemes.wbu.rules.local.divisions import FULL_MATCH
from masterpoint.schemes.wbu.rules.local.finals import too_large
from masterpoint.schemes.wbu.rules.local.match_awards import matches_of, more_round_robins, pay_both
from masterpoint.schemes.wbu.rules.local.quali_scales import (
    FINAL,
    LESSER,
    QUALI,
    SPECIAL,
    awards_of,
    original_entry,
    too_small_at_first,
)
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    INVITED,
    basic_only,
    fed_by_a_ladder,
    no_award_reason,
    require_acceptable,
    too_many_boards,
)
from masterpoint.schemes.wbu.rules.principles.payments import pay_nobody

Bands = tuple[tuple[Fraction, Exact], ...]
LEAST_BOARDS, LEAST_MATCH, VERY_LONG = 36, 6, 72  # 4.5.2, 4.5.3
QUALIFIED: Bands = (  # 4.6.6(a): more than this part of the original field, factor
    (Fraction(1, 2), 1),
    (Fraction(1, 4), Fraction(3, 2)),
    (Fraction(1, 8), 2),
    (Fraction(1, 16), 3),
    (Fraction(0), 4),
)
CONSOLED: Bands = ((Fraction(1, 10), 1), (Fraction(1, 20), Fraction(3, 2)), (Fraction(0), 2))  # 4.6.7
EXCLUDED_TIMES = 3  # 4.6.7(b)
CONSOLATION = ConsolationClauses(conditions=clause("4.6.7"), entry=clause("4.6.7"))


def award(event: MatchEvent) -> Result:
    """4.6: an award for each match won, and one for the ranking."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    refuse(too_many_boards(event, event.boards))
    if event.original_tables is not None:
        refuse((*too_large(event, event.original_tables), *fed_by_a_ladder(facts)))
    level = status_of(event)
    groups = fields(event.lists, event.contest)
    if event.original_tables is not None and facts.kind in INVITED:
        return on_the_day(event, basic_only(facts))
    plain = ordinary(event)
    if is_small_final(event) and not basic_only(facts):
        return result_of(event, small_finals.pay(event, level))
    if plain:
        return as_ordinary(event, level, plain)
    if event.original_tables is None:
        paid = [award for field in groups for award in pay_straight(event, field, event.boards, level)]
        repeated = event.style == "round-robin" and any(
            matches_of(entry) >= size_of(ranking) for ranking in event.lists for entry in ranking.entries
        )
        return result_of(event, paid, [more_round_robins()] if repeated else ())
    return pay_qualified(event, groups, level)


def on_the_day(event: MatchEvent, why: Remark | None) -> Result:
    """3.3.2: the stages other bodies held before are left out of account, matches are paid as ever."""
    alone = award(replace(event, original_tables=None, premier_tables=None))
    return replace(alone, event=event, remarks=(*((why,) if why else ()), *alone.remarks))


def ordinary(event: MatchEvent) -> Remark | None:
    """4.5.2 and 2.7.4: why there is no award for matches, if that is so."""
    if event.boards < LEAST_BOARDS:
        return Remark(clause("4.5.2"), f"an ordinary game: {event.boards} boards in all are fewer than {LEAST_BOARDS}")
    groups = [group for ranking in event.lists for entry in entries_of(ranking) for group in entry.matches]
    least = shortest(groups)
    if event.contest != "teams" and least is not None and least < LEAST_MATCH:
        return Remark(clause("4.5.2"), f"an ordinary game: matches of {least} boards are shorter than {LEAST_MATCH}")
    return basic_only(facts_from(event, Facts)) if event.original_tables is not None else None


def as_ordinary(event: MatchEvent, level: Step, why: Remark) -> Result:
    """The ranking alone, on the scale of an ordinary event: 4.1, or 4.2 and 4.3 where contestants qualified."""
    if event.original_tables is None or why.clause.number != "4.5.2":
        awards = pay_basic(event, event.lists, event.boards, long_event(level, event.boards), qualifying=not event.last)
        return result_of(event, awards, (why,))
    told = {name: getattr(event, name) for name in (*Event.__struct_fields__, "boards", "lists", "sessions")}
    stage: FinalEvent | ConsolationEvent
    if event.premier_tables is None:
        stage = FinalEvent(**told, original_tables=event.original_tables, last=event.last)
        result = finals.award(stage)
    else:
        stage = ConsolationEvent(**told, original_tables=event.original_tables, premier_tables=event.premier_tables)
        result = consolations.award(stage)
    return replace(result, event=event, remarks=(why, *result.remarks))


def pay_straight(event: AnyEvent, field: Field, boards: int, level: Step) -> list[Award]:
    """4.6.3 and 4.6.4: nobody had to qualify."""
    reason = no_award_reason(event, field, boards)
    if reason:
        return [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
    column = column_of(field)
    tier = FINAL if getattr(event, "last", True) else LESSER
    enlarged = enlargement(boards)
    ladder = awards_of(QUALI, column, full_tables(field), level, tier=tier, lesser="4.2.1", enlarged=enlarged)
    return pay_both(field.lists, column, boards, level, ladder, basis_of(level), None, "4.6.4")


def basis_of(level: Step) -> Step:
    """4.6.3: a match of 18 to 35 boards."""
    return derive(
        partial(product, FULL_MATCH), level, clause=clause("4.6.3"), message=f"{FULL_MATCH} a match at Club status"
    )


def enlargement(boards: int) -> Step | None:
    """4.5.3: ranking awards half as large again for 72 boards or more."""
    if boards < VERY_LONG:
        return None
    return fact(Fraction(3, 2), clause("4.5.3"), f"half as much again for {boards} boards")


def pay_qualified(event: MatchEvent, groups: Sequence[Field], level: Step) -> Result:
    """4.6.6 and 4.6.7: a final one had to qualify for, or its consolation."""
    assert event.original_tables is not None
    whole, here = Fraction(event.original_tables), tables_of([field.tables for field in groups])
    original, tier, lesser = original_entry(whole), FINAL if event.last else LESSER, "4.2.8"
    bands, number = QUALIFIED, "4.6.6"
    if event.premier_tables is not None:
        premier = Fraction(event.premier_tables)
        size = consolation_size(
            original=whole,
            above=premier,
            premier=premier,
            here=here,
            excluded_times=EXCLUDED_TIMES,
            clauses=CONSOLATION,
        )
        if size.failed:
            return failed(event, level, size)
        original, tier, lesser, bands, number = size.entry, LESSER, "4.6.7", CONSOLED, "4.6.7"
    factor = share_factor(share_of_field(here, whole, clause=clause(number)), bands, clause=clause(number))
    awards: list[Award] = []
    for field in groups:
        column = column_of(field)
        reason = too_small_at_first(event, original_entry(whole), field.winners)
        if reason:
            awards += [*pay_nobody(field.lists, reason, "matches"), *pay_nobody(field.lists, reason)]
            continue
        entered = original
        if len(groups) > 1:
            entered = pro_rata_entry(original, field.tables, here, clause=clause("4.2.11"), reading="W49")
        ladder = awards_of(
            SPECIAL,
            column,
            entered,
            level,
            contestants=field.contestants // field.winners,
            tier=tier,
            lesser=lesser,
            enlarged=enlargement(event.boards),
        )
        awards += pay_both(field.lists, column, event.boards, level, ladder, basis_of(level), factor, number)
    return result_of(event, awards)
