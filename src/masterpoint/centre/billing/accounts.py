"""All reads of the accounts: what an organisation owes, since when, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet, Sum

from masterpoint.centre.billing.models import AccountLine, Charge, Invoice, InvoiceLine, Payment, PaymentMatch, Posting
from masterpoint.centre.billing.settling import Credit, Debt, Settlement, settle
from masterpoint.centre.registry.models import Federation, Organisation

Account = AccountLine.Account
AGES = (30, 60, 90)
"""The limits, in days, of the age groups of overdue amounts."""


class MatchedPayment(NamedTuple):
    """A payment and its last match."""

    payment: Payment
    organisation: int
    invoices: tuple[str, ...]


def balance(organisation: Organisation, as_at: date | None = None) -> int:
    """What an organisation owes, in coins; negative if it has paid in advance."""
    lines = AccountLine.objects.filter(organisation=organisation, account=Account.RECEIVABLE)
    lines = lines if as_at is None else lines.filter(day__lte=as_at)
    return lines.aggregate(sum=Sum("amount"))["sum"] or 0


def balances(federation: Federation, as_at: date | None = None) -> dict[int, int]:
    """What each organisation of a federation owes."""
    lines = AccountLine.objects.filter(posting__federation=federation, account=Account.RECEIVABLE)
    lines = lines if as_at is None else lines.filter(day__lte=as_at)
    return dict(lines.order_by().values_list("organisation").annotate(sum=Sum("amount")))


def last_matches(federation: Federation, payment: Payment | None = None) -> dict[int, PaymentMatch]:
    """The last match of each payment."""
    matches = _matches(federation) if payment is None else _matches(federation).filter(payment=payment)
    return {match.payment_id: match for match in matches}


def _matches(federation: Federation) -> QuerySet[PaymentMatch]:
    """The matches of payments, the last of each at the end."""
    matches = PaymentMatch.objects.filter(payment__federation=federation).select_related("organisation")
    return matches.order_by("posting__number", "pk")


def matched_payments(
    federation: Federation, organisations: Collection[Organisation] | None = None
) -> list[MatchedPayment]:
    """The payments of a federation or of some of its organisations, by their last matches."""
    payments = Payment.objects.filter(federation=federation)
    if organisations is not None:
        payments = payments.filter(pk__in=PaymentMatch.objects.filter(organisation__in=organisations).values("payment"))
    matches = {match.payment_id: match for match in _matches(federation).filter(payment__in=payments)}
    owners = None if organisations is None else {organisation.pk for organisation in organisations}
    return [
        MatchedPayment(payment, match.organisation_id, tuple(match.invoices))
        for payment in payments.order_by("day", "pk")
        if (match := matches.get(payment.pk)) is not None and (owners is None or match.organisation_id in owners)
    ]


def unmatched_payments(federation: Federation) -> QuerySet[Payment]:
    """Payments without an owner that were not taken back."""
    waiting = Payment.objects.filter(federation=federation, matches=None, reverses=None, reversed_by=None)
    return waiting.order_by("day", "pk")


def unbilled_charges(organisation: Organisation) -> QuerySet[Charge]:
    """Charges that are on no invoice yet, newest first. Those reversed before any invoice are left out."""
    waiting = Charge.objects.nonzero().filter(organisation=organisation, billed=None)
    reversed_pairs = waiting.filter(reversed_by__isnull=False, reversed_by__billed=None)
    reversal_condition = Q(pk__in=reversed_pairs.values("pk")) | Q(reverses__in=reversed_pairs.values("pk"))
    return waiting.exclude(reversal_condition).order_by("-day", "-pk")


def free_charges(organisation: Organisation) -> QuerySet[Charge]:
    """Charges of zero, each with its reason; newest first."""
    return Charge.objects.in_force().filter(organisation=organisation, amount="0").order_by("-day", "-pk")


class AccountState(NamedTuple):
    """An organisation's invoices and payments, and which payment pays which invoice."""

    invoices: list[Invoice]
    """Invoices and credit notes, the oldest first."""
    payments: list[MatchedPayment]
    settlement: Settlement

    def amount_owed(self, invoice: Invoice) -> int:
        """What is still unpaid of an invoice."""
        return self.settlement.open_amounts.get(invoice.number, 0)

    def due_day(self, invoice: Invoice) -> date:
        """The first due day among the unpaid parts of an invoice."""
        days = [debt.due_on for debt in self.settlement.open if debt.number == invoice.number]
        return min(days, default=invoice.due_on)

    @property
    def prepaid(self) -> int:
        """Coins paid in advance, or credited beyond the debts."""
        return sum(self.settlement.unused.values())


def account_state(organisation: Organisation, as_at: date | None = None) -> AccountState:
    """One organisation's account."""
    return account_states(organisation.federation, as_at, [organisation])[organisation.pk]


def account_states(
    federation: Federation, as_at: date | None = None, organisations: Collection[Organisation] | None = None
) -> dict[int, AccountState]:
    """The account of every organisation that has one, or of some organisations."""
    invoices = Invoice.objects.filter(federation=federation).select_related("organisation", "credits")
    invoices = invoices if as_at is None else invoices.filter(issued_on__lte=as_at)
    invoices = invoices if organisations is None else invoices.filter(organisation__in=organisations)
    by_owner: dict[int, tuple[list[Invoice], list[MatchedPayment]]] = {
        organisation.pk: ([], []) for organisation in organisations or ()
    }
    for invoice in invoices.order_by("issued_on", "number"):
        by_owner.setdefault(invoice.organisation_id, ([], []))[0].append(invoice)
    for payment in matched_payments(federation, organisations):
        if as_at is None or payment.payment.day <= as_at:
            by_owner.setdefault(payment.organisation, ([], []))[1].append(payment)
    due = _own_due_days(federation, organisations)
    return {owner: AccountState(*rows, _settle(*rows, due)) for owner, rows in by_owner.items()}


