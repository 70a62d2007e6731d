"""Knock-outs of the English and Welsh books: the number a round counts as, and what winning it earns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import ceil

import msgspec

from masterpoint.core.derivation import Clause, Step, derive, fact
from masterpoint.core.events import Entry, Round
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import mean_of, part_of, product, whole
from masterpoint.core.sentences import part_in_words, sentence

FULL = 18
"""The boards of a match from which it earns the full award."""
FINALISTS, MAX_IN_A_FINAL = 2, 3
TRIANGLE = ("won-both", "won-one", "lost-both")


class KnockoutScale(msgspec.Struct, frozen=True):
    """One row of the printed table at Club status."""

    name: str
    preliminary: Exact
    rounds: tuple[Exact, ...]


class KnockoutClauses(msgspec.Struct, frozen=True):
    """The clauses and figures that a knock-out award rests on."""

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
    rounding: Clause
    last_reading: str
    """The reading by which a last round that is not a full one counts as the round it is."""
    extra_reading: str
    """The reading by which rounds beyond the table are the first ones, so that its last round is the final."""
    full_boards: int = FULL
    earned_bye_share: Fraction = Fraction(2, 3)
    consolation_share: Fraction = Fraction(1, 2)


def is_preliminary(round_: Round, entries: Sequence[Entry]) -> bool:
    """Byes that were not earned, or triangles, make a round preliminary."""
    if round_.round == 0 or round_.byes or round_.triangles:
        return True
    results = [result.result for entry in entries for result in entry.rounds if result.round == round_.round]
    return any(result in TRIANGLE for result in results) or results.count("bye") > round_.earned_byes


def remaining(original: int, *, double: bool) -> list[int]:
    """How many would be left at the start of Round 1, 2, 3 … if the original entry had played knock-out throughout."""
    unbeaten, losers = 1 << (original.bit_length() - 1), 0
    counts = [unbeaten]
    while unbeaten + losers > 2 and not (unbeaten == 1 and losers <= 1):
        if double:
            unbeaten, losers = ceil(unbeaten / 2), unbeaten // 2 + ceil(losers / 2)
        else:
            unbeaten //= 2
        counts.append(unbeaten + losers)
    return counts


def deemed_round(original: Step, contestants: int, *, double: bool, clause: Clause, reading: str = "") -> Step:
    """The number of the round that a pure knock-out would have reached with this many contestants left.

    It is 0 as long as a preliminary round would go on. A final of three counts as the final. If no round would leave
    exactly this many, the step names `reading`, by which a round is chosen.
    """
    remaining_count = FINALISTS if contestants <= MAX_IN_A_FINAL else contestants
    return derive(
        partial(_round_number, remaining_count, double),
        original,
        clause=clause,
        message=sentence(
            "number of the round in which {left} would be left, had all played knock-out throughout",
            left=remaining_count,
        ),
        reading="" if contestants in remaining(whole(original.value), double=double) else reading,
    )


def _round_number(contestants: int, double: bool, original: Exact) -> Exact:
    return sum(count >= contestants for count in remaining(whole(original), double=double))


def numbered_rounds(rounds: Sequence[Round], entries: Sequence[Entry]) -> list[Round]:
    """The rounds that take a number of the table: the full ones, and a final of three."""
    round_list = sorted(rounds, key=lambda round_: round_.round)
    return [
        round_
        for round_ in round_list
        if not is_preliminary(round_, entries) or (round_ is round_list[-1] and round_.contestants <= MAX_IN_A_FINAL)
    ]


def survivors(round_: Round) -> int:
    """How many go on from a round with byes."""
    byes = round_.byes + round_.earned_byes
    return byes + (round_.contestants - byes) // 2


def first_numbered(rounds: Sequence[Round], entries: Sequence[Entry]) -> int:
    """Contestants of the first round that takes a number."""
    table_rounds = numbered_rounds(rounds, entries)
    if table_rounds:
        return table_rounds[0].contestants
    return survivors(max(rounds, key=lambda round_: round_.round))


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
    table_rounds = numbered_rounds(rounds, entries)
    start = 1 if first is None else whole(first.value)
    surplus = max(0, _final_number(table_rounds, start, double) - len(scale.rounds))
    numbers = {round_.round: start + index - surplus for index, round_ in enumerate(table_rounds)}
    value = partial(_round_step, scale, clauses, surplus, first)
    awards = {}
    for round_ in rounds:
        if round_.round in numbers:
            step = value(numbers[round_.round])
            final_of_three = is_preliminary(round_, entries)
            awards[round_.round] = (
                msgspec.structs.replace(step, reading=clauses.last_reading) if final_of_three else step
            )
        else:
            earlier_numbers = [number for other, number in numbers.items() if other < round_.round]
            awards[round_.round] = _with_byes(max(earlier_numbers, default=start - surplus - 1), value, scale, clauses)
    return awards


def _final_number(table_rounds: Sequence[Round], start: int, double: bool) -> int:
    """The number the final would have, were the table long enough."""
    if not table_rounds:
        return start
    last = table_rounds[-1].contestants
    to_come = 0 if double or last <= MAX_IN_A_FINAL else (last - 1).bit_length() - 1
    return start + len(table_rounds) - 1 + to_come


def _round_step(scale: KnockoutScale, clauses: KnockoutClauses, surplus: int, first: Step | None, number: int) -> Step:
    inputs = () if first is None else (first,)
    if number < 1:
        clause, reading = (clauses.extra, clauses.extra_reading) if surplus else (clauses.preliminary, "")
        message = sentence("{scale}: as a preliminary round", scale=scale.name)
        return Step(scale.preliminary, clause, message, None, inputs, reading)
    message = sentence("award of Round {number} at Club status ({scale})", scale=scale.name, number=number)
    return Step(scale.rounds[number - 1], clauses.table, message, None, inputs)


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


def match_values(
    rounds: Sequence[Round],
    entries: Sequence[Entry],
    scale: KnockoutScale,
    *,
    first: Step | None,
    status_of: Callable[[int], Step],
    clauses: KnockoutClauses,
    double: bool = False,
    consolation: bool = False,
) -> dict[int, Step]:
    """What winning a match of each round earns, exact; `status_of` gives the status of a match of so many boards."""
    awards = round_awards(rounds, entries, scale, first=first, clauses=clauses, double=double)
    return {
        round_.round: match_value(
            awards[round_.round], status_of(round_.boards), round_, consolation=consolation, clauses=clauses
        )
        for round_ in rounds
    }


def match_value(round_award: Step, status: Step, round_: Round, *, consolation: bool, clauses: KnockoutClauses) -> Step:
    """What winning a match of a round earns, exact: at its status, for its boards, and half in a consolation."""
    step = derive(
        product,
        round_award,
        status,
        clause=clauses.status,
        message=sentence("round {round}: award × status of the match", round=round_.round),
    )
    if round_.boards < clauses.full_boards:
        step = derive(
            partial(part_of, round_.boards, clauses.full_boards),
            step,
            clause=clauses.boards,
            message=sentence(
                "a match of {boards} boards: {boards}/{full}", boards=round_.boards, full=clauses.full_boards
            ),
        )
    if consolation:
        part = clauses.consolation_share
        message = sentence("{part} in a consolation", part=part_in_words(part))
        step = derive(partial(part_of, *part.as_integer_ratio()), step, clause=clauses.consolation, message=message)
    return step
