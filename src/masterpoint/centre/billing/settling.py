"""Which payment and which credit note pays which invoice: worked out from the account, never stored.

What names invoices pays those first, in its own order; all that is left pays the oldest.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple


class Debt(NamedTuple):
    """An invoice and what it comes to."""

    number: str
    due_on: date
    amount: int


class Credit(NamedTuple):
    """A payment or a credit note."""

    key: str
    day: date
    amount: int
    invoices: tuple[str, ...] = ()
    """The invoices it is meant for, in order."""


class Share(NamedTuple):
    """So much of a credit, used for an invoice."""

    credit: str
    invoice: str
    amount: int


class Settlement(NamedTuple):
    """How an account stands."""

    shares: list[Share]
    owed: dict[str, int]
    """What is still open of each invoice."""
    unused: dict[str, int]
    """What is left of each credit: it pays the next invoice."""


def settle(debts: Sequence[Debt], paid: Sequence[Credit]) -> Settlement:
    """The debts paid by the credits, as far as they go."""
    ordered = sorted(debts, key=lambda debt: (debt.due_on, debt.number))
    owed = {debt.number: debt.amount for debt in ordered}
    unused = {credit.key: credit.amount for credit in sorted(paid, key=lambda credit: (credit.day, credit.key))}
    meant = {credit.key: credit.invoices for credit in paid}
    shares: list[Share] = []
    for targets in (meant, dict.fromkeys(unused, tuple(owed))):
        for key in unused:
            for number in targets[key]:
                used = min(unused[key], owed.get(number, 0))
                if used > 0:
                    shares.append(Share(key, number, used))
                    unused[key] -= used
                    owed[number] -= used
    return Settlement(shares, owed, unused)
