"""4.7, Knock-out events: the award for winning a match rises from round to round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from masterpoint.core.derivation import Award, Result, Step, derive, fact, nothing
from masterpoint.core.errors import Problem
from masterpoint.core.events import Contest, Entry, KnockoutEvent, Round
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import total
from masterpoint.schemes.ebu.rules.handbook import TITLE, clause, problem
from masterpoint.schemes.ebu.rules.local.divisions import play_off_status
from masterpoint.schemes.ebu.rules.local.match_awards import KIND
from masterpoint.schemes.ebu.rules.organisations.organisers import higher, status_of
from masterpoint.schemes.ebu.rules.principles.paying import (
    LOCAL,
    PLAYED_SHARE,
    colour_of,
    final_figure,
    held_remarks,
    require_ranking_without_handicap,
    to_players,
)
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
from masterpoint.schemes.families.fields import SEATS

SCALES = {  # 4.7.2, 4.7.7: at Club status
    ("teams", "single"): KnockoutScale("single elimination teams", 27, (27, 38, 54, 76, 108, 152)),
    ("teams", "double"): KnockoutScale("double elimination teams", 27, (27, 27, 27, 38, 54, 76, 108, 152)),
    ("pairs", "single"): KnockoutScale("single elimination pairs", 27, (27, 27, 38, 54, 76, 108, 152)),
}
LONG = 36  # 4.7.3
LEAST_ENTRY, SMALL_FINAL, LEAST_FOR_SMALL_FINAL = 3, 3, 5  # 3.1.1, 4.6.1
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
    unplayed=clause("3.6.1"),
    rounded=clause("3.4.1"),
    last_reading="A09",
    extra_reading="E36",
)


def award(event: KnockoutEvent) -> Result:
    """4.7: what each contestant earned over the rounds."""
    require_ranking_without_handicap(event)
    colour = colour_of(event)
    status = status_of(event, shape_problems(event))
    status = play_off_status(event) or status
    reason = no_award_reason(event)
    if reason:
        awards = [Award(entry, reason, colour, KIND) for entry in event.entries]
    else:
        values = match_values(event, status)
        awards = [award for entry in event.entries for award in pay_entry(event, entry, values, colour)]
    return Result(event, TITLE, tuple(awards), tuple(held_remarks(event, awards)))


def match_values(event: KnockoutEvent, status: Step) -> dict[int, Step]:
    """What winning a match of each round earns, exact."""
    values = round_awards(
        event.rounds,
        event.entries,
        SCALES[event.contest, event.elimination],
        first=first_round(event),
        clauses=CLAUSES,
        double=event.elimination == "double",
    )
    return {
        played.round: match_value(
            values[played.round],
            match_status(status, played.boards),
            played,
            consolation=event.consolation,
            clauses=CLAUSES,
        )
        for played in event.rounds
    }


def match_status(status: Step, boards: int) -> Step:
    """4.7.3: matches of 36 boards or more are played one level up."""
    return higher(status, "4.7.3", f"matches of {boards} boards") if boards >= LONG else status


def first_round(event: KnockoutEvent) -> Step | None:
    """4.7.9, 4.7.10: the number of the first full round, where contestants qualified for the knock-out."""
    if event.original_entry is None:
        return None
    return qualified_round(
        event.original_entry,
        first_numbered(event.rounds, event.entries),
        main_entry=event.main_entry,
        double=event.elimination == "double",
    )


def qualified_round(original: int, contestants: int, *, main_entry: int = 0, double: bool = False) -> Step:
    """The round at which so few would be left, had the original entry played knock-out throughout."""
    entry = fact(original, clause("4.7.9"), "contestants of the original entry")
    if main_entry:
        main = fact(main_entry, clause("4.7.10"), "contestants of the main final")
        entry = derive(_without, entry, main, clause=clause("4.7.10"), message="original entry without the main final")
    plain = contestants in remaining(original - main_entry, double=double)
    return deemed_round(entry, contestants, double=double, clause=clause("4.7.9"), reading="" if plain else "E37")


def _without(entry: Exact, main: Exact) -> Exact:
    return entry - main


UNPLAYED = ("bye", "walkover")  # 3.3.2: their boards were nobody's to play


def pay_entry(event: KnockoutEvent, entry: Entry, values: dict[int, Step], colour: str) -> list[Award]:
    """All rounds of a contestant together; a player with matches of his own is paid for the rounds he played."""
    if entry.standing == "none":
        return [Award(entry, nothing(clause("2.10.2"), "playing without standing"), colour, KIND)]
    rounds = {played.round: played for played in event.rounds}
    boards = sum(rounds[result.round].boards for result in entry.rounds if result.result not in UNPLAYED)
    if not any(player.matches is not None for player in entry.players):
        return to_players(entry, sum_of(entry, rounds, values, colour), colour=colour, kind=KIND, boards=boards)
    awards = []
    for player in entry.players:
        played = (
            entry
            if player.matches is None
            else replace(entry, rounds=tuple(rounds_played(player, entry, rounds, PLAYED_SHARE)))
        )
        alone = replace(played, players=(player,))
        stage = boards if player.matches is None else 0
        for award in to_players(alone, sum_of(alone, rounds, values, colour), colour=colour, kind=KIND, boards=stage):
            awards.append(Award(entry, award.step, colour, KIND, (player,)))
    return awards


def sum_of(entry: Entry, rounds: dict[int, Round], values: dict[int, Step], colour: str) -> Step:
    """The awards of all rounds, each rounded up (reading A08)."""
    steps = [
        result_award(entry, result, rounds[result.round], values[result.round], CLAUSES) for result in entry.rounds
    ]
    if not any(step.value for step in steps):
        return nothing(clause("4.7.7"), "no match won", *steps)
    step = derive(total, *steps, clause=clause("4.7.7"), message="all rounds together")
    return step if colour == LOCAL else final_figure(colour, step)


def no_award_reason(event: KnockoutEvent) -> Step | None:
    """3.1.1 and 4.6.1: three complete teams, and five before a final of two or three is a knock-out."""
    contestants = max((played.contestants for played in event.rounds), default=0)
    entered = max(contestants, len(event.entries), event.original_entry or 0, contestants + event.main_entry)
    tables = int(entered * SEATS[event.contest])
    small = event.original_entry is not None and contestants <= SMALL_FINAL
    number, least = ("4.6.1", LEAST_FOR_SMALL_FINAL) if small else ("3.1.1", LEAST_ENTRY)
    if tables >= least:
        return None
    unit = "teams" if event.contest == "teams" else "tables"
    return nothing(
        clause(number),
        f"no awards below an original entry of {least} complete {unit}",
        fact(tables, clause(number), f"complete {unit} in the original entry"),
    )


def shape_problems(event: KnockoutEvent) -> Iterator[Problem]:
    """4.7.2: three kinds of knock-out are catered for; and what the rounds get wrong."""
    if (event.contest, event.elimination) not in SCALES:
        yield problem(
            "elimination" if event.contest == "pairs" else "contest",
            f"{event.elimination} elimination {event.contest}",
            "the table is for teams, and for pairs in single elimination",
            "ask the EBU for a special scale",
            "4.7.2",
        )
    for place, value, message, fix in knockout_problems(event):
        yield problem(place, value, message, fix, "4.7.9" if place == "original_entry" else "4.7.5")


def final_value(original: int, contestants: int, boards: int, status: Step, contest: Contest) -> Step:
    """4.5.6, 4.6.1: what a final of two or three teams is worth, played as a knock-out final (reading E19)."""
    first = replace(qualified_round(original, contestants), reading="E19")
    played = Round(round=1, boards=boards, contestants=contestants)
    scale = SCALES[contest, "single"]
    value = round_awards([played], (), scale, first=first, clauses=CLAUSES, double=False)[1]
    return match_value(value, match_status(status, boards), played, consolation=False, clauses=CLAUSES)
