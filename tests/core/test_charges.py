"""Currencies, tariffs, invoice lines and periods: the building blocks of every federation's charges."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masterpoint.core.charges import NO_CHARGES, Currency, Period, period_end, tax_in
from masterpoint.core.errors import Refused
from masterpoint.core.exact import rational
from masterpoint.core.tariffs import Item, Tariff, amount_of
from masterpoint.schemes import edition_named

POUNDS = Currency("GBP", "£")
BOOK = edition_named("ebu", "2014").book
ITEM = Item(clause="1.3.2", text="standard charge")


@pytest.mark.parametrize(
    ("value", "rounded", "written"),
    [
        ("0.405", "0.41", "£0.405"),
        ("-0.405", "-0.41", "-£0.405"),
        ("0.4049", "0.40", "£0.4049"),
        ("1234.5", "1234.50", "£1,234.50"),
        ("0", "0", "£0.00"),
        ("1/3", "0.33", "£0.33…"),
    ],
)
def test_money_is_rounded_to_the_coin_and_shown_as_people_write_it(value: str, rounded: str, written: str) -> None:
    assert POUNDS.round(Fraction(value)) == Fraction(rounded)
    assert POUNDS.text(Fraction(value)) == written


@given(st.fractions(min_value=-50, max_value=50, max_denominator=1000))
def test_a_credit_is_rounded_as_its_charge_was(amount: Fraction) -> None:
    assert POUNDS.round(-amount) == -POUNDS.round(amount)
    assert abs(rational(POUNDS.round(amount)) - amount) <= Fraction(1, 200)


def test_tax_in_and_on_top_of_a_line() -> None:
    tenth = Fraction(1, 10)
    assert tax_in(POUNDS, Fraction("312.33"), tenth, "included") == Fraction("28.39")
    assert tax_in(POUNDS, Fraction("312.33"), tenth, "added") == Fraction("31.23")
    assert tax_in(POUNDS, Fraction("312.33"), tenth, "none") == 0


@pytest.mark.parametrize(
    ("period", "day", "end"),
    [
        ("month", date(2024, 2, 3), date(2024, 2, 29)),
        ("month", date(2026, 12, 31), date(2026, 12, 31)),
        ("quarter", date(2026, 1, 1), date(2026, 3, 31)),
        ("quarter", date(2026, 11, 16), date(2026, 12, 31)),
        ("at once", date(2026, 5, 9), date(2026, 5, 9)),
    ],
)
def test_the_end_of_a_period(period: Period, day: date, end: date) -> None:
    assert period_end(period, day) == end


def test_the_latest_entry_of_a_name_holds_until_the_next_one() -> None:
    days = {"0.35": date(2024, 4, 1), "0.40": date(2026, 4, 1), "0.405": date(2026, 4, 1)}
    tariff = Tariff({"standard": ITEM}).with_amounts(
        amount_of("standard", ITEM, value, day) for value, day in days.items()
    )
    assert tariff.in_force("standard", date(2024, 3, 31)) is None
    assert tariff.value("standard", date(2026, 3, 31)) == Fraction("0.35")
    assert tariff.value("standard", date(2026, 4, 1)) == Fraction("0.405"), "of one day, the later entry holds"
    assert [amount.value for amount in tariff.history("standard")] == [Fraction(value) for value in days]


def test_amounts_that_nobody_set_are_refused_all_at_once_with_their_clauses() -> None:
    other = Item(clause="1.11.2", text="licence fee")
    tariff = Tariff({"standard": ITEM, "fee": other, "extra": Item("1.11.4", "reduction", optional=True)})
    with pytest.raises(Refused) as refusal:
        tariff.require(BOOK, ["standard", "fee", "extra"], date(2026, 5, 1))
    assert [problem.clause for problem in refusal.value.problems] == ["EBU 1.3.2", "EBU 1.11.2"]
    assert all("1 May 2026" in problem.message for problem in refusal.value.problems)


def test_a_federation_without_charges_has_none() -> None:
    assert NO_CHARGES.currency.code == "XXX" and not NO_CHARGES.items and not NO_CHARGES.periodic
