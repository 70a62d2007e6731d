"""4.7, Knock-out events: the award for winning a match rises from round to round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import UNPLAYED, Contest, Entry, KnockoutEvent, Round
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import total
from masterpoint.core.seats import TABLES_PER_CONTESTANT
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.local.divisions import play_off_status
from masterpoint.schemes.ebu.rules.local.match_awards import KIND
from masterpoint.schemes.ebu.rules.organisations.organisers import status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    LOCAL,
    colour_of,
    final_figure,
    held_remarks,
    require_ranking_without_handicap,
    to_players,
)
from masterpoint.schemes.ebu.rules.principles.status import higher
from masterpoint.schemes.ebu.rules.records.crediting import NO_BOARDS, took_part
from masterpoint.schemes.families.british_knockout import (
    KnockoutClauses,
    KnockoutScale,
    deemed_round,
    first_numbered,
    match_values,
)
from masterpoint.schemes.families.british_knockout_problems import knockout_problems
from masterpoint.schemes.families.british_knockout_results import result_award

SMALL_FINAL = 3
"""4.6.1: a final of this many teams or fewer is a knock-out."""


@cache
def scales(book: Book) -> dict[str, KnockoutScale]:
    """4.7.7: the rows of the table, by what is eliminated how."""
    rows = book.figures.knockout.table.value
    return {name: KnockoutScale(name, row.preliminary, row.rounds) for name, row in rows.items()}


def scale_name(contest: Contest, elimination: str) -> str:
    """4.7.2: what the table calls such a knock-out."""
    return f"{elimination} elimination {contest}"


@cache
def clauses(book: Book) -> KnockoutClauses:
    """What 4.7 says about a match, with its clauses."""
    figures = book.figures.knockout
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
        unplayed=book.clause("3.6.1"),
        rounding=book.clause("3.4.1"),
        last_reading="A09",
        extra_reading="E36",
        full_boards=figures.full_boards.value,
        earned_bye_share=figures.earned_bye_share.value,
        consolation_share=figures.consolation_share.value,
    )


@rule
def award(book: Book, event: KnockoutEvent) -> Result:
    """4.7: what each contestant earned over the rounds."""
    require_ranking_without_handicap(book, event)
    colour = colour_of(book, event)
    status = status_of(book, event, shape_problems(book, event))
    status = play_off_status(book, event) or status
    reason = no_award_reason(book, event)
    if reason:
        awards = [Award(entry, reason, colour, KIND) for entry in event.entries]
    else:
        values = values_of_rounds(book, event, status)
        awards = [award for entry in event.entries for award in pay_entry(book, event, entry, values, colour)]
    return Result(event, book.title, tuple(awards), tuple(held_remarks(book, event, awards)))


def values_of_rounds(book: Book, event: KnockoutEvent, status: Step) -> dict[int, Step]:
    """What winning a match of each round earns, exact."""
    return match_values(
        event.rounds,
        event.entries,
        scales(book)[scale_name(event.contest, event.elimination)],
        first=first_round(book, event),
        status_of=partial(match_status, book, status),
        clauses=clauses(book),
        double=event.elimination == "double",
        consolation=event.consolation,
    )


@rule
def match_status(book: Book, status: Step, boards: int) -> Step:
    """4.7.3: matches of 36 boards or more are played one level up."""
    if boards < book.figures.knockout.long_boards.value:
        return status
    return higher(book, status, "4.7.3", sentence("matches of {boards} boards", boards=boards))


def first_round(book: Book, event: KnockoutEvent) -> Step | None:
    """4.7.9, 4.7.10: the number of the first full round, where contestants qualified for the knock-out."""
    if event.original_entry is None:
        return None
    return qualified_round(
        book,
        event.original_entry,
        first_numbered(event.rounds, event.entries),
        main_entry=event.main_entry,
        double=event.elimination == "double",
    )


@rule
def qualified_round(book: Book, original: int, contestants: int, *, main_entry: int = 0, double: bool = False) -> Step:
    """The round in which so few would be left, if the original entry had played knock-out throughout."""
    entry = fact(original, book.clause("4.7.9"), "contestants of the original entry")
    if main_entry:
        main = fact(main_entry, book.clause("4.7.10"), "contestants of the main final")
        entry = derive(
            _without, entry, main, clause=book.clause("4.7.10"), message="original entry without the main final"
        )
    return deemed_round(entry, contestants, double=double, clause=book.clause("4.7.9"), reading="E37")


def _without(entry: Exact, main: Exact) -> Exact:
    return entry - main


def pay_entry(book: Book, event: KnockoutEvent, entry: Entry, values: dict[int, Step], colour: str) -> list[Award]:
    """All rounds of a contestant together; a player with matches of his own is paid for the rounds he played."""
    if entry.standing == "none":
        return [Award(entry, nothing(book.clause("2.10.2"), "playing without standing"), colour, KIND)]
    rounds = {round_.round: round_ for round_ in event.rounds}
    boards = sum(rounds[result.round].boards for result in entry.rounds if result.result not in UNPLAYED)
    if not any(player.matches is not None for player in entry.players):
        step = sum_of(book, entry, rounds, values, colour)
        return to_players(book, entry, step, colour=colour, kind=KIND, boards=boards)
    awards = []
    for player in entry.players:
        results = tuple(result for result in entry.rounds if took_part(book, player, rounds[result.round]))
        part = replace(entry, players=(player,), rounds=results)
        step = sum_of(book, part, rounds, values, colour)
        stage = boards if player.matches is None else NO_BOARDS
        for award in to_players(book, part, step, colour=colour, kind=KIND, boards=stage):
            awards.append(Award(entry, award.step, colour, KIND, (player,)))
    return awards


def sum_of(book: Book, entry: Entry, rounds: dict[int, Round], values: dict[int, Step], colour: str) -> Step:
    """The awards of all rounds, each rounded up (reading A08)."""
    steps = [
        result_award(entry, result, rounds[result.round], values[result.round], clauses(book))
        for result in entry.rounds
    ]
    if not any(step.value for step in steps):
        return nothing(book.clause("4.7.7"), "no match won", *steps)
    step = derive(total, *steps, clause=book.clause("4.7.7"), message="all rounds together")
    return step if colour == LOCAL else final_figure(book, colour, step)


@rule
def no_award_reason(book: Book, event: KnockoutEvent) -> Step | None:
    """3.1.1 and 4.6.1: three complete teams, and five before a final of two or three is a knock-out."""
    contestants = max((round_.contestants for round_ in event.rounds), default=0)
    entry_count = max(contestants, len(event.entries), event.original_entry or 0, contestants + event.main_entry)
    tables = int(entry_count * TABLES_PER_CONTESTANT[event.contest])
    is_small_final = event.original_entry is not None and contestants <= SMALL_FINAL
    minimum, small_entry = book.figures.principles.minimum_tables, book.figures.matches.small_final_entry
    minimum_tables = small_entry.value if is_small_final else minimum.value[event.contest]
    if tables >= minimum_tables:
        return None
    clause = small_entry.clause if is_small_final else minimum.clause
    unit = "teams" if event.contest == "teams" else "tables"
    return nothing(
        clause,
        sentence("no awards below an original entry of {least} complete {unit}", least=minimum_tables, unit=unit),
        fact(tables, clause, sentence("complete {unit} in the original entry", unit=unit)),
    )


def shape_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """4.7.2: a kind of knock-out that has no scale, and what is wrong with the rounds."""
    name = scale_name(event.contest, event.elimination)
    if name not in scales(book):
        yield book.problem(
            "elimination" if event.contest == "pairs" else "contest",
            name,
            "the table is for teams, and for pairs in single elimination",
            "ask the EBU for a special scale",
            "4.7.2",
        )
    yield from numbering_problems(book, event)
    for place, value, message, fix in knockout_problems(event):
        yield book.problem(place, value, message, fix, "4.7.9" if place == "original_entry" else "4.7.5")


def numbering_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """4.7.5, 4.7.7: an award depends on the number of its round, so the earlier rounds are given too."""
    numbers = sorted({round_.round for round_ in event.rounds})
    first = min(numbers, default=1)
    start = min(first, 1) if event.original_entry is None else first
    missing = sorted(set(range(start, max(numbers, default=0))) - set(numbers))
    if missing:
        message = f"round {missing[0]} is missing: what a match earns depends on the number of its round"
        fix = "give every round from the first, or `original_entry` where contestants qualified for this stage"
        yield book.problem("rounds", ", ".join(map(str, numbers)), message, fix, "4.7.7")


def final_value(book: Book, original: int, contestants: int, boards: int, status: Step, contest: Contest) -> Step:
    """4.5.6, 4.6.1: what a final of two or three teams is worth, played as a knock-out final (reading E19)."""
    first = replace(qualified_round(book, original, contestants), reading="E19")
    round_ = Round(round=1, boards=boards, contestants=contestants)
    scale = scales(book)[scale_name(contest, "single")]
    status_of_match = partial(match_status, book, status)
    return match_values([round_], (), scale, first=first, status_of=status_of_match, clauses=clauses(book))[1]
