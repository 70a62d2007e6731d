"""6.2.1 and 6.2.2, Annual major county teams championship: the knock-out rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    UNPLAYED,
    Entry,
    KnockoutEvent,
    Round,
    RoundResult,
)
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import identity, part_of, total, whole
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.sentences import sentence
from masterpoint.core.tables import band
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.principles.paying import GREEN
from masterpoint.schemes.ebu.rules.records.crediting import (
    NO_BOARDS,
    held_remarks,
    to_players,
    took_part,
    without_standing_reason,
)
from masterpoint.schemes.families.bands import bands
from masterpoint.schemes.families.british_knockout_problems import knockout_problems
from masterpoint.schemes.families.words import in_words

THREE = 3
"""4.5.6: teams of a final played in mini-matches."""


@rule
def knockout(book: Book, event: KnockoutEvent) -> Result:
    """6.2.2: an award for each round won, by the total original entry."""
    problems = [*team_problems(book, event), *match_problems(book, event)]
    require_allowed(book, event, problems, championship=True)
    entry = original_entry(book, event)
    rounds = {round_.round: round_ for round_ in event.rounds}
    awards = [award for team in event.entries for award in pay_entry(book, team, rounds, entry)]
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def team_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: teams of four, with at most six members."""
    if event.contest != "teams":
        message = "the county's knock-out championship is for teams"
        yield book.problem(
            "contest", event.contest, message, "give a pairs championship as its pairs final (6.3)", "6.2.1"
        )
    for index, entry in enumerate(event.entries):
        yield from member_problems(book, entry, f"entries[{index}]")


def member_problems(book: Book, entry: Entry, path: str) -> Iterator[Problem]:
    maximum, seats = book.figures.championships.most_members.value, book.figures.championships.at_the_table.value
    members = sum(not player.captain for player in entry.players)
    if members > maximum:
        message, fix = (
            f"a team has at most {in_words(maximum)} players",
            f"list those who played, {in_words(maximum)} at most",
        )
        yield book.problem(f"{path}.players", members, message, fix, "6.2.1")
    if (entry.team_size or seats) != seats:
        message = f"only {in_words(seats)} of a team may play at any one time"
        fix = f"hold it for teams of {in_words(seats)}"
        yield book.problem(f"{path}.team_size", entry.team_size, message, fix, "6.2.1")


