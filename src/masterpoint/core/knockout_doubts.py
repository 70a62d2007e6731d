"""What the rounds and results of a knock-out say against each other: worth a second look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from masterpoint.core.events import Entry, KnockoutEvent, Round
from masterpoint.core.match_doubts import boards_of
from masterpoint.core.place_words import place_in_words
from masterpoint.core.sentences import Message, sentence

MOST_IN_A_MATCH = 3
"""Contestants of a triangle, of whom one goes on."""
BEATEN = ("lost", "lost-both")
OF_A_TRIANGLE = ("won-both", "won-one", "lost-both")
WON = {"won": Fraction(1), "won-conceded": Fraction(1), "walkover": Fraction(1), "drawn": Fraction(1, 2)}
"""What a result is of the one win that a match has."""


def knockout_doubts(event: KnockoutEvent) -> Iterator[Message]:
    """Rounds that do not follow from each other, and results that do not fit them."""
    rounds = sorted(event.rounds, key=lambda played: played.round)
    for before, after in pairwise(rounds):
        yield from _from_round_to_round(before, after, event)
    for played in rounds:
        yield from _results_of(played, event.entries)
    most = sum(played.boards for played in rounds)
    for index, entry in enumerate(event.entries):
        who = place_in_words(event, f"entries[{index}]")
        yield from _results_in_turn(entry, who, event)
        owners = [entry.matches, *[player.matches or () for player in entry.players]]
        in_matches = [boards_of(group for group in groups if not group.mini) for groups in owners]
        if max(entry.boards or 0, *in_matches, *[player.boards or 0 for player in entry.players]) > most:
            yield sentence("{who}: more boards than the {most} of all rounds: check both", who=who, most=most)


def _from_round_to_round(before: Round, after: Round, event: KnockoutEvent) -> Iterator[Message]:
    """Rounds that grow, that more play than can go on, and that too few play."""
    single = event.elimination == "single" and not event.consolation
    most, fewest = _left(before, event)
    if after.contestants > before.contestants and not event.consolation:
        template = "round {after} has more contestants ({more}) than the round before ({fewer}): check both"
        yield sentence(template, after=after.round, more=after.contestants, fewer=before.contestants)
    elif single and after.contestants > most:
        template = "round {after} has {more} contestants, and at most {left} go on from the round before: check both"
        yield sentence(template, after=after.round, more=after.contestants, left=most)
    elif single and after.contestants < fewest:
        template = "round {after} has {fewer} contestants, and {left} go on from the round before: check both"
        yield sentence(template, after=after.round, fewer=after.contestants, left=fewest)
    elif after.contestants * MOST_IN_A_MATCH < before.contestants:
        template = "round {after} has {fewer} contestants after {more} in the round before: check both"
        yield sentence(template, after=after.round, more=before.contestants, fewer=after.contestants)


def _left(played: Round, event: KnockoutEvent) -> tuple[int, int]:
    """The most and the fewest who go on from a round: those with a bye, one of two, and two or one of three."""
    results = _results(played, event.entries)
    byes = max(played.byes + played.earned_byes, results.count("bye"))
    pairs = max(0, played.contestants - byes - MOST_IN_A_MATCH * played.triangles)
    most = byes + 2 * played.triangles + ceil(pairs / 2)
    triangles = any(result in OF_A_TRIANGLE for result in results)
    return most, 0 if triangles else byes + played.triangles + pairs // 2


def _results(played: Round, entries: Sequence[Entry]) -> list[str]:
    return [result.result for entry in entries for result in entry.rounds if result.round == played.round]


def _results_of(played: Round, entries: Sequence[Entry]) -> Iterator[Message]:
    """More results than contestants, byes where none is given, triangles likewise, and matches that nobody won."""
    results = _results(played, entries)
    listed, byes = len(results), played.byes + played.earned_byes
    if listed > played.contestants:
        template = "round {number} has {contestants} contestants, and {listed} have a result in it: check both"
        yield sentence(template, number=played.round, contestants=played.contestants, listed=listed)
    if byes < (rested := results.count("bye")):
        template = "round {number} has byes for {byes}, and results with a bye: {rested}: check both"
        yield sentence(template, number=played.round, byes=byes, rested=rested)
    if not played.triangles and any(result in OF_A_TRIANGLE for result in results):
        template = "round {number} has no triangles, and somebody has the result of one: check both"
        yield sentence(template, number=played.round)
    elif not played.triangles and listed == played.contestants and byes == rested:
        won = sum((WON.get(result, Fraction(0)) for result in results), Fraction(0))
        if won != Fraction(listed - byes, 2):
            yield sentence("round {number}: not every match has one winner: check the results", number=played.round)


def _results_in_turn(entry: Entry, who: str, event: KnockoutEvent) -> Iterator[Message]:
    """Playing on after a defeat, and a round left out between two others."""
    numbers = sorted(result.round for result in entry.rounds)
    beaten = [result.round for result in entry.rounds if result.result in BEATEN]
    if event.elimination == "single" and beaten and numbers[-1] > min(beaten):
        template = "{who} lost in round {number} and plays a later one: check these results"
        yield sentence(template, who=who, number=min(beaten))
    played = {each.round for each in event.rounds}
    missing = sorted(played.intersection(range(numbers[0], numbers[-1])) - set(numbers)) if numbers else []
    if missing:
        template = "{who} has no result in round {number}, and plays a later one: check these results"
        yield sentence(template, who=who, number=missing[0])
