"""Page 11, types of competition: the normal club night, stratified events, teams on one evening, carry-forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Contest, MatchEvent, RankingList, SessionEvent, StratifiedEvent
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.fields import Field, fields
from masterpoint.schemes.sbu.book import FULL_HANDBOOK, Book
from masterpoint.schemes.sbu.rules.championships import (
    CARRY_FORWARD,
    championship_problems,
    championship_remarks,
    format_of,
    raised_scale,
)
from masterpoint.schemes.sbu.rules.conditions import (
    contestants_in,
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
from masterpoint.schemes.sbu.rules.scales import basic_ladder, field_of, top_award
from masterpoint.schemes.sbu.rules.stages import (
    all_play_through,
    awarded_once,
    boards_in_all,
    carry_forward_problems,
    match_stage_problems,
    qualifying_and_final,
)
from masterpoint.schemes.sbu.rules.ties import one_winner_ties, two_winner_ties


@rule
def award(book: Book, event: SessionEvent) -> Result:
    """11.1: a single session on the basic scales; carry-forward teams are awarded once, like one (12.1)."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if facts.carry_forward:
        problems += carry_forward_problems(book, event.contest)
        boards = boards_in_all(book, event.boards, facts)
        return awarded_once(award_lists(book, event, facts, whole(boards.value), problems, event.lists), boards)
    if event.stage == "qualifying":
        problems += qualifying_and_final(book, "stage", event.stage, (), (event.boards,))
    elif event.sessions > 1:
        problems.append(all_play_through(book, "sessions", event.sessions))
    return award_lists(book, event, facts, event.boards, problems, event.lists)


@rule
def award_stratified(book: Book, event: StratifiedEvent) -> Result:
    """3.5, 11.5: strata are not recognised; the original list of the whole field decides."""
    facts: Facts = facts_from(event, Facts)
    problems = [*general_problems(book, event, facts), *championship_problems(book, event, facts)]
    if event.match_won:
        message = "awards for matches belong to Swiss events; strata do not share a bonus"
        fix = "give the original list as form = matches, without categories"
        problems.append(book.problem("match_won", "true", message, fix, "11.5"))
    if len(fields(event.lists, event.contest)) > 1:
        message = "strata are not recognised: only the original ranking of the whole field counts"
        fix = "give that ranking as one list, or as one NS and one EW list; it may give the category of an entry"
        problems.append(book.problem("lists", len(event.lists), message, fix, "11.5"))
    result = award_lists(book, event, facts, event.boards, problems, event.lists)
    strata = (
        book.remark("3.5", "no points are given on the ranking within a stratum"),
        book.remark("11.5", "awarded on the original ranking of the whole field only"),
    )
    return Result(result.event, result.edition, result.awards, (*result.remarks, *strata))


@rule
def award_multiple(book: Book, event: MatchEvent, facts: Facts) -> Result:
    """8.6: matches outside a Swiss earn nothing by themselves; the ranking earns the basic scale (S-20)."""
    problems = [
        *general_problems(book, event, facts),
        *championship_problems(book, event, facts),
        *match_stage_problems(book, event),
    ]
    if event.sessions > 1:
        problems.append(all_play_through(book, "sessions", event.sessions))
    result = award_lists(book, event, facts, event.boards, problems, event.lists)
    note = book.remark("8.6", "nothing is given for single matches won or drawn: only a Swiss pays those")
    return Result(result.event, result.edition, result.awards, (*result.remarks, note))


def award_lists(
    book: Book,
    event: AnyEvent,
    facts: Facts,
    boards: int,
    problems: Sequence[Problem],
    lists: Sequence[RankingList],
) -> Result:
    """Pays ranking lists on the basic scales, if nothing is wrong with the event."""
    groups = fields(lists, event.contest)
    refusals = [*problems, *list_problems(book, groups, facts), *too_long(book, boards)]
    if refusals:
        raise Refused(refusals)
    remarks = [
        *general_remarks(book, event, facts),
        *championship_remarks(book, event, facts),
        *night_remarks(book, event, facts),
    ]
    no_award = supervised_play(book) if facts.supervised else None
    awards = pay_fields(book, lists, event.contest, boards, "ranking", event.championship, no_award)
    return Result(event, book.title, tuple(awards), tuple(remarks))


@rule
def too_long(book: Book, boards: int, place: str = "boards") -> Iterator[Problem]:
    """4.2: the guide has no top award for a session of 36 boards or more (S-05)."""
    minimum, longest = book.figures.conditions.minimum_boards.value, book.figures.scales.longest_session
    if boards > longest.value:
        range_text = f"the scales of this guide serve {minimum} to {longest.value} boards"
        message = f"{range_text}; it gives no top award for more (reading {longest.reading})"
        yield book.problem(place, boards, message, FULL_HANDBOOK, longest.clause.number)


@rule
def supervised_play(book: Book) -> Step:
    """11.6: supervised play earns nothing."""
    return nothing(book.clause("11.6"), "supervised play earns no points")


def night_remarks(book: Book, event: AnyEvent, facts: Facts) -> list[Remark]:
    if format_of(event, facts) == CARRY_FORWARD:
        return [book.remark("12.1", "carry-forward teams are awarded once, on the final ranking list")]
    if event.championship or facts.supervised:
        return []
    return [book.remark("11.1", "a normal club night: the basic scales")]


def pay_fields(
    book: Book,
    lists: Sequence[RankingList],
    contest: Contest,
    boards: int,
    kind: str,
    championship: str = "",
    no_award: Step | None = None,
    name: str = "",
) -> list[Award]:
    """Pays every field separately, and every direction in it by its own number."""
    awards: list[Award] = []
    for field in fields(lists, contest):
        reason = no_award or too_short(book, boards) or too_few(book, field)
        awards += (
            pay_nobody(field.lists, reason, kind, name) if reason else pay_field(book, field, kind, championship, name)
        )
    return awards


def pay_field(book: Book, field: Field, kind: str, championship: str, name: str) -> list[Award]:
    scale = kind_of(field)
    counts = [contestants_in(ranking, scale) for ranking in field.lists]
    ties = one_winner_ties(book) if scale in ("one-winner pairs", "individual") else two_winner_ties(book)
    awards: list[Award] = []
    for ranking, count in zip(field.lists, counts, strict=True):
        contestants = field_of(book, count, scale, half_table=len(set(counts)) > 1)
        top = raised_scale(book, top_award(book, contestants, scale), championship)
        awards += pay_list(book, ranking, basic_ladder(book, contestants, scale, top), ties=ties, kind=kind, name=name)
    return awards