def match_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: knock-out matches of 24 boards or more; every result belongs to a round that is given."""
    minimum = book.figures.championships.shortest_match.value
    for index, round_ in enumerate(event.rounds):
        if round_.boards < minimum:
            yield book.problem(
                f"rounds[{index}].boards",
                round_.boards,
                f"matches of the knock-out stage have at least {minimum} boards",
                "play longer matches, or give Local Points",
                "6.2.1",
            )
    for place, value, message, fix in knockout_problems(event):
        yield book.problem(place, value, message, fix, "6.2.2")
    if event.elimination != "single":
        message = "the Green Point awards are for a knock-out of single elimination"
        yield book.problem("elimination", event.elimination, message, "ask the EBU for a special scale", "6.2.2")
    largest = max((round_.contestants for round_ in event.rounds), default=0)
    if event.original_entry is not None and event.original_entry < largest:
        message = f"{largest} teams played in the knock-out"
        yield book.problem("original_entry", event.original_entry, message, "count all teams that entered", "6.2.2")
    numbers = {round_.round for round_ in event.rounds}
    for index, entry in enumerate(event.entries):
        for number, result in enumerate(entry.rounds):
            if result.round not in numbers:
                path = f"entries[{index}].rounds[{number}].round"
                yield book.problem(path, result.round, "no such round is given", "add it to `rounds`", "6.2.2")


def original_entry(book: Book, event: KnockoutEvent) -> Step:
    """6.2.2: teams that entered the championship, whatever stage they reached."""
    teams = sum(entry.standing == "full" for entry in event.entries)
    largest = max((round_.contestants for round_ in event.rounds), default=0)
    entry_count = event.original_entry or max(teams, largest)
    return fact(entry_count, book.clause("6.2.2"), "total original entry, in teams")


@rule
def round_award(book: Book, entry: Step, round_: Round, *, is_final_of_three: bool = False) -> Step:
    """The printed award of a round: the row by the original entry, the column by the teams left in it."""
    table, columns = book.figures.championships.knockout, book.figures.championships.round_columns.value
    row = band(bands(table.value), whole(entry.value))
    if row is None:
        message = sentence("no Green Points below {least} teams", least=table.value[0][0])
        return nothing(table.clause, message, entry)
    teams_left = 2 if is_final_of_three else round_.contestants
    column = sum(teams_left < limit for limit, _ in columns[:-1])
    figure = row.value[max(0, column - len(columns) + len(row.value))]
    message = sentence(
        "{round}, entry of {first} {last} teams",
        round=columns[column][1],
        first=row.first,
        last="and more" if row.last is None else f"to {row.last}",
    )
    return Step(tidy(figure), table.clause, message, None, (entry,))


def pay_entry(book: Book, team: Entry, rounds: dict[int, Round], entry: Step) -> list[Award]:
    """What all rounds a team won earn; each player is paid for those in which he played a third of the boards."""
    if team.standing == "none":
        return [Award(team, without_standing_reason(book, team, GREEN), GREEN, "matches")]
    values = {
        number: round_award(book, entry, round_, is_final_of_three=final_of_three(round_, rounds))
        for number, round_ in rounds.items()
    }
    round_steps = [(result.round, result_award(book, result, values[result.round])) for result in team.rounds]
    boards = sum(rounds[result.round].boards for result in team.rounds if result.result not in UNPLAYED)
    if not any(player.matches is not None for player in team.players):
        step = _sum(book, [step for _, step in round_steps])
        return to_players(book, team, step, colour=GREEN, kind="matches", boards=boards)
    awards: list[Award] = []
    for player in team.players:
        steps = [step for number, step in round_steps if took_part(book, player, rounds[number])]
        part, stage = replace(team, players=(player,)), boards if player.matches is None else NO_BOARDS
        for award in to_players(book, part, _sum(book, steps), colour=GREEN, kind="matches", boards=stage):
            awards.append(replace(award, entry=team, players=(player,)))
    return awards


def final_of_three(last: Round, rounds: dict[int, Round]) -> bool:
    """4.5.6: a final of three teams is a final."""
    return last.contestants == THREE and bool(last.triangles) and last.round == max(rounds)


def _sum(book: Book, steps: Sequence[Step]) -> Step:
    paid_steps = [step for step in steps if step.value]
    if not paid_steps:
        return steps[-1] if len(steps) == 1 else nothing(book.clause("6.2.2"), "no round won", *steps)
    return (
        paid_steps[0]
        if len(paid_steps) == 1
        else derive(total, *paid_steps, clause=book.clause("6.2.2"), message="all rounds won")
    )


@rule
def result_award(book: Book, result: RoundResult, value: Step) -> Step:
    """What one result earns: the round's award, half of it for one mini-match of a triangle, or nothing."""
    round_name = sentence("round {round}", round=result.round)
    match result.result:
        case "won" | "won-both":
            return value
        case "won-conceded":
            message = sentence("{where}: conceded by opponents who were behind", where=round_name)
            return Step(value.value, book.clause("3.6.1"), message, identity, (value,))
        case "won-one":
            message = sentence("{where}: one mini-match of a triangle, half", where=round_name)
            return derive(_half_award, value, clause=book.clause("4.5.7"), message=message, reading="E53")
        case "drawn":
            message = sentence("{where}: drawn, half", where=round_name)
            return derive(_half_award, value, clause=book.clause("4.5.8"), message=message, reading="E53")
        case "bye" | "walkover":
            return nothing(book.clause("3.6.1"), sentence("{where}: no award for a match not played", where=round_name))
    return nothing(book.clause("6.2.2"), sentence("{where}: lost", where=round_name))


def _half_award(value: Exact) -> Exact:
    return up_to_hundredth(part_of(1, 2, value))
