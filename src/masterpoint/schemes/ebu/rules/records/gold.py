"""2.5, Gold Points: a fifth of a large green award, fading by a fifth of its first value every full year."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Entry, EventModel, Player
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.schemes.ebu.rules.handbook import amount_problems, clause, remark
from masterpoint.schemes.ebu.rules.principles.paying import GOLD, GREEN
from masterpoint.schemes.families.british_gold import full_years, value_after

LEAST_GREEN = 5  # in one event
GREEN_IN_A_GOLD = 5
YEARS = 5  # 20% of the original value each year
Points = Annotated[Decimal, Meta(description="points with two decimals, 0 to 100,000")]


def gold_for(green: Step) -> Step:
    """2.5.1: from five green points in one event, a fifth of them, to the nearest hundredth (reading A14)."""
    if green.value < LEAST_GREEN:
        return nothing(clause("2.5.1"), f"no gold below {LEAST_GREEN} green points in one event", green)
    return derive(_fifth, green, clause=clause("2.5.1"), message="5 green = 1 gold, to the nearest 0.01", reading="A14")


def _fifth(green: Exact) -> Exact:
    return nearest_hundredth(green * Fraction(1, GREEN_IN_A_GOLD))


def with_gold(result: Result) -> Result:
    """2.5.1: the awards of an event, with the gold that large green ones bring along."""
    gold = tuple(gold_awards(result.awards))
    return replace(result, awards=result.awards + gold) if gold else result


def gold_awards(awards: Sequence[Award]) -> list[Award]:
    """One for each group of players whose green points in the event add up to five or more."""
    earned: dict[Hashable, tuple[Entry, Player | None, list[Step]]] = {}
    for award in awards:
        if award.colour != GREEN or not award.points:
            continue
        for player in award.recipients or (None,):
            key = player.id if player and player.id else (_who(award.entry), player and (player.name or id(player)))
            earned.setdefault(key, (award.entry, player, []))[2].append(award.step)
    groups: dict[Hashable, tuple[Entry, list[Player], list[Step]]] = {}
    for entry, player, steps in earned.values():
        group = groups.setdefault((_who(entry), tuple(map(id, steps))), (entry, [], steps))
        group[1].extend([player] if player else [])
    return [gold for entry, players, steps in groups.values() for gold in _gold_award(entry, players, steps)]


def _who(entry: Entry) -> Hashable:
    """A contestant of several lists (sessions, finals) is known by the players, or by name."""
    players = tuple(sorted(player.id or player.name for player in entry.players))
    return players if players and all(players) else entry.name or id(entry)


def _gold_award(entry: Entry, players: list[Player], steps: list[Step]) -> list[Award]:
    message = "green points earned in this event"
    green = steps[0] if len(steps) == 1 else derive(total, *steps, clause=clause("2.5.1"), message=message)
    if green.value < LEAST_GREEN:
        return []
    everybody = len(players) == len(entry.players)
    return [Award(entry, gold_for(green), GOLD, "gold", None if everybody else tuple(players))]


class GoldAsked(EventModel, frozen=True, kw_only=True):
    """A green award of one event, or gold given directly, and the day its value is wanted for."""

    green: Points = Decimal(0)
    """Green points earned in a single event."""
    direct: Points = Decimal(0)
    """Gold points given directly instead of green ones (2.5.3)."""
    won: date
    on: date | None = None
    """The day whose value is asked for; the day it was won, where left out."""


def _answers(asked: GoldAsked) -> list[Step | Remark]:
    on = asked.on or asked.won
    problems = []
    if asked.direct and asked.green:
        message = "gold given directly stands in place of green points"
        problems.append(Problem("direct", str(asked.direct), message, "give one of the two", str(clause("2.5.3"))))
    if on < asked.won:
        message = "this is before the day it was won"
        problems.append(Problem("on", on.isoformat(), message, "give a later day", str(clause("2.5.1"))))
    problems += amount_problems(asked, "2.5.1")
    if problems:
        raise Refused(problems)
    if asked.direct:
        gold = fact(exact(asked.direct), clause("2.5.3"), "gold points given directly, in place of green ones")
    else:
        gold = gold_for(fact(exact(asked.green), clause("2.4.1(c)"), "green points earned in one event"))
    years = fact(full_years(asked.won, on), clause("2.5.1"), f"full years from {asked.won} to {on}")
    message = "less a fifth of its first value a year"
    worth = value_after(gold, years, life=YEARS, clause=clause("2.5.1"), message=message, reading="A14")
    return [gold, worth, remark("2.5.2", "gold points show current form; they do not count for a rank")]


SHEET = Worksheet("Gold Points of a green award, and what they are still worth", clause("2.5.1"), GoldAsked, _answers)
