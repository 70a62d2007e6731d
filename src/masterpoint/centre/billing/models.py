"""The accounts. Rows are never edited: triggers in both databases refuse it, and a hash chain reveals it.

The amount of a charge is exact, in units of the federation's currency: `0.405` is 40.5 pence. A line of an invoice is
rounded once, to whole coins. All other money is in whole coins.
"""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import IsNull


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


class TariffEntry(models.Model):
    """An amount that a board has set from a day on. The next entry of the same name ends it."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="tariff_entries")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="tariff_entries")
    organisation = models.ForeignKey(
        "registry.Organisation", null=True, on_delete=models.PROTECT, related_name="tariff_entries"
    )
    """The county that set it for its own clubs; None if the federation set it."""
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=40)
    """Exact: `0.405`, `1/3`."""
    first_day = models.DateField()
    invented = models.BooleanField(default=False)
    """An amount for a demo; no board has set it."""

    class Meta:
        indexes = [models.Index(fields=["federation", "name", "first_day"], name="tariff_entry_by_name")]


class ChargeCode(models.Model):
    """A corrected charge code of a filing. The last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_code")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_codes")
    before = models.CharField(max_length=20, blank=True)
    code = models.CharField(max_length=20)


class ChargeFact(models.Model):
    """A fact for charges that no results file has, entered after filing. The last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_fact")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_facts")
    name = models.CharField(max_length=40)
    value = models.JSONField()


class Charges(models.QuerySet["Charge"]):
    def in_force(self) -> Self:
        """Charges that are neither reversed nor reversals.

        Nearly all charges are in force. The plus keeps SQLite from reading all of them through the index of reversals.
        """
        takes_back = models.Func(F("reverses_id"), template="+%(expressions)s", output_field=models.BigIntegerField())
        return self.filter(IsNull(takes_back, True), reversed_by=None)

    def of_something(self) -> Self:
        """Charges except zeros, which explain why nothing is due and are on no invoice."""
        return self.exclude(amount="0")


class Charge(models.Model):
    """What an organisation owes for something, and why; or the reversal of such a charge."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="charges")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="charges")
    subject = models.CharField(max_length=80)
    """Its subject: the receipt of a filing, or a periodic run and its day."""
    version = models.ForeignKey("filing.Version", null=True, on_delete=models.PROTECT, related_name="charges")
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    """Its title on an invoice. Charges with the same title are combined in one line."""
    day = models.DateField()
    amount = models.CharField(max_length=80)
    """The exact value of its last step."""
    due_on = models.DateField(null=True)
    """The due day, if a clause gives one; otherwise the invoice's due day applies."""
    player_sessions = models.PositiveIntegerField(default=0)
    """The number of heads, each counted for every session played."""
    detail = models.JSONField()
    """The steps, the heads by name, the facts and the tariff."""
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")

    objects = Charges.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["subject"], name="charge_by_subject"),
            models.Index(fields=["organisation", "day"], name="charge_by_organisation"),
        ]


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


class BankFormat(models.Model):
    """The format of a bank's statements: the meaning of the columns, chosen once for all later files."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="bank_formats")
    name = models.CharField(max_length=60)
    columns = models.JSONField()
    """The columns of `day`, `amount`, `reference` and `payer`, and the format of days."""

    class Meta:
        constraints = [models.UniqueConstraint(F("federation"), F("name"), name="bank_format_once")]
