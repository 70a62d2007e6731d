"""Payments, the invoices they pay, and the formats of banks."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from masterpoint.centre.billing.models.postings import Posting


class Payment(models.Model):
    """Money received, from a bank file or entered by the office; or the reversal of a wrong entry."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="payments")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="payments")
    key = models.CharField(max_length=80)
    """Identifies the payment. A line of a bank statement is one payment, however often it is loaded."""
    day = models.DateField()
    amount = models.BigIntegerField()
    """In whole coins."""
    payer = models.CharField(max_length=200, blank=True)
    reference = models.CharField(max_length=200, blank=True)
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "key"], name="payment_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="payment_of_something"),
        ]


class PaymentMatch(models.Model):
    """The owner of a payment, and the invoices it is for. The last match counts."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="payment_matches")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="matches")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="payment_matches")
    invoices = models.JSONField(default=list)
    """The numbers of the invoices in the order of payment. The rest pays the oldest ones."""


class BankFormat(models.Model):
    """The format of a bank's statements: the meaning of the columns, chosen once for all later files."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="bank_formats")
    name = models.CharField(max_length=60)
    columns = models.JSONField()
    """The columns of `day`, `amount`, `reference` and `payer`, and the format of days."""

    class Meta:
        constraints = [models.UniqueConstraint(F("federation"), F("name"), name="bank_format_once")]
