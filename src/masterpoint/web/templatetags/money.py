"""Amounts of money as pages show them."""

from __future__ import annotations

from fractions import Fraction

from django import template

from masterpoint.centre.billing.money import shown
from masterpoint.core.charges import Charge, Currency
from masterpoint.core.exact import exact
from masterpoint.core.exact import shown as shown_exactly
from masterpoint.core.tariffs import Amount

register = template.Library()


@register.filter
def money(coins: int, currency: Currency) -> str:
    """Coins as money: `£1,205.40`."""
    return shown(currency, coins)


@register.filter
def exact_money(amount: str | Fraction, currency: Currency) -> str:
    """An exact amount, with the fractions of a coin it may have: `£0.405`."""
    return currency.shown(exact(amount) if isinstance(amount, str) else amount)


@register.filter
def tariff_value(amount: Amount, currency: Currency) -> str:
    """An amount of the tariff as its unit is written: money, a percentage, days."""
    if amount.unit == "money":
        return currency.shown(amount.value)
    if amount.unit == "share":
        return f"{shown_exactly(amount.value * 100)}%"
    return f"{shown_exactly(amount.value)} days"


@register.filter
def why_charged(charge: Charge, currency: Currency) -> str:
    """The sentence that explains a charge."""
    return charge.why(currency)
