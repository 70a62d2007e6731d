"""Acts on the accounts, their seals, and the two sides of every movement of money."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Posting(models.Model):
    """One transaction on the accounts of a federation. Its rows refer to it, and its seal covers all of them."""

    class Kind(models.TextChoices):
        CHARGES = "charges", "Charges"
        INVOICE = "invoice", "Invoice"
        CREDIT_NOTE = "credit note", "Credit note"
        PAYMENT = "payment", "Payments"
        MATCH = "match", "Payment matched"
        TARIFF = "tariff", "Tariff"
        CHARGE_CODE = "charge code", "Charge code put right"
        NOTE = "note", "Question or answer"
        FACT = "fact", "Fact of a charge entered"

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="account_postings")
    number = models.PositiveBigIntegerField()
    """The position in the hash chain: from 1 within the federation, without gaps."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="account_posting_number")]


class Seal(models.Model):
    """The digest of a posting with all its rows, and of the seal before it."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="seal")
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)


class AccountLine(models.Model):
    """Coins on one account. The lines of a posting add up to zero: every movement has two sides."""

    class Account(models.TextChoices):
        RECEIVABLE = "receivable", "Owed by organisations"
        BANK = "bank", "Bank"
        UNMATCHED = "unmatched", "Payments not yet matched"
        INCOME = "income", "Income"
        TAX = "tax", "Tax collected"

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="account_lines")
    account = models.CharField(max_length=12, choices=Account.choices)
    code = models.CharField(max_length=12)
    """The number of the account in the federation's books."""
    organisation = models.ForeignKey(
        "registry.Organisation", null=True, on_delete=models.PROTECT, related_name="account_lines"
    )
    """The owner of the account; None for bank, income and tax."""
    day = models.DateField()
    amount = models.BigIntegerField()
    """In whole coins: debit is positive, credit negative."""

    class Meta:
        indexes = [models.Index(fields=["organisation", "day"], name="account_line_by_owner")]
        constraints = [
            models.CheckConstraint(
                condition=Q(account="receivable", organisation__isnull=False)
                | (~Q(account="receivable") & Q(organisation__isnull=True)),
                name="account_line_owner",
            )
        ]
