"""Doubts about the rounds and results of a knock-out: contradictions that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from masterpoint.core.events import Entry, KnockoutEvent, Round
from masterpoint.core.match_doubts import boards_of
from masterpoint.core.place_words import place_in_words
from masterpoint.core.sentences import Message, sentence

MAX_IN_A_MATCH = 3
"""Contestants of a triangle, one of whom goes on."""
DEFEATS = ("lost", "lost-both")
TRIANGLE_RESULTS = ("won-both", "won-one", "lost-both")
WON = {"won": Fraction(1), "won-conceded": Fraction(1), "walkover": Fraction(1), "drawn": Fraction(1, 2)}
"""Wins that a result counts for; every match has one."""


def knockout_doubts(event: KnockoutEvent) -> Iterator[Message]:
    """Rounds that do not follow from each other, and results that do not fit them."""
    rounds = sorted(event.rounds, key=lambda round_: round_.round)
    for previous, current in pairwise(rounds):
        yield from _sequence_doubts(previous, current, event)
    for round_ in rounds:
        yield from _result_doubts(round_, event.entries)
    total_boards = sum(round_.boards for round_ in rounds)
    for index, entry in enumerate(event.entries):
        name = place_in_words(event, f"entries[{index}]")
        yield from _entry_doubts(entry, name, event)
        owners = [entry.matches, *[player.matches or () for player in entry.players]]
        in_matches = [boards_of(group for group in groups if not group.mini) for groups in owners]
        if max(entry.boards or 0, *in_matches, *[player.boards or 0 for player in entry.players]) > total_boards:
            yield sentence("{who}: more boards than the {most} of all rounds: check both", who=name, most=total_boards)


def _sequence_doubts(previous: Round, current: Round, event: KnockoutEvent) -> Iterator[Message]:
    """Rounds that grow, rounds that more contestants play than can go on, and rounds that too few play."""
    single = event.elimination == "single" and not event.consolation
    maximum, minimum = _survivor_range(previous, event)
    if current.contestants > previous.contestants and not event.consolation:
        template = "round {after} has more contestants ({more}) than the round before ({fewer}): check both"
        yield sentence(template, after=current.round, more=current.contestants, fewer=previous.contestants)
    elif single and current.contestants > maximum:
        template = "round {after} has {more} contestants, and at most {left} go on from the round before: check both"
        yield sentence(template, after=current.round, more=current.contestants, left=maximum)
    elif single and current.contestants < minimum:
        template = "round {after} has {fewer} contestants, and {left} go on from the round before: check both"
        yield sentence(template, after=current.round, fewer=current.contestants, left=minimum)
    elif current.contestants * MAX_IN_A_MATCH < previous.contestants:
        template = "round {after} has {fewer} contestants after {more} in the round before: check both"
        yield sentence(template, after=current.round, more=previous.contestants, fewer=current.contestants)


def _survivor_range(round_: Round, event: KnockoutEvent) -> tuple[int, int]:
    """The most and the fewest who go on from a round: byes, one of each pair, and two or one of each triangle."""
    results = _results(round_, event.entries)
    byes = max(round_.byes + round_.earned_byes, results.count("bye"))
    pairs = max(0, round_.contestants - byes - MAX_IN_A_MATCH * round_.triangles)
    maximum = byes + 2 * round_.triangles + ceil(pairs / 2)
    triangles = any(result in TRIANGLE_RESULTS for result in results)
    return maximum, 0 if triangles else byes + round_.triangles + pairs // 2


def _results(round_: Round, entries: Sequence[Entry]) -> list[str]:
    return [result.result for entry in entries for result in entry.rounds if result.round == round_.round]


def _result_doubts(round_: Round, entries: Sequence[Entry]) -> Iterator[Message]:
    """More results than contestants, byes or triangles in a round that has none, and matches that nobody won."""
    results = _results(round_, entries)
    result_count, byes = len(results), round_.byes + round_.earned_byes
    if result_count > round_.contestants:
        template = "round {number} has {contestants} contestants, and {listed} have a result in it: check both"
        yield sentence(template, number=round_.round, contestants=round_.contestants, listed=result_count)
    if byes < (bye_count := results.count("bye")):
        template = "round {number} has {byes} byes, and {rested} results with a bye: check both"
        yield sentence(template, number=round_.round, byes=byes, rested=bye_count)
    if not round_.triangles and any(result in TRIANGLE_RESULTS for result in results):
        template = "round {number} has no triangles, and somebody has the result of one: check both"
        yield sentence(template, number=round_.round)
    elif not round_.triangles and result_count == round_.contestants and byes == bye_count:
        won = sum((WON.get(result, Fraction(0)) for result in results), Fraction(0))
        if won != Fraction(result_count - byes, 2):
            yield sentence("round {number}: not every match has one winner: check the results", number=round_.round)


def _entry_doubts(entry: Entry, name: str, event: KnockoutEvent) -> Iterator[Message]:
    """Playing on after a defeat, and a round left out between two others."""
    numbers = sorted(result.round for result in entry.rounds)
    defeats = [result.round for result in entry.rounds if result.result in DEFEATS]
    if event.elimination == "single" and defeats and numbers[-1] > min(defeats):
        template = "{who} lost in round {number} and plays a later one: check these results"
        yield sentence(template, who=name, number=min(defeats))
    rounds_played = {event_round.round for event_round in event.rounds}
    missing = sorted(rounds_played.intersection(range(numbers[0], numbers[-1])) - set(numbers)) if numbers else []
    if missing:
        template = "{who} has no result in round {number}, and plays a later one: check these results"
        yield sentence(template, who=name, number=missing[0])
