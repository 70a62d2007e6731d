"""Exact numbers: square roots compared and rounded without error."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.exact import Surd, exact, figure_text, square_root, tidy
from masterpoint.core.rounding import (
    down_to_quarter,
    nearest_hundredth,
    nearest_hundredth_half_even,
    nearest_whole,
    up_to_hundredth,
    up_to_quarter,
    up_to_whole,
)
from masterpoint.core.serialisation import exact_text

rationals = st.fractions(min_value=-1000, max_value=1000, max_denominator=500)


@given(rationals, rationals, st.fractions(min_value=Fraction(1, 100), max_value=5000, max_denominator=200))
def test_a_root_rounds_as_two_hundred_digits_do(rational: Fraction, times: Fraction, radicand: Fraction) -> None:
    value = square_root(radicand) * times + rational
    with localcontext() as context:
        context.prec = 200
        root = (Decimal(radicand.numerator) / Decimal(radicand.denominator)).sqrt()
        digits = (
            Decimal(times.numerator) / times.denominator * root + Decimal(rational.numerator) / rational.denominator
        )
    if isinstance(value, Surd):
        assert floor(value) == floor(digits)
        assert ceil(value) == ceil(digits)
        assert (value > rational) == (times > 0)
    else:
        assert abs(Fraction(value) - Fraction(digits)) < Fraction(1, 10**150)


def test_a_perfect_square_is_no_root() -> None:
    assert square_root(Fraction(9, 4)) == Fraction(3, 2)
    assert square_root(16) == 4
    assert isinstance(square_root(2), Surd)


def test_roots_of_different_numbers_do_not_mix() -> None:
    with pytest.raises(ArithmeticError):
        square_root(2) + square_root(3)


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_roots_order_like_numbers(first: int, second: int) -> None:
    root = square_root(2)
    assert (root * first < root * second) == (first < second)
    assert (root * first - root * first) == 0


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("27", 27),
        ("0.75", Fraction(3, 4)),
        ("1 1/2", Fraction(3, 2)),
        ("2½", Fraction(5, 2)),
        ("1,200", 1200),
        (" 3 ", 3),
    ],
)
def test_figures_as_tables_write_them(written: str, value: int | Fraction) -> None:
    assert exact(written) == value


@pytest.mark.parametrize("written", ["1e999999999", "1E-999999999", Decimal("1e999999999"), "1/0", "x", Decimal("NaN")])
def test_what_is_no_figure_is_refused_before_it_is_worked_out(written: str | Decimal) -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        exact(written)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (18, "18"),
        (Fraction(3, 4), "0.75"),
        (Fraction(1, 2), "0.50"),
        (Fraction(4, 1), "4"),
        (Fraction(101, 200), "0.505"),
        (Fraction(5051, 10_000), "0.5051"),
        (Fraction(81, 320), "0.253125"),
        (Fraction(-81, 320), "-0.253125"),
        (Fraction(1_000_000_001, 10**9), "1.000000001"),
        (Fraction(10**11 + 1, 10**11), "1.00…"),
        (Fraction(50, 99), "0.50…"),
        (Fraction(1, 3), "0.33…"),
        (Fraction(245, 2), "122.50"),
        (square_root(2), "1.41…"),
        (Fraction(-1, 3), "-0.33…"),
        (Fraction(-3, 4), "-0.75"),
        (-square_root(2), "-1.41…"),
    ],
)
def test_figures_as_people_read_them(value: int | Fraction | Surd, text: str) -> None:
    assert figure_text(value) == text


@given(st.fractions(max_denominator=10_000))
def test_what_ends_is_shown_in_full_and_nothing_else(value: Fraction) -> None:
    """`0.50…` for 0.50625 looked like something below a half."""
    text, ends = figure_text(value), (value * 10**10).denominator == 1
    assert text.endswith("…") != ends
    assert Fraction(text) == value if ends else 0 < abs(value) - abs(Fraction(text[:-1])) < Fraction(1, 100)


@given(st.fractions(max_denominator=10_000))
def test_what_is_kept_reads_back(value: Fraction) -> None:
    assert exact(exact_text(value).removeprefix("-")) == abs(value)
    assert ("/" in exact_text(value)) == ((value * 10_000).denominator != 1)


@given(rationals)
def test_roundings_bound_the_value(value: Fraction) -> None:
    assert 0 <= up_to_whole(value) - value < 1
    assert 0 <= up_to_hundredth(value) - value < Fraction(1, 100)
    assert 0 <= up_to_quarter(value) - value < Fraction(1, 4)
    assert 0 <= value - down_to_quarter(value) < Fraction(1, 4)
    assert -Fraction(1, 2) < nearest_whole(value) - value <= Fraction(1, 2)
    assert -Fraction(1, 200) < nearest_hundredth(value) - value <= Fraction(1, 200)


def test_halves_go_up_or_to_even() -> None:
    assert nearest_hundredth(Fraction(65, 1000)) == Fraction(7, 100)
    assert nearest_hundredth_half_even(Fraction(65, 1000)) == Fraction(6, 100)
    assert nearest_hundredth_half_even(Fraction(75, 1000)) == Fraction(8, 100)
    assert tidy(Fraction(4, 2)) == 2
    assert type(tidy(Fraction(4, 2))) is int
