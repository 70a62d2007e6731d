"""Payments: entered, or loaded from a bank's file, and matched to their owners. Nothing is edited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.accounts import last_matches
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.chart import CODES
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import AccountLine, Invoice, Payment, PaymentMatch, Posting
from masterpoint.centre.billing.money import money_text
from masterpoint.centre.billing.references import references_in
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import Problem

Account = AccountLine.Account
MAX_LENGTH = 200
NUMBER = re.compile(r"(?<![0-9-])[0-9]{2}-[0-9]{5}(?![0-9])")


class NewPayment(NamedTuple):
    """A payment from the bank or the office, in coins."""

    key: str
    day: date
    amount: int
    payer: str = ""
    reference: str = ""

    def contents(self) -> tuple[date, int, str, str]:
        """Its stored contents without the key."""
        return self.day, self.amount, self.payer[:MAX_LENGTH], self.reference[:MAX_LENGTH]


class Owner(NamedTuple):
    """The owner of a payment, and the invoices it is for."""

    organisation: Organisation
    invoices: tuple[str, ...] = ()


@transaction.atomic
def enter(
    federation: Federation, payments: Sequence[NewPayment], *, by: User | None, owner: Owner | None = None
) -> list[Payment]:
    """Enter payments.

    Each is matched by its reference, unless an owner is given. The same payment is entered only once.
    """
    lock(federation)
    existing = {
        row.key: row for row in Payment.objects.filter(federation=federation, key__in=[row.key for row in payments])
    }
    problems = [problem for payment in payments for problem in _problems(federation, payment)]
    problems += _key_problems(federation, payments, existing)
    if owner is not None:
        problems += _owner_problems(owner)
    if problems:
        raise NotBilled(problems)
    new = {payment.key: payment for payment in payments if payment.key not in existing}
    if not new:
        return []
    with new_posting(federation, Posting.Kind.PAYMENT, by=by) as posting:
        return [_enter(posting, payment, owner) for payment in new.values()]


def _enter(posting: Posting, payment: NewPayment, owner: Owner | None) -> Payment:
    day, amount, payer, reference = payment.contents()
    row = Payment.objects.create(
        posting=posting,
        federation=posting.federation,
        key=payment.key,
        day=day,
        amount=amount,
        payer=payer,
        reference=reference,
    )
    _post(posting, row, Account.BANK, None, amount)
    _assign(posting, row, owner or find_owner(posting.federation, payment))
    return row


def _key_problems(
    federation: Federation, payments: Iterable[NewPayment], existing: Mapping[str, Payment]
) -> Iterator[Problem]:
    """A key belongs to one payment. Another payment with the same key is refused."""
    currency = charging_of(federation).currency
    contents_by_key = {key: (row.day, row.amount, row.payer, row.reference) for key, row in existing.items()}
    for payment in payments:
        contents = contents_by_key.setdefault(payment.key, payment.contents())
        if contents != payment.contents():
            day, amount, *_ = contents
            message = f"this key belongs to another payment: {money_text(currency, amount)} on {day:%-d %B %Y}"
            fix = "give each payment its own key; if the payment was wrong, take it back first"
            yield Problem("key", payment.key, message, fix)


def _problems(federation: Federation, payment: NewPayment) -> list[Problem]:
    problems = future_problems(federation, payment.day, "day of payment")
    if payment.amount <= 0:
        fix = "enter what came in; take a wrong payment back on its own page"
        problems.append(Problem("amount", str(payment.amount), "a payment must be more than nothing", fix))
    return problems


def _owner_problems(owner: Owner) -> list[Problem]:
    own_numbers = set(owner.organisation.invoices.filter(number__in=owner.invoices).values_list("number", flat=True))
    message = f"{owner.organisation.name} has no such invoice"
    fix = "write the number of one of its invoices, such as 26-00041"
    return [Problem("invoice", number[:20], message, fix) for number in owner.invoices if number not in own_numbers]


def find_owner(federation: Federation, payment: NewPayment) -> Owner | None:
    """The owner that the reference names; None if it names none, or more than one."""
    references = references_in(payment.reference)
    invoices = list(Invoice.objects.filter(federation=federation, number__in=references.invoices))
    owners = {invoice.organisation_id for invoice in invoices} | set(
        Organisation.objects.filter(federation=federation, pk__in=references.organisations).values_list("pk", flat=True)
    )
    if len(owners) != 1:
        return None
    numbers = {invoice.number for invoice in invoices}
    organisation = Organisation.objects.get(pk=owners.pop())
    return Owner(organisation, tuple(number for number in references.invoices if number in numbers))


def likely_owner(payment: Payment) -> Owner | None:
    """The owner of the invoices that a reference names with a wrong check digit. Somebody must confirm it."""
    numbers = tuple(dict.fromkeys(NUMBER.findall(payment.reference)))
    invoices = Invoice.objects.filter(federation=payment.federation_id, number__in=numbers)
    owners = {invoice.number: invoice.organisation for invoice in invoices.select_related("organisation")}
    if len(set(owners.values())) != 1:
        return None
    return Owner(next(iter(owners.values())), tuple(number for number in numbers if number in owners))


@transaction.atomic
def match(payment: Payment, owner: Owner, *, by: User | None) -> PaymentMatch | None:
    """Match a payment to its owner. A later match corrects a wrong one; the same match again changes nothing."""
    lock(payment.federation)
    problems = _owner_problems(owner)
    if payment.reverses_id or hasattr(payment, "reversed_by"):
        problems.append(Problem("payment", str(payment.pk), "this payment was taken back", "choose another one"))
    if owner.organisation.federation_id != payment.federation_id:
        problems.append(Problem("organisation", owner.organisation.name, "it is in another federation", "choose again"))
    if problems:
        raise NotBilled(problems)
    latest = last_matches(payment.federation, payment).get(payment.pk)
    if latest and (latest.organisation_id, tuple(latest.invoices)) == (owner.organisation.pk, owner.invoices):
        return None
    with new_posting(payment.federation, Posting.Kind.MATCH, by=by) as posting:
        previous = latest.organisation if latest else None
        _post(posting, payment, Account.RECEIVABLE if previous else Account.UNMATCHED, previous, payment.amount)
        return _assign(posting, payment, owner)


@transaction.atomic
def take_back(payment: Payment, *, by: User | None, reason: str) -> Payment:
    """Take back a payment that was entered wrongly or returned by the bank. The reversal has the same day."""
    lock(payment.federation)
    problems = []
    if not reason.strip():
        problems.append(Problem("reason", "", "a reason is needed", "say in a few words what was wrong"))
    if payment.reverses_id or Payment.objects.filter(reverses=payment).exists():
        problems.append(
            Problem("payment", str(payment.pk), "this payment has already been taken back", "nothing to do")
        )
    if problems:
        raise NotBilled(problems)
    latest = last_matches(payment.federation, payment).get(payment.pk)
    with new_posting(payment.federation, Posting.Kind.PAYMENT, by=by, reason=reason.strip()) as posting:
        reversal = Payment.objects.create(
            posting=posting,
            federation=payment.federation,
            key=f"back {payment.pk}",
            day=payment.day,
            amount=-payment.amount,
            payer=payment.payer,
            reference=payment.reference,
            reverses=payment,
        )
        _post(posting, reversal, Account.BANK, None, reversal.amount)
        _assign(posting, reversal, Owner(latest.organisation, tuple(latest.invoices)) if latest else None)
    return reversal


def _assign(posting: Posting, payment: Payment, owner: Owner | None) -> PaymentMatch | None:
    """The other side of the entry: the payer owes less, or the payment waits for an owner."""
    if owner is None:
        _post(posting, payment, Account.UNMATCHED, None, -payment.amount)
        return None
    _post(posting, payment, Account.RECEIVABLE, owner.organisation, -payment.amount)
    return PaymentMatch.objects.create(
        posting=posting, payment=payment, organisation=owner.organisation, invoices=list(owner.invoices)
    )


def _post(posting: Posting, payment: Payment, account: str, owner: Organisation | None, amount: int) -> None:
    AccountLine.objects.create(
        posting=posting,
        account=account,
        code=CODES[Account(account)],
        organisation=owner,
        day=payment.day,
        amount=amount,
    )
