"""What the API answers about accounts. Amounts of money are text: `12.50`; exact ones may be fractions: `1/3`."""

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
    issued_to: str
    """The organisation's name when it was issued."""
    address: list[str]
    """The postal address it was issued to, line by line; nothing where none was known, or it was deleted."""
    address_deleted_on: date | None
    letters: Annotated[int | None, Field(description="to how many it was e-mailed; none where it was not to be sent")]
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
    added_tax: Annotated[str, Field(description="what comes on top of `total` as tax, before an invoice rounds it")]
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
    """A charge code or a fact, as somebody entered it."""

    name: str
    value: FactValue
    at: datetime
    by: str
    reason: str


class FilingChargesOut(Schema):
    """What a filing was charged, and what that depends on."""

    receipt: str
    currency: str
    charges: list[ChargeOut]
    code: str
    """The charge code as last corrected; empty where the event's own counts."""
    codes: dict[str, str]
    """The codes that an event of this day may carry, and what each is for."""
    code_history: list[ChargeChange]
    facts: dict[str, FactValue]
    facts_asked: list[str]
    """The facts that can be entered."""
    fact_history: list[ChargeChange]


class OwedOut(Schema):
    """What an organisation owes, by how long it is overdue."""

    organisation: OrganisationOut
    currency: str
    not_due: str
    overdue: list[str]
    """Up to 30, 60 and 90 days, and longer."""
    balance: str


class DraftOut(Schema):
    """An invoice that is due and not issued."""

    organisation: OrganisationOut
    currency: str
    total: str


class IssuedOut(DraftOut):
    """An invoice or a credit note as it was issued just now."""

    number: str
    letters: Annotated[int, Field(description="to how many it was e-mailed; 0 where nobody reads for the organisation")]


class InvoiceRunAsked(Schema):
    """Up to which day."""

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
    """Payments, all of them entered or none."""

    payments: Annotated[list[NewPaymentAsked], Field(min_length=1, max_length=500)]


class PaymentOut(Schema):
    """A payment, and whose it is."""

    id: int
    day: date
    amount: str
    currency: str
    payer: str
    reference: str
    organisation: OrganisationOut | None
    """The one its reference names, if any."""
    invoices: list[str]


class PaymentsEntered(Schema):
    """What this request entered, and how many were there before."""

    entered: list[PaymentOut]
    there_before: int
