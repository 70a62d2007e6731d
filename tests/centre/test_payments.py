"""Payments: by reference or by hand, part of an invoice or many at once, and every one of them once."""

from __future__ import annotations

import csv
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from answers import existing
from centre.billing_kit import ISSUED, OCTOBER, evening, require_sound, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, bank_files, crediting, exports, invoicing, letters, payments, questions
from masterpoint.centre.billing.documents import invoice_pdf, statement_pdf
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Payment
from masterpoint.centre.billing.references import (
    account_reference,
    check_digit,
    invoice_reference,
    references_in,
)
from masterpoint.centre.billing.settling import Credit, Debt, settle
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.cli import main

NOVEMBER = date(2026, 11, 5)
STATEMENT = """Date,Description,Amount
05/11/2026,RIVERSIDE BC {first},£4.00
05/11/2026,RIVERSIDE BC {second},"5.72"
06/11/2026,A stranger,12.00
06/11/2026,Bank charges,-3.50
"""


@given(digits=st.text("0123456789", min_size=1, max_size=12), data=st.data())
def test_a_slip_of_the_pen_shows(digits: Any, data: st.DataObject) -> None:
    """Damm: any wrong digit, and any two neighbours that changed places."""
    whole = digits + str(check_digit(digits))
    assert check_digit(whole) == 0
    place = data.draw(st.integers(0, len(whole) - 1))
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != whole[place]]))
    assert check_digit(whole[:place] + wrong + whole[place + 1 :]) != 0
    place = data.draw(st.integers(0, len(whole) - 2))
    swapped = whole[:place] + whole[place + 1] + whole[place] + whole[place + 2 :]
    assert swapped == whole or check_digit(swapped) != 0


@pytest.mark.parametrize("written", ["{}", "inv {} thanks", "PAYMENT/{}", "{} {}"])
def test_a_reference_is_found_however_it_is_written(written: Any) -> None:
    reference = invoice_reference("26-00041")
    for form in (reference, reference.replace("-", ""), reference.replace("-", " ")):
        assert references_in(written.format(form, form)).invoices == ("26-00041",)
    assert references_in(written.format(*[account_reference(123)] * 2)).organisations == (123,)


def test_a_mistyped_reference_is_no_reference() -> None:
    wrong = invoice_reference("26-00041")[:-1] + str((check_digit("2600041") + 1) % 10)
    assert references_in(wrong) == ((), (), (wrong,))


@pytest.mark.parametrize(
    ("written", "coins"),
    [
        *[("12.50", 1250), ("£1,205.40", 120540), ("$ 12", 1200), ("12.50 GBP", 1250), ("+3.00", 300), ("12.5", 1250)],
        *[("-3.00", -300), ("(3.00)", -300), ("-£3.00", -300), ("£-3.00", -300), ("\N{MINUS SIGN}3", -300)],
        # A comma for the point, or thousands that are none: a hundred times too much if it were guessed.
        *[("12,50", None), ("1,2050.00", None), ("1.205,40", None), ("12.505", None), ("1e3", None), ("1_0", None)],
        *[("(-3.00)", -300), ("(3.00", None), ("", None), ("twelve", None), ("1 2", None), ("£", None)],
    ],
)
def test_an_amount_is_read_as_it_is_written_or_not_at_all(written: Any, coins: Any) -> None:
    assert bank_files.coins_in(Federation(code="ebu", scheme="ebu"), written) == coins


@given(
    amounts=st.lists(st.integers(1, 500), max_size=6),
    payments_drawn=st.lists(st.tuples(st.integers(1, 700), st.lists(st.integers(0, 6), max_size=3)), max_size=6),
)
def test_whatever_is_paid_nothing_is_lost(amounts: Any, payments_drawn: Any) -> None:
    debts = [Debt(str(number), date(2026, 1, 1 + number), amount) for number, amount in enumerate(amounts)]
    received = [
        Credit(f"p{number}", date(2026, 2, 1), amount, tuple(map(str, targets)))
        for number, (amount, targets) in enumerate(payments_drawn)
    ]
    settled = settle(debts, received)
    used = sum(share.amount for share in settled.shares)
    assert sum(settled.open_amounts.values()) == sum(amounts) - used
    assert sum(settled.unused.values()) == sum(amount for amount, _ in payments_drawn) - used
    assert not (sum(settled.open_amounts.values()) and sum(settled.unused.values())), (
        "nobody owes while money lies unused"
    )
    assert all(share.amount > 0 for share in settled.shares)