def _own_due_days(federation: Federation, organisations: Collection[Organisation] | None) -> dict[int, dict[date, int]]:
    """The totals of lines with their own due day, by invoice and day."""
    lines = InvoiceLine.objects.filter(invoice__federation=federation, due_on__isnull=False)
    lines = lines if organisations is None else lines.filter(invoice__organisation__in=organisations)
    due: dict[int, dict[date, int]] = {}
    for invoice, day, net, tax in lines.order_by("pk").values_list("invoice", "due_on", "net", "tax"):
        days = due.setdefault(invoice, {})
        if day is not None:
            days[day] = days.get(day, 0) + net + tax
    return due


def debts_of(invoice: Invoice, amounts_by_day: Mapping[date, int]) -> list[Debt]:
    """The debts of an invoice by due day. A negative line reduces the first of them."""
    remainder = invoice.total - sum(amounts_by_day.values())
    parts = Counter({invoice.due_on: remainder}) + Counter(
        {day: amount for day, amount in amounts_by_day.items() if amount > 0}
    )
    credit = sum(parts.values()) - invoice.total
    debts = []
    for day in sorted(parts):
        share = min(credit, parts[day])
        credit -= share
        debts.append(Debt(invoice.number, day, parts[day] - share))
    return [debt for debt in debts if debt.amount]


def _settle(
    invoices: Iterable[Invoice], payments: Sequence[MatchedPayment], due: Mapping[int, Mapping[date, int]]
) -> Settlement:
    debts: list[Debt] = []
    credit_notes: list[Credit] = []
    for invoice in invoices:
        if invoice.total > 0:
            debts += debts_of(invoice, due.get(invoice.pk, {}))
        elif invoice.total < 0:
            target = (invoice.credits.number,) if invoice.credits else ()
            credit_notes.append(Credit(f"credit note {invoice.number}", invoice.issued_on, -invoice.total, target))
    reversed_keys = {payment.reverses_id for payment, _, _ in payments if payment.reverses_id}
    for payment, _, invoice_numbers in payments:
        if payment.reverses_id is None and payment.pk not in reversed_keys:
            credit_notes.append(Credit(f"payment {payment.pk}", payment.day, payment.amount, invoice_numbers))
    return settle(debts, credit_notes)


class Ageing(NamedTuple):
    """What an organisation owes, grouped by how long it is overdue."""

    organisation: Organisation
    not_due: int
    overdue: tuple[int, ...]
    """Overdue by up to 30, 60 and 90 days, and by more."""
    paid_ahead: int

    @property
    def total_overdue(self) -> int:
        return sum(self.overdue)

    @property
    def balance(self) -> int:
        return self.not_due + self.total_overdue - self.paid_ahead


def ageing(federation: Federation, as_at: date) -> list[Ageing]:
    """Who owes what and for how long, the most overdue first."""
    states = account_states(federation, as_at)
    owners = Organisation.objects.in_bulk(list(states))
    rows = [ageing_of(owners[owner], state, as_at) for owner, state in states.items()]
    open_rows = [row for row in rows if row.not_due or row.total_overdue or row.paid_ahead]
    return sorted(open_rows, key=lambda row: (-row.total_overdue, -row.not_due, row.organisation.name))


def ageing_of(organisation: Organisation, state: AccountState, as_at: date) -> Ageing:
    """One organisation's debts by age."""
    not_due, overdue = 0, [0] * (len(AGES) + 1)
    for debt in state.settlement.open:
        days = (as_at - debt.due_on).days
        if days <= 0:
            not_due += debt.amount
        else:
            overdue[sum(days > age for age in AGES)] += debt.amount
    return Ageing(organisation, not_due, tuple(overdue), state.prepaid)


class StatementRow(NamedTuple):
    """One movement of an account, and the balance after it."""

    day: date
    text: str
    amount: int
    balance: int
    invoice: Invoice | None = None


class Statement(NamedTuple):
    """An account between two days."""

    organisation: Organisation
    first: date
    last: date
    opening: int
    rows: list[StatementRow]

    @property
    def closing(self) -> int:
        return self.rows[-1].balance if self.rows else self.opening


def statement(organisation: Organisation, first: date, last: date) -> Statement:
    """The opening balance, all movements and the closing balance, computed only from the account lines."""
    lines = AccountLine.objects.filter(organisation=organisation, account=Account.RECEIVABLE, day__lte=last)
    opening = lines.filter(day__lt=first).aggregate(sum=Sum("amount"))["sum"] or 0
    rows, balance = [], opening
    period_lines = (
        lines.filter(day__gte=first).select_related("posting__invoice").order_by("day", "posting__number", "pk")
    )
    for line in period_lines:
        balance += line.amount
        invoice = getattr(line.posting, "invoice", None)
        rows.append(StatementRow(line.day, _row_text(line, invoice), line.amount, balance, invoice))
    return Statement(organisation, first, last, opening, rows)


def _row_text(line: AccountLine, invoice: Invoice | None) -> str:
    """The text of a movement for a club's treasurer."""
    if invoice is not None:
        return f"{invoice.get_kind_display()} {invoice.number}"
    if line.amount < 0:
        return "Payment, thank you"
    return "Payment taken back" if line.posting.kind == Posting.Kind.PAYMENT else "Payment of somebody else"
