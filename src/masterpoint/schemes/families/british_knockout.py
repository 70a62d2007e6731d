"""Knock-outs of the English and Welsh books: which numbered round a round counts as, and what winning it earns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact, nothing
from masterpoint.core.events import Entry, Round, RoundResult
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import mean_of, part_of, product, whole
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import part_in_words, sentence

FULL = 18
"""A match of so many boards earns the full award."""
FINALISTS, MOST_IN_A_FINAL = 2, 3
TRIANGLE = ("won-both", "won-one", "lost-both")


class KnockoutScale(msgspec.Struct, frozen=True):
    """One row of the printed table at Club status."""

    name: str
    preliminary: Exact
    rounds: tuple[Exact, ...]


class KnockoutClauses(msgspec.Struct, frozen=True):
    """Where a book says each of the things a knock-out award rests on."""

    boards: Clause
    extra: Clause
    preliminary: Clause
    status: Clause
    table: Clause
    earned_bye: Clause
    qualified: Clause
    consolation: Clause
    mini: Clause
    drawn: Clause
    unplayed: Clause
    rounded: Clause
    last_reading: str
    """A last round that is no full round counts as the round it is."""
    extra_reading: str
    """Rounds beyond the table are the first ones, so that the last round of the table is the final."""
    full_boards: int = FULL
    earned_bye_share: Fraction = Fraction(2, 3)
    consolation_share: Fraction = Fraction(1, 2)


def is_preliminary(played: Round, entries: Sequence[Entry]) -> bool:
    """Byes that were not earned, or triangles, make a round preliminary."""
    if played.round == 0 or played.byes or played.triangles:
        return True
    results = [result.result for entry in entries for result in entry.rounds if result.round == played.round]
    return any(result in TRIANGLE for result in results) or results.count("bye") > played.earned_byes


def remaining(original: int, *, double: bool) -> list[int]:
    """How many would be left at the start of Round 1, 2, 3 … had the original entry played knock-out throughout."""
    unbeaten, beaten = 1 << (original.bit_length() - 1), 0
    left = [unbeaten]
    while unbeaten + beaten > 2 and not (unbeaten == 1 and beaten <= 1):
        if double:
            unbeaten, beaten = ceil(unbeaten / 2), unbeaten // 2 + ceil(beaten / 2)
        else:
            unbeaten //= 2
        left.append(unbeaten + beaten)
    return left


def deemed_round(original: Step, contestants: int, *, double: bool, clause: Clause, reading: str = "") -> Step:
    """The number of the round at which this few would be left; 0 while a preliminary round would still be on.

    A final of three counts as the final.
    """
    left = FINALISTS if contestants <= MOST_IN_A_FINAL else contestants
    return derive(
        partial(_deemed, left, double),
        original,
        clause=clause,
        message=sentence(
            "number of the round in which {left} would be left, had all played knock-out throughout", left=left
        ),
        reading=reading,
    )


def _deemed(contestants: int, double: bool, original: Exact) -> Exact:
    return sum(left >= contestants for left in remaining(whole(original), double=double))


def numbered_rounds(rounds: Sequence[Round], entries: Sequence[Entry]) -> list[Round]:
    """The rounds that take a number of the table: the full ones, and a final of three."""
    ordered = sorted(rounds, key=lambda played: played.round)
    return [
        played
        for played in ordered
        if not is_preliminary(played, entries) or (played is ordered[-1] and played.contestants <= MOST_IN_A_FINAL)
    ]


def survivors(played: Round) -> int:
    """How many go on from a round with byes."""
    byes = played.byes + played.earned_byes
    return byes + (played.contestants - byes) // 2


def first_numbered(rounds: Sequence[Round], entries: Sequence[Entry]) -> int:
    """Contestants of the first round that takes a number."""
    numbered = numbered_rounds(rounds, entries)
    if numbered:
        return numbered[0].contestants
    return survivors(max(rounds, key=lambda played: played.round))


def round_awards(
    rounds: Sequence[Round],
    entries: Sequence[Entry],
    scale: KnockoutScale,
    *,
    first: Step | None,
    clauses: KnockoutClauses,
    double: bool,
) -> dict[int, Step]:
    """What winning a match of each round earns at Club status, by the number the round was given.

    `first` is the number the first full round counts as, where the contestants qualified for this stage.
    """
    numbered = numbered_rounds(rounds, entries)
    start = 1 if first is None else whole(first.value)
    extra = max(0, _needed(numbered, start, double) - len(scale.rounds))
    numbers = {played.round: start + index - extra for index, played in enumerate(numbered)}
    value = partial(_numbered, scale, clauses, extra, first)
    awards = {}
    for played in rounds:
        if played.round in numbers:
            step = value(numbers[played.round])
            final_of_three = is_preliminary(played, entries)
            awards[played.round] = (
                msgspec.structs.replace(step, reading=clauses.last_reading) if final_of_three else step
            )
        else:
            before = [number for round_, number in numbers.items() if round_ < played.round]
            awards[played.round] = _with_byes(max(before, default=start - extra - 1), value, scale, clauses)
    return awards


def _needed(numbered: Sequence[Round], start: int, double: bool) -> int:
    """The number the final would have, were the table long enough."""
    if not numbered:
        return start
    last = numbered[-1].contestants
    to_come = 0 if double or last <= MOST_IN_A_FINAL else (last - 1).bit_length() - 1
    return start + len(numbered) - 1 + to_come


def _numbered(scale: KnockoutScale, clauses: KnockoutClauses, extra: int, first: Step | None, number: int) -> Step:
    because = () if first is None else (first,)
    if number < 1:
        clause, reading = (clauses.extra, clauses.extra_reading) if extra else (clauses.preliminary, "")
        message = sentence("{scale}: as a preliminary round", scale=scale.name)
        return Step(scale.preliminary, clause, message, None, because, reading)
    message = sentence("award of Round {number} at Club status ({scale})", scale=scale.name, number=number)
    return Step(scale.rounds[number - 1], clauses.table, message, None, because)


def _with_byes(previous: int, value: partial[Step], scale: KnockoutScale, clauses: KnockoutClauses) -> Step:
    """A round with byes or triangles: preliminary at the beginning, later the mean of the full rounds around it."""
    if previous < 1:
        return fact(scale.preliminary, clauses.preliminary, sentence("{name}: preliminary round", name=scale.name))
    return derive(
        partial(mean_of, 2),
        value(previous),
        value(min(previous + 1, len(scale.rounds))),
        clause=clauses.preliminary,
        message="a later round with byes or triangles: the mean of the full rounds around it",
    )


def match_value(round_award: Step, status: Step, played: Round, *, consolation: bool, clauses: KnockoutClauses) -> Step:
    """Winning a match of a round, exact: at the event's status, for the boards played, half in a consolation."""
    step = derive(
        product,
        round_award,
        status,
        clause=clauses.status,
        message=sentence("round {round}: award × status of the match", round=played.round),
    )
    if played.boards < clauses.full_boards:
        step = derive(
            partial(part_of, played.boards, clauses.full_boards),
            step,
            clause=clauses.boards,
            message=sentence(
                "a match of {boards} boards: {boards}/{full}", boards=played.boards, full=clauses.full_boards
            ),
        )
    if consolation:
        part = clauses.consolation_share
        message = sentence("{part} in a consolation", part=part_in_words(part))
        step = derive(partial(part_of, *part.as_integer_ratio()), step, clause=clauses.consolation, message=message)
    return step


