"""Page 11, types of competition: the normal club night, stratified events, teams on one evening, carry-forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.derivation import Award, Remark, Result, Step, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Contest, MatchEvent, RankingList, SessionEvent, StratifiedEvent
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.sbu.rules.championships import (
    CARRY_FORWARD,
    championship_problems,
    championship_remarks,
    format_of,
    raised_scale,
)
from masterpoint.schemes.sbu.rules.conditions import (
    entered,
    general_problems,
    general_remarks,
    kind_of,
    list_problems,
    pay_list,
    pay_nobody,
    too_few,
    too_short,
)
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, TITLE, clause, problem
from masterpoint.schemes.sbu.rules.scales import basic_ladder, field_of, top_award
from masterpoint.schemes.sbu.rules.stages import (
    all_play_through,
    boards_in_all,
    carry_forward_problems,
    match_stage_problems,
    qualifying_and_final,
)
from masterpoint.schemes.sbu.rules.ties import ONE_WINNER_TIES, TWO_WINNER_TIES

LONG = 36  # 4.2: the scales serve 20 to 35 boards


def award(event: SessionEvent) -> Result:
    """11.1: a single session on the basic scales; carry-forward teams are awarded once, like one (12.1)."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    boards = whole(boards_in_all(event.boards, facts).value) if facts.carry_forward else event.boards
    if facts.carry_forward:
        problems += carry_forward_problems(event.contest)
    elif event.stage == "qualifying":
        problems += qualifying_and_final("stage", event.stage, (), (event.boards,))
    elif event.sessions > 1:
        problems.append(all_play_through("sessions", event.sessions))
    return awarded(event, facts, boards, problems, event.lists)


def award_stratified(event: StratifiedEvent) -> Result:
    """3.5, 11.5: strata are not recognised; the original list of the whole field decides."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(event, facts), *championship_problems(event, facts)]
    if event.match_won:
        message = "awards for matches belong to Swiss events; strata do not share a bonus"
        fix = "give the original list as form = matches, without categories"
        problems.append(problem("match_won", "true", message, fix, "11.5"))
    result = awarded(event, facts, event.boards, problems, event.lists)
    strata = (
        Remark(clause("3.5"), "no points are given on the ranking within a stratum"),
        Remark(clause("11.5"), "awarded on the original ranking of the whole field only"),
    )
    return Result(result.event, result.edition, result.awards, (*result.remarks, *strata))


def award_multiple(event: MatchEvent, facts: Facts) -> Result:
    """8.6: matches outside a Swiss earn nothing by themselves; the ranking earns the basic scale (S-20)."""
    problems = [*general_problems(event, facts), *championship_problems(event, facts), *match_stage_problems(event)]
    if event.sessions > 1:
        problems.append(all_play_through("sessions", event.sessions))
    result = awarded(event, facts, event.boards, problems, event.lists)
    note = Remark(clause("8.6"), "nothing is given for single matches won or drawn: only a Swiss pays those")
    return Result(result.event, result.edition, result.awards, (*result.remarks, note))


def awarded(
    event: AnyEvent,
    facts: Facts,
    boards: int,
    problems: Sequence[Problem],
    lists: Sequence[RankingList],
) -> Result:
    """Ranking lists on the basic scales, once nothing stands against the event."""
    played = fields(lists, event.contest)
    found = [*problems, *list_problems(played, facts), *too_long(boards)]
    if found:
        raise Refused(found)
    remarks = [*general_remarks(facts), *championship_remarks(event, facts), *night_remarks(event, facts)]
    nobody = supervised() if facts.supervised else None
    awards = pay_fields(lists, event.contest, boards, "ranking", event.championship, nobody)
    return Result(event, TITLE, tuple(awards), tuple(remarks))


def too_long(boards: int, place: str = "boards") -> Iterator[Problem]:
    """4.2: the guide has no top award for a session of 36 boards or more (S-05)."""
    if boards >= LONG:
        message = "the scales of this guide serve 20 to 35 boards; it gives no top award for more (reading S-05)"
        yield problem(place, boards, message, FULL_HANDBOOK, "4.2")


def supervised() -> Step:
    """11.6: learning is its own reward."""
    return nothing(clause("11.6"), "supervised play earns no points")


def night_remarks(event: AnyEvent, facts: Facts) -> list[Remark]:
    if format_of(event, facts) == CARRY_FORWARD:
        return [Remark(clause("12.1"), "carry-forward teams are awarded once, on the final ranking list")]
    if event.championship or facts.supervised:
        return []
    return [Remark(clause("11.1"), "a normal club night: the basic scales")]


def pay_fields(
    lists: Sequence[RankingList],
    contest: Contest,
    boards: int,
    kind: str,
    championship: str = "",
    nobody: Step | None = None,
    name: str = "",
) -> list[Award]:
    """Every field by itself, and in it every direction by its own number."""
    awards: list[Award] = []
    for field in fields(lists, contest):
        reason = nobody or too_short(boards) or too_few(field)
        awards += pay_nobody(field.lists, reason, kind) if reason else pay_field(field, kind, championship, name)
    return awards


def pay_field(field: Field, kind: str, championship: str, name: str) -> list[Award]:
    scale = kind_of(field)
    counts = [entered(ranking, scale) for ranking in field.lists]
    ties = ONE_WINNER_TIES if scale in ("one-winner pairs", "individual") else TWO_WINNER_TIES
    awards: list[Award] = []
    for ranking, count in zip(field.lists, counts, strict=True):
        contestants = field_of(count, scale, half_table=len(set(counts)) > 1)
        top = raised_scale(top_award(contestants, scale), championship)
        awards += pay_list(ranking, basic_ladder(contestants, scale, top), ties=ties, kind=kind, name=name)
    return awards
