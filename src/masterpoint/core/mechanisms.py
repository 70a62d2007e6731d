"""The mechanisms that handbooks share: equal steps, constant reductions, blocks, and the sharing of ties.

A *ladder* holds exact values; the clause that rounds comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from masterpoint.core.derivation import Clause, Step, derive, fact, nothing
from masterpoint.core.exact import Exact, Surd, figure_text, rational, tidy
from masterpoint.core.places import Finish
from masterpoint.core.sentences import Message, part_in_words, sentence

Rounding = Callable[[Exact], Exact]


class Ladder(list[Step]):
    """One step for each paid place, best first, and the step that counts the paid places."""

    __slots__ = ("awards",)

    def __init__(self, steps: Iterable[Step], awards: Step) -> None:
        super().__init__(steps)
        self.awards = awards

    def each(self, change: Callable[[Step], Step]) -> Ladder:
        """The same places, with the pay of each changed."""
        return Ladder(map(change, self), self.awards)


@lru_cache(maxsize=4096)
def unpaid_step(awards: Step, clause: Clause, *, reading: str = "") -> Step:
    """What a place after the last paid one earns: one step for all of them; `awards` counts the paid places."""
    last = whole(awards.value)
    message = sentence("awards end at place {last}", last=last) if last else "no place earns an award"
    return nothing(clause, message, awards, reading=reading)


def share_of(count: int, fraction: Fraction) -> int:
    """That fraction of a field; part of a contestant counts as one."""
    return -((-count * fraction.numerator) // fraction.denominator)


def part_that_earns(share: Fraction, contestants: Exact, places: int) -> Message:
    """`a third of the field, 6 places, earn`, however the book rounds."""
    exact_places = contestants * share
    template = "{share} of the field, {places}, earn"
    if places > exact_places:
        template = "{share} of the field, rounded up to {places}, earn"
    elif places < exact_places:
        template = "{share} of the field, rounded down to {places}, earn"
    return sentence(template, share=part_in_words(share), places="1 place" if places == 1 else f"{places} places")


def identity(value: Exact) -> Exact:
    """A step that gives a figure another clause or reason."""
    return value


def with_reason(value: Exact) -> Exact:
    """The same for a reason without which nobody would understand the figure: every explanation names it."""
    return value


def whole(value: Exact) -> int:
    """A count, which can only be whole."""
    if not isinstance(value, int):
        raise TypeError(f"{figure_text(value)} is not a count")
    return value


def product(*factors: Exact) -> Exact:
    result: Exact = 1
    for factor in factors:
        result = factor * rational(result) if isinstance(factor, Surd) else result * factor
    return result


def total(*parts: Exact) -> Exact:
    """The sum of the parts."""
    result: Exact = 0
    for part in parts:
        result = result + part
    return result


def difference(whole: Exact, part: Exact) -> Exact:
    return whole - part


def at_least(value: Exact, floor: Exact) -> Exact:
    """The value, raised to the floor if it is lower."""
    return floor if value < floor else value


def at_most(value: Exact, ceiling: Exact) -> Exact:
    return ceiling if value > ceiling else value


def mean_of(sharing: int, *values: Exact) -> Exact:
    """The share of each of those who tie; places that pay nothing count as 0."""
    return tidy(total(*values) * Fraction(1, sharing))


def part_of(numerator: int, denominator: int, value: Exact) -> Exact:
    return tidy(value * Fraction(numerator, denominator))


def equal_steps(unit: Step, awards: Step, *, clause: Clause) -> Ladder:
    """The last paid place receives one unit, and each place above it one unit more."""
    places = whole(awards.value)
    steps = [
        derive(
            partial(_steps_up, place),
            unit,
            awards,
            clause=clause,
            message=sentence(
                "place {place} of {places}: {steps} × {value}",
                place=place,
                places=places,
                steps=places - place + 1,
                value=unit.value,
            ),
        )
        for place in range(1, places + 1)
    ]
    return Ladder(steps, awards)


def _steps_up(place: int, unit: Exact, awards: Exact) -> Exact:
    return tidy(unit * (whole(awards) - place + 1))


def constant_reductions(top: Step, awards: Step, *, clause: Clause) -> Ladder:
    """The top award falls by the same amount at each place, so that one more step would reach 0."""
    places = whole(awards.value)
    steps = [
        derive(
            partial(_part_left, place),
            top,
            awards,
            clause=clause,
            message=sentence(
                "place {place} of {places}: {steps}/{places} of the top award" if place > 1 else "place 1 of {places}",
                place=place,
                places=places,
                steps=places - place + 1,
            ),
        )
        for place in range(1, places + 1)
    ]
    return Ladder(steps, awards)


def _part_left(place: int, top: Exact, awards: Exact) -> Exact:
    places = whole(awards)
    return tidy(top * Fraction(places - place + 1, places))


def raise_to_minimum(step: Step, *, minimum: Step, clause: Clause, message: Message) -> Step:
    """An award, raised to the minimum if it is lower."""
    if step.value >= minimum.value:
        return step
    return derive(at_least, step, minimum, clause=clause, message=message)


def raise_ladder(ladder: Ladder, minimum: Step, *, clause: Clause, message: Message) -> Ladder:
    """A ladder in which no place pays less than the minimum."""
    return ladder.each(partial(raise_to_minimum, minimum=minimum, clause=clause, message=message))


def block_sizes(places: int, blocks: int) -> list[int]:
    """Blocks as equal as possible, the smaller ones first."""
    size, remainder = divmod(places, blocks)
    return [size + (index >= blocks - remainder) for index in range(blocks)]


def award_for(
    finish: Finish,
    ladder: Ladder,
    *,
    unpaid_clause: Clause,
    tie_clause: Clause,
    rounding: Rounding,
    rounding_clause: Clause,
    floor: Step | None = None,
    tie_reading: str = "",
    rounds: str = "rounded once, at the end",
) -> Step:
    """What a finish earns on a ladder: its place, or a share of the places it spans, rounded at the end.

    A tie that reaches a paid place shares what its places pay, and never gets less than the floor. If the book leaves
    open how, `tie_reading` names the reading that the share rests on. `rounds` is the message of the rounding step.
    """
    if finish.place > len(ladder):
        return unpaid_step(ladder.awards, unpaid_clause)
    if finish.sharing == 1:
        step = ladder[finish.place - 1]
    else:
        place_steps = ladder[finish.place - 1 : finish.place - 1 + finish.sharing]
        step = derive(
            partial(mean_of, finish.sharing),
            *place_steps,
            clause=tie_clause,
            message=sentence(
                "{finish}: {sharing} share places {place} to {places}",
                finish=finish,
                sharing=finish.sharing,
                place=finish.place,
                places=finish.places[-1],
            ),
            reading=tie_reading,
        )
        if floor is not None:
            step = raise_to_minimum(
                step, minimum=floor, clause=tie_clause, message="a tie pays at least the minimum award"
            )
    if isinstance(step.value, int):
        return step
    value = rounding(step.value)
    if value == step.value:
        return step
    return derive(rounding, step, clause=rounding_clause, message=rounds)


def printed_ladder(ladder_values: Sequence[Exact], clause: Clause, message: Message) -> Ladder:
    """A printed list of awards, best first."""
    steps = [
        fact(value, clause, sentence("place {place}: {message}", place=place, message=message))
        for place, value in enumerate(ladder_values, 1)
    ]
    return Ladder(steps, fact(len(steps), clause, sentence("places paid: {message}", message=message)))
