"""6.2, Annual major county teams championship: knock-out rounds, and the heats that may lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    Entry,
    FinalEvent,
    KnockoutEvent,
    MatchEvent,
    Player,
    Round,
    RoundResult,
    SessionEvent,
)
from masterpoint.core.exact import exact
from masterpoint.core.mechanisms import Ladder, block_sizes, part_of, total
from masterpoint.core.reading import facts_from
from masterpoint.core.rounding import up_to_hundredth
from masterpoint.core.tables import Band, band
from masterpoint.schemes.ebu.e2014.crediting import PLAYED_SHARE, held_remarks, to_players, without_standing_reason
from masterpoint.schemes.ebu.e2014.facts import Facts
from masterpoint.schemes.ebu.e2014.green.conditions import remarks, require_allowed
from masterpoint.schemes.ebu.e2014.green.paying import as_local_stage, pay_green
from masterpoint.schemes.ebu.e2014.handbook import TITLE, clause, problem, remark
from masterpoint.schemes.ebu.e2014.principles import GREEN, no_award_reason, pay_nobody
from masterpoint.schemes.families.british_knockout import knockout_problems
from masterpoint.schemes.families.fields import fields

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
BLOCKS: tuple[
    Band[tuple[str, ...]], ...
] = (  # 6.2.3(b) and (c): boards of the qualifying stage, and the award of each block
    Band(18, 35, ("0.75", "0.50")),
    Band(36, None, ("1.25", "1", "0.75", "0.50")),
)
FEWEST_TEAMS = 3
Qualifying = SessionEvent | MatchEvent | FinalEvent


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
        says = "the county's knock-out championship is for teams"
        yield problem("contest", event.contest, says, "the pairs championship ends in a pairs final (6.3)", "6.2.1")
    for index, entry in enumerate(event.entries):
        yield from member_problems(entry, f"entries[{index}]")


def member_problems(entry: Entry, path: str) -> Iterator[Problem]:
    members = sum(not player.captain for player in entry.players)
    if members > MOST_MEMBERS:
        says = "a team has at most six players"
        yield problem(f"{path}.players", members, says, "list those who played, six at most", "6.2.1")
    if (entry.team_size or AT_THE_TABLE) != AT_THE_TABLE:
        says = "only four of a team may play at any one time"
        yield problem(f"{path}.team_size", entry.team_size, says, "hold it for teams of four", "6.2.1")


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
    for place, value, says, cure in knockout_problems(event):
        yield problem(place, value, says, cure, "6.2.2")
    if event.elimination != "single":
        says = "the Green Point awards are for a knock-out of single elimination"
        yield problem("elimination", event.elimination, says, "ask the EBU for a special scale", "6.2.2")
    largest = max((played.contestants for played in event.rounds), default=0)
    if event.original_entry is not None and event.original_entry < largest:
        says = f"{largest} teams played in the knock-out"
        yield problem("original_entry", event.original_entry, says, "count all teams that entered", "6.2.2")
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
    own = [player for player in team.players if player.matches is not None]
    if not own:
        boards = sum(played[result.round].boards for result in team.rounds if result.result not in UNPLAYED)
        return to_players(team, _sum([step for _, step in earned]), colour=GREEN, kind="matches", boards=boards)
    awards: list[Award] = []
    for player in team.players:
        steps = [step for number, step in earned if took_part(player, played[number])]
        part = replace(team, players=(player,))
        awards += [
            replace(award, entry=team, players=(player,))
            for award in to_players(part, _sum(steps), colour=GREEN, kind="matches")
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
    return paid[0] if len(paid) == 1 else derive(total, *paid, clause=clause("6.2.2"), says="all rounds won")


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
                says=f"{where}: {'one mini-match of a triangle' if result.result == 'won-one' else 'drawn'}, half",
                reading="E53",
            )
        case "bye" | "walkover":
            return nothing(clause("3.6.1"), f"{where}: no award for a match not played")
    return nothing(clause("6.2.2"), f"{where}: lost")


def _same(value: Fraction) -> Fraction:
    return value


def _half(value: Fraction) -> Fraction:
    return up_to_hundredth(part_of(1, 2, value))  # type: ignore[return-value]


def qualifying(event: Qualifying, ordinary: Awarding) -> Result:
    """6.2.3: a stage that leads to the knock-out: blocks of equal awards to half-way, or Local Points."""
    facts: Facts = facts_from(event, Facts)
    problems = list(stage_problems(event, facts))
    require_allowed(event, problems, championship=True)
    boards = facts.qualifying_boards if facts.qualifying_stage == "last" and facts.qualifying_boards else event.boards
    blocks = band(BLOCKS, boards)
    if facts.qualifying_stage == "earlier" or blocks is None:
        return local_stage(event, ordinary)
    length = fact(boards, clause("6.2.3"), "boards of the qualifying stages")
    awards: list[Award] = []
    for field in fields(event.lists, "teams"):
        reason = no_award_reason(event, field, event.boards)
        if reason:
            awards += pay_nobody(field.lists, reason, GREEN)
            continue
        ladder = block_ladder(blocks.holds, field.contestants, length)
        awards += [
            award
            for ranking in field.lists
            for award in pay_green(ranking, ladder, unpaid="6.2.3", boards=event.boards)
        ]
    notes = (*held_remarks(event, awards), *remarks(event), remark("6.2.3", "Green Points in place of Local ones"))
    return Result(event, TITLE, tuple(awards), notes)


def stage_problems(event: Qualifying, facts: Facts) -> Iterator[Problem]:
    """6.2.1: only a knock-out concludes the championship; 6.2.3(d): the last of several stages tells their boards."""
    concluding = event.last if isinstance(event, MatchEvent | FinalEvent) else event.stage != "qualifying"
    if concluding and not facts.qualifying_stage:
        yield problem(
            "form",
            "session" if isinstance(event, SessionEvent) else "matches",
            "the county's teams championship must conclude with a knock-out stage",
            'tell the knock-out as such, and mark a stage before it: `stage = "qualifying"` or `last = false`; '
            "a one-day Swiss leaves `championship` out",
            "6.2.1",
        )
    if facts.qualifying_stage == "last" and facts.qualifying_boards is None:
        says = "the last of several qualifying stages is paid by the boards of all of them"
        yield problem("facts.qualifying_boards", "", says, "give the boards of all qualifying stages together", "6.2.3")
    for index, ranking in enumerate(event.lists):
        for place, entry in enumerate(ranking.entries):
            yield from member_problems(entry, f"lists[{index}].entries[{place}]")


def block_ladder(blocks: Sequence[str], teams: int, length: Step) -> Ladder:
    """6.2.3(b), (c): equal blocks to half-way, fractions ignored, the smaller blocks first."""
    paid = teams // 2
    ladder: list[Step] = []
    for figure, size in zip(blocks, block_sizes(paid, len(blocks)), strict=True):
        first = len(ladder) + 1
        says = f"places {first} to {first + size - 1} of {paid} paid: a block of {size}"
        reading = "A12" if teams % 2 else ""
        ladder += [Step(exact(figure), clause("6.2.3"), says, None, (length,), reading)] * size
    return ladder


def local_stage(event: Qualifying | KnockoutEvent, ordinary: Awarding) -> Result:
    """6.1.3, 6.2.3(a), (d): a stage without Green Points gives Local ones at Regional status."""
    result = ordinary(as_local_stage(event))
    says = "this stage gives no Green Points: Local Points at Regional status"
    number = "6.1.3" if isinstance(event, KnockoutEvent) else "6.2.3"
    notes = (*result.remarks, *remarks(event), remark("6.1.3", says), remark(number, says))
    return replace(result, event=event, remarks=tuple(dict.fromkeys(notes)))
