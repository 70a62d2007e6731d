"""Tax on charges that are not invoiced yet: what comes on top of them, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from masterpoint.core.charges import Charge, Charging
from masterpoint.core.exact import Exact, rational, tidy
from masterpoint.core.mechanisms import total
from masterpoint.core.tariffs import Tariff


class QuotedTax(NamedTuple):
    """The tax of a quote."""

    amount: Exact | None
    """What comes on top, exact; nothing at all where tax may be added and nobody gave its rate."""
    words: str = ""


def tax_rule(charging: Charging, kind: str) -> str:
    """How a kind of charge is taxed: `included`, `added` or `none`."""
    item = charging.kinds[kind].item if kind in charging.kinds else ""
    return charging.items[item].tax if item else "none"


def added_tax(charging: Charging, charges: Sequence[Charge], tariff: Tariff) -> Exact:
    """The tax that comes on top of some charges, exact: each at the rate of its day, none where nobody set one."""
    taxed_charges = _charges_taxed(charging, charges, "added")
    return tidy(total(*[rational(charge.amount) * tariff.value(charging.tax, charge.day) for charge in taxed_charges]))


def quoted_tax(charging: Charging, charges: Sequence[Charge], tariff: Tariff) -> QuotedTax:
    """The same where no office stands behind the tariff: a rate that is not in it is not known."""
    name = charging.tax_name or "Tax"
    if taxed_charges := _charges_taxed(charging, charges, "added"):
        if any(tariff.in_force(charging.tax, charge.day) is None for charge in taxed_charges):
            return QuotedTax(None, f"{name} may be added: give its rate as `{charging.tax}`.")
        tax = added_tax(charging, charges, tariff)
        return QuotedTax(tax, f"{name} is added: {charging.currency.shown(tax)}.")
    return QuotedTax(0, f"{name} is included." if _charges_taxed(charging, charges, "included") else "")


def _charges_taxed(charging: Charging, charges: Sequence[Charge], rule: str) -> list[Charge]:
    return [charge for charge in charges if charging.tax and charge.amount and tax_rule(charging, charge.kind) == rule]
