"""What the API answers about accounts. Amounts of money are text: `12.50`; exact ones may be fractions: `1/3`."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from ninja import Schema

from masterpoint.api.people_schemas import OrganisationOut


class InvoiceOut(Schema):
    """An invoice or a credit note."""

    number: str
    kind: Literal["invoice", "credit note"]
    reference: str
    """What a payer writes on a transfer; the last digit checks the others."""
    period: str
    issued_on: date
    due_on: date
    currency: str
    net: str
    tax: str
    total: str
    owed: str
    """What is still to be paid of it."""


class ChargeOut(Schema):
    """What was charged for one thing, and why."""

    subject: str
    """The receipt of the filing, or the periodic run."""
    day: date
    title: str
    amount: str
    player_sessions: int
    why: str
    clause: str
    takes_back: bool


class InvoiceLineOut(Schema):
    """Charges of one kind, added up exactly and rounded once."""

    number: int
    title: str
    due_on: date
    """By when it is to be paid: the day a clause names, or the day of the invoice."""
    exact: str
    net: str
    tax: str
    account_code: str
    charges: list[ChargeOut]


class InvoiceInFull(InvoiceOut):
    lines: list[InvoiceLineOut]


class AccountStateOut(Schema):
    """An organisation's account."""

    organisation: OrganisationOut
    reference: str
    currency: str
    balance: str
    invoices: list[InvoiceOut]


class QuoteOut(Schema):
    """What an event would cost, and why."""

    currency: str
    total: str
    charges: list[dict[str, Any]]
    remarks: list[dict[str, str]]