PARTS: Mapping[str, Fraction] = {
    "won": Fraction(1),
    "won-conceded": Fraction(1),
    "won-both": Fraction(1),
    "won-one": Fraction(1, 2),
    "drawn": Fraction(1, 2),
}


def result_award(entry: Entry, result: RoundResult, played: Round, value: Step, clauses: KnockoutClauses) -> Step:
    """What one result earns, rounded up: all, a half, two thirds or nothing of the match's award."""
    where = f"round {result.round}" if result.round else "preliminary round"
    if result.result == "walkover":
        return nothing(clauses.unplayed, sentence("{where}: no award for a match not played", where=where))
    if result.result == "bye":
        if not earned_bye(entry, played):
            return nothing(clauses.unplayed, sentence("{where}: a bye", where=where))
        return _rounded(
            derive(
                partial(part_of, *clauses.earned_bye_share.as_integer_ratio()),
                value,
                clause=clauses.earned_bye,
                message=sentence(
                    "{where}: a bye earned by being undefeated, {part}",
                    where=where,
                    part=part_in_words(clauses.earned_bye_share),
                ),
            ),
            clauses,
        )
    part = PARTS.get(result.result)
    if part is None:
        return nothing(
            clauses.table, sentence("{where}: {result}", where=where, result=result.result.replace("-", " "))
        )
    if part == 1 and result.result == "won":
        return _rounded(value, clauses)
    clause = {"won-conceded": clauses.unplayed, "drawn": clauses.drawn}.get(result.result, clauses.mini)
    message = {
        "won-conceded": "the opponents conceded when behind",
        "drawn": "drawn, and not decided by further boards: half a win",
        "won-both": "both mini-matches of a triangle won",
        "won-one": "one mini-match of a triangle won, half a match",
    }[result.result]
    step = derive(
        partial(_part, part), value, clause=clause, message=sentence("{where}: {message}", where=where, message=message)
    )
    return _rounded(step, clauses)


def _part(part: Fraction, value: Exact) -> Exact:
    return tidy(value * part)


def earned_bye(entry: Entry, played: Round) -> bool:
    """A bye of a team that no earlier round had defeated, in a round that has such byes."""
    lost = ("lost", "lost-both", "won-one")
    beaten = any(result.round < played.round and result.result in lost for result in entry.rounds)
    return bool(played.earned_byes) and not beaten


def _rounded(step: Step, clauses: KnockoutClauses) -> Step:
    if isinstance(step.value, int):
        return step
    return derive(up_to_whole, step, clause=clauses.rounded, message="rounded up, match by match", reading="A08")
