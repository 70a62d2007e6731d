"""Chapter 3, General principles relating to awards: when nobody is paid, how lists are paid, rounding and ties."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from masterpoint.core.derivation import Award, Step, derive, fact, nothing
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent, ConsolationEvent, FinalEvent, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_hundredth, up_to_whole
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import clause, problem
from masterpoint.schemes.ebu.rules.records.crediting import (
    PLAYED_SHARE,
    held_remarks,
    to_players,
    without_standing_reason,
)
from masterpoint.schemes.families.fields import Field, list_name, with_standing

__all__ = [
    "BLUE",
    "GREEN",
    "LOCAL",
    "MINIMUM_AWARD",
    "MINIMUM_BOARDS",
    "PLAYED_SHARE",
    "colour_of",
    "final_figure",
    "green_figure",
    "held_remarks",
    "no_award_reason",
    "pay_list",
    "pay_nobody",
    "require_ranking_without_handicap",
    "to_players",
]

MINIMUM_TABLES = {  # 3.1.1: contest, and whether the lists differ in direction
    ("individual", False): 2,
    ("pairs", False): 3,
    ("teams", False): 3,
    ("pairs", True): 5,
    ("individual", True): 5,
}
MINIMUM_BOARDS = 12  # 3.1.2
MOVEMENT_SHARE = Fraction(3, 4)  # 3.1.4
MOVEMENT_RULE_FROM = date(2015, 8, 1)  # 3.1.4: not enforced before
MINIMUM_AWARD = 6  # 3.5.1, at Club status
LOCAL, BLUE, GREEN, GOLD, ONLINE = "local", "blue", "green", "gold", "online"
SCALES = (LOCAL, BLUE, GREEN)
REDUCED = ("4.2.4", "4.4.3", "4.6.6")  # constant reductions, whose fractions 4.4.4 rounds


def require_ranking_without_handicap(event: AnyEvent) -> None:
    """3.9.1: no awards on a handicap ranking, nor in a stage that was reached by one."""
    facts: Facts = facts_from(event, Facts)
    problems = []
    if event.handicap:
        problems.append(
            problem(
                "handicap",
                True,
                "no awards may be made on a handicap ranking",
                "re-score the event without the handicap and give that ranking",
                "3.9.1",
            )
        )
    if facts.qualified_by_handicap:
        problems.append(
            problem(
                "facts.qualified_by_handicap",
                True,
                "contestants reached this stage by a handicap, which re-scoring cannot undo",
                "no points can be given for this stage; give those of the first stage, re-scored",
                "3.9.1",
            )
        )
    if problems:
        raise Refused(problems)


def no_award_reason(event: AnyEvent, field: Field, boards: int, movement_boards: int | None = None) -> Step | None:
    """1.3.1, 1.4.2 and 3.1: why nobody in this field is paid, if that is so."""
    facts: Facts = facts_from(event, Facts)
    reason = _no_points_here(facts) or _too_small(event, field) or _too_short(event, facts, boards)
    reason = reason or _too_small_a_part(event, boards, movement_boards)
    if reason and event.organiser.level == "online club":
        message = "an online game outside these requirements needs a special licence with a scale of its own"
        return nothing(clause("3.1.5"), message, reason)
    return reason


def _no_points_here(facts: Facts) -> Step | None:
    if facts.kind == "novice":
        return nothing(clause("1.4.2"), "novice sessions give no points")
    if facts.exempt == "teaching":
        return nothing(clause("1.3.1"), "teaching and supervised sessions that are free of charge give no points")
    return None


def _too_small(event: AnyEvent, field: Field) -> Step | None:
    least = MINIMUM_TABLES[event.contest, field.winners > 1]
    if field.full_tables >= least:
        return None
    tables = fact(field.full_tables, clause("3.1.1"), f"{_unit(event)} in the original entry")
    return nothing(clause("3.1.1"), f"no awards below {least} {_unit(event)}", tables)


def _too_short(event: AnyEvent, facts: Facts, boards: int) -> Step | None:
    """3.1.2, 3.1.3: boards scheduled to be sat out are not counted."""
    playing = boards - facts.sit_out_boards
    if playing >= MINIMUM_BOARDS:
        return None
    number = "3.1.3" if _is_stage(event) else "3.1.2"
    message = f"no awards unless everybody is to play at least {MINIMUM_BOARDS} boards"
    return nothing(
        clause(number),
        f"{message} in each stage" if number == "3.1.3" else message,
        fact(playing, clause(number), "boards scheduled for each contestant, sit-outs not counted"),
    )


def _is_stage(event: AnyEvent) -> bool:
    return isinstance(event, FinalEvent | ConsolationEvent) or getattr(event, "stage", "") == "qualifying"


def _too_small_a_part(event: AnyEvent, boards: int, movement_boards: int | None) -> Step | None:
    """3.1.4: three quarters of the boards in play; sit-outs among them do no harm."""
    if (
        event.contest != "pairs"
        or movement_boards is None
        or event.day < MOVEMENT_RULE_FROM
        or boards >= MOVEMENT_SHARE * movement_boards
    ):
        return None
    return nothing(
        clause("3.1.4"),
        f"no awards unless everybody plays 75% of the {movement_boards} boards in play",
        fact(boards, clause("3.1.4"), "boards scheduled for each contestant"),
    )


def _unit(event: AnyEvent) -> str:
    return "complete teams" if event.contest == "teams" else "complete tables"


COLOUR_PROBLEMS = {
    GOLD: ("2.5.3", "Gold Points given directly are fixed by the EBU, event by event", "give the green award instead"),
    ONLINE: ("2.4.1(d)", "online points are no longer issued", "leave the colour out: online clubs give Local Points"),
}


def colour_of(event: AnyEvent, status: Step | None = None) -> str:
    """The colour an event gives: Local unless licensed for another (2.4.1, 2.4.2)."""
    colour = event.colour.lower() or LOCAL
    if colour not in SCALES:
        number, message, fix = COLOUR_PROBLEMS.get(
            colour, ("2.4.2", "no such type of points", f"write one of: {', '.join(SCALES)}")
        )
        raise Refused(problem("colour", event.colour, message, fix, number))
    return colour


def final_figure(colour: str, step: Step) -> Step:
    """3.4.1 and 5.4.1: Local awards rounded up to a whole number; Blue ones are the hundredth part of that."""
    if not step.value:
        return step
    if colour == LOCAL:
        return (
            step
            if isinstance(step.value, int)
            else derive(up_to_whole, step, clause=clause("3.4.1"), message="rounded up, once, at the end")
        )
    return derive(_hundredth, step, clause=clause("5.4.1"), message="100 Local = 1 Blue")


def _hundredth(value: Exact) -> Exact:
    return Fraction(up_to_whole(value), 100)  # type: ignore[arg-type]


def pay_list(
    ranking: RankingList,
    ladder: Ladder,
    *,
    colour: str,
    minimum: Step,
    unpaid: str,
    kind: str = "ranking",
    boards: int = 0,
    known: dict[Finish, Step] | None = None,
) -> list[Award]:
    """What each entry of a list earns on a ladder; those without standing are out of it (2.10.4).

    `known` keeps the figures of this ladder, colour and minimum from one list to the next.
    """
    paid: dict[Finish, Step] = {} if known is None else known
    awards: list[Award] = []
    name = list_name(ranking)
    placed = with_standing(ranking)
    for entry, finish in placed:
        step = paid.get(finish)
        if step is None:
            step = paid[finish] = _figure(finish, ladder, colour, minimum, unpaid)
        if step.value and entry.players:
            awards += to_players(entry, step, colour=colour, kind=kind, boards=boards, ranking=name)
        else:
            awards.append(Award(entry, step, colour, kind, None, name))
    if len(placed) < len(entries_of(ranking)):
        awards += [
            Award(entry, without_standing_reason(entry, colour), colour, kind, None, name)
            for entry in entries_of(ranking)
            if entry.standing != "full"
        ]
    return awards


def _figure(finish: Finish, ladder: Ladder, colour: str, minimum: Step, unpaid: str) -> Step:
    step = award_for(
        finish,
        ladder,
        unpaid=clause(unpaid),
        tie=clause("3.5.1"),
        rounding=up_to_whole,
        rounded=clause("4.4.4" if ladder and ladder[0].clause.number in REDUCED else "3.4.1"),
        floor=minimum,
    )
    return step if colour == LOCAL else final_figure(colour, step)


def pay_nobody(lists: Sequence[RankingList], reason: Step, colour: str, kind: str = "ranking") -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [Award(entry, reason, colour, kind) for ranking in lists for entry in entries_of(ranking)]


def green_figure(step: Step) -> Step:
    """Green Points are expressed to two decimal places (3.4.1)."""
    return (
        step
        if up_to_hundredth(step.value) == step.value
        else derive(up_to_hundredth, step, clause=clause("3.4.1"), message="rounded up to 0.01")
    )
