"""Due days: what a clause gives a day of its own is due then, and ages, is reminded of and fined by it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from answers import existing
from centre.billing_kit import APRIL, evening, require_sound, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, charge_codes, crediting, exports, invoicing, letters, payments
from masterpoint.centre.billing.models import InvoiceLine
from masterpoint.centre.billing.references import invoice_reference
from masterpoint.centre.billing.settling import Debt
from masterpoint.centre.filing import ending
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Appointment, Federation, Organisation, Person

pytestmark = pytest.mark.django_db
OCTOBER, ISSUED = date(2026, 10, 31), date(2026, 11, 2)
SOON, LATER, USUAL = date(2026, 11, 5), date(2026, 11, 12), date(2026, 12, 2)
"""EBU 1.3.3: thirty days after 6 and after 13 October; and thirty after the invoice."""


@pytest.fixture
def tariff(federation: Federation, officer: User) -> None:
    set_charge(federation, officer)
    set_charge(federation, officer, "2", APRIL, "licence_table")


@pytest.fixture
def licensed_filings(club: Organisation, people: list[Person], officer: User, tariff: Any) -> list[Filing]:
    """Two licensed evenings of three tables, £6 each, and an ordinary one, £4.86."""
    filings = [evening(club, people, officer, day) for day in ("2026-10-06", "2026-10-13", "2026-10-20")]
    for filing in filings[:2]:
        charge_codes.correct_code(filing, "30", by=officer, reason="it was licensed")
    return filings


@pytest.fixture
def invoice(club: Organisation, officer: User, licensed_filings: list[Filing]) -> Any:
    return invoicing.issue(club, OCTOBER, on=ISSUED, by=officer)


def open_debts(club: Any, as_at: date | None = None) -> Any:
    return [(debt.due_on, debt.amount) for debt in accounts.account_state(club, as_at).settlement.open]


def test_each_licence_fee_is_a_line_with_its_day(club: Organisation, invoice: Any) -> None:
    assert {(line.title, line.due_on, line.amount) for line in invoice.lines.all()} == {
        ("Licence fee, code 30", SOON, 600),
        ("Licence fee, code 30", LATER, 600),
        ("Universal Membership, code 10", None, 486),
    }
    assert invoice.due_on == USUAL
    assert open_debts(club) == [(SOON, 600), (LATER, 600), (USUAL, 486)]
    require_sound(club.federation)


def test_an_invoice_of_licence_fees_alone_is_due_with_the_first(
    club: Organisation, people: list[Person], officer: User, tariff: Any
) -> None:
    filing = evening(club, people, officer, "2026-10-06")
    charge_codes.correct_code(filing, "30", by=officer, reason="it was licensed")
    assert existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer)).due_on == SOON


def test_ageing_follows_the_day_of_each_line(club: Organisation, invoice: Any) -> None:
    row = accounts.ageing_of(club, accounts.account_state(club), date(2026, 11, 10))
    assert (row.not_due, row.overdue) == (1086, (600, 0, 0, 0))
    row = accounts.ageing_of(club, accounts.account_state(club), date(2026, 12, 6))
    assert (row.not_due, row.overdue) == (0, (600 + 486, 600, 0, 0))


def test_reminders_name_what_is_overdue_and_no_more(club: Organisation, invoice: Any) -> None:
    (reminder,) = letters.reminders(club.federation, date(2026, 11, 10))
    assert list(reminder.debts) == [Debt(invoice.number, SOON, 600)]
    assert letters.reminders(club.federation, SOON) == []


def test_a_part_payment_pays_what_was_due_first(club: Organisation, officer: User, invoice: Any) -> None:
    payment = payments.NewPayment("one", date(2026, 11, 3), 700, "Riverside", invoice_reference(invoice.number))
    payments.enter(club.federation, [payment], by=officer)
    assert sum(amount for _, amount in open_debts(club)) == 1686 - 700
    assert open_debts(club)[0] == (LATER, 500)


def test_what_is_withdrawn_later_is_credited_to_the_same_line(
    club: Organisation, officer: User, licensed_filings: list[Filing], invoice: Any
) -> None:
    ending.withdraw(licensed_filings[0], by=officer, reason="nobody played")
    note = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    assert [(line.due_on, line.amount) for line in note.lines.all()] == [(SOON, -600)]
    assert open_debts(club) == [(LATER, 600), (USUAL, 486)]
    require_sound(club.federation)


def test_two_lines_of_one_title_are_credited_apart(club: Organisation, officer: User, invoice: Any) -> None:
    soon = invoice.lines.get(due_on=SOON)
    crediting.credit(invoice, {soon.number: 600}, on=ISSUED, by=officer, reason="agreed")
    left = crediting.creditable(invoice)
    assert left[soon.number] == 0
    assert left[invoice.lines.get(due_on=LATER).number] == 600
    require_sound(club.federation)


def test_letter_page_and_export_say_the_days(club: Organisation, officer: User, licensed_filings: list[Filing]) -> None:
    offices.appoint(officer, club, Appointment.Role.TREASURER, on=date(2020, 1, 1), by=None)
    issued = existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))
    text = Letter.objects.latest("pk").text
    assert "Please pay by 2 December 2026" in text
    assert "£6.00, is due on 5 November 2026." in text
    rows = exports.invoices_csv(club.federation, ISSUED, ISSUED).splitlines()
    assert [row.split(",")[6] for row in rows[1:]] == [
        str(line.due_on or issued.due_on) for line in InvoiceLine.objects.order_by("number")
    ]
