"""Page 13, aggregated events with a restricted final, and the consolation final beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, LadderEvent, RankingList
from masterpoint.core.mechanisms import Ladder, at_most, product, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.schemes.families.fields import Field, without_standing
from masterpoint.schemes.sbu.rules.championships import (
    championship_problems,
    championship_remarks,
    raised_bonus,
    whole_top,
)
from masterpoint.schemes.sbu.rules.club_night import awarded, supervised
from masterpoint.schemes.sbu.rules.conditions import (
    general_problems,
    general_remarks,
    pay_list,
    pay_nobody,
    too_few,
    too_short,
)
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, TITLE, clause, problem
from masterpoint.schemes.sbu.rules.scales import steps_down, top_half
from masterpoint.schemes.sbu.rules.stages import (
    all_play_through,
    boards_in_all,
    carry_forward_problems,
    qualifying_and_final,
)
from masterpoint.schemes.sbu.rules.ties import HALF_FIELD_TIES

LONG = 36
EVENTS_BEFORE, CHAMPIONSHIP_ROUNDS = 4, 3  # 13.4; 14.5 for an individual championship
SHORT_FINAL, TIMES_ENTRY, MOST = 200, 4, 400  # 13.5, 13.6
CONSOLATION = Fraction(66, 100)  # 13.10
SEATS = {"pairs": 2, "individual": 4, "teams": 1}
ROUNDED = {"short": ("18.2", "S-07"), "long": ("18.3", "S-08"), "consolation": ("18.4", "S-09")}


def award(event: FinalEvent) -> Result:
    """13.4 to 13.7: the final of an aggregate; any other final is only named in the guide."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    if event.carry_forward:
        problems += carry_forward_problems(event.contest)
        return awarded(event, facts, whole(boards_in_all(event.boards, facts).value), problems, event.lists)
    if facts.events is None:
        raise Refused([*problems, *other_final(event, facts)])
    if not event.last:
        message = "the guide has one final after the aggregate, and no stage between"
        problems.append(problem("last", "false", message, FULL_HANDBOOK, "11.8"))
    return restricted(event, facts, event.boards, facts.events, entry_told(event, facts), problems)


def other_final(event: FinalEvent, facts: Facts) -> list[Problem]:
    """11.8, 11.11: a final after qualifying stages, or after stages in which all play."""
    first = whole_entry(event.original_tables, event.contest)
    field = sum(map(size_of, event.lists))
    if first == field and not facts.stage_entries:
        return [all_play_through("form", "final")]
    entries = (*(facts.stage_entries or (first,)), field)
    return qualifying_and_final("form", "final", entries, (*facts.stage_boards, event.boards))


def award_consolation(event: ConsolationEvent) -> Result:
    """13.9, 13.10: for those who played enough events but did not reach the final."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    if facts.events is None:
        message = "the guide has consolation finals only beside the restricted final of an aggregate"
        fix = f"give facts.events, the events each had to play; otherwise {FULL_HANDBOOK}"
        raise Refused([*problems, problem("facts.events", "", message, fix, "13.10")])
    if event.order > 2:
        problems.append(problem("order", event.order, "the guide has one consolation final", FULL_HANDBOOK, "13.10"))
    above = whole_entry(event.premier_tables, event.contest)
    return restricted(event, facts, event.boards, facts.events, entry_told(event, facts), problems, above)


def award_ladder_final(event: LadderEvent) -> Result:
    """The same final, told as the end of its ladder."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    if event.unit is not None and event.unit != event.contest:
        message = f"a series of {event.contest} events has no final of {event.unit}"
        problems.append(problem("unit", event.unit, message, f"rank the {event.contest} that played", "12.9"))
    if event.final_boards is None:
        problems.append(problem("final_boards", "", "the boards of the final decide its scale", "give them", "13.5"))
    elif event.final_boards >= LONG and facts.toe is None:
        fix = "give facts.toe, the contestants who played enough events"
        problems.append(problem("facts.toe", "", "a long final is scaled by its original entry", fix, "13.7"))
    toe = facts.toe or sum(map(size_of, event.lists))
    return restricted(event, facts, event.final_boards or LONG, event.counted, toe, problems)


def whole_entry(tables: object, contest: str) -> int:
    return int(Fraction(str(tables)) * SEATS[contest])


def entry_told(event: FinalEvent | ConsolationEvent, facts: Facts) -> int:
    """13.7: as told, or as many as the tables of the first stage seat."""
    return facts.toe or whole_entry(event.original_tables, event.contest)


