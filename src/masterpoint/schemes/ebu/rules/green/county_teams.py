"""6.2.1 and 6.2.2, Annual major county teams championship: the knock-out rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    Entry,
    KnockoutEvent,
    Player,
    Round,
    RoundResult,
)
from masterpoint.core.exact import exact
from masterpoint.core.mechanisms import part_of, total
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.tables import Band, band
from masterpoint.schemes.ebu.rules.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem
from masterpoint.schemes.ebu.rules.principles.paying import GREEN
from masterpoint.schemes.ebu.rules.records.crediting import (
    PLAYED_SHARE,
    held_remarks,
    to_players,
    without_standing_reason,
)
from masterpoint.schemes.families.british_knockout import knockout_problems

MOST_MEMBERS, AT_THE_TABLE = 6, 4  # 6.2.1
SHORTEST_MATCH = 24  # 6.2.1
ROUNDS = (65, 33, 17, 9, 5, 3, 2)
"""6.2.2: the columns, by the fewest teams left: 65+, 33-64, 17-32, 9-16, quarter-final, semi-final, final."""
NAMES = ("round of 65+", "round of 33-64", "round of 17-32", "round of 9-16", "quarter-final", "semi-final", "final")
KNOCKOUT = (  # 6.2.2: total original entry; green award for winning each round, as printed, the final last
    Band(3, 4, "0.50 1.00"),
    Band(5, 8, "0.50 0.75 1.50"),
    Band(9, 16, "0.50 0.75 1.25 2.00"),
    Band(17, 32, "0.50 0.75 1.25 1.75 2.25"),
    Band(33, 64, "0.50 0.75 1.00 1.50 2.00 2.50"),
    Band(65, None, "0.50 0.75 1.00 1.50 2.00 2.50 3.00"),
)
FEWEST_TEAMS = 3


def knockout(event: KnockoutEvent) -> Result:
    """6.2.2: an award for each round won, by the total original entry."""
    problems = [*team_problems(event), *match_problems(event)]
    require_allowed(event, problems, championship=True)
    entry = original_entry(event)
    played = {one.round: one for one in event.rounds}
    awards = [award for one in event.entries for award in pay_entry(one, played, entry)]
    return Result(event, TITLE, tuple(awards), (*held_remarks(event, awards), *remarks(event)))


def team_problems(event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: teams of four, with at most six members."""
    if event.contest != "teams":
        message = "the county's knock-out championship is for teams"
        yield problem("contest", event.contest, message, "the pairs championship ends in a pairs final (6.3)", "6.2.1")
    for index, entry in enumerate(event.entries):
        yield from member_problems(entry, f"entries[{index}]")


def member_problems(entry: Entry, path: str) -> Iterator[Problem]:
    members = sum(not player.captain for player in entry.players)
    if members > MOST_MEMBERS:
        message = "a team has at most six players"
        yield problem(f"{path}.players", members, message, "list those who played, six at most", "6.2.1")
    if (entry.team_size or AT_THE_TABLE) != AT_THE_TABLE:
        message = "only four of a team may play at any one time"
        yield problem(f"{path}.team_size", entry.team_size, message, "hold it for teams of four", "6.2.1")


def match_problems(event: KnockoutEvent) -> Iterator[Problem]:
    """6.2.1: knock-out matches of 24 boards or more; every result belongs to a round that is told."""
    for index, played in enumerate(event.rounds):
        if played.boards < SHORTEST_MATCH:
            yield problem(
                f"rounds[{index}].boards",
                played.boards,
                "matches of the knock-out stage have at least 24 boards",
                "play longer matches, or give Local Points",
                "6.2.1",
            )
    for place, value, message, fix in knockout_problems(event):
        yield problem(place, value, message, fix, "6.2.2")
    if event.elimination != "single":
        message = "the Green Point awards are for a knock-out of single elimination"
        yield problem("elimination", event.elimination, message, "ask the EBU for a special scale", "6.2.2")
    largest = max((played.contestants for played in event.rounds), default=0)
    if event.original_entry is not None and event.original_entry < largest:
        message = f"{largest} teams played in the knock-out"
        yield problem("original_entry", event.original_entry, message, "count all teams that entered", "6.2.2")
    told = {played.round for played in event.rounds}
    for index, entry in enumerate(event.entries):
        for number, result in enumerate(entry.rounds):
            if result.round not in told:
                where = f"entries[{index}].rounds[{number}].round"
                yield problem(where, result.round, "no such round is told", "add it to `rounds`", "6.2.2")


