"""2.5, Gold Points: a fifth of a large green award, fading by a fifth of its first value every full year."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from masterpoint.core.books import rule
from masterpoint.core.derivation import Award, Remark, Result, Step, derive, fact, nothing
from masterpoint.core.editions import Worksheet
from masterpoint.core.errors import Refused
from masterpoint.core.events import Entry, EventModel, FlightedEvent, LeagueEvent, Player
from masterpoint.core.exact import Exact, exact
from masterpoint.core.mechanisms import total
from masterpoint.core.rounding import nearest_hundredth
from masterpoint.core.sentences import part_in_words, sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.amounts import amount_problems
from masterpoint.schemes.ebu.rules.principles.paying import GOLD, GREEN
from masterpoint.schemes.families.british_gold import value_after, years_held

Points = Annotated[Decimal, Meta(description="points with two decimals, 0 to 100,000")]


@rule
def gold_for(book: Book, green: Step) -> Step:
    """2.5.1: from five green points in one event, a fifth of them, to the nearest hundredth (reading A14)."""
    minimum, rate = book.figures.records.gold_from, book.figures.records.greens_in_a_gold
    if green.value < minimum.value:
        return nothing(
            minimum.clause, sentence("no gold below {least} green points in one event", least=minimum.value), green
        )
    message = sentence("{green} green = 1 gold, to the nearest 0.01", green=rate.value)
    return derive(partial(_in_gold, rate.value), green, clause=rate.clause, message=message, reading="A14")


def _in_gold(greens_in_a_gold: int, green: Exact) -> Exact:
    return nearest_hundredth(green * Fraction(1, greens_in_a_gold))


def with_gold(book: Book, result: Result) -> Result:
    """2.5.1: the awards of an event, with the Gold Points that large green awards bring."""
    gold = tuple(gold_awards(book, result.awards, by_list=isinstance(result.event, FlightedEvent | LeagueEvent)))
    return replace(result, awards=result.awards + gold) if gold else result


def gold_awards(book: Book, awards: Sequence[Award], *, by_list: bool = False) -> list[Award]:
    """One award for each group of players whose green points in the event add up to five or more.

    `by_list`: nobody plays in two of the event's lists, so a name that stands in both belongs to two contestants.
    """
    green_by_player: dict[Hashable, tuple[Award, Player | None, list[Step]]] = {}
    for award in awards:
        if award.colour != GREEN or not award.points:
            continue
        list_name = award.ranking if by_list else ""
        for player in award.recipients or (None,):
            key = (
                player.id
                if player and player.id
                else (list_name, _contestant_key(award.entry), player and (player.name or id(player)))
            )
            first = replace(award, ranking=list_name)
            green_by_player.setdefault(key, (first, player, []))[2].append(award.step)
    groups: dict[Hashable, tuple[Award, list[Player], list[Step]]] = {}
    for first, player, steps in green_by_player.values():
        group = groups.setdefault((_contestant_key(first.entry), tuple(map(id, steps))), (first, [], steps))
        group[1].extend([player] if player else [])
    return [gold for first, players, steps in groups.values() for gold in _gold_award(book, first, players, steps)]


def _contestant_key(entry: Entry) -> Hashable:
    """What identifies a contestant in several lists (sessions, finals): the players, or the name."""
    players = tuple(sorted(player.id or player.name for player in entry.players))
    return players if players and all(players) else entry.name or id(entry)


def _gold_award(book: Book, first: Award, players: list[Player], steps: list[Step]) -> list[Award]:
    message = "green points earned in this event"
    green = steps[0] if len(steps) == 1 else derive(total, *steps, clause=book.clause("2.5.1"), message=message)
    if green.value < book.figures.records.gold_from.value:
        return []
    is_whole_entry = len(players) == len(first.entry.players)
    recipients = None if is_whole_entry else tuple(players)
    return [Award(first.entry, gold_for(book, green), GOLD, "gold", recipients, first.ranking)]


class GoldFacts(EventModel, frozen=True, kw_only=True):
    """A green award of one event, or gold given directly, and the day whose value is asked for."""

    green: Points = Decimal(0)
    """Green points earned in a single event."""
    direct: Points = Decimal(0)
    """Gold points given directly instead of green ones (2.5.3)."""
    won: date
    on: date | None = None
    """The day whose value is asked for; the day it was won, where left out."""


def _answers(book: Book, facts: GoldFacts) -> list[Step | Remark]:
    day = facts.on or facts.won
    problems = []
    if facts.direct and facts.green:
        message = "gold given directly takes the place of green points"
        problems.append(book.problem("direct", facts.direct, message, "give one of the two", "2.5.3"))
    if day < facts.won:
        message = "this is before the day it was won"
        problems.append(book.problem("on", day, message, "give a later day", "2.5.1"))
    problems += amount_problems(book, facts, "2.5.1")
    if problems:
        raise Refused(problems)
    if facts.direct:
        gold = fact(exact(facts.direct), book.clause("2.5.3"), "gold points given directly, in place of green ones")
    else:
        gold = gold_for(book, fact(exact(facts.green), book.clause("2.4.1(c)"), "green points earned in one event"))
    years = years_held(facts.won, day, clause=book.clause("2.5.1"))
    life = book.figures.records.gold_years
    fading = sentence("less {part} of its first value a year", part=part_in_words(Fraction(1, life.value)))
    remainder = value_after(gold, years, life=life.value, clause=life.clause, message=fading, reading="A14")
    return [gold, remainder, book.remark("2.5.2", "gold points show current form; they do not count for a rank")]


@cache
def sheet(book: Book) -> Worksheet:
    return Worksheet(
        "Gold Points of a green award, and what they are still worth",
        book.clause("2.5.1"),
        GoldFacts,
        partial(_answers, book),
    )
