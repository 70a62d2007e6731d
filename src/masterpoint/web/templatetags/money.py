"""Amounts of money on pages."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from django import template

from masterpoint.centre.billing.money import money_text
from masterpoint.core.charges import Charge, Currency
from masterpoint.core.exact import exact, rational
from masterpoint.core.exact import figure_text as shown_exactly
from masterpoint.core.tariffs import Amount

register = template.Library()


@register.filter
def money(coins: int, currency: Currency) -> str:
    """Coins as money, such as `£1,205.40`."""
    return money_text(currency, coins)


@register.filter
def exact_money(amount: str | Fraction, currency: Currency) -> str:
    """An exact amount, with fractions of a coin if it has them, such as `£0.405`."""
    return currency.text(exact(amount) if isinstance(amount, str) else amount)


@register.filter
def tariff_value(amount: Amount, currency: Currency) -> str:
    """An amount of the tariff in its unit: money, a percentage or days."""
    return _in_unit(amount.value, amount.unit, currency)


@register.filter
def stored_value(amount: dict[str, Any], currency: Currency) -> str:
    """An amount stored in a charge, in its unit."""
    return _in_unit(rational(exact(amount["value"])), amount.get("unit", "money"), currency)


@register.filter
def stored_day(amount: dict[str, Any]) -> date:
    """The first day of an amount stored in a charge."""
    return date.fromisoformat(amount["first_day"])


def _in_unit(value: Fraction, unit: str, currency: Currency) -> str:
    if unit == "money":
        return currency.text(value)
    if unit == "share":
        return f"{shown_exactly(value * 100)}%"
    return f"{shown_exactly(value)} {'day' if value == 1 else 'days'}"


@register.filter
def why_charged(charge: Charge, currency: Currency) -> str:
    """The sentence that explains a charge."""
    return charge.why(currency)
