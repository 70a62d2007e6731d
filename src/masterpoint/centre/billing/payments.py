"""Payments: entered, or loaded from a bank's file, and matched to whoever paid. Nothing is edited."""

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
from masterpoint.centre.billing.money import shown
from masterpoint.centre.billing.references import references_in
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import Problem

Account = AccountLine.Account
LONGEST = 200
NUMBER = re.compile(r"(?<![0-9-])[0-9]{2}-[0-9]{5}(?![0-9])")


class NewPayment(NamedTuple):
    """Money as the bank or the office reports it, in coins."""

    key: str
    day: date
    amount: int
    payer: str = ""
    reference: str = ""

    def contents(self) -> tuple[date, int, str, str]:
        """What is kept of it, beside its key."""
        return self.day, self.amount, self.payer[:LONGEST], self.reference[:LONGEST]


class Owner(NamedTuple):
    """Whose payment it is, and the invoices it is for."""

    organisation: Organisation
    invoices: tuple[str, ...] = ()


@transaction.atomic
def enter(
    federation: Federation, payments: Sequence[NewPayment], *, by: User | None, owner: Owner | None = None
) -> list[Payment]:
    """New payments, each matched by its reference unless its owner is given. The same payment twice is one."""
    lock(federation)
    before = {
        row.key: row for row in Payment.objects.filter(federation=federation, key__in=[row.key for row in payments])
    }
    problems = [problem for payment in payments for problem in _problems(federation, payment)]
    problems += _key_problems(federation, payments, before)
    if owner is not None:
        problems += _owner_problems(owner)
    if problems:
        raise NotBilled(problems)
    fresh = {payment.key: payment for payment in payments if payment.key not in before}
    if not fresh:
        return []
    with new_posting(federation, Posting.Kind.PAYMENT, by=by) as posting:
        return [_enter(posting, payment, owner) for payment in fresh.values()]


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
    federation: Federation, payments: Iterable[NewPayment], before: Mapping[str, Payment]
) -> Iterator[Problem]:
    """A key belongs to one payment: what comes with it again must be that payment."""
    currency = charging_of(federation).currency
    known = {key: (row.day, row.amount, row.payer, row.reference) for key, row in before.items()}
    for payment in payments:
        contents = known.setdefault(payment.key, payment.contents())
        if contents != payment.contents():
            day, amount, *_ = contents
            message = f"this key belongs to another payment: {shown(currency, amount)} on {day:%-d %B %Y}"
            fix = "give each payment its own key; if the payment was wrong, take it back first"
            yield Problem("key", payment.key, message, fix)


def _problems(federation: Federation, payment: NewPayment) -> list[Problem]:
    problems = future_problems(federation, payment.day, "day of payment")
    if payment.amount <= 0:
        fix = "enter what came in; take a wrong payment back on its own page"
        problems.append(Problem("amount", str(payment.amount), "a payment must be more than nothing", fix))
    return problems


def _owner_problems(owner: Owner) -> list[Problem]:
    own = set(owner.organisation.invoices.filter(number__in=owner.invoices).values_list("number", flat=True))
    message = f"{owner.organisation.name} has no such invoice"
    fix = "write the number of one of its invoices, such as 26-00041"
    return [Problem("invoice", number[:20], message, fix) for number in owner.invoices if number not in own]


def find_owner(federation: Federation, payment: NewPayment) -> Owner | None:
    """Whoever the reference names; nobody where it names none, or more than one."""
    named = references_in(payment.reference)
    invoices = list(Invoice.objects.filter(federation=federation, number__in=named.invoices))
    owners = {invoice.organisation_id for invoice in invoices} | set(
        Organisation.objects.filter(federation=federation, pk__in=named.organisations).values_list("pk", flat=True)
    )
    if len(owners) != 1:
        return None
    known = {invoice.number for invoice in invoices}
    organisation = Organisation.objects.get(pk=owners.pop())
    return Owner(organisation, tuple(number for number in named.invoices if number in known))


def likely_owner(payment: Payment) -> Owner | None:
    """Whoever has the invoices that a reference names without their last digit: for somebody to confirm."""
    numbers = tuple(dict.fromkeys(NUMBER.findall(payment.reference)))
    invoices = Invoice.objects.filter(federation=payment.federation_id, number__in=numbers)
    owners = {invoice.number: invoice.organisation for invoice in invoices.select_related("organisation")}
    if len(set(owners.values())) != 1:
        return None
    return Owner(next(iter(owners.values())), tuple(number for number in numbers if number in owners))


@transaction.atomic
def match(payment: Payment, owner: Owner, *, by: User | None) -> PaymentMatch | None:
    """Somebody says whose payment it is; a match made wrongly is put right by the next. Twice is once."""
    lock(payment.federation)
    problems = _owner_problems(owner)
    if payment.reverses_id or hasattr(payment, "reversed_by"):
        problems.append(Problem("payment", str(payment.pk), "this payment was taken back", "choose another one"))
    if owner.organisation.federation_id != payment.federation_id:
        problems.append(Problem("organisation", owner.organisation.name, "it is in another federation", "choose again"))
    if problems:
        raise NotBilled(problems)
    last = last_matches(payment.federation, payment).get(payment.pk)
    if last and (last.organisation_id, tuple(last.invoices)) == (owner.organisation.pk, owner.invoices):
        return None
    with new_posting(payment.federation, Posting.Kind.MATCH, by=by) as posting:
        before = last.organisation if last else None
        _post(posting, payment, Account.RECEIVABLE if before else Account.UNMATCHED, before, payment.amount)
        return _assign(posting, payment, owner)


@transaction.atomic
def take_back(payment: Payment, *, by: User | None, reason: str) -> Payment:
    """A payment that was entered wrongly, or that the bank returned: its opposite, on the day it was entered for."""
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
    last = last_matches(payment.federation, payment).get(payment.pk)
    with new_posting(payment.federation, Posting.Kind.PAYMENT, by=by, reason=reason.strip()) as posting:
        opposite = Payment.objects.create(
            posting=posting,
            federation=payment.federation,
            key=f"back {payment.pk}",
            day=payment.day,
            amount=-payment.amount,
            payer=payment.payer,
            reference=payment.reference,
            reverses=payment,
        )
        _post(posting, opposite, Account.BANK, None, opposite.amount)
        _assign(posting, opposite, Owner(last.organisation, tuple(last.invoices)) if last else None)
    return opposite


def _assign(posting: Posting, payment: Payment, owner: Owner | None) -> PaymentMatch | None:
    """The other side of the money: whoever paid owes so much less, or it waits for a name."""
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