def restricted(
    event: FinalEvent | ConsolationEvent | LadderEvent,
    facts: Facts,
    boards: int,
    events: int,
    toe: int,
    problems: Sequence[Problem],
    above: int | None = None,
) -> Result:
    """A restricted final, or its consolation where `above` tells how many play the final itself."""
    found = [*problems, *final_problems(event, events, toe, above or 0)]
    if found:
        raise Refused(found)
    ranking = event.lists[0]
    nobody = (
        (supervised() if facts.supervised else None)
        or too_short(boards, "3.7")
        or too_few(Field(ranking.section, (ranking,), event.contest))
    )
    if nobody:
        awards: list[Award] = pay_nobody(event.lists, nobody, "ranking")
    else:
        field = fact(size_of(ranking) - without_standing(ranking), clause("18.1"), "contestants in this final")
        ladder = final_ladder(field, boards, entry_of(toe), event.championship, consolation=above is not None)
        awards = pay_list(ranking, ladder, ties=HALF_FIELD_TIES, kind="ranking", boards_clause="3.7")
    before = Remark(clause("13.4"), f"each of the {events} events before this final earns its own awards")
    remarks = (*general_remarks(facts), *championship_remarks(event, facts), before, *few_rounds(events))
    return Result(event, TITLE, tuple(awards), remarks)


def final_problems(event: AnyEvent, events: int, toe: int, above: int) -> Iterator[Problem]:
    """13.4, 13.7, 18.1: enough events before it, one list, and no more finalists than could qualify."""
    lists: tuple[RankingList, ...] = event.lists  # type: ignore[union-attr]
    if event.contest == "teams":
        message = "the guide gives restricted finals to pairs and individuals, not to teams (reading S-33)"
        yield problem(
            "contest", "teams", message, f"give the bonus of an aggregate (form = ladder), or {FULL_HANDBOOK}", "13.7"
        )
    if len(lists) != 1 or lists[0].direction:
        message = "a restricted final has one ranking list"
        yield problem("lists", len(lists), message, "score the final as one field", "13.5")
    fewest = CHAMPIONSHIP_ROUNDS if event.contest == "individual" and event.championship else EVENTS_BEFORE
    if events < fewest:
        message = f"at least {fewest} events come before a restricted final"
        yield problem("events", events, message, "award the aggregate's bonus instead (form = ladder)", "13.4")
    finalists = sum(size_of(ranking) for ranking in lists)
    if finalists + above > toe:
        message = f"more play in the finals than the {toe} who played enough events"
        yield problem("lists", finalists + above, message, "give the whole original entry", "18.1")


def few_rounds(events: int) -> list[Remark]:
    """S-11: three rounds, which only the list of individual championships allows."""
    if events >= EVENTS_BEFORE:
        return []
    return [Remark(clause("14.5"), "three rounds: the list of individual championships allows it (reading S-11)")]


def entry_of(toe: int) -> Step:
    return fact(toe, clause("13.7"), "total original entry: those who played enough events", reading="S-22")


def final_ladder(field: Step, boards: int, toe: Step, championship: str = "", *, consolation: bool = False) -> Ladder:
    """13.5, 13.6, 13.10: the awards of a restricted final or of its consolation, best first."""
    top = raised_bonus(top_of_final(boards, toe), championship)
    if consolation:
        share = fact(CONSOLATION, clause("13.10"), "a consolation final earns 66% of the main final's scale")
        top = derive(
            product, top, share, clause=clause("13.10"), message="top award of the consolation", reading="S-15"
        )
    top = whole_top(top, "13.10" if consolation else "15.4", "S-15" if consolation else "S-14")
    number, reading = ROUNDED["consolation" if consolation else "long" if boards >= LONG else "short"]
    return steps_down(top, top_half(field), step=clause("4.5"), rounded=clause(number), reading=reading)


def top_of_final(boards: int, toe: Step) -> Step:
    """200 for a short final; four times the original entry, at most 400, for one of 36 boards or more."""
    if boards < LONG:
        return fact(SHORT_FINAL, clause("13.5"), "top award of a final of fewer than 36 boards")
    reading = "S-23" if toe.value * TIMES_ENTRY < SHORT_FINAL else ""
    message = "36 boards or more: 4 × the original entry"
    by_entry = derive(partial(product, TIMES_ENTRY), toe, clause=clause("13.6"), message=message, reading=reading)
    if by_entry.value <= MOST:
        return by_entry
    most = fact(MOST, clause("13.6"), "most that a final pays, before the factor of a championship", reading="S-16")
    return derive(at_most, by_entry, most, clause=clause("13.6"), message="held to the maximum")