def original_entry(event: KnockoutEvent) -> Step:
    """6.2.2: teams that entered the championship, whatever stage they reached."""
    teams = sum(entry.standing == "full" for entry in event.entries)
    largest = max((played.contestants for played in event.rounds), default=0)
    told = event.original_entry or max(teams, largest)
    return fact(told, clause("6.2.2"), "total original entry, in teams")


def round_award(entry: Step, played: Round, *, is_final_of_three: bool = False) -> Step:
    """The printed award of a round: the row by the original entry, the column by the teams left in it."""
    row = band(KNOCKOUT, int(entry.value))  # type: ignore[arg-type]
    if row is None:
        return nothing(clause("6.2.2"), f"no Green Points below {FEWEST_TEAMS} teams", entry)
    left = 2 if is_final_of_three else played.contestants
    column = next((index for index, least in enumerate(ROUNDS) if left >= least), len(ROUNDS) - 1)
    figures = row.holds.split()
    printed = figures[max(0, column - len(ROUNDS) + len(figures))]
    last = "and more" if row.last is None else f"to {row.last}"
    return Step(exact(printed), clause("6.2.2"), f"{NAMES[column]}, entry of {row.first} {last} teams", None, (entry,))


def pay_entry(team: Entry, played: dict[int, Round], entry: Step) -> list[Award]:
    """All rounds a team won, together; for each player those in which he played a third of the boards."""
    if team.standing == "none":
        return [Award(team, without_standing_reason(team, GREEN), GREEN, "matches")]
    values = {
        one.round: round_award(entry, one, is_final_of_three=final_of_three(one, played)) for one in played.values()
    }
    earned = [(result.round, result_award(result, values[result.round])) for result in team.rounds]
    boards = sum(played[result.round].boards for result in team.rounds if result.result not in UNPLAYED)
    if not any(player.matches is not None for player in team.players):
        return to_players(team, _sum([step for _, step in earned]), colour=GREEN, kind="matches", boards=boards)
    awards: list[Award] = []
    for player in team.players:
        steps = [step for number, step in earned if took_part(player, played[number])]
        part = replace(team, players=(player,))
        awards += [
            replace(award, entry=team, players=(player,))
            for award in to_players(
                part, _sum(steps), colour=GREEN, kind="matches", boards=boards if player.matches is None else 0
            )
        ]
    return awards


UNPLAYED = ("bye", "walkover")


def final_of_three(one: Round, played: dict[int, Round]) -> bool:
    """4.5.6: a final of three teams is a final."""
    return one.contestants == FEWEST_TEAMS and bool(one.triangles) and one.round == max(played)


def took_part(player: Player, played: Round) -> bool:
    """3.3.2: each match is a stage; a player's own matches name the round as their stage."""
    if player.matches is None:
        return True
    boards = sum(
        group.boards for group in player.matches if group.stage.strip() in (str(played.round), f"round {played.round}")
    )
    return boards * PLAYED_SHARE >= played.boards


def _sum(steps: Sequence[Step]) -> Step:
    paid = [step for step in steps if step.value]
    if not paid:
        return steps[-1] if len(steps) == 1 else nothing(clause("6.2.2"), "no round won", *steps)
    return paid[0] if len(paid) == 1 else derive(total, *paid, clause=clause("6.2.2"), message="all rounds won")


def result_award(result: RoundResult, value: Step) -> Step:
    """What one result earns: the round's award, half of it for one mini-match of a triangle, or nothing."""
    where = f"round {result.round}"
    match result.result:
        case "won" | "won-both":
            return value
        case "won-conceded":
            return Step(
                value.value, clause("3.6.1"), f"{where}: conceded by opponents who were behind", _same, (value,)
            )
        case "won-one" | "drawn":
            return derive(
                _half,
                value,
                clause=clause("4.5.7" if result.result == "won-one" else "4.5.8"),
                message=f"{where}: {'one mini-match of a triangle' if result.result == 'won-one' else 'drawn'}, half",
                reading="E53",
            )
        case "bye" | "walkover":
            return nothing(clause("3.6.1"), f"{where}: no award for a match not played")
    return nothing(clause("6.2.2"), f"{where}: lost")


def _same(value: Fraction) -> Fraction:
    return value


def _half(value: Fraction) -> Fraction:
    return up_to_hundredth(part_of(1, 2, value))  # type: ignore[return-value]
