"""Which payment and which credit note pays which invoice: worked out from the account, never stored.

What names invoices pays those first, in its own order; all that is left pays what was due first. Of one invoice, the
part that was due first is paid first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple


class Debt(NamedTuple):
    """An invoice, or the part of it that is due on one day, and what it comes to."""

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
    open: list[Debt]
    """What is still to be paid, and by when; what was due first comes first."""
    unused: dict[str, int]
    """What is left of each credit: it pays the next invoice."""

    @property
    def owed(self) -> dict[str, int]:
        """What is still open of each invoice."""
        owed: dict[str, int] = {}
        for debt in self.open:
            owed[debt.number] = owed.get(debt.number, 0) + debt.amount
        return owed


def settle(debts: Sequence[Debt], paid: Sequence[Credit]) -> Settlement:
    """The debts paid by the credits, as far as they go."""
    ordered = sorted(debts, key=lambda debt: (debt.due_on, debt.number))
    left = [debt.amount for debt in ordered]
    parts: dict[str, list[int]] = {}
    for index, debt in enumerate(ordered):
        parts.setdefault(debt.number, []).append(index)
    unused = {credit.key: credit.amount for credit in sorted(paid, key=lambda credit: (credit.day, credit.key))}
    everything = list(range(len(ordered)))
    meant = {credit.key: [part for number in credit.invoices for part in parts.get(number, ())] for credit in paid}
    shares: list[Share] = []
    for targets in (meant, dict.fromkeys(unused, everything)):
        for key in unused:
            for index in targets[key]:
                used = min(unused[key], left[index])
                if used > 0:
                    shares.append(Share(key, ordered[index].number, used))
                    unused[key] -= used
                    left[index] -= used
    still = [debt._replace(amount=amount) for debt, amount in zip(ordered, left, strict=True) if amount]
    return Settlement(shares, still, unused)
