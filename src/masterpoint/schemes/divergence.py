"""Where two derivations of the same event first diverge, in the order in which books decide things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from masterpoint.core import mechanisms, rounding
from masterpoint.core.derivation import Award, Step, trail
from masterpoint.core.exact import Exact
from masterpoint.core.places import place_number

MATCHES = "matches"
LADDER_FUNCTIONS = ("_steps_up", "_part_left")


class Cell(msgspec.Struct, frozen=True):
    """What one entry receives under one book."""

    awards: tuple[Award, ...]
    points: dict[str, Exact]
    """By colour; where its players differ, what most of them receive."""
    uneven: bool = False
    """Not all players of the entry receive the same."""

    def points_paid(self, matches: bool) -> list[Exact]:
        """What is paid for matches, or for everything else, whatever the colour."""
        return [award.points for award in self.awards if award.points and (award.kind == MATCHES) == matches]

    def step(self, matches: bool) -> Step | None:
        """The figure to look at: a paid one before a zero."""
        steps = [award.step for award in self.awards if (award.kind == MATCHES) == matches]
        return next((step for step in steps if step.value), steps[0] if steps else None)


class Side(msgspec.Struct, frozen=True):
    """One book at the point where they diverge."""

    scheme: str
    step: Step | None
    """The figure and its clause; None where the book says nothing about it."""


class Divergence(msgspec.Struct, frozen=True):
    """The first difference between two books, and the clause on either side."""

    aspect: str
    """whether anything is paid, awards for matches, awards for the ranking, number of awards, unit or top award,
    colour of the points, ties, minimum, maximum, rounding, steps between places; or nothing."""
    sides: tuple[Side, Side]
    row: int | None = None
    """The row where it shows."""


def divergence(schemes: tuple[str, str], first: Sequence[Cell], second: Sequence[Cell]) -> Divergence:
    """What two books decide differently, the earliest decision first."""
    for aspect, row, left, right in _differences(first, second):
        return Divergence(aspect, (Side(schemes[0], left), Side(schemes[1], right)), row)
    return Divergence("nothing", (Side(schemes[0], None), Side(schemes[1], None)))


Decision = tuple[str, int, Step | None, Step | None]


def _differences(first: Sequence[Cell], second: Sequence[Cell]) -> Iterator[Decision]:
    has_points = [any(any(cell.points.values()) for cell in cells) for cells in (first, second)]
    if first and has_points[0] != has_points[1]:
        row = next(index for index, cell in enumerate(first if has_points[0] else second) if any(cell.points.values()))
        yield "whether anything is paid", row, *_steps_at(first[row], second[row], matches=False)
    yield from _matches(first, second, only_whether=True)
    yield from _number(first, second)
    yield from _figures(first, second)
    yield from _matches(first, second, only_whether=False)


def _matches(first: Sequence[Cell], second: Sequence[Cell], *, only_whether: bool) -> Iterator[Decision]:
    """One book pays each match won and the other does not; or they pay it differently."""
    has_points = [any(cell.points_paid(matches=True) for cell in cells) for cells in (first, second)]
    if only_whether and has_points[0] == has_points[1]:
        return
    for row, (left, right) in enumerate(zip(first, second, strict=True)):
        if left.points_paid(matches=True) != right.points_paid(matches=True):
            left_step, right_step = left.step(True) or left.step(False), right.step(True) or right.step(False)
            yield (
                "awards for matches",
                row,
                *(origin_of_difference(left_step, right_step) if left_step and right_step else (left_step, right_step)),
            )
            return


def _number(first: Sequence[Cell], second: Sequence[Cell]) -> Iterator[Decision]:
    """Who is paid for the ranking; if too few are listed to show it, how many would be paid."""
    has_points = [any(cell.points_paid(matches=False) for cell in cells) for cells in (first, second)]
    aspect = "number of awards" if has_points[0] == has_points[1] else "awards for the ranking"
    for row, (left, right) in enumerate(zip(first, second, strict=True)):
        if bool(left.points_paid(matches=False)) != bool(right.points_paid(matches=False)):
            yield aspect, row, *_steps_at(left, right, matches=False)
            return
        left_step, right_step = awards_step(left.step(False)), awards_step(right.step(False))
        if left_step is not None and right_step is not None and left_step.value != right_step.value:
            yield aspect, row, left_step, right_step
            return


def _steps_at(left: Cell, right: Cell, *, matches: bool) -> tuple[Step | None, Step | None]:
    """For an entry that is paid, the step with the number of awards; for one that is not, the zero with its reason."""
    sides = []
    for cell in (left, right):
        step = cell.step(matches) or cell.step(not matches)
        sides.append((awards_step(step) or step) if step is not None and step.value else step)
    return sides[0], sides[1]


def _figures(first: Sequence[Cell], second: Sequence[Cell]) -> Iterator[Decision]:
    """The first place that is paid differently; for a winner, the unit or the top award behind it."""
    for row, (left, right) in enumerate(zip(first, second, strict=True)):
        left_step, right_step = left.step(False), right.step(False)
        if (
            left.points_paid(matches=False) == right.points_paid(matches=False)
            or left_step is None
            or right_step is None
        ):
            continue
        tops = top_step(left_step), top_step(right_step)
        if is_first(left) and tops[0].value != tops[1].value:
            yield "unit or top award", row, *origin_of_difference(*tops)
        elif is_first(left) and set(left.points) != set(right.points):
            yield "colour of the points", row, left_step, right_step
        else:
            yield aspect_of(left_step, right_step), row, left_step, right_step
        return


def origin_of_difference(first: Step, second: Step) -> tuple[Step, Step]:
    """The last steps, on the way back from two figures, that the same functions made from different values."""
    while True:
        left, right = _before_rounding(first), _before_rounding(second)
        if left.value == right.value or not _function_name(left) or _function_name(left) != _function_name(right):
            return first, second
        pairs = zip(left.inputs, right.inputs, strict=False)
        different_inputs = next((pair for pair in pairs if pair[0].value != pair[1].value), None)
        if different_inputs is None or len(left.inputs) != len(right.inputs):
            return first, second
        first, second = different_inputs


def _before_rounding(step: Step) -> Step:
    """The figure before it was rounded or repeated under another clause."""
    while len(step.inputs) == 1 and (role_of(step) == "rounding" or step.inputs[0].value == step.value):
        step = step.inputs[0]
    return step


def _function_name(step: Step) -> str:
    """The name of the function that made a figure: books of one family keep their own copies."""
    return getattr(function_of(step), "__name__", "")


def is_first(cell: Cell) -> bool:
    return any(place_number(award.entry.place) == 1 for award in cell.awards)


def aspect_of(first: Step, second: Step) -> str:
    """What one derivation does and the other does not."""
    roles = [{role_of(step) for step in trail(figure)} for figure in (first, second)]
    for role in ("ties", "minimum", "maximum", "rounding"):
        if (role in roles[0]) != (role in roles[1]):
            return role
    return "steps between places"


def function_of(step: Step) -> object:
    formula: object = step.formula
    while isinstance(formula, partial):
        formula = formula.func
    return formula


def role_of(step: Step) -> str:
    """What a step does, by the mechanism that made it."""
    formula = function_of(step)
    module = getattr(formula, "__module__", "")
    if module == rounding.__name__ or module.endswith(".rounding"):
        return "rounding"
    if formula is mechanisms.mean_of:
        return "ties"
    if formula is mechanisms.at_least:
        return "minimum"
    if formula is mechanisms.at_most:
        return "maximum"
    if module == mechanisms.__name__ and getattr(formula, "__name__", "") in LADDER_FUNCTIONS:
        return "ladder"
    return ""


def ladder_step(figure: Step) -> Step | None:
    """The step that reads a place off a ladder."""
    return next((step for step in trail(figure) if role_of(step) == "ladder"), None)


def awards_step(figure: Step | None) -> Step | None:
    """How many awards there are, where the book counts them."""
    ladder = ladder_step(figure) if figure is not None else None
    return ladder.inputs[1] if ladder is not None and isinstance(ladder.inputs[1].value, int) else None


def top_step(figure: Step) -> Step:
    """What the places are measured by: the unit, the step or the top award; a printed figure stands for itself."""
    ladder = ladder_step(figure)
    if ladder is not None:
        return ladder.inputs[0]
    while role_of(figure) in ("rounding", "ties", "minimum", "maximum"):
        figure = figure.inputs[0]
    return figure
