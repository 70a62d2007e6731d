"""Lines of an invoice: charges of one kind, title, tax and due day, added up exactly and rounded once.

The remainder of rounding is carried to the next line of the same kind. So the total of an account's lines never differs
from its charges by a whole coin, in whatever order they arose, and it is zero once every charge was reversed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q

from masterpoint.centre.billing.chart import income_code
from masterpoint.centre.billing.models import BilledCharge, Charge, InvoiceLine
from masterpoint.centre.billing.money import from_coins, to_coins
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.charge_taxes import tax_rule
from masterpoint.core.charges import Charging, Currency, tax_in
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text
from masterpoint.core.tariffs import Tariff


class LineKind(NamedTuple):
    """What the charges of one line have in common."""

    kind: str
    title: str
    tax_rule: str
    tax_rate: str


class CarriedSums(NamedTuple):
    """The sums of an account's earlier lines of the same kind, without manual credits."""

    exact: Fraction = Fraction(0)
    amount: int = 0
    tax: int = 0

    def plus(self, line: InvoiceLine) -> CarriedSums:
        """The sums including a further line."""
        return CarriedSums(self.exact + Fraction(line.exact), self.amount + line.amount, self.tax + line.tax)


def charge_lines(organisation: Organisation, charges: Iterable[Charge]) -> list[tuple[InvoiceLine, list[Charge]]]:
    """Unsaved lines for some charges of an organisation, each with its charges."""
    charging = charging_of(organisation.federation)
    tariff = tariff_of(organisation.federation, organisation)
    charges = list(charges)
    billed_kinds = _billed_kinds(charges)
    groups: dict[tuple[LineKind, date | None], list[Charge]] = {}
    for charge in charges:
        line_kind = billed_kinds.get(charge.reverses_id or 0) or _line_kind(charging, tariff, charge)
        groups.setdefault((line_kind, charge.due_on), []).append(charge)
    earlier = _carried_sums(organisation)
    lines = []
    for (line_kind, due_on), kind_charges in groups.items():
        carried = earlier.get(line_kind, CarriedSums())
        line = new_line(charging, line_kind, kind_charges, carried, due_on)
        earlier[line_kind] = carried.plus(line)
        lines.append((line, kind_charges))
    return lines


def _line_kind(charging: Charging, tariff: Tariff, charge: Charge) -> LineKind:
    """The kind of line that a charge belongs to. The tax rate is that of the charge's day."""
    rule = tax_rule(charging, charge.kind)
    rate = tariff.value(charging.tax, charge.day) if charging.tax and rule != "none" else Fraction(0)
    return LineKind(charge.kind, charge.title, rule, str(rate))


def _billed_kinds(charges: Iterable[Charge]) -> dict[int, LineKind]:
    """The kinds of lines of reversed charges: their tax is credited at the rate at which it was charged."""
    keys = [charge.reverses_id for charge in charges if charge.reverses_id]
    rows = BilledCharge.objects.filter(charge__in=keys).values_list(
        "charge", "line__kind", "line__title", "line__tax_rule", "line__tax_rate"
    )
    return {key: LineKind(*values) for key, *values in rows}


def _carried_sums(organisation: Organisation) -> dict[LineKind, CarriedSums]:
    sums: dict[LineKind, CarriedSums] = {}
    lines = InvoiceLine.objects.filter(invoice__organisation=organisation, invoice__credits=None)
    for exact, amount, tax, *values in lines.values_list(
        "exact", "amount", "tax", "kind", "title", "tax_rule", "tax_rate"
    ):
        carried = sums.get(LineKind(*values), CarriedSums())
        sums[LineKind(*values)] = CarriedSums(
            carried.exact + Fraction(exact), carried.amount + amount, carried.tax + tax
        )
    return sums


def new_line(
    charging: Charging, line_kind: LineKind, charges: list[Charge], earlier: CarriedSums, due_on: date | None = None
) -> InvoiceLine:
    """The line for some charges, given the sums of earlier lines of the same kind."""
    currency = charging.currency
    exact = sum((Fraction(charge.amount) for charge in charges), Fraction(0))
    amount = to_coins(currency, earlier.exact + exact) - earlier.amount
    tax = _tax(currency, line_kind, earlier.amount + amount) - earlier.tax
    return InvoiceLine(
        kind=line_kind.kind,
        title=line_kind.title,
        due_on=due_on,
        count=len(charges),
        exact=exact_text(tidy(exact)),
        amount=amount,
        tax_rule=line_kind.tax_rule,
        tax_rate=line_kind.tax_rate,
        net=amount - tax if line_kind.tax_rule == "included" else amount,
        tax=tax,
        account_code=income_code(charging, line_kind.kind),
    )


def _tax(currency: Currency, line_kind: LineKind, amount: int) -> int:
    rate = Fraction(line_kind.tax_rate)
    return to_coins(currency, tax_in(currency, from_coins(currency, amount), rate, line_kind.tax_rule))


def carried_rounding(line: InvoiceLine) -> Fraction:
    """The remainder of rounding from earlier lines of the same kind, in units of the currency."""
    organisation = line.invoice.organisation
    currency = charging_of(organisation.federation).currency
    earlier_lines = InvoiceLine.objects.filter(
        Q(invoice__posting__number__lt=line.invoice.posting.number) | Q(invoice=line.invoice, number__lt=line.number),
        invoice__organisation=organisation,
        invoice__credits=None,
        kind=line.kind,
        title=line.title,
        tax_rule=line.tax_rule,
        tax_rate=line.tax_rate,
    )
    rows = list(earlier_lines.values_list("exact", "amount"))
    exact = sum((Fraction(text) for text, _ in rows), Fraction(0))
    return exact - from_coins(currency, sum(amount for _, amount in rows))