@pytest.fixture
def invoices(club: Organisation, people: list[Person], officer: User) -> Any:
    """Two invoices: £4.86 for September, £4.86 for October."""
    set_charge(club.federation, officer)
    offices.appoint(officer, club, "treasurer", on=date(2020, 1, 1), by=None)
    evening(club, people, officer, "2026-09-08")
    first = invoicing.issue(club, date(2026, 9, 30), on=date(2026, 10, 1), by=officer)
    evening(club, people, officer, "2026-10-06")
    return first, invoicing.issue(club, OCTOBER, on=ISSUED, by=officer)


def pay(club: Any, officer: User, amount: Any, reference: str = "", owner: Any = None, key: str = "one") -> Any:
    payment = payments.NewPayment(key, NOVEMBER, amount, "Riverside", reference)
    return payments.enter(club.federation, [payment], by=officer, owner=owner)


@pytest.mark.django_db
class TestPayments:
    def test_one_payment_over_two_invoices(self, club: Organisation, officer: User, invoices: Any) -> None:
        """£6.00 for the newer invoice: it is paid, and the rest goes to the oldest."""
        pay(club, officer, 600, invoice_reference(invoices[1].number))
        state = accounts.account_state(club)
        assert [state.amount_owed(invoice) for invoice in invoices] == [372, 0]
        assert accounts.balance(club) == 372
        require_sound(club.federation)

    def test_a_part_payment_leaves_the_rest(self, club: Organisation, officer: User, invoices: Any) -> None:
        pay(club, officer, 100, account_reference(club.pk))
        assert accounts.account_state(club).amount_owed(invoices[0]) == 386

    def test_what_names_nobody_waits_and_is_matched_once(
        self, club: Organisation, officer: User, invoices: Any
    ) -> None:
        (payment,) = pay(club, officer, 486, "thank you")
        assert list(accounts.unmatched_payments(club.federation)) == [payment]
        assert accounts.balance(club) == 972
        owner = payments.Owner(club, (invoices[0].number,))
        assert payments.match(payment, owner, by=officer) is not None
        assert payments.match(payment, owner, by=officer) is None
        assert accounts.balance(club) == 486
        assert not accounts.unmatched_payments(club.federation)
        require_sound(club.federation)

    def test_a_wrong_match_is_put_right_by_the_next(
        self, club: Organisation, county: Organisation, officer: User, invoices: Any
    ) -> None:
        (payment,) = pay(club, officer, 486, owner=payments.Owner(county))
        assert accounts.balance(county) == -486
        payments.match(payment, payments.Owner(club), by=officer)
        assert (accounts.balance(county), accounts.balance(club)) == (0, 486)
        require_sound(club.federation)

    def test_a_payment_entered_wrongly_is_taken_back_once(
        self, club: Organisation, officer: User, invoices: Any
    ) -> None:
        (payment,) = pay(club, officer, 486, invoice_reference(invoices[0].number))
        payments.take_back(payment, by=officer, reason="the bank returned it")
        assert accounts.balance(club) == 972
        assert accounts.account_state(club).amount_owed(invoices[0]) == 486
        with pytest.raises(NotBilled, match="already been taken back"):
            payments.take_back(payment, by=officer, reason="again")
        require_sound(club.federation)

    def test_a_day_to_come_and_nothing_at_all_are_refused_together(self, club: Organisation, officer: User) -> None:
        payment = payments.NewPayment("one", date(2100, 1, 1), 0)
        with pytest.raises(NotBilled) as refusal:
            payments.enter(club.federation, [payment], by=officer)
        assert [problem.place for problem in refusal.value.problems] == ["day of payment", "amount"]
        assert not Payment.objects.exists()

    def test_a_banks_file_is_loaded_once(
        self, club: Organisation, officer: User, invoices: Any, tmp_path: Path
    ) -> None:
        references = [invoice_reference(invoice.number) for invoice in invoices]
        file = tmp_path / "bank.csv"
        file.write_text(STATEMENT.format(first=references[0], second=references[1]), encoding="utf-8")
        command = ["payments", "load", "ebu", "The Bank", str(file)]
        headings = ["--day", "Date", "--amount", "Amount", "--reference", "Description"]
        first = CliRunner().invoke(main, [*command, *headings])
        assert first.output == "3 new payments, 1 without an owner; 1 line is not a payment.\n"
        assert CliRunner().invoke(main, command).output.startswith("0 new payments")
        assert accounts.balance(club) == 0
        require_sound(club.federation)

    def test_a_bank_with_a_column_for_what_goes_out_leaves_the_other_empty(self, club: Organisation) -> None:
        columns = {"day": "Date", "amount": "Paid in", "reference": "Details"}
        bank = bank_files.save_format(club.federation, "Another", columns, "31/10/26")
        file = b"Date,Details,Paid out,Paid in\n05/11/26,Club,,4.00\n06/11/26,Rent,90.00,\n"
        statement = bank_files.read_statement(bank, file, "bank.csv")
        assert [(payment.day, payment.amount) for payment in statement.payments] == [(NOVEMBER, 400)]
        assert statement.other_lines == 1

    def test_an_invoice_named_without_its_last_digit_is_a_likely_owner(
        self, club: Organisation, county: Organisation, officer: User, invoices: Any
    ) -> None:
        first, second = (invoice.number for invoice in invoices)
        (payment,) = pay(club, officer, 100, f"inv {second}, {first} and 26-99999")
        assert not payment.matches.exists(), "somebody confirms it"
        assert payments.likely_owner(payment) == payments.Owner(club, (second, first))
        (stranger,) = pay(club, officer, 100, f"9{first} 26-000010", key="two")
        assert payments.likely_owner(stranger) is None

    def test_two_payments_with_keys_alike_are_both_taken_back(self, club: Organisation, officer: User) -> None:
        keys = [f"api {'9' * 69}{end}" for end in "12"]
        entered = [pay(club, officer, 100, key=key)[0] for key in keys]
        for payment in entered:
            payments.take_back(payment, by=officer, reason="the bank returned it")
        assert sum(Payment.objects.values_list("amount", flat=True)) == 0

    @pytest.mark.parametrize("file", [b"Date,Amount,Text\n" + b"x" * 200_000, b"x" * 200_000, b'a\rb,\r\n"x'])
    def test_a_file_that_is_no_table_is_refused(self, club: Organisation, file: bytes) -> None:
        columns = {"day": "Date", "amount": "Amount", "reference": "Text"}
        bank = bank_files.save_format(club.federation, "The Bank", columns, "2026-10-31")
        with pytest.raises(NotBilled):
            bank_files.read_statement(bank, file, "bank.csv")

    def test_everything_wrong_with_a_banks_file_at_once(self, club: Organisation) -> None:
        columns = {"day": "Date", "amount": "Amount", "reference": "Description"}
        bank = bank_files.save_format(club.federation, "The Bank", columns, "31/10/2026")
        file = b"Date,Description,Amount\n5 Nov,x,4.00\n05/11/2026,y,4.005\n"
        with pytest.raises(NotBilled) as refusal:
            bank_files.read_statement(bank, file, "bank.csv")
        assert [problem.place for problem in refusal.value.problems] == [
            "bank.csv, line 2, day",
            "bank.csv, line 3, amount",
        ]

    def test_the_treasurer_gets_the_pdf_and_the_reminder(
        self, club: Organisation, officer: User, invoices: Any
    ) -> None:
        invoiced = Letter.objects.filter(attachment_name__startswith="invoice-")
        assert [bytes(existing(letter.attachment))[:4] for letter in invoiced] == [b"%PDF", b"%PDF"]
        (reminder,) = letters.reminders(club.federation, date(2026, 11, 10))
        assert [(debt.number, debt.amount) for debt in reminder.debts] == [("26-00001", 486)]
        assert letters.send_reminder(reminder, date(2026, 11, 10)) == 1
        assert letters.send_reminder(reminder, date(2026, 11, 10)) == 0, "pressed twice, it is sent once"
        assert "£4.86" in Letter.objects.get(subject__startswith="Reminder").text

    def test_statement_and_ageing_agree(self, club: Organisation, officer: User, invoices: Any) -> None:
        pay(club, officer, 100, account_reference(club.pk))
        statement = accounts.statement(club, date(2026, 10, 15), NOVEMBER)
        assert (statement.opening, statement.closing) == (486, 872)
        assert [row.text for row in statement.rows] == ["Invoice 26-00002", "Payment, thank you"]
        (row,) = accounts.ageing(club.federation, date(2026, 11, 15))
        assert (row.not_due, row.overdue, row.balance) == (486, (386, 0, 0, 0), 872)
        assert statement_pdf(statement).startswith(b"%PDF")
        assert invoice_pdf(invoices[0]) == invoice_pdf(invoices[0])

    def test_a_question_hangs_on_a_line_until_it_is_answered(
        self, club: Organisation, officer: User, invoices: Any
    ) -> None:
        finance = User.objects.create_user("finance@example.org", "a long enough password", name="Fay")
        offices.appoint(finance, existing(existing(club.parent).parent), "finance", on=date(2020, 1, 1), by=None)
        line = invoices[0].lines.get()
        questions.write_note(line, "Why twelve?", by=officer)
        questions.write_note(line, "Why twelve?", by=officer)
        assert list(questions.waiting_lines(club.federation)) == [line]
        assert Letter.objects.get(to=finance.email).subject == "A question about invoice 26-00001"
        questions.write_note(line, "Six pairs played.", by=finance)
        assert [note.answers for note in line.notes.order_by("pk")] == [False, True]
        assert not questions.waiting_lines(club.federation)
        assert Letter.objects.filter(to=officer.email, subject__startswith="An answer").count() == 1
        with pytest.raises(NotBilled, match="nothing was written"):
            questions.write_note(line, "  ", by=officer)
        require_sound(club.federation)

    def test_xero_gets_each_line_column_by_column(self, club: Organisation, officer: User, invoices: Any) -> None:
        """A row a line. Amounts are without tax; a credit note has amounts below nothing."""
        crediting.credit(invoices[1], {1: 100}, on=date(2026, 11, 2), by=officer, reason="agreed")
        september, october, note = csv.DictReader(
            exports.xero_csv(club.federation, date(2026, 1, 1), NOVEMBER).splitlines()
        )
        assert september == {
            "*ContactName": "Riverside Bridge Club",
            "*InvoiceNumber": "26-00001",
            "Reference": invoice_reference("26-00001"),
            "*InvoiceDate": "01/10/2026",
            "*DueDate": f"{invoices[0].due_on:%d/%m/%Y}",
            "*Description": "Universal Membership, code 10, September 2026",
            "*Quantity": "1",
            "*UnitAmount": "4.86",
            "*AccountCode": invoices[0].lines.get().account_code,
            "*TaxType": "No VAT",
            "TaxAmount": "0.00",
            "Currency": "GBP",
        }
        assert (october["*InvoiceNumber"], october["*InvoiceDate"]) == ("26-00002", "01/11/2026")
        assert (note["*InvoiceNumber"], note["*UnitAmount"]) == ("26-00003", "-1.00")

    def test_exports_add_up(self, club: Organisation, officer: User, invoices: Any) -> None:
        pay(club, officer, 100, account_reference(club.pk))
        first, last = date(2026, 1, 1), NOVEMBER
        assert len(exports.invoices_csv(club.federation, first, last).splitlines()) == 3
        journal = [row.split(",") for row in exports.journal_csv(club.federation, first, last).splitlines()[1:]]
        debit, credit = (sum(Decimal(row[at] or 0) for row in journal) for at in (6, 7))
        assert debit == credit == Decimal("10.72")


