"""Which payments and credit notes pay which invoices. This is computed from the account and never stored.

A credit that names invoices pays those first, in its order; the rest pays what was due first. Within an invoice, the
part that was due first is paid first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple


class Debt(NamedTuple):
    """An invoice, or its part due on one day, and the amount."""

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
    """A share of a credit, used for an invoice."""

    credit: str
    invoice: str
    amount: int


class Settlement(NamedTuple):
    """The state of an account."""

    shares: list[Share]
    open: list[Debt]
    """Open debts by due day, earliest first."""
    unused: dict[str, int]
    """The unused part of each credit. It pays the next invoice."""

    @property
    def open_amounts(self) -> dict[str, int]:
        """The open amount of each invoice."""
        amounts: dict[str, int] = {}
        for debt in self.open:
            amounts[debt.number] = amounts.get(debt.number, 0) + debt.amount
        return amounts


def settle(debts: Sequence[Debt], credits: Sequence[Credit]) -> Settlement:
    """Pay the debts with the credits as far as they go."""
    sorted_debts = sorted(debts, key=lambda debt: (debt.due_on, debt.number))
    remaining = [debt.amount for debt in sorted_debts]
    parts: dict[str, list[int]] = {}
    for index, debt in enumerate(sorted_debts):
        parts.setdefault(debt.number, []).append(index)
    balances = {credit.key: credit.amount for credit in sorted(credits, key=lambda credit: (credit.day, credit.key))}
    all_debts = list(range(len(sorted_debts)))
    debts_named = {
        credit.key: [index for number in credit.invoices for index in parts.get(number, ())] for credit in credits
    }
    shares: list[Share] = []
    for targets in (debts_named, dict.fromkeys(balances, all_debts)):
        for key in balances:
            for index in targets[key]:
                share = min(balances[key], remaining[index])
                if share > 0:
                    shares.append(Share(key, sorted_debts[index].number, share))
                    balances[key] -= share
                    remaining[index] -= share
    unpaid = [debt._replace(amount=amount) for debt, amount in zip(sorted_debts, remaining, strict=True) if amount]
    return Settlement(shares, unpaid, balances)
