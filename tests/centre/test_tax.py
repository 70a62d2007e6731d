"""Tax: a rate with a first day, added or in the amount, the same everywhere, and credited as it was charged."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import existing
from centre.billing_kit import APRIL, ISSUED, OCTOBER, evening, evening_of, require_sound, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, crediting, exports, invoicing, quoting
from masterpoint.centre.billing.models import Invoice, InvoiceLine
from masterpoint.centre.filing import ending, judging
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.charges import Currency, tax_in

POUNDS = Currency("GBP", "£")


@pytest.mark.parametrize(
    ("amount", "rate", "rule", "tax"),
    [
        ("11.00", "0.10", "included", "1.00"),  # an eleventh
        ("11.50", "0.15", "included", "1.50"),
        ("1.00", "0.10", "included", "0.09"),  # 9.09 cents
        ("4.86", "0.20", "added", "0.97"),  # 97.2 pence
        ("0.125", "0.20", "added", "0.03"),  # two and a half pence: halves up
        ("-0.125", "0.20", "added", "-0.03"),  # so that a credit undoes it
        ("4.86", "0.20", "none", "0"),
    ],
)
def test_thetax_of_an_amount(amount: str, rate: str, rule: str, tax: str) -> None:
    assert tax_in(POUNDS, Fraction(amount), Fraction(rate), rule) == Fraction(tax)


@given(st.integers(1, 10**7), st.integers(0, 100), st.lists(st.integers(1, 10**6), max_size=8))
def test_parts_of_a_line_have_all_its_tax_between_them(amount: int, rate: int, parts: list[int]) -> None:
    line = InvoiceLine(amount=amount, tax=amount * rate // 100)
    credited = tax = 0
    for part in [*parts, amount]:
        coins = min(part, amount - credited)
        tax += crediting.tax_of(line, credited + coins) - crediting.tax_of(line, credited)
        credited += coins
    assert (credited, tax) == (amount, line.tax)


@pytest.mark.django_db
class TestTaxedInvoices:
    @pytest.fixture(autouse=True)
    def standard_charge(self, federation: Federation, officer: User) -> None:
        """EBU: twelve player sessions at 40.5p are £4.86, without tax."""
        set_charge(federation, officer)
        set_charge(federation, officer, "0.2", APRIL, "tax_rate")

    @pytest.fixture
    def october(self, club: Organisation, people: list[Person], officer: User) -> Filing:
        return evening(club, people, officer)

    def test_a_quote_names_the_tax_that_comes_on_top(self, club: Organisation, people: list[Person]) -> None:
        """£4.86 by 20%, before an invoice rounds it: £0.972."""
        quote = quoting.quote_for_page(club.federation, judging.judge(evening_of(people)), club)
        assert (quote.assessment.total, quote.added_tax) == (Fraction("4.86"), Fraction("0.972"))
        assert quote.tax_name == "VAT"

    def issue(self, club: Organisation, officer: User) -> Invoice:
        return existing(invoicing.issue(club, OCTOBER, on=ISSUED, by=officer))

    def test_tax_is_added_to_each_line(self, club: Organisation, officer: User, october: Filing) -> None:
        invoice = self.issue(club, officer)
        assert (invoice.net, invoice.tax, invoice.total) == (486, 97, 583)
        (row,) = csv.DictReader(exports.xero_csv(club.federation, ISSUED, ISSUED).splitlines())
        assert (row["*UnitAmount"], row["*TaxType"], row["TaxAmount"]) == ("4.86", "20% (VAT on Income)", "0.97")
        require_sound(club.federation)

    def test_a_rate_that_changes_within_the_month_makes_two_lines(
        self, club: Organisation, people: list[Person], officer: User, october: Filing
    ) -> None:
        set_charge(club.federation, officer, "0.25", date(2026, 10, 15), "tax_rate")
        evening(club, people, officer, "2026-10-20")
        invoice = self.issue(club, officer)
        assert sorted((line.tax_rate, line.net, line.tax) for line in invoice.lines.all()) == [
            ("1/4", 486, 122),  # 121.5 pence
            ("1/5", 486, 97),
        ]
        require_sound(club.federation)

    def test_what_is_taken_back_is_credited_at_the_rate_it_was_charged_at(
        self, club: Organisation, officer: User, october: Filing
    ) -> None:
        """Though the office has entered another rate for the same day since."""
        self.issue(club, officer)
        set_charge(club.federation, officer, "0.1", APRIL, "tax_rate")
        ending.withdraw(october, by=officer, reason="it did not take place")
        note = self.issue(club, officer)
        assert (note.kind, note.net, note.tax) == ("credit note", -486, -97)
        assert accounts.balance(club) == 0
        require_sound(club.federation)

    def test_an_invoice_credited_whole_comes_to_nothing(
        self, club: Organisation, people: list[Person], officer: User, october: Filing
    ) -> None:
        """Three evenings of £4.86: the tax of all is £2.916, so the third line has a penny more."""
        for day in ("2026-09-08", "2026-08-04"):
            evening(club, people, officer, day)
        months = [date(2026, 8, 31), date(2026, 9, 30), OCTOBER]
        invoices = [invoicing.issue(club, month, on=ISSUED, by=officer) for month in months]
        assert [existing(invoice).tax for invoice in invoices] == [97, 97, 98]
        for part in (100, 386):
            crediting.credit(existing(invoices[2]), {1: part}, on=ISSUED, by=officer, reason="agreed")
        notes = existing(invoices[2]).credit_notes.order_by("number")
        assert sum(note.total for note in notes) == -existing(invoices[2]).total
        require_sound(club.federation)
