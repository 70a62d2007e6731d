"""4.7, Knock-out events: the award for a match rises as the event goes on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import UNPLAYED, Entry, KnockoutEvent, Player, Round
from masterpoint.core.mechanisms import total
from masterpoint.core.parsing import facts_from
from masterpoint.core.seats import CONTESTANTS_PER_TABLE
from masterpoint.core.sentences import sentence
from masterpoint.schemes.families.british_knockout import (
    KnockoutClauses,
    KnockoutScale,
    deemed_round,
    first_numbered,
    match_values,
)
from masterpoint.schemes.families.british_knockout_problems import knockout_problems
from masterpoint.schemes.families.british_knockout_results import result_award
from masterpoint.schemes.families.british_small_finals import rounds_played
from masterpoint.schemes.wbu.book import Book
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.divisions import play_off_status
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import LOCAL, basic_only, fed_by_a_ladder, large_team, rounded_up
from masterpoint.schemes.wbu.rules.principles.payments import to_players
from masterpoint.schemes.wbu.rules.principles.requirements import require_acceptable
from masterpoint.schemes.wbu.rules.principles.status import higher
from masterpoint.schemes.wbu.rules.refusals import refuse


@cache
def scales(book: Book) -> dict[tuple[str, str], KnockoutScale]:
    """4.7.2, 4.7.7: the three kinds of knock-out, at Club status."""
    figures = book.figures.knockouts
    rounds = {
        ("teams", "single"): figures.single_teams,
        ("teams", "double"): figures.double_teams,
        ("pairs", "single"): figures.single_pairs,
    }
    return {kind: KnockoutScale(row.text, figures.preliminary.value, row.value) for kind, row in rounds.items()}


@cache
def knockout_clauses(book: Book) -> KnockoutClauses:
    return KnockoutClauses(
        boards=book.clause("4.7.3"),
        extra=book.clause("4.7.4"),
        preliminary=book.clause("4.7.5"),
        status=book.clause("4.7.6"),
        table=book.clause("4.7.7"),
        earned_bye=book.clause("4.7.8"),
        qualified=book.clause("4.7.9"),
        consolation=book.clause("4.7.10"),
        mini=book.clause("4.5.7"),
        drawn=book.clause("4.5.8"),
        unplayed=book.clause("2.6.1"),
        rounding=book.clause("2.4.1"),
        last_reading="A09",
        extra_reading="W44",
        full_boards=book.figures.knockouts.full_boards.value,
        earned_bye_share=book.figures.knockouts.earned_bye_share.value,
        consolation_share=book.figures.knockouts.consolation_share.value,
    )


@rule
def award(book: Book, event: KnockoutEvent) -> Result:
    """4.7: what each contestant earned in the rounds it won."""
    require_acceptable(book, event)
    facts: Facts = facts_from(event, Facts)
    refuse((*_problems(book, event), *fed_by_a_ladder(book, facts)))
    basic_remark = basic_only(book, facts) if event.original_entry is not None else None
    if basic_remark:
        result = award(book, replace(event, original_entry=None))
        return replace(result, event=event, remarks=(basic_remark, *result.remarks))
    level = play_off_status(book, event, facts) if facts.play_off == "parallel divisions" else status_of(book, event)
    entry_step = original_contestants(book, event, facts)
    reason = _too_small(book, event, entry_step)
    if reason:
        return result_of(book, event, [Award(entry, reason, LOCAL, "matches") for entry in event.entries])
    values = values_of_rounds(book, event, facts, level, entry_step)
    return result_of(book, event, [award for entry in event.entries for award in pay_entry(book, event, entry, values)])


def _problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    if (event.contest, event.elimination) not in scales(book):
        message = "there are scales for single elimination teams and pairs, and double elimination teams"
        yield book.problem(
            "elimination", f"{event.elimination}, {event.contest}", message, "ask the WBU (2.11.1)", "4.7.2"
        )
    for place, value, message, fix in knockout_problems(event):
        yield book.problem(place, value, message, fix, "4.7.5")
    numbers = sorted(round_.round for round_ in event.rounds)
    first = numbers[0] if numbers else 1
    if first > 1 or numbers != list(range(first, first + len(numbers))):
        message = "rounds are numbered from 1 as they were played, without a gap"
        fix = "give every round from the first, or `original_entry` where contestants qualified for this stage"
        yield book.problem("rounds", ", ".join(map(str, numbers)), message, fix, "4.7.5")
    for previous, current in pairwise(sorted(event.rounds, key=lambda round_: round_.round)):
        if current.contestants > previous.contestants and not event.consolation:
            message = f"more contestants than the {previous.contestants} of the round before"
            fix = "only a consolation takes in others later: correct the number, or say consolation = true"
            yield book.problem(
                f"rounds[{event.rounds.index(current)}].contestants", current.contestants, message, fix, "4.7.10"
            )


def original_contestants(book: Book, event: KnockoutEvent, facts: Facts) -> Step:
    """4.7.9, 4.7.10: the entry that the rounds are counted from; a consolation leaves out the main final."""
    largest = max((stage.contestants for stage in event.rounds), default=0)
    if facts.play_off == "division winners":
        return fact(
            max(largest, len(event.entries)), book.clause("4.8.8"), "play-off of winners: the actual entry only"
        )
    if event.original_entry is None:
        return fact(max(largest, len(event.entries)), book.clause("4.7.1"), "contestants who entered")
    if not event.consolation:
        return fact(event.original_entry, book.clause("4.7.9"), "contestants of the original entry")
    message = sentence("original entry without the {main_entry} in the main final", main_entry=event.main_entry)
    return fact(event.original_entry - event.main_entry, book.clause("4.7.10"), message)


def _too_small(book: Book, event: KnockoutEvent, entry_step: Step) -> Step | None:
    """4.7.1: five full tables in the original entry."""
    count = entry_step.value + (event.main_entry if event.consolation else 0)
    minimum = book.figures.knockouts.least_tables
    if count >= minimum.value * CONTESTANTS_PER_TABLE[event.contest]:
        return None
    return nothing(
        book.clause("4.7.1"),
        sentence("no awards below {least} full tables", least=minimum.value),
        entry_step,
        reading=minimum.reading,
    )


@rule
def values_of_rounds(book: Book, event: KnockoutEvent, facts: Facts, level: Step, entry_step: Step) -> dict[int, Step]:
    """What winning a match of each round earns, exact."""
    double = event.elimination == "double"
    first = None
    if event.original_entry is not None and facts.play_off != "division winners":
        contestants_left = first_numbered(event.rounds, event.entries)
        number = "4.7.10" if event.consolation else "4.8.8" if facts.play_off else "4.7.9"
        first = deemed_round(entry_step, contestants_left, double=double, clause=book.clause(number), reading="W48")
    return match_values(
        event.rounds,
        event.entries,
        scales(book)[event.contest, event.elimination],
        first=first,
        status_of=partial(match_status, book, level),
        clauses=knockout_clauses(book),
        double=double,
        consolation=event.consolation,
    )


@rule
def match_status(book: Book, level: Step, boards: int) -> Step:
    """4.7.3: long matches raise the status."""
    if boards < book.figures.knockouts.long.value:
        return level
    return higher(book, level, "4.7.3", sentence("matches of {boards} boards", boards=boards))


def pay_entry(book: Book, event: KnockoutEvent, entry: Entry, values: dict[int, Step]) -> list[Award]:
    """The sum of the matches won, each rounded up (A08)."""
    if entry.standing == "none":
        return [
            Award(entry, nothing(book.clause("2.3.1"), "playing without standing", reading="A16"), LOCAL, "matches")
        ]
    rounds = {round_.round: round_ for round_ in event.rounds}
    if any(player.matches is not None for player in entry.players):
        return [award for player in entry.players for award in pay_player(book, event, entry, player, rounds, values)]
    boards = sum(rounds[result.round].boards for result in entry.rounds if result.result not in UNPLAYED)
    return to_players(book, entry, sum_of(book, entry, rounds, values), kind="matches", boards=boards)


def pay_player(
    book: Book, event: KnockoutEvent, entry: Entry, player: Player, rounds: dict[int, Round], values: dict[int, Step]
) -> list[Award]:
    """2.3.2: a player with matches of his own is paid for the rounds of which he played a third."""
    own_entry = entry
    if player.matches is not None:
        share = book.figures.principles.played_share.value.denominator
        own_entry = replace(entry, rounds=tuple(rounds_played(player, entry, rounds, share)))
    player_entry = replace(own_entry, players=(player,))
    awards = to_players(book, player_entry, sum_of(book, player_entry, rounds, values))
    return [Award(entry, award.step, LOCAL, "matches", (player,)) for award in awards]


def sum_of(book: Book, entry: Entry, rounds: dict[int, Round], values: dict[int, Step]) -> Step:
    """The awards of all rounds, each rounded up (A08)."""
    parts = [
        result_award(entry, result, rounds[result.round], values[result.round], knockout_clauses(book))
        for result in entry.rounds
    ]
    if not any(part.value for part in parts):
        return nothing(book.clause("4.7.7"), "no match won", *parts)
    step = (
        parts[0]
        if len(parts) == 1
        else derive(total, *parts, clause=book.clause("4.7.7"), message="all rounds together")
    )
    return rounded_up(book, large_team(book, step, entry))


@rule
def final_value(book: Book, original: int, contestants: int, boards: int, level: Step) -> Step:
    """4.5.6, 4.6.1: what winning a final of two or three teams earns, as a knock-out final."""
    entry_step = fact(original, book.clause("4.7.9"), "contestants of the original entry")
    round_ = Round(round=1, boards=boards, contestants=contestants, triangles=int(contestants > 2))
    first = deemed_round(entry_step, contestants, double=False, clause=book.clause("4.7.9"))
    scale = scales(book)["teams", "single"]
    status_of_match = partial(match_status, book, level)
    return match_values([round_], (), scale, first=first, status_of=status_of_match, clauses=knockout_clauses(book))[1]
