"""4.7, Knock-out events: the award for a match rises as the event goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Entry, KnockoutEvent, Player, Round
from masterpoint.core.mechanisms import total, whole
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.families.british_knockout import (
    KnockoutClauses,
    KnockoutScale,
    deemed_round,
    first_numbered,
    knockout_problems,
    match_value,
    remaining,
    result_award,
    round_awards,
)
from masterpoint.schemes.families.british_small_finals import rounds_played
from masterpoint.schemes.wbu.rules.facts import Facts
from masterpoint.schemes.wbu.rules.handbook import clause, problem, refuse
from masterpoint.schemes.wbu.rules.local.basic import result_of
from masterpoint.schemes.wbu.rules.local.divisions import play_off_status
from masterpoint.schemes.wbu.rules.organisations.organisers import status_of
from masterpoint.schemes.wbu.rules.principles.general import (
    LOCAL,
    PLAYED_SHARE,
    basic_only,
    fed_by_a_ladder,
    large_team,
    require_acceptable,
    rounded_up,
)
from masterpoint.schemes.wbu.rules.principles.payments import to_players
from masterpoint.schemes.wbu.rules.principles.status import higher

LEAST_TABLES = 5  # 4.7.1, W35
LONG = 36  # 4.7.3
PER_TABLE = {"teams": 1, "pairs": 2}
SCALES = {  # 4.7.7, at Club status; 4.7.2 names the three kinds
    ("teams", "single"): KnockoutScale("single elimination, teams", 27, (27, 38, 54, 76, 108, 152)),
    ("teams", "double"): KnockoutScale("double elimination, teams", 27, (27, 27, 27, 38, 54, 76, 108, 152)),
    ("pairs", "single"): KnockoutScale("single elimination, pairs", 27, (27, 27, 38, 54, 76, 108, 152)),
}
CLAUSES = KnockoutClauses(
    boards=clause("4.7.3"),
    extra=clause("4.7.4"),
    preliminary=clause("4.7.5"),
    status=clause("4.7.6"),
    table=clause("4.7.7"),
    earned_bye=clause("4.7.8"),
    qualified=clause("4.7.9"),
    consolation=clause("4.7.10"),
    mini=clause("4.5.7"),
    drawn=clause("4.5.8"),
    unplayed=clause("2.6.1"),
    rounded=clause("2.4.1"),
    last_reading="A09",
    extra_reading="W44",
)


def award(event: KnockoutEvent) -> Result:
    """4.7: what each contestant earned in the rounds it won."""
    require_acceptable(event)
    facts: Facts = facts_from(event, Facts)
    refuse((*_problems(event), *fed_by_a_ladder(facts)))
    plain = basic_only(facts) if event.original_entry is not None else None
    if plain:
        alone = award(replace(event, original_entry=None))
        return replace(alone, event=event, remarks=(plain, *alone.remarks))
    level = play_off_status(event, facts) if facts.play_off == "parallel divisions" else status_of(event)
    entered = original_contestants(event, facts)
    reason = _too_small(event, entered)
    if reason:
        return result_of(event, [Award(entry, reason, LOCAL, "matches") for entry in event.entries])
    values = values_of_rounds(event, facts, level, entered)
    return result_of(event, [award for entry in event.entries for award in pay_entry(event, entry, values)])


def _problems(event: KnockoutEvent) -> Iterator[Problem]:
    if (event.contest, event.elimination) not in SCALES:
        message = "there are scales for single elimination teams and pairs, and double elimination teams"
        yield problem("4.7.2", "elimination", f"{event.elimination}, {event.contest}", message, "ask the WBU (2.11.1)")
    for place, value, message, fix in knockout_problems(event):
        yield problem("4.7.5", place, value, message, fix)
    for one, other in pairwise(sorted(event.rounds, key=lambda told: told.round)):
        if other.contestants > one.contestants and not event.consolation:
            message = f"more contestants than the {one.contestants} of the round before"
            fix = "only a consolation takes in others later: mend the number, or say consolation = true"
            yield problem("4.7.10", f"rounds[{event.rounds.index(other)}].contestants", other.contestants, message, fix)


def original_contestants(event: KnockoutEvent, facts: Facts) -> Step:
    """4.7.9, 4.7.10: the entry the rounds are counted from; a consolation leaves out the main final."""
    played = max((told.contestants for told in event.rounds), default=0)
    if facts.play_off == "division winners":
        return fact(max(played, len(event.entries)), clause("4.8.8"), "play-off of winners: the actual entry only")
    if event.original_entry is None:
        return fact(max(played, len(event.entries)), clause("4.7.1"), "contestants who entered")
    if not event.consolation:
        return fact(event.original_entry, clause("4.7.9"), "contestants of the original entry")
    message = f"original entry without the {event.main_entry} in the main final"
    return fact(event.original_entry - event.main_entry, clause("4.7.10"), message)


def _too_small(event: KnockoutEvent, entered: Step) -> Step | None:
    """4.7.1: five full tables in the original entry."""
    count = entered.value + (event.main_entry if event.consolation else 0)
    if count >= LEAST_TABLES * PER_TABLE[event.contest]:
        return None
    return nothing(clause("4.7.1"), f"no awards below {LEAST_TABLES} full tables", entered, reading="W35")


def values_of_rounds(event: KnockoutEvent, facts: Facts, level: Step, entered: Step) -> dict[int, Step]:
    """What winning a match of each round is worth."""
    double = event.elimination == "double"
    first = None
    if event.original_entry is not None and facts.play_off != "division winners":
        left = first_numbered(event.rounds, event.entries)
        number = "4.7.10" if event.consolation else "4.8.8" if facts.play_off else "4.7.9"
        plain = left in remaining(whole(entered.value), double=double)
        first = deemed_round(entered, left, double=double, clause=clause(number), reading="" if plain else "W48")
    scale = SCALES[event.contest, event.elimination]
    awards = round_awards(event.rounds, event.entries, scale, first=first, clauses=CLAUSES, double=double)
    values = {}
    for told in event.rounds:
        status = higher(level, "4.7.3", f"matches of {told.boards} boards") if told.boards >= LONG else level
        award = awards[told.round]
        values[told.round] = match_value(award, status, told, consolation=event.consolation, clauses=CLAUSES)
    return values


def pay_entry(event: KnockoutEvent, entry: Entry, values: dict[int, Step]) -> list[Award]:
    """The sum of the matches won, each rounded up (A08)."""
    if entry.standing == "none":
        return [Award(entry, nothing(clause("2.3.1"), "playing without standing", reading="A16"), LOCAL, "matches")]
    rounds = {told.round: told for told in event.rounds}
    if any(player.matches is not None for player in entry.players):
        return [award for player in entry.players for award in pay_player(event, entry, player, rounds, values)]
    boards = sum(rounds[result.round].boards for result in entry.rounds if result.result not in ("bye", "walkover"))
    return to_players(entry, sum_of(entry, rounds, values), kind="matches", boards=boards)


def pay_player(
    event: KnockoutEvent, entry: Entry, player: Player, rounds: dict[int, Round], values: dict[int, Step]
) -> list[Award]:
    """2.3.2: a player with matches of his own is paid for the rounds of which he played a third."""
    played = entry
    if player.matches is not None:
        played = replace(entry, rounds=tuple(rounds_played(player, entry, rounds, PLAYED_SHARE)))
    alone = replace(played, players=(player,))
    found = to_players(alone, sum_of(alone, rounds, values), kind="matches")
    return [Award(entry, award.step, LOCAL, "matches", (player,)) for award in found]


def sum_of(entry: Entry, rounds: dict[int, Round], values: dict[int, Step]) -> Step:
    """The awards of all rounds, each rounded up (A08)."""
    parts = [
        result_award(entry, result, rounds[result.round], values[result.round], CLAUSES) for result in entry.rounds
    ]
    if not any(part.value for part in parts):
        return parts[0] if len(parts) == 1 else nothing(clause("4.7.7"), "no match won", *parts)
    step = parts[0] if len(parts) == 1 else derive(total, *parts, clause=clause("4.7.7"), message="all rounds together")
    return rounded_up(large_team(step, entry))


def final_value(original: int, contestants: int, boards: int, level: Step) -> Step:
    """4.5.6, 4.6.1: what winning a final of two or three teams is worth, as a knock-out final."""
    entered = fact(original, clause("4.7.9"), "contestants of the original entry")
    told = Round(round=1, boards=boards, contestants=contestants, triangles=int(contestants > 2))
    first = deemed_round(entered, contestants, double=False, clause=clause("4.7.9"))
    scale = SCALES["teams", "single"]
    awards = round_awards([told], [], scale, first=first, clauses=CLAUSES, double=False)
    status = higher(level, "4.7.3", f"matches of {boards} boards") if boards >= LONG else level
    return match_value(awards[1], status, told, consolation=False, clauses=CLAUSES)
