"""A charge as plain data, for the API and for accounts. Figures are text, so nothing is lost."""

from __future__ import annotations

from typing import Any

import msgspec

from masterpoint.core.charge_taxes import QuotedTax
from masterpoint.core.charges import Assessment, Charge, Currency
from masterpoint.core.heads import Head
from masterpoint.core.serialisation import exact_text, remark_as_data, steps_as_data
from masterpoint.core.tariffs import Amount


def charge_as_data(charge: Charge, currency: Currency) -> dict[str, Any]:
    """Everything about a charge: who pays what, the heads it counts, the steps, the tariff."""
    return {
        "kind": charge.kind,
        "amount": exact_text(charge.amount),
        "currency": currency.code,
        "day": charge.day.isoformat(),
        "payer": charge.payer,
        "payee": charge.payee,
        "code": charge.code,
        "exemption": charge.exemption,
        "due": charge.due.isoformat() if charge.due else None,
        "thing": charge.thing,
        "clause": str(charge.clause),
        "why": charge.why(currency),
        "heads": [head_as_data(head) for head in charge.heads],
        "tariff": [amount_as_data(amount) for amount in charge.amounts],
        "steps": steps_as_data([charge.step]),
    }


def head_as_data(head: Head) -> dict[str, Any]:
    return msgspec.structs.asdict(head) | {"points": exact_text(head.points)}


def amount_as_data(amount: Amount) -> dict[str, Any]:
    data = msgspec.structs.asdict(amount)
    return data | {"value": exact_text(amount.value), "first_day": amount.first_day.isoformat()}


def assessment_as_data(assessment: Assessment, currency: Currency) -> dict[str, Any]:
    """All charges for one event or occasion, with the remarks on them."""
    return {
        "currency": currency.code,
        "total": exact_text(assessment.total),
        "charges": [charge_as_data(charge, currency) for charge in assessment.charges],
        "remarks": [remark_as_data(remark) for remark in assessment.remarks],
    }


def tax_as_data(tax: QuotedTax) -> dict[str, Any]:
    """The tax added to a quote; null if tax may be added but nobody gave its rate."""
    return {"added_tax": None if tax.amount is None else exact_text(tax.amount)}
