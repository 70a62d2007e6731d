"""The mechanisms that handbooks share, tested against their descriptions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.derivation import Clause, Step, fact, recompute, trail
from masterpoint.core.explaining import reason_of
from masterpoint.core.mechanisms import (
    Ladder,
    award_for,
    block_sizes,
    constant_reductions,
    equal_steps,
    part_that_earns,
    raise_ladder,
    share_of,
)
from masterpoint.core.places import Finish
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.sentences import Sentence

CLAUSE = Clause("XBU", "1", "an invented clause", ("COMPUTE",), "computed")


def number(value: int, message: str | Sentence = "given") -> Step:
    return fact(value, CLAUSE, message)


def award(finish: Finish, ladder: Ladder, floor: int | None = None) -> Step:
    return award_for(
        finish,
        ladder,
        unpaid_clause=CLAUSE,
        tie_clause=CLAUSE,
        rounding=up_to_whole,
        rounding_clause=CLAUSE,
        floor=number(floor) if floor else None,
    )


def test_equal_steps_end_at_one_unit() -> None:
    assert [step.value for step in equal_steps(number(10), number(4), clause=CLAUSE)] == [40, 30, 20, 10]


def test_constant_reductions_as_the_english_book_explains_them() -> None:
    ladder = constant_reductions(number(150), number(50), clause=CLAUSE)
    assert ladder[0].value == 150
    assert ladder[1].value == 147
    assert ladder[-1].value == 3


def test_the_minimum_raises_only_what_is_below_it() -> None:
    ladder = raise_ladder(equal_steps(number(3), number(3), clause=CLAUSE), number(6), clause=CLAUSE, message="minimum")
    assert [step.value for step in ladder] == [9, 6, 6]


def test_smaller_blocks_come_first() -> None:
    assert block_sizes(9, 2) == [4, 5]
    assert block_sizes(10, 4) == [2, 2, 3, 3]
    assert block_sizes(3, 4) == [0, 1, 1, 1]


@given(st.integers(1, 400), st.integers(1, 12))
def test_blocks_share_all_places_as_evenly_as_can_be(places: int, blocks: int) -> None:
    sizes = block_sizes(places, blocks)
    assert sum(sizes) == places
    assert sizes == sorted(sizes)
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 1000), st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)]))
def test_a_share_of_a_field_counts_part_contestants(count: int, fraction: Fraction) -> None:
    assert 0 <= share_of(count, fraction) - count * fraction < 1


def test_a_zero_rests_on_the_count_of_the_paid_places() -> None:
    count = number(4, part_that_earns(Fraction(1, 3), 11, 4))
    zero = award(Finish(5), equal_steps(number(10), count, clause=CLAUSE))
    assert zero.value == 0 and str(zero.message) == "awards end at place 4" and zero.inputs == (count,)
    assert reason_of(zero) == "a third of the field, rounded up to 4 places, earn; awards end at place 4"
    result = award(Finish(1), Ladder((), number(0, "contestants who qualified")))
    assert result.value == 0 and str(result.message) == "no place earns an award"


@pytest.mark.parametrize(
    ("contestants", "places", "words"),
    [
        (12, 4, "a third of the field, 4 places, earn"),
        (11, 4, "a third of the field, rounded up to 4 places, earn"),
        (13, 4, "a third of the field, rounded down to 4 places, earn"),
        (3, 1, "a third of the field, 1 place, earn"),
    ],
)
def test_a_part_of_the_field_is_said_as_it_was_rounded(contestants: int, places: int, words: str) -> None:
    assert str(part_that_earns(Fraction(1, 3), contestants, places)) == words


def test_a_tie_shares_and_never_falls_below_the_floor() -> None:
    ladder = equal_steps(number(10), number(4), clause=CLAUSE)
    assert award(Finish(2, 3), ladder).value == 20
    assert award(Finish(4, 2), ladder).value == 5
    assert award(Finish(4, 2), ladder, floor=6).value == 6
    assert award(Finish(5, 2), ladder, floor=6).value == 0


@given(st.integers(1, 30), st.integers(1, 12), st.integers(1, 40), st.integers(1, 6))
def test_a_tie_pays_between_its_worst_and_best_place(places: int, unit: int, place: int, sharing: int) -> None:
    ladder = equal_steps(number(unit), number(places), clause=CLAUSE)
    step = award(Finish(place, sharing), ladder)
    if place > places:
        assert step.value == 0
    else:
        assert 0 < step.value <= ladder[place - 1].value
    assert step.value == recompute(step)
    assert trail(step)[-1] is step
