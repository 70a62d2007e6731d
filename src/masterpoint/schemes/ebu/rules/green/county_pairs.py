"""6.3, Annual major county pairs championship: its rounds, its final, and a championship of one day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, fact
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, Entry, FinalEvent, MatchEvent, RankingList, SessionEvent
from masterpoint.core.exact import tidy
from masterpoint.core.mechanisms import Ladder, whole
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, moved_up, size_of
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.core.traversal import with_entries
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.green.paying import as_local_stage, green_award, pay_green, reduce_all
from masterpoint.schemes.ebu.rules.green.scale_g import scale_g
from masterpoint.schemes.ebu.rules.principles.paying import GREEN, pay_nobody
from masterpoint.schemes.ebu.rules.records.crediting import held_remarks, to_players
from masterpoint.schemes.families.british_all_play_all import left_over_rounds
from masterpoint.schemes.families.fields import fields, with_standing
from masterpoint.schemes.families.words import in_words

QUALIFIED = "Q"  # 6.3.1(h): the category of a pair that reached the final
EntryFinishes = Sequence[tuple[Entry, Finish]]


@rule
def final(book: Book, event: FinalEvent, ordinary: Awarding) -> Result:
    """6.3.1: the all-play-all final; 6.3.2: the same on one day, with Local Points reduced by the Green ones."""
    facts: Facts = facts_from(event, Facts)
    require_allowed(book, event, format_problems(book, event, facts), championship=True)
    entry = original_entry(book, event)
    result = with_local(book, event, ordinary, entry) if facts.one_day else award_green_only(book, event, entry)
    return with_round_remark(book, event, result)


def with_round_remark(book: Book, event: FinalEvent | SessionEvent, result: Result) -> Result:
    """6.3.1, 6.3.2: adds a remark on rounds that are left over after all pairs have met."""
    facts: Facts = facts_from(event, Facts)
    message = left_over_rounds(size_of(event.lists[0]), event.boards, facts.boards_per_round)
    if message is None:
        return result
    return replace(result, remarks=(*result.remarks, book.remark("6.3.2" if facts.one_day else "6.3.1", message)))


def original_entry(book: Book, event: FinalEvent | ConsolationEvent) -> Step:
    """6.3.1: pairs of the first stage."""
    pairs = whole(tidy(Fraction(event.original_tables) / TABLES_PER_CONTESTANT["pairs"]))
    return fact(pairs, book.clause("6.3.1"), "total original entry, in pairs")


@rule
def played_through(book: Book, event: SessionEvent, ordinary: Awarding) -> Result:
    """6.3.1 without qualifying rounds, or 6.3.2 played through by all."""
    facts: Facts = facts_from(event, Facts)
    require_allowed(book, event, format_problems(book, event, facts), championship=True)
    pairs = sum(field.contestants for field in fields(event.lists, event.contest))
    entry = fact(pairs, book.clause("6.3.1"), "total original entry, in pairs")
    if facts.one_day:
        return with_local(book, event, ordinary, entry)
    return with_round_remark(book, event, award_green_only(book, event, entry))


def format_problems(book: Book, event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    yield from pairs_problems(book, event)
    yield from one_day_problems(book, event, facts) if facts.one_day else final_problems(book, event, facts)


def pairs_problems(book: Book, event: FinalEvent | SessionEvent) -> Iterator[Problem]:
    """One ranking: Scale G is for a single list of pairs."""
    if event.contest != "pairs":
        yield book.problem("contest", event.contest, "this championship is for pairs", "enter pairs", "6.3.1")
    if len(event.lists) != 1:
        message = "the championship ends in one ranking of all pairs"
        yield book.problem("lists", len(event.lists), message, "give the single overall list", "6.3.1")


def concluding_problems(book: Book, event: MatchEvent) -> Iterator[Problem]:
    """6.3.1: a Swiss may come before the final, but does not conclude the championship."""
    if event.last:
        message = "the county's pairs championship ends in a final in which all play all"
        fix = "mark a Swiss before the final with `last = false`; a one-day Swiss leaves `championship` out"
        yield book.problem("form", "matches", message, fix, "6.3.1")


def final_problems(book: Book, event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    """6.3.1: all play all, 36 boards at least, rounds of two boards or more."""
    minimum = book.figures.championships.final_boards.value
    if event.boards < minimum:
        message = f"the final has at least {minimum} boards"
        fix = f"play {minimum}, or hold the event on one day (6.3.2)"
        yield book.problem("boards", event.boards, message, fix, "6.3.1")
    yield from all_play_all_problems(book, event, facts, "6.3.1")


def all_play_all_problems(book: Book, event: FinalEvent | SessionEvent, facts: Facts, number: str) -> Iterator[Problem]:
    minimum = book.figures.championships.fewest_round_boards.value
    usual_boards = " or ".join(in_words(boards) for boards in book.figures.championships.one_day_round_boards.value)
    pairs = max((size_of(ranking) for ranking in event.lists), default=0)
    if not facts.all_play_all:
        fix = "play a Howell, or give Local Points"
        yield book.problem("facts.all_play_all", False, "everybody in the final meets everybody else", fix, number)
    elif event.boards < (per_round := max(minimum, facts.boards_per_round or minimum)) * (pairs - 1):
        yield book.problem(
            "boards",
            event.boards,
            f"{pairs} pairs cannot all meet in {event.boards} boards with {in_words(per_round)} boards or more a round",
            f"play at least {per_round * (pairs - 1)} boards, or let fewer pairs into the final",
            number,
        )
    if facts.boards_per_round is not None and facts.boards_per_round < minimum:
        message = f"rounds have at least {in_words(minimum)} boards"
        yield book.problem("facts.boards_per_round", facts.boards_per_round, message, f"play {usual_boards}", number)


def one_day_problems(book: Book, event: FinalEvent | SessionEvent, facts: Facts) -> Iterator[Problem]:
    """6.3.2: two sessions, 36 boards overall, rounds of two or three boards, an all-play-all final."""
    figures = book.figures.championships
    minimum, rounds, sessions = (
        figures.one_day_boards.value,
        figures.one_day_round_boards.value,
        figures.one_day_sessions.value,
    )
    usual_boards = " or ".join(in_words(boards) for boards in rounds)
    overall = facts.whole_boards or event.boards
    if overall < minimum:
        message = f"at least {minimum} boards are played overall"
        yield book.problem("boards", overall, message, "give all boards of the day as facts.whole_boards", "6.3.2")
    if facts.boards_per_round is not None and facts.boards_per_round not in rounds:
        message = f"rounds have {usual_boards} boards, whichever lets more pairs meet"
        yield book.problem("facts.boards_per_round", facts.boards_per_round, message, f"play {usual_boards}", "6.3.2")
    if isinstance(event, FinalEvent):
        checked_facts = facts if facts.boards_per_round in rounds else replace(facts, boards_per_round=None)
        yield from all_play_all_problems(book, event, checked_facts, "6.3.2")
    elif event.sessions != sessions:
        message = f"the one-day championship has {in_words(sessions)} sessions"
        yield book.problem("sessions", event.sessions, message, f"say `sessions = {sessions}`", "6.3.2")


def award_green_only(book: Book, event: FinalEvent | SessionEvent, entry: Step) -> Result:
    """6.1.3: Green Points in place of Local ones."""
    awards = green_awards(book, event, event.lists[0], entry)
    notes = (
        *held_remarks(book, event, awards),
        *remarks(book, event),
        book.remark("6.1.3", "Green Points in place of Local ones"),
    )
    return Result(event, book.title, tuple(awards), notes)


def green_awards(book: Book, event: AnyEvent, ranking: RankingList, entry: Step) -> list[Award]:
    """Scale G for the list; with fewer pairs than awards, every pair receives its award (6.3.1(h))."""
    ladder = scale_g(book, entry)
    if not ladder:
        return pay_nobody((ranking,), ladder.awards, GREEN)
    boards: int = getattr(event, "boards", 0)
    return pay_green(book, ranking, ladder, unpaid_number="6.3.1", boards=boards)


def with_local(book: Book, event: FinalEvent | SessionEvent, ordinary: Awarding, entry: Step) -> Result:
    """6.3.2(d): Local Points by the ordinary scales, reduced by the Green ones."""
    event = with_entries(event)
    result = ordinary(as_local_stage(event))
    green = green_awards(book, event, event.lists[0], entry)
    local = reduce_all(book, result.awards, green, "6.3.2")
    sessions = in_words(book.figures.championships.one_day_sessions.value)
    message = sentence("one day, {sessions} sessions: Local Points reduced by Green ones", sessions=sessions)
    notes = (*result.remarks, *remarks(book, event), book.remark("6.3.2", message))
    return replace(result, event=event, awards=(*green, *local), remarks=tuple(dict.fromkeys(notes)))


def local_stage(book: Book, event: AnyEvent, ordinary: Awarding) -> Result:
    """6.1.3, 6.3.1: qualifying rounds give Local Points at Regional status."""
    result = ordinary(as_local_stage(event))
    message = "this stage gives no Green Points: Local Points at Regional status"
    notes = (*result.remarks, *remarks(book, event), book.remark("6.1.3", message))
    return replace(result, event=event, remarks=tuple(dict.fromkeys(notes)))


@rule
def qualifying(book: Book, event: SessionEvent, ordinary: Awarding) -> Result:
    """6.3.1: Local Points; 6.3.1(h): spare awards of a small final pass to the leading non-qualifiers."""
    facts: Facts = facts_from(event, Facts)
    event = with_entries(event)
    result = local_stage(book, event, ordinary)
    if facts.finalists is None:
        return result
    if len(event.lists) != 1 or not event.lists[0].entries:
        message = "the leading non-qualifiers can only be found in one ranking of the whole field"
        raise Refused(book.problem("lists", len(event.lists), message, "give one list with its entries", "6.3.1"))
    field = fields(event.lists, "pairs")[0]
    entry = fact(field.contestants, book.clause("6.3.1"), "total original entry, in pairs")
    next_best = non_qualifiers(book, event.lists[0], facts.finalists)
    return transfer_awards(book, result, next_best, entry, facts.finalists, event.boards)


def non_qualifiers(book: Book, ranking: RankingList, finalists: int) -> EntryFinishes:
    """The pairs not in the final, moved up: those without category Q where finalists have it, otherwise by place."""
    ranked_entries = with_standing(ranking)
    if any(entry.category.upper() == QUALIFIED for entry, _ in ranked_entries):
        return moved_up([entry for entry, _ in ranked_entries if entry.category.upper() != QUALIFIED])
    if any(finish.place <= finalists < finish.places[-1] for _, finish in ranked_entries):
        message = "a tie runs across the line between those in the final and the others"
        fix = 'mark the pairs in the final with `category = "Q"`'
        raise Refused(book.problem("facts.finalists", finalists, message, fix, "6.3.1"))
    return moved_up([entry for entry, finish in ranked_entries if finish.place > finalists])


@rule
def consolation(book: Book, event: ConsolationEvent, ordinary: Awarding) -> Result:
    """6.3.1(h): spare awards may also pass to the leading pairs of a consolation event."""
    event = with_entries(event)
    result = local_stage(book, event, ordinary)
    if len(event.lists) != 1:
        return result
    finalists = whole(tidy(Fraction(event.premier_tables) / TABLES_PER_CONTESTANT["pairs"]))
    ranked_entries = with_standing(event.lists[0])
    return transfer_awards(book, result, ranked_entries, original_entry(book, event), finalists, event.boards)


@rule
def transfer_awards(
    book: Book, result: Result, ranked_entries: EntryFinishes, entry: Step, finalists: int, boards: int
) -> Result:
    """The awards a final could not use pass to the leading other pairs, whose Local Points are reduced accordingly."""
    scale = scale_g(book, entry)
    surplus = Ladder(scale[finalists:], scale.awards)
    if not surplus:
        return result
    green: list[Award] = []
    for pair, finish in ranked_entries:
        if finish.place <= len(surplus):
            step = green_award(book, finish, surplus, unpaid_number="6.3.1")
            green += to_players(book, pair, step, colour=GREEN, boards=boards)
    message = sentence(
        "{spare} awards the final of {finalists} pairs did not use pass to the next pairs",
        spare=len(surplus),
        finalists=finalists,
    )
    local = reduce_all(book, result.awards, green, "6.3.1")
    return replace(result, awards=(*green, *local), remarks=(*result.remarks, book.remark("6.3.1", message)))
