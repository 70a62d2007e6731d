"""5.1 and 5.2.3 to 5.2.4, club heats of WBU and Area events: Scale H and the Webber Cup."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, LeagueEvent, RankingList, SessionEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, constant_reductions, part_of, share_of, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import entries_of, moved_up, size_of
from masterpoint.schemes.families.british import ScaleRule, scale_ladder
from masterpoint.schemes.families.fields import Field, fields, list_name
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import (
    BASIC,
    SCALE_CLAUSES,
    basic_ladder,
    column_of,
    full_tables,
    result_of,
)
from masterpoint.schemes.wbu.rules.principles.general import (
    LOCAL,
    MINIMUM_AWARD,
    no_award_reason,
    require_acceptable,
    tie_minimum,
)
from masterpoint.schemes.wbu.rules.principles.payments import no_standing, pay_nobody, pay_places

FACTORS: dict[str, tuple[str, Exact, Exact]] = {  # clause, times the basic scale, and for 72 boards or more
    "open pairs": ("5.1.1", 3, 4),
    "mixed pairs": ("5.1.1", 3, 4),
    "area major": ("5.2.3", 2, 3),
    "area championship": ("5.2.4", Fraction(3, 2), 2),
}
WEBBER = "webber cup"
HALF = Fraction(1, 2)
HEAT_LIMIT = 180  # W40: a heat is a qualifying stage
LEAST_BOARDS, VERY_LONG = 18, 72  # Scale H
WEBBER_RATE = 25  # 5.1.1
NOT_ENTERED = "club"
"""The category of entries that play in the same movement but not in the competition (5.1.2)."""


def award(event: SessionEvent) -> Result:
    """5.1: the top half of those entered, at the raised scale; the others at Club scale, apart from them."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    refuse(_problems(event, facts))
    awards: list[Award] = []
    for field in fields(event.lists, event.contest):
        entered, others = apart(field)
        awards += pay_group(
            event, entered, partial(heat_ladder, heat_of(facts), event.boards), heat_level(event, facts)
        )
        if others is not None:
            awards += pay_group(event, others, partial(_club_ladder, event.boards), _club())
    return result_of(event, awards)


def _problems(event: SessionEvent, facts: Facts) -> list[Problem]:
    found = []
    if heat_of(facts) not in (*FACTORS, WEBBER):
        message = (
            "the book has heats of these: Open Pairs, Mixed Pairs, Webber Cup, an Area's major or other championship"
        )
        fix = f"write one of: {', '.join((*FACTORS, WEBBER))}"
        found.append(problem("5.1.1", "facts.heat_of", facts.heat_of, message, fix))
    if event.organiser.level not in ("club", "area"):
        message = "heats are held by clubs, or by an Area for them"
        found.append(problem("5.1.1", "organiser.level", event.organiser.level, message, "give the club as organiser"))
    contests = {WEBBER: ("teams",), "open pairs": ("pairs",), "mixed pairs": ("pairs",)}
    wanted = contests.get(heat_of(facts), ("pairs", "teams"))
    if event.contest not in wanted:
        message = f"a heat of this event is for {' or '.join(wanted)}"
        found.append(problem("5.1.1", "contest", event.contest, message, "mend the contest, or leave `heat_of` out"))
    if heat_of(facts) != WEBBER and 12 <= event.boards < LEAST_BOARDS:
        message = "Scale H starts at 18 boards"
        found.append(problem("Scale H", "boards", event.boards, message, "leave `heat_of` out: Club awards are due"))
    return found


def heat_of(facts: Facts) -> str:
    """The event of a heat, however it is capitalised."""
    return " ".join(facts.heat_of.lower().split())


def refuse_league(event: LeagueEvent) -> None:
    """5.1.1: the award of a Webber Cup league is in the Union's Journal, not in the book."""
    if facts_from(event, Facts).heat_of:
        message = "the award of a league that decides qualifiers is printed in the WBU Journal"
        raise Refused(problem("5.1.1", "facts.heat_of", facts_from(event, Facts).heat_of, message, "look it up there"))


