"""1.4.1(a), 1.5.1 and 5.2.6: Green Points in quarters, Local Points beside them, and the Gold that follows."""

from __future__ import annotations

from functools import partial

from masterpoint.core.derivation import Award, Step, derive
from masterpoint.core.events import Entry, Player
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, at_least, part_of
from masterpoint.core.places import Finish
from masterpoint.core.rounding import nearest_hundredth, up_to_quarter
from masterpoint.schemes.wbu.rules.handbook import clause
from masterpoint.schemes.wbu.rules.principles.general import GOLD, GREEN, LOCAL, as_it_is, place_figure, rounded_up
from masterpoint.schemes.wbu.rules.principles.payments import absent, played

LOCAL_IN_A_GREEN = 100  # 1.4.1: both are counted in Master Points
GOLD_FROM, GREEN_IN_A_GOLD = 5, 5  # 1.5.1


def in_quarters(step: Step) -> Step:
    """1.4.1(a): Green Points come in quarters; a share is rounded up to the next (A21)."""
    if up_to_quarter(step.value) == step.value:
        return step
    return derive(up_to_quarter, step, clause=clause("1.4.1(a)"), message="rounded up to a quarter", reading="A21")


def green_figure(finish: Finish, ladder: Ladder, unpaid: str) -> Step:
    """2.5.1 and 1.4.1(a): what a finish earns in Green Points."""
    return in_quarters(place_figure(finish, ladder, None, unpaid))


def made_up(local: Step, green: Step, number: str) -> Step:
    """Green Points in place of Local: what is left of the Local award, never less than nothing."""
    left = derive(
        _left, local, green, clause=clause(number), message="Local award less 100 for each Green Point, if any is left"
    )
    return rounded_up(left)


def _left(local: Exact, green: Exact) -> Exact:
    return at_least(local - green * LOCAL_IN_A_GREEN, 0)


def pay_green(
    entry: Entry,
    green: Step,
    local: Step,
    full_local: Step,
    *,
    boards: int,
    half_the_boards: bool = False,
    once_a_season: bool = False,
    kind: str = "ranking",
    ranking: str = "",
) -> list[Award]:
    """Green Points and the Local Points beside them; the full Local award to those who may not have Green.

    `half_the_boards` are asked for Green Points by 5.3.2; `once_a_season` a player has them in an Area's final (5.2.6).
    """
    reasons = [(player, absent(player, boards)) for player in entry.players]
    present = [player for player, reason in reasons if reason is None]
    no_green = [
        (player, why) for player in present if (why := _no_green(player, boards, half_the_boards, once_a_season))
    ]
    greens = tuple(player for player in present if player not in [one for one, _ in no_green])
    everyone = None if len(greens) == len(entry.players) else greens
    awards: list[Award] = []
    if everyone is None or greens:
        if green.value or not local.value:
            awards.append(Award(entry, green, GREEN, kind, everyone, ranking))
        if local.value or (green.value and local.inputs):  # nothing left of it is an answer too
            awards.append(Award(entry, local, LOCAL, kind, everyone, ranking))
        awards += gold(entry, green, everyone, ranking)
    for player, number in no_green:
        message = "the Local award, not turned into Green Points"
        step = derive(as_it_is, full_local, clause=clause(number), message=message, reading="W41")
        awards.append(Award(entry, step, LOCAL, kind, (player,), ranking))
    return awards + [Award(entry, why, GREEN, kind, (player,), ranking) for player, why in reasons if why is not None]


def _no_green(player: Player, boards: int, half_the_boards: bool, once_a_season: bool) -> str:
    """The clause that keeps a player from Green Points, if one does (5.2.6, 5.3.2)."""
    if once_a_season and player.earned_elsewhere:
        return "5.2.6"
    count = played(player)
    return "5.3.2" if half_the_boards and count is not None and 2 * count < boards else ""


def gold(entry: Entry, green: Step, players: tuple[Player, ...] | None = None, ranking: str = "") -> list[Award]:
    """1.5.1: five Green Points or more in one event also give Gold."""
    if green.value < GOLD_FROM:
        return []
    return [Award(entry, gold_points(green), GOLD, "gold", players, ranking)]


def gold_points(green: Step) -> Step:
    """1.5.1: a fifth of the Green award, to two decimals."""
    fifth = derive(
        partial(part_of, 1, GREEN_IN_A_GOLD),
        green,
        clause=clause("1.5.1"),
        message="one Gold Point for five Green Points",
    )
    return derive(nearest_hundredth, fifth, clause=clause("1.5.1"), message="correct to two decimals", reading="A14")
