"""Invoices and reminders by e-mail: written into the outbox in the transaction they tell of."""

from __future__ import annotations

from masterpoint.centre.billing.models import Invoice


def send_invoice(invoice: Invoice) -> None:
    """To the treasurers of the organisation, with the PDF."""
