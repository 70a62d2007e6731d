"""8.4: the fine for accounts long overdue, and the fee for payments that do not name their club."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Annotated

from msgspec import Meta

from masterpoint.core.charges import Assessment, Charge, amounts_of
from masterpoint.core.derivation import fact, nothing
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import exact
from masterpoint.core.sentences import sentence
from masterpoint.core.tariffs import Tariff
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.levies.fines import Money, account_fine, quarters_overdue

OVERDUE, NO_NUMBER = "overdue account", "payment without number"
Reference = Annotated[str, Meta(max_length=60)]


class OverdueInvoice(EventModel, frozen=True, kw_only=True):
    """An invoice that is not paid."""

    number: Reference
    due: date
    outstanding: Money
    """The amount still owed."""
    charged: Count = 0
    """Quarters for which it was fined before."""


class OverdueFacts(EventModel, frozen=True, kw_only=True):
    """A club's unpaid invoices on a day."""

    day: date
    invoices: tuple[OverdueInvoice, ...]


def overdue_accounts(book: Book, facts: OverdueFacts, tariff: Tariff) -> Assessment:
    """8.4: a part of what is owed for each quarter begun after 90 days; quarters fined before are not fined again."""
    problems = list(_problems(book, facts))
    if problems:
        raise Refused(problems)
    tariff.require(book, ["overdue_rate"], facts.day)
    fines = tuple(charge for invoice in facts.invoices for charge in _fines(book, facts.day, invoice, tariff))
    if fines:
        return Assessment(fines)
    days = book.figures.levies.late_account.value
    message = sentence("no invoice has begun another quarter after {days} days overdue", days=days)
    return Assessment((), (book.remark("8.4b", message),))


def _problems(book: Book, facts: OverdueFacts) -> Iterator[Problem]:
    for index, invoice in enumerate(facts.invoices):
        if not invoice.outstanding.is_finite() or invoice.outstanding < 0:
            message, fix = "this is not an amount", "give what is still owed, written as 12.50"
            yield book.problem(f"invoices[{index}].outstanding", invoice.outstanding, message, fix, "8.4b")


def _fines(book: Book, day: date, invoice: OverdueInvoice, tariff: Tariff) -> Iterator[Charge]:
    days = (day - invoice.due).days
    quarters_begun = quarters_overdue(book, days)
    if not invoice.outstanding or not quarters_begun:
        return
    clause = book.clause("8.4b")
    for quarter in range(invoice.charged + 1, quarters_begun + 1):
        message = sentence("owed on invoice {number}, due on {due}", number=invoice.number, due=invoice.due)
        debt = fact(exact(invoice.outstanding), clause, message, reading="B-95")
        rate = tariff.step(book, "overdue_rate", day)
        first = book.figures.levies.late_account.value + book.figures.levies.quarter.value
        yield Charge(
            kind=OVERDUE,
            step=account_fine(book, first, debt, rate),
            day=day,
            amounts=amounts_of(tariff, ["overdue_rate"], day),
            thing=f"invoice {invoice.number}, quarter {quarter}",
        )


class Payment(EventModel, frozen=True, kw_only=True):
    """A payment that came in."""

    reference: Reference
    day: date
    club_number: Reference = ""
    """The number of the club, as the payment gives it."""


class PaymentFacts(EventModel, frozen=True, kw_only=True):
    """Payments of one club."""

    payments: tuple[Payment, ...]


def payments_without_number(book: Book, facts: PaymentFacts, tariff: Tariff) -> Assessment:
    """8.4: an administration fee for each payment that does not give the number of its club."""
    return Assessment(tuple(_payment(book, payment, tariff) for payment in facts.payments))


def _payment(book: Book, payment: Payment, tariff: Tariff) -> Charge:
    item = "payment_without_number"
    if payment.club_number.strip():
        message = sentence("the payment gives the number of the club: {number}", number=payment.club_number)
        step, exemption = nothing(book.clause("8.4c"), message), "the number was given"
    else:
        step, exemption = tariff.step(book, item, payment.day), ""
    return Charge(
        kind=NO_NUMBER,
        step=step,
        day=payment.day,
        amounts=() if exemption else amounts_of(tariff, [item], payment.day),
        exemption=exemption,
        thing=payment.reference,
    )
