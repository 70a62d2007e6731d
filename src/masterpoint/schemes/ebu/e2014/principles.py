"""Chapter 3, General principles relating to awards, with 2.7, 2.9 and 2.10: who is paid, and when nobody is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from masterpoint.core.derivation import Award, Remark, Step, derive, fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import AnyEvent, Entry, Player, RankingList
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for
from masterpoint.core.places import Finish, entries_of
from masterpoint.core.rounding import up_to_hundredth, up_to_whole
from masterpoint.schemes.ebu.e2014.handbook import clause
from masterpoint.schemes.families.fields import Field, with_standing, without_standing

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
PLAYED_SHARE = 3  # 3.3.2: one third
MINIMUM_AWARD = 6  # 3.5.1, at Club status
LOCAL, BLUE, GREEN = "local", "blue", "green"


def require_ranking_without_handicap(event: AnyEvent) -> None:
    """3.9.1: no awards on a handicap ranking."""
    if event.handicap:
        raise Refused(
            Problem(
                "handicap",
                "true",
                "no awards may be made on a handicap ranking",
                "re-score the event without the handicap and give that ranking",
                str(clause("3.9.1")),
            )
        )


def no_award_reason(event: AnyEvent, field: Field, boards: int, movement_boards: int | None = None) -> Step | None:
    """3.1: why nobody in this field is paid, if that is so."""
    least = MINIMUM_TABLES[event.contest, field.winners > 1]
    if field.full_tables < least:
        tables = fact(field.full_tables, clause("3.1.1"), "full tables in the original entry")
        return nothing(clause("3.1.1"), f"no awards below {least} {_unit(event)}", tables)
    if boards < MINIMUM_BOARDS:
        return nothing(
            clause("3.1.2"),
            f"no awards unless everybody is to play at least {MINIMUM_BOARDS} boards",
            fact(boards, clause("3.1.2"), "boards scheduled for each contestant"),
        )
    if (
        event.contest == "pairs"
        and movement_boards is not None
        and event.day >= MOVEMENT_RULE_FROM
        and boards < MOVEMENT_SHARE * movement_boards
    ):
        return nothing(
            clause("3.1.4"),
            f"no awards unless everybody plays 75% of the {movement_boards} boards in play",
            fact(boards, clause("3.1.4"), "boards scheduled for each contestant"),
        )
    return None


def _unit(event: AnyEvent) -> str:
    return "complete teams" if event.contest == "teams" else "complete tables"


def colour_of(event: AnyEvent, status: Step | None = None) -> str:
    """The colour an event gives: Local unless licensed for another (2.4.2)."""
    return event.colour.lower() or LOCAL


def final_figure(colour: str, step: Step) -> Step:
    """3.4.1 and 5.4.1: Local awards rounded up to a whole number; Blue ones are the hundredth part of that."""
    if colour == LOCAL:
        return (
            step
            if isinstance(step.value, int)
            else derive(up_to_whole, step, clause=clause("3.4.1"), says="rounded up, once, at the end")
        )
    return derive(_hundredth, step, clause=clause("5.4.1"), says="100 Local = 1 Blue")


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
) -> list[Award]:
    """What each entry of a list earns on a ladder; those without standing are out of it (2.10.4)."""
    paid: dict[Finish, Step] = {}
    awards: list[Award] = []
    name = " ".join(filter(None, (ranking.section, ranking.direction)))
    for entry, finish in with_standing(ranking):
        step = paid.get(finish)
        if step is None:
            step = paid[finish] = _figure(finish, ladder, colour, minimum, unpaid)
        awards += to_players(entry, step, colour=colour, kind=kind, boards=boards, ranking=name)
    if without_standing(ranking):
        awards += [
            Award(entry, nothing(clause("2.10.2"), "playing without standing"), colour, kind, None, name)
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
        rounded=clause("3.4.1"),
        floor=minimum,
    )
    return step if colour == LOCAL else final_figure(colour, step)


def pay_nobody(lists: Sequence[RankingList], reason: Step, colour: str, kind: str = "ranking") -> list[Award]:
    """Everybody gets the same answer: nothing, and why."""
    return [Award(entry, reason, colour, kind) for ranking in lists for entry in entries_of(ranking)]


def to_players(
    entry: Entry, step: Step, *, colour: str, kind: str = "ranking", boards: int = 0, ranking: str = ""
) -> list[Award]:
    """2.7 and 3.3.2: an award goes to each player who earned it; the others get nothing, with the clause."""
    if not step.value or not any(_special(player) for player in entry.players):
        return [Award(entry, step, colour, kind, None, ranking)]
    barred = [(player, reason) for player in entry.players if (reason := _barred(player, boards)) is not None]
    kept = tuple(player for player in entry.players if player not in [one for one, _ in barred])
    awards = [Award(entry, step, colour, kind, kept, ranking)] if kept else []
    return awards + [Award(entry, reason, colour, kind, (player,), ranking) for player, reason in barred]


def _special(player: Player) -> bool:
    return player.boards is not None or player.membership != "member" or player.captain


def _barred(player: Player, boards: int) -> Step | None:
    if player.membership == "suspended":
        return nothing(clause("2.7.4"), "suspended members earn nothing")
    if player.membership == "none":
        return nothing(clause("2.7.2"), "only members may have points registered")
    if player.captain:
        return nothing(clause("3.3.2"), "did not play")
    if player.boards is not None and (player.boards + player.deemed) * PLAYED_SHARE < boards:
        played = fact(
            player.boards + player.deemed,
            clause("3.6.3" if player.deemed else "3.3.2"),
            "boards played, or deemed played",
        )
        return nothing(clause("3.3.2"), f"fewer than a third of the {boards} boards of this stage", played)
    return None


def held_remarks(event: AnyEvent, awards: Sequence[Award]) -> list[Remark]:
    """2.9.3: points of lapsed and potential members are recorded, and credited when they (re)join."""
    held = {
        player.name or player.id
        for award in awards
        if award.points
        for player in award.recipients
        if player.membership in ("lapsed", "potential")
    }
    return [Remark(clause("2.9.3"), f"held until the player (re)joins: {', '.join(sorted(held))}")] if held else []


def green_figure(step: Step) -> Step:
    """Green Points are expressed to two decimal places (3.4.1)."""
    return (
        step
        if up_to_hundredth(step.value) == step.value
        else derive(up_to_hundredth, step, clause=clause("3.4.1"), says="rounded up to 0.01")
    )
