"""Contradictions in a knock-out of the English and Welsh books: in its rounds, results and winners."""

from __future__ import annotations

from itertools import pairwise

from masterpoint.core.events import Entry, KnockoutEvent
from masterpoint.schemes.families.contradictions import Contradiction


def knockout_problems(event: KnockoutEvent) -> list[Contradiction]:
    """Everything in a knock-out that cannot be true together."""
    problems: list[Contradiction] = []
    round_numbers = [round_.round for round_ in event.rounds]
    if not round_numbers:
        problems.append(("rounds", "", "no round is given", "list every round that was played"))
    if len(set(round_numbers)) < len(round_numbers):
        problems.append(
            ("rounds", str(sorted(round_numbers)), "a round is given twice", "give each round its own number")
        )
    for index, round_ in enumerate(event.rounds):
        round_path = f"rounds[{index}]"
        if round_.earned_byes and event.elimination == "single":
            fix = "count them as byes, or say elimination = double"
            problems.append(
                (f"{round_path}.earned_byes", str(round_.earned_byes), "only double elimination earns a bye", fix)
            )
        paired_contestants = round_.contestants - round_.byes - round_.earned_byes - 3 * round_.triangles
        if paired_contestants < 0 or (paired_contestants % 2 and round_.round):
            fix = "give the byes and triangles of the round, so that the rest meet two by two"
            problems.append(
                (f"{round_path}.contestants", str(round_.contestants), "they cannot all meet in pairs", fix)
            )
    for number, entry in enumerate(event.entries):
        for index, result in enumerate(entry.rounds):
            if result.round not in round_numbers:
                place = f"entries[{number}].rounds[{index}].round"
                problems.append((place, str(result.round), "no such round is given", "add it to the rounds"))
        for first, second in pairwise(sorted(result.round for result in entry.rounds)):
            if first == second:
                problems.append(
                    (f"entries[{number}].rounds", str(first), "two results in one round", "give one for each round")
                )
        if event.elimination == "single" and (lost := _played_on(entry)) is not None:
            fix = "correct the results, or say elimination = double"
            problems.append((f"entries[{number}].rounds", str(lost), "lost this round and played on", fix))
    problems += _too_many_winners(event)
    if event.original_entry is not None and event.rounds:
        largest_round = max(event.rounds, key=lambda round_: -round_.round).contestants
        if event.original_entry - event.main_entry < largest_round:
            fix = "give the contestants of the first stage, all of them"
            problems.append(("original_entry", str(event.original_entry), f"{largest_round} of them play here", fix))
    return problems


def _played_on(entry: Entry) -> int | None:
    """A round this entry lost, although it has a result in a later one."""
    last = max((result.round for result in entry.rounds), default=0)
    lost = (result.round for result in entry.rounds if result.result in ("lost", "lost-both"))
    return next((number for number in lost if number < last), None)


def _too_many_winners(event: KnockoutEvent) -> list[Contradiction]:
    """More winners than matches in a round."""
    problems: list[Contradiction] = []
    for index, round_ in enumerate(event.rounds):
        results = [result.result for entry in event.entries for result in entry.rounds if result.round == round_.round]
        won = sum(results.count(result) for result in ("won", "won-conceded", "walkover"))
        matches = (round_.contestants - round_.byes - round_.earned_byes) // 2
        if round_.round and not round_.triangles and won > matches >= 0:
            fix = "give each match one winner, or correct the number of contestants"
            value = f"{won} winners of {matches} matches"
            problems.append((f"rounds[{index}]", value, "more winners than matches in this round", fix))
    return problems
