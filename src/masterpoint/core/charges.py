"""Charges: what an organisation owes its federation for what was played, and why.

A charge *is* its last step, as an award is: heads, sessions or points, a rate of the tariff, a reduction, a clause.
Amounts are exact, in the main unit of the currency, and may be fractions of a penny; an invoice line adds charges of
one kind and rounds once. Nothing to pay is a charge too, with the clause that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any, Literal

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.derivation import Clause, Remark, Result, Step, derive, trail
from masterpoint.core.events import EventModel
from masterpoint.core.exact import Exact, figure_text, grouped_text, rational, tidy
from masterpoint.core.explaining import is_trivial, phrase_of
from masterpoint.core.heads import Head
from masterpoint.core.mechanisms import total
from masterpoint.core.plurals import count_text
from masterpoint.core.tariffs import Amount, Item, Tariff

Period = Literal["month", "quarter", "at once"]
"""When charges of a kind are invoiced: with the month, with the quarter, or as soon as they arise."""


class Currency(msgspec.Struct, frozen=True):
    """The currency of a federation: `GBP`, `£`, pence as hundredths."""

    code: str
    sign: str
    digits: int = 2

    def round(self, value: Exact) -> Exact:
        """Rounded to the smallest coin, halves away from zero, so that a credit cancels its charge exactly."""
        coins = rational(value) * 10**self.digits
        whole_coins = floor(abs(coins) + Fraction(1, 2))
        return tidy(Fraction(whole_coins if coins >= 0 else -whole_coins, 10**self.digits))

    def text(self, value: Exact) -> str:
        """As people read it: `£9.60`, `-$1.00`; fractions of the smallest coin are shown in full, `£0.405`."""
        number = rational(value)
        coins = abs(number) * 10**self.digits
        if coins.denominator != 1:
            return f"{'-' if number < 0 else ''}{self.sign}{grouped_text(tidy(abs(number)))}"
        amount = Decimal(coins.numerator).scaleb(-self.digits)
        return f"{'-' if number < 0 else ''}{self.sign}{amount:,.{self.digits}f}"


class ChargeKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of charge: its title on an invoice, and when it is invoiced."""

    title: str
    period: Period
    item: str = ""
    """The item of the tariff that says how it is taxed."""


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody owes, or is credited with, for one thing."""

    kind: str
    step: Step
    """The amount and the steps behind it; negative for a credit."""
    day: date
    """The day it belongs to: the last day of play, or the day on which members are counted."""
    payer: str = "organiser"
    """Who pays, as a role: `organiser`, `home club`."""
    payee: str = ""
    """The level of organisation that receives it, `county`; empty for the federation."""
    heads: tuple[Head, ...] = ()
    """The players it counts."""
    amounts: tuple[Amount, ...] = ()
    """The entries of the tariff it rests on."""
    code: str = ""
    """The charge code of the event, if the book has such codes."""
    exemption: str = ""
    """Why nothing, or less, is charged."""
    due: date | None = None
    """The day by which it must be paid, if a clause names one; otherwise the invoice does."""
    thing: str = ""
    """What distinguishes it from other charges of its kind and day: a grade, a quarter, a payment."""

    def __repr__(self) -> str:
        return f"<Charge {self.kind}: {figure_text(self.amount)} [{self.clause}]>"

    @property
    def amount(self) -> Exact:
        return self.step.value

    @property
    def steps(self) -> list[Step]:
        return trail(self.step)

    @property
    def clause(self) -> Clause:
        return self.step.clause

    @property
    def is_invented(self) -> bool:
        """Whether it rests on an amount that was invented for a demo."""
        return any(amount.invented for amount in self.amounts)

    def why(self, currency: Currency) -> str:
        """One sentence built from the steps; figures that follow from an amount of money are written as money."""
        rates = {(amount.text, amount.value) for amount in self.amounts if amount.unit == "money"}
        money: set[int] = set()
        phrases = []
        for step in self.steps:
            if _is_rate(step, rates) or any(id(input_step) in money for input_step in step.inputs):
                money.add(id(step))
            if step is self.step or not is_trivial(step):
                is_money = id(step) in money or step is self.step
                phrases.append(phrase_of(step, currency.text(step.value) if is_money else _as_percent(step)))
        reason = "; ".join(phrases)
        return f"{reason[0].upper()}{reason[1:]}."


def _as_percent(step: Step) -> str:
    """The value of a step as a percentage, if its message contains that percentage."""
    if isinstance(step.value, int | Fraction) and (percentage := f"{figure_text(step.value * 100)}%") in str(
        step.message
    ):
        return percentage
    return ""


def _is_rate(step: Step, rates: set[tuple[str, Fraction]]) -> bool:
    """Whether a step is an amount of the tariff."""
    return step.formula is None and any(
        step.value == value and str(step.message).startswith(text) for text, value in rates
    )


class Assessment(msgspec.Struct, frozen=True):
    """All charges that follow from one event or occasion, with the remarks on them."""

    charges: tuple[Charge, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def __repr__(self) -> str:
        return f"<Assessment: {figure_text(self.total)} in {count_text(len(self.charges), 'charge')}>"

    @property
    def total(self) -> Exact:
        """The exact sum of the charges."""
        return tidy(total(*[charge.amount for charge in self.charges]))


FREE_SESSION, CLAIMED_AS_FREE = "free session", "claimed as free"
"""`Charge.thing` for one of a club's free sessions of the year, and for one claimed as free beyond them."""
REPORTED = "reported"
"""The charge that follows from a return of points by player, if the book has one."""
NOTHING = Assessment()
ChargeRule = Callable[[Book[Any], Result, Any, Tariff], Assessment]
"""Works out what is owed from an event and its awards, the facts about its payer, and the tariff."""


