"""Lines of an invoice: charges of one kind, title, tax and due day, added up exactly and rounded once.

What rounding leaves over is carried to the next line like it. So what all lines of an account come to never differs
from its charges by a whole coin, whatever order they arose in, and is nothing once every charge was taken back.
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


class Like(NamedTuple):
    """What charges of one line have in common."""

    kind: str
    title: str
    tax_rule: str
    tax_rate: str


class Earlier(NamedTuple):
    """What the earlier lines of an account come to, of those like a new one; a credit by hand is a matter apart."""

    exact: Fraction = Fraction(0)
    amount: int = 0
    tax: int = 0

    def and_then(self, line: InvoiceLine) -> Earlier:
        """The same with a further line."""
        return Earlier(self.exact + Fraction(line.exact), self.amount + line.amount, self.tax + line.tax)


def charge_lines(organisation: Organisation, charges: Iterable[Charge]) -> list[tuple[InvoiceLine, list[Charge]]]:
    """Unsaved lines for some charges of an organisation, each with its own."""
    charging = charging_of(organisation.federation)
    tariff = tariff_of(organisation.federation, organisation)
    charges = list(charges)
    billed = _billed_likes(charges)
    groups: dict[tuple[Like, date | None], list[Charge]] = {}
    for charge in charges:
        like = billed.get(charge.reverses_id or 0) or _like(charging, tariff, charge)
        groups.setdefault((like, charge.due_on), []).append(charge)
    earlier = _earlier(organisation)
    lines = []
    for (like, due_on), own in groups.items():
        before = earlier.get(like, Earlier())
        line = new_line(charging, like, own, before, due_on)
        earlier[like] = before.and_then(line)
        lines.append((line, own))
    return lines


def _like(charging: Charging, tariff: Tariff, charge: Charge) -> Like:
    """A charge is taxed at the rate of its day."""
    rule = tax_rule(charging, charge.kind)
    rate = tariff.value(charging.tax, charge.day) if charging.tax and rule != "none" else Fraction(0)
    return Like(charge.kind, charge.title, rule, str(rate))


def _billed_likes(charges: Iterable[Charge]) -> dict[int, Like]:
    """How each charge that is taken back was billed: its tax is credited as it was charged."""
    keys = [charge.reverses_id for charge in charges if charge.reverses_id]
    rows = BilledCharge.objects.filter(charge__in=keys).values_list(
        "charge", "line__kind", "line__title", "line__tax_rule", "line__tax_rate"
    )
    return {key: Like(*like) for key, *like in rows}


def _earlier(organisation: Organisation) -> dict[Like, Earlier]:
    sums: dict[Like, Earlier] = {}
    lines = InvoiceLine.objects.filter(invoice__organisation=organisation, invoice__credits=None)
    for exact, amount, tax, *like in lines.values_list(
        "exact", "amount", "tax", "kind", "title", "tax_rule", "tax_rate"
    ):
        before = sums.get(Like(*like), Earlier())
        sums[Like(*like)] = Earlier(before.exact + Fraction(exact), before.amount + amount, before.tax + tax)
    return sums


def new_line(
    charging: Charging, like: Like, charges: list[Charge], earlier: Earlier, due_on: date | None = None
) -> InvoiceLine:
    """The line of some charges, given what earlier lines like it came to."""
    currency = charging.currency
    exact = sum((Fraction(charge.amount) for charge in charges), Fraction(0))
    amount = to_coins(currency, earlier.exact + exact) - earlier.amount
    tax = _tax(currency, like, earlier.amount + amount) - earlier.tax
    return InvoiceLine(
        kind=like.kind,
        title=like.title,
        due_on=due_on,
        count=len(charges),
        exact=exact_text(tidy(exact)),
        amount=amount,
        tax_rule=like.tax_rule,
        tax_rate=like.tax_rate,
        net=amount - tax if like.tax_rule == "included" else amount,
        tax=tax,
        account_code=income_code(charging, like.kind),
    )


def _tax(currency: Currency, like: Like, amount: int) -> int:
    rate = Fraction(like.tax_rate)
    return to_coins(currency, tax_in(currency, from_coins(currency, amount), rate, like.tax_rule))


def carried_into(line: InvoiceLine) -> Fraction:
    """What rounding left over on earlier lines like this one, in units of the currency."""
    organisation = line.invoice.organisation
    currency = charging_of(organisation.federation).currency
    before = InvoiceLine.objects.filter(
        Q(invoice__posting__number__lt=line.invoice.posting.number) | Q(invoice=line.invoice, number__lt=line.number),
        invoice__organisation=organisation,
        invoice__credits=None,
        kind=line.kind,
        title=line.title,
        tax_rule=line.tax_rule,
        tax_rate=line.tax_rate,
    )
    rows = list(before.values_list("exact", "amount"))
    exact = sum((Fraction(text) for text, _ in rows), Fraction(0))
    return exact - from_coins(currency, sum(amount for _, amount in rows))
