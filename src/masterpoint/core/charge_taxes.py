"""Tax on charges that are not invoiced yet: how much is added, and the sentence about it."""

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
    """The exact amount added; `None` if tax may be added but nobody gave its rate."""
    sentence: str = ""


def tax_rule(charging: Charging, kind: str) -> str:
    """How a kind of charge is taxed: `included`, `added` or `none`."""
    item = charging.kinds[kind].item if kind in charging.kinds else ""
    return charging.items[item].tax if item else "none"


def added_tax(charging: Charging, charges: Sequence[Charge], tariff: Tariff) -> Exact:
    """The exact tax added to some charges, each at the rate of its day; nothing where no rate is set."""
    taxed_charges = _taxed_charges(charging, charges, "added")
    return tidy(total(*[rational(charge.amount) * tariff.value(charging.tax, charge.day) for charge in taxed_charges]))


def quoted_tax(charging: Charging, charges: Sequence[Charge], tariff: Tariff) -> QuotedTax:
    """The same for a tariff that no office maintains: a rate missing from it is unknown."""
    name = charging.tax_name or "Tax"
    if taxed_charges := _taxed_charges(charging, charges, "added"):
        if any(tariff.in_force(charging.tax, charge.day) is None for charge in taxed_charges):
            return QuotedTax(None, f"{name} may be added: give its rate as `{charging.tax}`.")
        tax = added_tax(charging, charges, tariff)
        return QuotedTax(tax, f"{name} is added: {charging.currency.text(tax)}.")
    return QuotedTax(0, f"{name} is included." if _taxed_charges(charging, charges, "included") else "")


def _taxed_charges(charging: Charging, charges: Sequence[Charge], rule: str) -> list[Charge]:
    return [charge for charge in charges if charging.tax and charge.amount and tax_rule(charging, charge.kind) == rule]
