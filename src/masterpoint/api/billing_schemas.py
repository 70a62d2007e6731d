"""The API's answers about accounts.

Amounts of money are text, such as `12.50`; exact ones may be fractions, such as `1/3`.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field, StrictBool, StrictInt

from masterpoint.api.params import PRINTABLE, PRINTABLE_OR_EMPTY, Why
from masterpoint.api.people_schemas import OrganisationOut


class InvoiceOut(Schema):
    """An invoice or a credit note."""

    number: str
    kind: Literal["invoice", "credit note"]
    reference: str
    """The reference for a transfer. Its last digit is a check digit."""
    period: str
    issued_on: date
    due_on: date
    currency: str
    net: str
    tax: str
    total: str
    owed: str
    """The amount still unpaid."""


class ChargeOut(Schema):
    """A charge, and the reason for it."""

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
    """The due day: the one that a clause gives, or the invoice's."""
    exact: str
    net: str
    tax: str
    account_code: str
    charges: list[ChargeOut]


class InvoiceInFull(InvoiceOut):
    issued_to: str
    """The organisation's name when it was issued."""
    address: list[str]
    """The postal address to which it was issued, line by line; empty if none was known or it was deleted."""
    address_deleted_on: date | None
    letters: Annotated[int | None, Field(description="the number of e-mails; none if it was not to be sent")]
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
    added_tax: Annotated[str, Field(description="tax added to `total`, before an invoice rounds it")]
    charges: list[dict[str, Any]]
    remarks: list[dict[str, str]]


FactValue = StrictBool | StrictInt | Annotated[str, Field(max_length=200, pattern=PRINTABLE)]


class ChargeFactAsked(Schema):
    """A fact that a charge depends on, and how the sender knows it."""

    fact: Annotated[str, Field(max_length=40, pattern=PRINTABLE)]
    """One of `facts_asked`: `sessions`, `complete` or `state_wide`."""
    value: FactValue
    reason: Why


class ChargeCodeAsked(Schema):
    """The right charge code, and what was wrong."""

    code: Annotated[str, Field(max_length=20, pattern=PRINTABLE)]
    reason: Why


class ChargeChange(Schema):
    """A charge code or a fact that somebody entered."""

    name: str
    value: FactValue
    at: datetime
    by: str
    reason: str


class FilingChargesOut(Schema):
    """What a filing was charged, and the facts behind it."""

    receipt: str
    currency: str
    charges: list[ChargeOut]
    code: str
    """The charge code as last corrected; empty if the event's own code counts."""
    codes: dict[str, str]
    """The codes that an event of this day may have, each with its meaning."""
    code_history: list[ChargeChange]
    facts: dict[str, FactValue]
    facts_asked: list[str]
    """The facts that can be entered."""
    fact_history: list[ChargeChange]


class OwedOut(Schema):
    """What an organisation owes, grouped by how long it is overdue."""

    organisation: OrganisationOut
    currency: str
    not_due: str
    overdue: list[str]
    """Overdue by up to 30, 60 and 90 days, and by more."""
    balance: str


class DraftOut(Schema):
    """An invoice that is due but not issued."""

    organisation: OrganisationOut
    currency: str
    total: str


class IssuedOut(DraftOut):
    """An invoice or a credit note that was just issued."""

    number: str
    letters: Annotated[int, Field(description="the number of e-mails; 0 if the organisation has no recipient")]


class InvoiceRunAsked(Schema):
    """The day up to which to invoice."""

    as_at: date
    """Periods that ended by this day are invoiced."""


class NewPaymentAsked(Schema):
    """A payment as a bank reports it."""

    key: Annotated[str, Field(min_length=1, max_length=70, pattern=PRINTABLE)]
    day: date
    amount: Annotated[str, Field(max_length=20, pattern=PRINTABLE)]
    payer: Annotated[str, Field(max_length=200, pattern=PRINTABLE_OR_EMPTY)] = ""
    reference: Annotated[str, Field(max_length=200, pattern=PRINTABLE_OR_EMPTY)] = ""


class PaymentsAsked(Schema):
    """Payments. All of them are entered, or none."""

    payments: Annotated[list[NewPaymentAsked], Field(min_length=1, max_length=500)]


class PaymentOut(Schema):
    """A payment and its owner."""

    id: int
    day: date
    amount: str
    currency: str
    payer: str
    reference: str
    organisation: OrganisationOut | None
    """The organisation that its reference names, if any."""
    invoices: list[str]


class PaymentsEntered(Schema):
    """The payments that this request entered, and the number of those that were entered before."""

    entered: list[PaymentOut]
    there_before: int
