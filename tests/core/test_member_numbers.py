"""The register issues only member numbers that its own federation accepts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.member_numbers import with_check_digit
from masterpoint.schemes import FEDERATIONS

WEIGHTS = (7, 6, 5, 4, 3, 2)


@pytest.mark.parametrize(
    ("count", "number"), [(20940, "209406"), (4, "43"), (1, "19"), (40, "401"), (999999, "9999991")]
)
def test_the_check_digit_follows_the_count(count: int, number: str) -> None:
    assert with_check_digit(count, WEIGHTS) == number


@pytest.mark.parametrize("scheme", FEDERATIONS)
@given(count=st.integers(1, 30_000))
def test_every_number_issued_is_one_of_the_federation(scheme: str, count: int) -> None:
    numbers = FEDERATIONS[scheme].member_numbers
    assert numbers.problem(numbers.full_number(numbers.new_number(count))) == ""


@given(count=st.integers(1, 999_998))
def test_no_two_members_get_one_number(count: int) -> None:
    issued = FEDERATIONS["abf"].member_numbers.new_number
    assert int(issued(count)) < int(issued(count + 1))
