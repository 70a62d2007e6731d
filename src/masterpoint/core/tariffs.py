"""Tariffs: what a federation charges, as dated amounts by name.

What a book prints is data of its edition; what a board sets each year is entered in a register and overrides it. Rules
take a `Tariff` of both and look nothing up. An amount has a first day and no last: the next entry of its name ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import msgspec

from masterpoint.core.books import Book
from masterpoint.core.derivation import Step, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.exact import exact, rational, tidy
from masterpoint.core.sentences import Message, sentence

Unit = Literal["money", "share", "days"]
"""Money in the main unit of the currency; a part of an amount, `1/10` for ten per cent; a number of days."""
Tax = Literal["included", "added", "none"]
MISSING_AMOUNT = "tariff."
"""The place of a problem about an amount that nobody set begins with this; its name follows."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One name in a tariff: what it is for, and the clause that requires it."""

    clause: str
    text: str
    """What it is, as part of a sentence: `standard charge for a player and session`."""
    unit: Unit = "money"
    figure: str = ""
    """Where the book prints it: the path of a figure of the edition, `levies.levy.E`."""
    since: str = ""
    """The figure with the day from which the printed amount holds; empty for the edition's first day."""
    scope: str = ""
    """The level of organisation that sets it for its own clubs, `county`; empty for the federation itself."""
    tax: Tax = "none"
    optional: bool = False
    """Whether it is 0 until somebody sets it; otherwise a charge that needs it is refused until then."""


class Amount(msgspec.Struct, frozen=True):
    """What an item of the tariff costs from a day onwards."""

    name: str
    value: Fraction
    """Exact: fractions of a penny are allowed."""
    first_day: date
    clause: str
    text: str
    unit: Unit = "money"
    invented: bool = False
    """Whether it was invented for the demo: the book prints no amount, and no board set this one."""
    printed: bool = False
    """Whether the book itself prints it."""


class Tariff(msgspec.Struct, frozen=True, dict=True):
    """All amounts that a federation ever set, by name; if two have the same day and name, the later one holds."""

    items: Mapping[str, Item]
    amounts: tuple[Amount, ...] = ()

    def with_amounts(self, entries: Iterable[Amount]) -> Tariff:
        """This tariff with the entries of a register added, which override it."""
        return Tariff(self.items, (*self.amounts, *entries))

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[Amount]]:
        by_name: dict[str, list[Amount]] = {}
        for amount in sorted(self.amounts, key=lambda amount: amount.first_day):
            by_name.setdefault(amount.name, []).append(amount)
        return by_name

    def history(self, name: str) -> list[Amount]:
        """Every amount of this name, by its first day; for the same day, the amount that holds comes last."""
        return list(self._by_name.get(name, ()))

    def in_force(self, name: str, day: date) -> Amount | None:
        """The amount of this name that holds on a day, or `None` if nobody set one."""
        current = [amount for amount in self._by_name.get(name, ()) if amount.first_day <= day]
        return current[-1] if current else None

    def problems(self, book: Book[Any], names: Iterable[str], day: date) -> Iterator[Problem]:
        """The amounts that a charge of this day needs and nobody has set."""
        for name in dict.fromkeys(names):
            if self.in_force(name, day) is None and not self.items[name].optional:
                item = self.items[name]
                message = f"nobody has set the {item.text} for {day:%-d %B %Y}"
                fix = f"enter `{name}` in the tariff, with a first day no later than that"
                yield book.problem(f"{MISSING_AMOUNT}{name}", "", message, fix, item.clause)

    def require(self, book: Book[Any], names: Iterable[str], day: date) -> None:
        """Refuse a charge if amounts are missing, and name all of them at once."""
        if problems := list(self.problems(book, names, day)):
            raise Refused(problems)

    def step(self, book: Book[Any], name: str, day: date, message: Message = "") -> Step:
        """An amount as the first step of a charge; 0 for an optional amount that nobody set."""
        amount = self.in_force(name, day)
        item = self.items[name]
        if amount is None:
            self.require(book, [name], day)
            return fact(0, book.clause(item.clause), sentence("no {text} is set", text=item.text))
        return fact(tidy(amount.value), book.clause(amount.clause), message or _words(amount))

    def value(self, name: str, day: date) -> Fraction:
        """The amount on a day; 0 if nobody set one."""
        amount = self.in_force(name, day)
        return amount.value if amount else Fraction(0)


def _words(amount: Amount) -> Message:
    """What an amount is, and since when; a share is written as people do, `10%`."""
    template = "{percent}%: {text}, since {day}" if amount.unit == "share" else "{text}, since {day}"
    return sentence(template, percent=amount.value * 100, text=amount.text, day=amount.first_day)


def amount_of(
    name: str,
    item: Item,
    value: Fraction | str | int,
    first_day: date,
    *,
    invented: bool = False,
    printed: bool = False,
) -> Amount:
    """An entry of a tariff; the value may be text, `0.405` or `1/3`."""
    number = value if isinstance(value, Fraction) else rational(exact(value))
    return Amount(name, number, first_day, item.clause, item.text, item.unit, invented, printed)


def printed_amounts(items: Mapping[str, Item], books: Sequence[Book[Any]]) -> Iterator[Amount]:
    """Every amount that an edition prints, from the day it names or the edition's own first day.

    A later edition changes nothing before its own first day. An amount that it prints as the edition before does is
    left out: what a board has set since goes on.
    """
    printed_items = {name: item for name, item in items.items() if item.figure}
    for earlier, book in zip((None, *books), books, strict=False):
        for name, item in printed_items.items():
            value, named_day = _printed_amount(book, item)
            if earlier is None:
                yield amount_of(name, item, value, named_day or book.in_force_from, printed=True)
            elif (value, named_day) != _printed_amount(earlier, item):
                first_day = max(named_day or book.in_force_from, book.in_force_from)
                yield amount_of(name, item, value, first_day, printed=True)


def _printed_amount(book: Book[Any], item: Item) -> tuple[Fraction, date | None]:
    """What a book prints for an item, and the day from which it holds, if the book names one."""
    return Fraction(printed_value(book, item.figure)), printed_value(book, item.since) if item.since else None


def printed_value(book: Book[Any], path: str) -> Any:
    """A figure of the book by its path: chapter, name, and the row of a small table."""
    chapter, name, *row = path.split(".")
    value = getattr(getattr(book.figures, chapter), name).value
    if not row:
        return value
    rows = value if isinstance(value, Mapping) else {str(key): cell for key, cell in value}
    return rows[row[0]]