def apart(field: Field) -> tuple[Field, Field | None]:
    """5.1.2: those entered in the competition, and those who only play along."""
    if not any(entry.category.lower() == NOT_ENTERED for ranking in field.lists for entry in ranking.entries):
        return field, None
    return _group(field, True), _group(field, False)


def _group(field: Field, entered: bool) -> Field:
    lists = []
    for ranking in field.lists:
        kept = tuple(entry for entry in entries_of(ranking) if (entry.category.lower() != NOT_ENTERED) == entered)
        unlisted = size_of(ranking) - len(entries_of(ranking)) if entered else 0
        size = len(kept) + unlisted
        lists.append(RankingList(section=ranking.section, direction=ranking.direction, entries=kept, size=size or None))
    return Field(field.section, tuple(lists), field.contest)


def pay_group(event: SessionEvent, field: Field, ladder_of: partial[Ladder], level: Step) -> list[Award]:
    """One group on its own list and its own number of tables."""
    column = column_of(field)
    reason = no_award_reason(event, field, event.boards)
    awards: list[Award] = []
    for ranking in field.lists:
        finished = moved_up([entry for entry in entries_of(ranking) if entry.standing == "full"])
        if reason:
            awards += pay_nobody([ranking], reason)
            continue
        ladder = ladder_of(column, full_tables(field), level)
        awards += pay_places(
            finished,
            ladder,
            minimum=tie_minimum(column, level),
            unpaid=level.clause.number,
            boards=event.boards,
            ranking=list_name(ranking),
        )
        awards += no_standing(ranking, LOCAL)
    return awards


def heat_level(event: AnyEvent, facts: Facts) -> Step:
    """How many times the basic scale a heat pays."""
    if heat_of(facts) == WEBBER:
        return fact(1, clause("5.1.1"), "heat of the Webber Cup")
    number, usual, long = FACTORS[heat_of(facts)]
    boards = getattr(event, "boards", 0)
    times = long if boards >= VERY_LONG else usual
    return fact(times, clause(number), f"heat ({heat_of(facts)}) of {boards} boards: times the basic scale")


def heat_ladder(heat: str, boards: int, column: str, tables: Step, level: Step) -> Ladder:
    """Scale H, or the Webber Cup's own falling awards."""
    if heat == WEBBER:
        return webber_ladder(tables)
    return scale_h(column, tables, level)


def scale_h(column: str, tables: Step, level: Step) -> Ladder:
    """Scale H: the basic scale to the top half, whatever the length; continued beyond 20 tables (W40)."""
    per_table, unit, _, _ = BASIC.columns[column]
    rule = ScaleRule(clause("Scale H"), "Scale H", per_table, HALF, unit, HEAT_LIMIT, BASIC.qualifying[column])
    return scale_ladder(rule, tables, level, clauses=SCALE_CLAUSES, minimum=MINIMUM_AWARD, reading="W40")


def webber_ladder(tables: Step) -> Ladder:
    """5.1.1: 25 for each table of the entry, falling in equal stages over the top half."""
    top = derive(
        partial(part_of, WEBBER_RATE, 1), tables, clause=clause("5.1.1"), message=f"top award: {WEBBER_RATE} × tables"
    )
    paid = derive(_half, tables, clause=clause("5.1.1"), message="number of awards: half of the field")
    return constant_reductions(top, paid, clause=clause("5.1.1"))


def _half(tables: Exact) -> Exact:
    return share_of(whole(tables), HALF)


def _club() -> Step:
    message = "Club status: playing along with a heat without being entered, a group apart"
    return fact(1, clause("5.1.2"), message, reading="W46")


def _club_ladder(boards: int, column: str, tables: Step, level: Step) -> Ladder:
    return basic_ladder(column, boards, tables, level)
