"""6.2.1 and 6.2.2, Annual major county teams championship: the knock-out rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    Entry,
    KnockoutEvent,
    Round,
    RoundResult,
)
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import part_of, total, whole
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
"""4.5.6: teams of a final in mini-matches."""
UNPLAYED = ("bye", "walkover")


@rule
def knockout(book: Book, event: KnockoutEvent) -> Result:
    """6.2.2: an award for each round won, by the total original entry."""
    problems = [*team_problems(book, event), *match_problems(book, event)]
    require_allowed(book, event, problems, championship=True)
    entry = original_entry(book, event)
    played = {each.round: each for each in event.rounds}
    awards = [award for team in event.entries for award in pay_entry(book, team, played, entry)]
    return Result(event, book.title, tuple(awards), (*held_remarks(book, event, awards), *remarks(book, event)))


def team_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: teams of four, with at most six members."""
    if event.contest != "teams":
        message = "the county's knock-out championship is for teams"
        yield book.problem(
            "contest", event.contest, message, "the pairs championship ends in a pairs final (6.3)", "6.2.1"
        )
    for index, entry in enumerate(event.entries):
        yield from member_problems(book, entry, f"entries[{index}]")


def member_problems(book: Book, entry: Entry, path: str) -> Iterator[Problem]:
    most, playing = book.figures.championships.most_members.value, book.figures.championships.at_the_table.value
    members = sum(not player.captain for player in entry.players)
    if members > most:
        message, fix = (
            f"a team has at most {in_words(most)} players",
            f"list those who played, {in_words(most)} at most",
        )
        yield book.problem(f"{path}.players", members, message, fix, "6.2.1")
    if (entry.team_size or playing) != playing:
        message = f"only {in_words(playing)} of a team may play at any one time"
        fix = f"hold it for teams of {in_words(playing)}"
        yield book.problem(f"{path}.team_size", entry.team_size, message, fix, "6.2.1")


def match_problems(book: Book, event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: knock-out matches of 24 boards or more; every result belongs to a round that is given."""
    least = book.figures.championships.shortest_match.value
    for index, played in enumerate(event.rounds):
        if played.boards < least:
            yield book.problem(
                f"rounds[{index}].boards",
                played.boards,
                f"matches of the knock-out stage have at least {least} boards",
                "play longer matches, or give Local Points",
                "6.2.1",
            )
    for place, value, message, fix in knockout_problems(event):
        yield book.problem(place, value, message, fix, "6.2.2")
    if event.elimination != "single":
        message = "the Green Point awards are for a knock-out of single elimination"
        yield book.problem("elimination", event.elimination, message, "ask the EBU for a special scale", "6.2.2")
    largest = max((played.contestants for played in event.rounds), default=0)
    if event.original_entry is not None and event.original_entry < largest:
        message = f"{largest} teams played in the knock-out"
        yield book.problem("original_entry", event.original_entry, message, "count all teams that entered", "6.2.2")
    numbers = {played.round for played in event.rounds}
    for index, entry in enumerate(event.entries):
        for number, result in enumerate(entry.rounds):
            if result.round not in numbers:
                where = f"entries[{index}].rounds[{number}].round"
                yield book.problem(where, result.round, "no such round is given", "add it to `rounds`", "6.2.2")


def original_entry(book: Book, event: KnockoutEvent) -> Step:
    """6.2.2: teams that entered the championship, whatever stage they reached."""
    teams = sum(entry.standing == "full" for entry in event.entries)
    largest = max((played.contestants for played in event.rounds), default=0)
    entered = event.original_entry or max(teams, largest)
    return fact(entered, book.clause("6.2.2"), "total original entry, in teams")


@rule
def round_award(book: Book, entry: Step, played: Round, *, is_final_of_three: bool = False) -> Step:
    """The printed award of a round: the row by the original entry, the column by the teams left in it."""
    table, columns = book.figures.championships.knockout, book.figures.championships.round_columns.value
    row = band(bands(table.value), whole(entry.value))
    if row is None:
        message = sentence("no Green Points below {least} teams", least=table.value[0][0])
        return nothing(table.clause, message, entry)
    left = 2 if is_final_of_three else played.contestants
    column = sum(left < least for least, _ in columns[:-1])
    printed = row.value[max(0, column - len(columns) + len(row.value))]
    message = sentence(
        "{round}, entry of {first} {last} teams",
        round=columns[column][1],
        first=row.first,
        last="and more" if row.last is None else f"to {row.last}",
    )
    return Step(tidy(printed), table.clause, message, None, (entry,))


def pay_entry(book: Book, team: Entry, played: dict[int, Round], entry: Step) -> list[Award]:
    """All rounds a team won, together; for each player those in which he played a third of the boards."""
    if team.standing == "none":
        return [Award(team, without_standing_reason(book, team, GREEN), GREEN, "matches")]
    values = {
        number: round_award(book, entry, each, is_final_of_three=final_of_three(each, played))
        for number, each in played.items()
    }
    earned = [(result.round, result_award(book, result, values[result.round])) for result in team.rounds]
    boards = sum(played[result.round].boards for result in team.rounds if result.result not in UNPLAYED)
    if not any(player.matches is not None for player in team.players):
        step = _sum(book, [step for _, step in earned])
        return to_players(book, team, step, colour=GREEN, kind="matches", boards=boards)
    awards: list[Award] = []
    for player in team.players:
        steps = [step for number, step in earned if took_part(book, player, played[number])]
        part, stage = replace(team, players=(player,)), boards if player.matches is None else NO_BOARDS
        for award in to_players(book, part, _sum(book, steps), colour=GREEN, kind="matches", boards=stage):
            awards.append(replace(award, entry=team, players=(player,)))
    return awards


def final_of_three(last: Round, played: dict[int, Round]) -> bool:
    """4.5.6: a final of three teams is a final."""
    return last.contestants == THREE and bool(last.triangles) and last.round == max(played)


def _sum(book: Book, steps: Sequence[Step]) -> Step:
    paid = [step for step in steps if step.value]
    if not paid:
        return steps[-1] if len(steps) == 1 else nothing(book.clause("6.2.2"), "no round won", *steps)
    return paid[0] if len(paid) == 1 else derive(total, *paid, clause=book.clause("6.2.2"), message="all rounds won")


@rule
def result_award(book: Book, result: RoundResult, value: Step) -> Step:
    """What one result earns: the round's award, half of it for one mini-match of a triangle, or nothing."""
    where = sentence("round {round}", round=result.round)
    match result.result:
        case "won" | "won-both":
            return value
        case "won-conceded":
            message = sentence("{where}: conceded by opponents who were behind", where=where)
            return Step(value.value, book.clause("3.6.1"), message, _same, (value,))
        case "won-one":
            message = sentence("{where}: one mini-match of a triangle, half", where=where)
            return derive(_half, value, clause=book.clause("4.5.7"), message=message, reading="E53")
        case "drawn":
            message = sentence("{where}: drawn, half", where=where)
            return derive(_half, value, clause=book.clause("4.5.8"), message=message, reading="E53")
        case "bye" | "walkover":
            return nothing(book.clause("3.6.1"), sentence("{where}: no award for a match not played", where=where))
    return nothing(book.clause("6.2.2"), sentence("{where}: lost", where=where))


def _same(value: Exact) -> Exact:
    return value


def _half(value: Exact) -> Exact:
    return up_to_hundredth(part_of(1, 2, value))
