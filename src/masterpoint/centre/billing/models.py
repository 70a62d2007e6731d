"""The accounts. Nothing here is edited: triggers in both databases refuse it, and a hash chain shows it.

The amount of a charge is exact, in the unit of the federation's currency: `0.405` is forty and a half pence. A line of
an invoice is rounded once, to whole coins; all other money is whole coins.
"""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import IsNull


class Posting(models.Model):
    """One act on the accounts of a federation. What it did are the rows that name it; its seal covers them all."""

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
    """Counted from 1 within the federation, without gaps: the place in the hash chain."""
    kind = models.CharField(max_length=12, choices=Kind.choices)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="account_posting_number")]


class Seal(models.Model):
    """The digest of a posting and all its rows, and of the seal before it."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="seal")
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)


class TariffEntry(models.Model):
    """An amount that a board has set, from a day on. The next entry of its name ends it."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="tariff_entries")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="tariff_entries")
    organisation = models.ForeignKey(
        "registry.Organisation", null=True, on_delete=models.PROTECT, related_name="tariff_entries"
    )
    """The county that set it for its own clubs; nobody where it is the federation's."""
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=40)
    """Exact: `0.405`, `1/3`."""
    first_day = models.DateField()
    invented = models.BooleanField(default=False)
    """For a demo: no board has set it."""

    class Meta:
        indexes = [models.Index(fields=["federation", "name", "first_day"], name="tariff_entry_by_name")]


class ChargeCode(models.Model):
    """The charge code of a filing, put right after it was filed; the last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_code")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_codes")
    before = models.CharField(max_length=20, blank=True)
    code = models.CharField(max_length=20)


class ChargeFact(models.Model):
    """What a charge depends on and a results file does not say, entered after filing; the last one counts."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="charge_fact")
    filing = models.ForeignKey("filing.Filing", on_delete=models.PROTECT, related_name="charge_facts")
    name = models.CharField(max_length=40)
    value = models.JSONField()


class Charges(models.QuerySet["Charge"]):
    def standing(self) -> Self:
        """Charges that were not taken back, and take nothing back themselves.

        Nearly all are. The plus keeps SQLite from going through all of them by the index of reversals.
        """
        takes_back = models.Func(F("reverses_id"), template="+%(expressions)s", output_field=models.BigIntegerField())
        return self.filter(IsNull(takes_back, True), reversed_by=None)

    def of_something(self) -> Self:
        """Without those of nothing, which say why nothing is to be paid and stand on no invoice."""
        return self.exclude(amount="0")


class Charge(models.Model):
    """What an organisation owes for something, and why; or the opposite of such a charge."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="charges")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="charges")
    subject = models.CharField(max_length=80)
    """What it is for: the receipt of a filing, or a periodic run and its day."""
    version = models.ForeignKey("filing.Version", null=True, on_delete=models.PROTECT, related_name="charges")
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    """What the line of an invoice calls it; charges with the same title are one line."""
    day = models.DateField()
    amount = models.CharField(max_length=80)
    """Exact, as the last of its steps gives it."""
    due_on = models.DateField(null=True)
    """The day by which a clause wants it paid, where one does; otherwise its invoice says so."""
    player_sessions = models.PositiveIntegerField(default=0)
    """Heads counted, each for every session played."""
    detail = models.JSONField()
    """The steps, the heads by name, the facts and the tariff it rests on."""
    reverses = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="reversed_by")

    objects = Charges.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["subject"], name="charge_by_subject"),
            models.Index(fields=["organisation", "day"], name="charge_by_organisation"),
        ]


class InvoiceCounter(models.Model):
    """The last number issued in a year: the one row here that changes, in the transaction of the issue."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "year"], name="invoice_counter_once")]


class Invoice(models.Model):
    """An invoice or a credit note as it was issued."""

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
    """Of a credit note: the invoice it puts right, where it is one alone."""
    period = models.CharField(max_length=40)
    period_last_day = models.DateField()
    issued_on = models.DateField()
    due_on = models.DateField()
    currency = models.CharField(max_length=3)
    net = models.BigIntegerField()
    tax = models.BigIntegerField()
    """In whole coins; below zero on a credit note."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="invoice_number")]
        indexes = [models.Index(fields=["organisation", "issued_on"], name="invoice_by_organisation")]

    @property
    def total(self) -> int:
        return self.net + self.tax


class InvoiceDelivery(models.Model):
    """Where an invoice went: kept beside it, in no chain and under no trigger, so that an address can be deleted."""

    invoice = models.OneToOneField(Invoice, on_delete=models.PROTECT, related_name="delivery")
    post = models.TextField(max_length=300, blank=True)
    """The postal address of the organisation as the invoice was issued, line by line."""
    post_deleted_on = models.DateField(null=True)
    letters = models.PositiveSmallIntegerField(null=True)
    """To how many it was written by e-mail: nought where there was nobody; empty where it was not to be sent."""


class InvoiceLine(models.Model):
    """Charges of one kind, title and due day, added up and rounded once."""

    invoice = models.ForeignKey(Invoice, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    due_on = models.DateField(null=True)
    """The day by which a clause wants it paid; where it is empty, the day of the invoice counts."""
    count = models.PositiveIntegerField()
    """How many charges it adds up."""
    exact = models.CharField(max_length=80)
    """What they come to before rounding, in units of the currency."""
    amount = models.BigIntegerField()
    """Rounded to whole coins, together with what rounding left over on earlier lines like it."""
    tax_rule = models.CharField(max_length=12)
    """Whether tax is `included` in the amount, `added` to it, or there is `none`."""
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
    """Which line of which invoice a charge is in: one, or none yet."""

    line = models.ForeignKey(InvoiceLine, on_delete=models.PROTECT, related_name="billed_charges")
    charge = models.OneToOneField(Charge, on_delete=models.PROTECT, related_name="billed")


class LineNote(models.Model):
    """A question about a line of an invoice, or the answer to it."""

    posting = models.OneToOneField(Posting, on_delete=models.PROTECT, related_name="line_note")
    line = models.ForeignKey(InvoiceLine, on_delete=models.PROTECT, related_name="notes")
    text = models.CharField(max_length=1000)
    answers = models.BooleanField()
    """The federation's finance says it."""


class Payment(models.Model):
    """Money that came in, as the bank or the office wrote it; or the opposite of a payment entered wrongly."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="payments")
    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="payments")
    key = models.CharField(max_length=80)
    """The same line of the same bank statement, however often it is loaded, is one payment."""
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
    """Whose payment it is, and for which invoices; the last match counts."""

    posting = models.ForeignKey(Posting, on_delete=models.PROTECT, related_name="payment_matches")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="matches")
    organisation = models.ForeignKey("registry.Organisation", on_delete=models.PROTECT, related_name="payment_matches")
    invoices = models.JSONField(default=list)
    """Their numbers, in the order they are paid; what is left pays the oldest."""


class AccountLine(models.Model):
    """So many coins on one account. The lines of a posting add up to nothing: every movement has two sides."""

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
    """Whose account it is; nobody's for bank, income and tax."""
    day = models.DateField()
    amount = models.BigIntegerField()
    """In whole coins: debit above zero, credit below."""

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
    """How a bank writes its statements: which column is what. Chosen once, used for every file after."""

    federation = models.ForeignKey("registry.Federation", on_delete=models.PROTECT, related_name="bank_formats")
    name = models.CharField(max_length=60)
    columns = models.JSONField()
    """`day`, `amount`, `reference`, `payer` and the names of their columns; and how days are written."""

    class Meta:
        constraints = [models.UniqueConstraint(F("federation"), F("name"), name="bank_format_once")]
