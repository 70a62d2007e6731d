"""Invoices and credit notes, their lines, and what is asked about a line."""

from __future__ import annotations

from django.db import models

from masterpoint.centre.billing.models.charges import Charge
from masterpoint.centre.billing.models.postings import Posting


class InvoiceCounter(models.Model):
    """The last number issued in a year.

    Only this row of the accounts changes, in the transaction that issues the invoice.
    """

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "year"], name="invoice_counter_once")]


class Invoice(models.Model):
    """An invoice or a credit note, as issued."""

    class Kind(models.TextChoices):
        INVOICE = "invoice", "Invoice"
        CREDIT_NOTE = "credit note", "Credit note"

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="invoice")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="invoices")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="invoices")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    number = models.CharField(max_length=8)
    """`26-00041`: the year and a count without gaps."""
    credits = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="credit_notes")
    """For a credit note: the invoice it corrects, if there is exactly one."""
    period = models.CharField(max_length=40)
    period_last_day = models.DateField()
    issued_on = models.DateField()
    due_on = models.DateField()
    currency = models.CharField(max_length=3)
    net = models.BigIntegerField()
    tax = models.BigIntegerField()
    """In whole coins; negative on a credit note."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="invoice_number")]
        indexes = [models.Index(fields=["organisation", "issued_on"], name="invoice_by_organisation")]

    @property
    def total(self) -> int:
        return self.net + self.tax


class InvoiceDelivery(models.Model):
    """The delivery of an invoice. It is outside the chain and the triggers, so that an address can be deleted."""

    invoice = models.OneToOneField(Invoice, on_delete=models.PROTECT, related_name="delivery")
    post = models.TextField(max_length=300, blank=True)
    """The organisation's postal address when the invoice was issued, line by line."""
    post_deleted_on = models.DateField(null=True)
    letters = models.PositiveSmallIntegerField(null=True)
    """The number of e-mails: 0 if there was no recipient; None if it was not to be sent."""


class InvoiceLine(models.Model):
    """Charges of one kind, title and due day, added up and rounded once."""

    invoice = models.ForeignKey(Invoice, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    due_on = models.DateField(null=True)
    """The due day given by a clause; if None, the invoice's."""
    count = models.PositiveIntegerField()
    """The number of its charges."""
    exact = models.CharField(max_length=80)
    """The exact total in units of the currency."""
    amount = models.BigIntegerField()
    """Rounded to whole coins, including the remainder from earlier lines of the same kind."""
    tax_rule = models.CharField(max_length=12)
    """Tax is `included` in the amount, `added` to it, or there is `none`."""
    tax_rate = models.CharField(max_length=40)
    net = models.BigIntegerField()
    tax = models.BigIntegerField()
    account_code = models.CharField(max_length=12)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["invoice", "number"], name="invoice_line_number")]

    @property
    def total(self) -> int:
        return self.net + self.tax


class BilledCharge(models.Model):
    """The invoice line that a charge is in. A charge is in at most one."""

    line = models.ForeignKey(InvoiceLine, on_delete=models.PROTECT, related_name="billed_charges")
    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, related_name="billed")


class LineNote(models.Model):
    """A question about a line of an invoice, or an answer to it."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="line_note")
    line = models.ForeignKey(InvoiceLine, on_delete=models.PROTECT, related_name="notes")
    text = models.CharField(max_length=1000)
    answers = models.BooleanField()
    """Whether the federation's finance wrote it."""