class NoFacts(EventModel, frozen=True, kw_only=True):
    """For a federation whose charges follow from the event alone."""


class PeriodicCharge(msgspec.Struct, frozen=True, kw_only=True):
    """A charge that follows from no event: capitation, interest, a fee of the year."""

    title: str
    clause: str
    facts: type[msgspec.Struct]
    """The facts it needs, typed; the Centre fills them in and shows them before anything is charged."""
    charges: Callable[[Book[Any], Any, Tariff], Assessment]
    period: Literal["year", "quarter", "month", "time"]
    """How often it falls due; `time` means each time it happens, for a payment or an order."""


def _no_charges(_book: Book[Any], _result: Result, _facts: Any, _tariff: Tariff) -> Assessment:
    return NOTHING


def _no_remarks(_book: Book[Any], _amount: Amount, _entered: date) -> Sequence[Remark]:
    return ()


def _no_codes(_book: Book[Any], _day: date) -> Mapping[str, str]:
    return {}


class Charging(msgspec.Struct, frozen=True, kw_only=True):
    """How a federation charges for what is played."""

    currency: Currency
    items: Mapping[str, Item] = {}
    """Every item of its tariff by name."""
    invented: tuple[Amount, ...] = ()
    """For the demo: amounts where the book prints none."""
    kinds: Mapping[str, ChargeKind] = {}
    facts: type[msgspec.Struct] = NoFacts
    """What must be known about the payer of an event, besides the event itself."""
    event_charges: ChargeRule = _no_charges
    periodic: Mapping[str, PeriodicCharge] = {}
    codes: Callable[[Book[Any], date], Mapping[str, str]] = _no_codes
    """The charge codes that an event on a given day may carry, and what each is for."""
    entry_remarks: Callable[[Book[Any], Amount, date], Sequence[Remark]] = _no_remarks
    """What the book says about an amount that staff enter on a day: notice to be given, the day charges change."""
    year_begins: tuple[int, int] = (1, 1)
    """Month and day on which the year begins for counting free sessions and new clubs."""
    tax: str = ""
    """The item of the tariff with the rate of the tax."""
    tax_name: str = ""
    payment_days: str = ""
    """The item of the tariff with the number of days in which an invoice must be paid."""

    @property
    def charges_anything(self) -> bool:
        return bool(self.kinds)


NO_CHARGES = Charging(currency=Currency("XXX", "", 2))
"""For a federation whose book charges nothing; XXX is not a currency."""


def year_around(charging: Charging, day: date) -> tuple[date, date]:
    """The first day of the charging year that contains a day, and the first day of the next year."""
    month, first = charging.year_begins
    year = day.year if day >= date(day.year, month, first) else day.year - 1
    return date(year, month, first), date(year + 1, month, first)


def tax_in(currency: Currency, line: Exact, rate: Fraction, tax: str) -> Exact:
    """The tax of an invoice line: in its amount, on top of it, or none; rounded to the smallest coin."""
    match tax:
        case "included":
            return currency.round(rational(line) * rate / (1 + rate))
        case "added":
            return currency.round(rational(line) * rate)
    return 0


def period_end(period: Period, day: date) -> date:
    """The last day of the month or quarter in which a charge is invoiced; the day itself for one invoiced at once."""
    if period == "at once":
        return day
    month = day.month if period == "month" else (day.month + 2) // 3 * 3
    next_month = date(day.year + month // 12, month % 12 + 1, 1)
    return date.fromordinal(next_month.toordinal() - 1)


def amounts_of(tariff: Tariff, names: Iterable[str], day: date) -> tuple[Amount, ...]:
    """The entries of a tariff that a charge of this day rests on."""
    amounts = (tariff.in_force(name, day) for name in dict.fromkeys(names))
    return tuple(amount for amount in amounts if amount is not None)


def as_credit(step: Step, clause: Clause, message: Any) -> Step:
    """The same amount as a credit."""
    return derive(partial(_times, -1), step, clause=clause, message=message)


def _times(factor: int, value: Exact) -> Exact:
    return value * factor
