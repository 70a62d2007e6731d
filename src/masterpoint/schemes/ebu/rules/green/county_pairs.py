"""6.3, Annual major county pairs championship: its rounds, its final, and a championship of one day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, fact, nothing
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, Entry, FinalEvent, MatchEvent, RankingList, SessionEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, moved_up, size_of
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.paying import (
    as_local_stage,
    green_award,
    pay_green,
    reduce_all,
    with_entries,
)
from masterpoint.schemes.ebu.rules.green.scale_g import FEWEST_PAIRS, scale_g
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players
from masterpoint.schemes.families.fields import fields, with_standing

FINAL_BOARDS, FEWEST_ROUND_BOARDS = 36, 2  # 6.3.1
QUALIFIED = "Q"  # 6.3.1(h): the category of a pair that reached the final
ONE_DAY_SESSIONS, ROUND_BOARDS = 2, (2, 3)  # 6.3.2
Placed = Sequence[tuple[Entry, Finish]]


def final(event: FinalEvent, ordinary: Awarding) -> Result:
    """6.3.1: the all-play-all final; 6.3.2: the same on one day, with Local Points reduced by the Green ones."""
    facts: Facts = facts_from(event, Facts)
    require_allowed(event, format_problems(event, facts), championship=True)
    entry = fact(whole(tidy(Fraction(event.original_tables) * 2)), clause("6.3.1"), "total original entry, in pairs")
    return with_local(event, ordinary, entry) if facts.one_day else green_alone(event, entry)


def played_through(event: SessionEvent, ordinary: Awarding) -> Result:
    """6.3.1 without qualifying rounds, or 6.3.2 played through by all."""
    facts: Facts = facts_from(event, Facts)
    require_allowed(event, format_problems(event, facts), championship=True)
    pairs = sum(field.contestants for field in fields(event.lists, "pairs"))
    entry = fact(pairs, clause("6.3.1"), "total original entry, in pairs")
    return with_local(event, ordinary, entry) if facts.one_day else green_alone(event, entry)


def format_problems(event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    yield from pairs_problems(event)
    yield from one_day_problems(event, facts) if facts.one_day else final_problems(event, facts)


def pairs_problems(event: FinalEvent | SessionEvent) -> Iterator[Problem]:
    """One ranking: Scale G is for a single list of pairs."""
    if event.contest != "pairs":
        yield problem("contest", event.contest, "this championship is for pairs", "enter pairs", "6.3.1")
    if len(event.lists) != 1:
        message = "the championship ends in one ranking of all pairs"
        yield problem("lists", len(event.lists), message, "give the single overall list", "6.3.1")


def concluding_problems(event: MatchEvent) -> Iterator[Problem]:
    """6.3.1: a Swiss may come before the final, but does not conclude the championship."""
    if event.last:
        message = "the county's pairs championship ends in a final in which all play all"
        fix = "mark a Swiss before the final with `last = false`; a one-day Swiss leaves `championship` out"
        yield problem("form", "matches", message, fix, "6.3.1")


def final_problems(event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    """6.3.1: all play all, 36 boards at least, rounds of two boards or more."""
    if event.boards < FINAL_BOARDS:
        message = "the final has at least 36 boards"
        yield problem("boards", event.boards, message, "play 36, or hold the event on one day (6.3.2)", "6.3.1")
    yield from all_play_all_problems(event, facts, "6.3.1")


def all_play_all_problems(event: FinalEvent | SessionEvent, facts: Facts, number: str) -> Iterator[Problem]:
    pairs = max((size_of(ranking) for ranking in event.lists), default=0)
    if not facts.all_play_all:
        fix = "play a Howell, or give Local Points"
        yield problem("facts.all_play_all", False, "everybody in the final meets everybody else", fix, number)
    elif event.boards < FEWEST_ROUND_BOARDS * (pairs - 1):
        yield problem(
            "boards",
            event.boards,
            f"{pairs} pairs cannot all meet in {event.boards} boards with two boards or more a round",
            f"at least {FEWEST_ROUND_BOARDS * (pairs - 1)} boards are needed, or fewer pairs in the final",
            number,
        )
    if facts.boards_per_round is not None and facts.boards_per_round < FEWEST_ROUND_BOARDS:
        message = "rounds have at least two boards"
        yield problem("facts.boards_per_round", facts.boards_per_round, message, "play two or three", number)


def one_day_problems(event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    """6.3.2: two sessions, 36 boards overall, rounds of two or three boards, an all-play-all final."""
    overall = facts.whole_boards or event.boards
    if overall < FINAL_BOARDS:
        message = "at least 36 boards are played overall"
        yield problem("boards", overall, message, "give all boards of the day as facts.whole_boards", "6.3.2")
    if facts.boards_per_round is not None and facts.boards_per_round not in ROUND_BOARDS:
        message = "rounds have two or three boards, whichever lets more pairs meet"
        yield problem("facts.boards_per_round", facts.boards_per_round, message, "play two or three", "6.3.2")
    if isinstance(event, FinalEvent):
        yield from all_play_all_problems(event, replace(facts, boards_per_round=None), "6.3.2")
    elif event.sessions != ONE_DAY_SESSIONS:
        message = "the one-day championship has two sessions"
        yield problem("sessions", event.sessions, message, "say `sessions = 2`", "6.3.2")


def green_alone(event: FinalEvent | SessionEvent, entry: Step) -> Result:
    """6.1.3: Green Points in place of Local ones."""
    awards = green_awards(event, event.lists[0], entry)
    notes = (*held_remarks(event, awards), *remarks(event), remark("6.1.3", "Green Points in place of Local ones"))
    return Result(event, TITLE, tuple(awards), notes)


def green_awards(event: AnyEvent, ranking: RankingList, entry: Step) -> list[Award]:
    """Scale G to the list; with fewer pairs than awards all receive theirs (6.3.1(h))."""
    ladder = scale_g(entry)
    if not ladder:
        reason = nothing(clause("6.3.1"), f"no Green Points below {FEWEST_PAIRS} pairs", entry)
        return pay_nobody((ranking,), reason, GREEN)
    boards: int = getattr(event, "boards", 0)
    return pay_green(ranking, ladder, unpaid="6.3.1", boards=boards)


def with_local(event: FinalEvent | SessionEvent, ordinary: Awarding, entry: Step) -> Result:
    """6.3.2(d): Local Points by the ordinary scales, reduced by the Green ones."""
    event = replace(event, lists=with_entries(event.lists))
    result = ordinary(as_local_stage(event))
    green = green_awards(event, event.lists[0], entry)
    local = reduce_all(result.awards, green, "6.3.2")
    notes = (
        *result.remarks,
        *remarks(event),
        remark("6.3.2", "one day, two sessions: Local Points reduced by Green ones"),
    )
    return replace(result, event=event, awards=(*green, *local), remarks=tuple(dict.fromkeys(notes)))


def local_stage(event: AnyEvent, ordinary: Awarding) -> Result:
    """6.1.3, 6.3.1: qualifying rounds give Local Points at Regional status."""
    result = ordinary(as_local_stage(event))
    message = "this stage gives no Green Points: Local Points at Regional status"
    notes = (*result.remarks, *remarks(event), remark("6.1.3", message))
    return replace(result, event=event, remarks=tuple(dict.fromkeys(notes)))


def qualifying(event: SessionEvent, ordinary: Awarding) -> Result:
    """6.3.1: Local Points; 6.3.1(h): spare awards of a small final pass to the leading non-qualifiers."""
    facts: Facts = facts_from(event, Facts)
    event = replace(event, lists=with_entries(event.lists))
    result = local_stage(event, ordinary)
    if facts.finalists is None:
        return result
    if len(event.lists) != 1 or not event.lists[0].entries:
        message = "the leading non-qualifiers can only be found in one ranking of the whole field"
        raise Refused(problem("lists", len(event.lists), message, "give one list with its entries", "6.3.1"))
    field = fields(event.lists, "pairs")[0]
    entry = fact(field.contestants, clause("6.3.1"), "total original entry, in pairs")
    next_best = non_qualifiers(event.lists[0], facts.finalists)
    return transferred(result, next_best, entry, facts.finalists, event.boards)


def non_qualifiers(ranking: RankingList, finalists: int) -> Placed:
    """Those not in the final, moved up: unmarked ones where finalists have category Q, otherwise by their place."""
    placed = with_standing(ranking)
    if any(entry.category.upper() == QUALIFIED for entry, _ in placed):
        return moved_up([entry for entry, _ in placed if entry.category.upper() != QUALIFIED])
    if any(finish.place <= finalists < finish.places[-1] for _, finish in placed):
        message = "a tie runs across the line between those in the final and the others"
        fix = 'mark the pairs in the final with `category = "Q"`'
        raise Refused(problem("facts.finalists", finalists, message, fix, "6.3.1"))
    return moved_up([entry for entry, finish in placed if finish.place > finalists])


def consolation(event: ConsolationEvent, ordinary: Awarding) -> Result:
    """6.3.1(h): or they pass to the leading pairs of a consolation event."""
    event = replace(event, lists=with_entries(event.lists))
    result = local_stage(event, ordinary)
    if len(event.lists) != 1:
        return result
    entry = fact(whole(tidy(Fraction(event.original_tables) * 2)), clause("6.3.1"), "total original entry, in pairs")
    finalists = whole(tidy(Fraction(event.premier_tables) * 2))
    return transferred(result, with_standing(event.lists[0]), entry, finalists, event.boards)


def transferred(result: Result, placed: Placed, entry: Step, finalists: int, boards: int) -> Result:
    """The awards a final could not use, to the leading others; their Local Points are reduced accordingly."""
    spare = scale_g(entry)[finalists:]
    if not spare:
        return result
    green: list[Award] = []
    for one, finish in placed:
        if finish.place <= len(spare):
            step = green_award(finish, spare, unpaid="6.3.1")
            green += to_players(one, step, colour=GREEN, boards=boards)
    message = f"{len(spare)} awards the final of {finalists} pairs did not use pass to the next pairs"
    local = reduce_all(result.awards, green, "6.3.1")
    return replace(result, awards=(*green, *local), remarks=(*result.remarks, remark("6.3.1", message)))