@pytest.mark.django_db
def test_the_command_line_shows_the_same(
    club: Organisation, people: list[Person], officer: User, tmp_path: Path, invoices: Any
) -> None:
    def output_of(*words: Any) -> Any:
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        return result.output

    assert "Total £4.86" in output_of("invoice", "show", "ebu", "26-00001")
    assert "12 player sessions  £4.86" in output_of("invoice", "show", "ebu", "26-00001")
    target = tmp_path / "invoice.pdf"
    output_of("invoice", "pdf", "ebu", "26-00001", "--out", str(target))
    assert target.read_bytes().startswith(b"%PDF")
    assert "26-00002" in output_of("invoice", "csv", "ebu", "--first", "2026-10-01", "--last", "2026-11-30")
    assert "Balance £9.72" in output_of("account", "ebu", "1001")
    statement = list(csv.DictReader(output_of("account", "ebu", "1001", "--csv", "--last", "2026-11-05").splitlines()))
    assert [(row["invoice"], row["owed"]) for row in statement] == [
        ("", "0.00"),
        ("26-00001", "4.86"),
        ("26-00002", "9.72"),
    ]
    output_of("account", "ebu", "1001", "--pdf", str(target), "--first", "2026-10-01")
    assert target.read_bytes().startswith(b"%PDF")
    assert "a statement covers one account" in CliRunner().invoke(main, ["account", "ebu", "--csv"]).output
    assert "Riverside Bridge Club" in output_of("account", "ebu")
    assert output_of("invoice", "run", "ebu", "--as-at", "2026-10-31") == "Nothing is due.\n"
    assert output_of("charges", "ebu") == ""
