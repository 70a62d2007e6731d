"""What a knock-out of the English and Welsh books says that cannot be: rounds, results and winners that contradict."""

from __future__ import annotations

from itertools import pairwise

from masterpoint.core.events import Entry, KnockoutEvent


def knockout_problems(event: KnockoutEvent) -> list[tuple[str, str, str, str]]:
    """What a knock-out says that cannot be: (place, value, what is wrong, how to mend it)."""
    problems = []
    listed = [played.round for played in event.rounds]
    if not listed:
        problems.append(("rounds", "", "no round is given", "list every round that was played"))
    if len(set(listed)) < len(listed):
        problems.append(("rounds", str(sorted(listed)), "a round is given twice", "give each round its own number"))
    for index, played in enumerate(event.rounds):
        here = f"rounds[{index}]"
        if played.earned_byes and event.elimination == "single":
            fix = "count them as byes, or say elimination = double"
            problems.append(
                (f"{here}.earned_byes", str(played.earned_byes), "only double elimination earns a bye", fix)
            )
        spare = played.contestants - played.byes - played.earned_byes - 3 * played.triangles
        if spare < 0 or (spare % 2 and played.round):
            fix = "give the byes and triangles of the round, so that the rest meet two by two"
            problems.append((f"{here}.contestants", str(played.contestants), "they cannot all meet in pairs", fix))
    for number, entry in enumerate(event.entries):
        for index, result in enumerate(entry.rounds):
            if result.round not in listed:
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
        most = max(event.rounds, key=lambda played: -played.round).contestants
        if event.original_entry - event.main_entry < most:
            fix = "give the contestants of the first stage, all of them"
            problems.append(("original_entry", str(event.original_entry), f"{most} of them play here", fix))
    return problems


def _played_on(entry: Entry) -> int | None:
    """A round this entry lost, although it has a result in a later one."""
    last = max((result.round for result in entry.rounds), default=0)
    lost = (result.round for result in entry.rounds if result.result in ("lost", "lost-both"))
    return next((number for number in lost if number < last), None)


def _too_many_winners(event: KnockoutEvent) -> list[tuple[str, str, str, str]]:
    """More winners than matches in a round."""
    problems = []
    for index, played in enumerate(event.rounds):
        results = [result.result for entry in event.entries for result in entry.rounds if result.round == played.round]
        won = sum(results.count(result) for result in ("won", "won-conceded", "walkover"))
        matches = (played.contestants - played.byes - played.earned_byes) // 2
        if played.round and not played.triangles and won > matches >= 0:
            fix = "give each match one winner, or correct the number of contestants"
            given = f"{won} winners of {matches} matches"
            problems.append((f"rounds[{index}]", given, "more winners than matches in this round", fix))
    return problems
