"""Money: invoices and payments are in whole coins; charges are exact amounts in units of the currency."""

from __future__ import annotations

from fractions import Fraction

from masterpoint.core.charges import Currency
from masterpoint.core.exact import Exact, rational


def to_coins(currency: Currency, amount: Exact) -> int:
    """An amount in coins, rounded by the currency's rule."""
    return int(rational(currency.round(amount)) * 10**currency.digits)


def from_coins(currency: Currency, coins: int) -> Fraction:
    """Coins in units of the currency."""
    return Fraction(coins, 10**currency.digits)


def money_text(currency: Currency, coins: int) -> str:
    """For people, such as `£1,205.40` or `-£3.00`."""
    return currency.text(from_coins(currency, coins))


def decimal_text(currency: Currency, coins: int) -> str:
    """For other programs, such as `1205.40`."""
    return f"{'-' if coins < 0 else ''}{abs(coins) // 10**currency.digits}" + (
        f".{abs(coins) % 10**currency.digits:0{currency.digits}}" if currency.digits else ""
    )
