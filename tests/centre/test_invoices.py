"""Invoices: charges of a period, rounded once a line, numbered without gaps, never edited."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from answers import existing
from centre.billing_kit import APRIL, ISSUED, OCTOBER, evening, owed_exactly, require_sound, set_charge
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import accounts, chain, charge_codes, crediting, invoice_papers, invoicing, totals
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Invoice, InvoiceCounter, TariffEntry
from masterpoint.centre.filing import ending
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.reporting import awards
from masterpoint.centre.reporting.periods import Period
from masterpoint.centre.verifying import differences

pytestmark = pytest.mark.django_db


@pytest.fixture
def standard_charge(federation: Federation, officer: User) -> TariffEntry:
    return set_charge(federation, officer)


def issue(club: Organisation, officer: User, as_at: date = OCTOBER, on: date = ISSUED) -> Invoice | None:
    return invoicing.issue(club, as_at, on=on, by=officer)


def test_two_evenings_are_one_line_rounded_once(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """Twice 12 player sessions at 40.5p are £9.72; one pair fewer is £4.05 and no half pennies are lost."""
    evening(club, people, officer, "2026-10-06")
    evening(club, people, officer, "2026-10-13")
    invoice = existing(issue(club, officer))
    (line,) = invoice.lines.all()
    assert (invoice.number, invoice.period, invoice.total) == ("26-00001", "October 2026", 972)
    assert (line.title, line.count, line.exact, line.amount) == ("Universal Membership, code 10", 2, "9.72", 972)
    assert accounts.balance(club) == 972
    require_sound(club.federation)


def test_what_costs_nothing_stands_on_no_invoice(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """EBU 1.3.1: an evening for Children in Need is free; the other costs 12 times 40.5p."""
    free = evening(club, people, officer, "2026-10-06")
    charge_codes.correct_code(free, "06", by=officer, reason="for children")
    assert issue(club, officer) is None
    evening(club, people, officer, "2026-10-13")
    invoice = existing(issue(club, officer))
    assert [(line.title, line.amount) for line in invoice.lines.all()] == [("Universal Membership, code 10", 486)]
    assert not accounts.unbilled_charges(club).exists()
    (charge,) = accounts.free_charges(club)
    assert (charge.subject, charge.amount) == (free.receipt, "0")
    require_sound(club.federation)


def test_a_month_that_is_not_over_waits(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    evening(club, people, officer, "2026-10-06")
    assert issue(club, officer, as_at=date(2026, 10, 30)) is None


def test_no_invoice_for_a_month_to_come(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    evening(club, people, officer)
    with pytest.raises(NotBilled, match="has not come yet"):
        issue(club, officer, as_at=date(2999, 12, 31))
    assert not Invoice.objects.exists()


def test_nothing_is_invoiced_twice(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    evening(club, people, officer)
    assert issue(club, officer) is not None
    assert issue(club, officer) is None
    assert list(invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer)) == []


def test_what_one_club_owes_is_read_without_the_accounts_of_the_others(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """However many charges there are: planned before there were any, a join to the postings read all of them."""
    evening(club, people, officer)
    with CaptureQueriesContext(connection) as queries:
        assert invoicing.unbilled_charges(club.federation, ISSUED, club)
    assert [query["sql"] for query in queries if "billing_posting" in query["sql"]] == []


def test_what_is_withdrawn_after_its_invoice_is_credited(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    filing = evening(club, people, officer)
    issue(club, officer)
    ending.withdraw(filing, by=officer, reason="wrong evening")
    note = existing(issue(club, officer))
    assert (note.kind, note.number, note.total) == (Invoice.Kind.CREDIT_NOTE, "26-00002", -486)
    assert accounts.balance(club) == 0
    require_sound(club.federation)


def test_what_rounding_leaves_over_is_carried(
    club: Organisation, people: list[Person], officer: User, federation: Federation
) -> None:
    """Twelve at a third of a penny are 4p; at 0.0041 they are 4.92p: 5p, then 5p, then 5p less the carried 0.24."""
    set_charge(federation, officer, "0.0041")
    amounts = []
    for month in ("07", "08", "09", "10"):
        evening(club, people, officer, f"2026-{month}-07")
        amounts.append(existing(issue(club, officer, as_at=date(2026, int(month) + 1, 1))).total)
    assert amounts == [5, 5, 5, 5]
    assert owed_exactly(club) == Fraction("0.1968")
    for month in ("03", "04", "05", "06"):
        set_charge(federation, officer, "0.0041", first_day=date(2026, int(month), 1))
        evening(club, people, officer, f"2026-{month}-07")
        amounts.append(existing(issue(club, officer)).total)
    assert sum(amounts) == 39, "eight times 4.92p are 39.36p"
    require_sound(federation)


def test_numbers_have_no_gaps_though_an_issue_fails(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening(club, people, officer)

    def broken(*_: Letter) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(mail, "write_all", broken)
        with pytest.raises(RuntimeError):
            issue(club, officer)
    assert not Invoice.objects.exists()
    assert existing(issue(club, officer)).number == "26-00001"
    assert InvoiceCounter.objects.get().last == 1


def test_a_credit_note_takes_no_more_than_is_left(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    evening(club, people, officer)
    invoice = existing(issue(club, officer))
    note = crediting.credit(invoice, {1: 400}, on=ISSUED, by=officer, reason="agreed with the club")
    assert (note.total, note.credits) == (-400, invoice)
    assert accounts.account_state(club).amount_owed(invoice) == 86
    with pytest.raises(NotBilled) as refusal:
        crediting.credit(invoice, {1: 87}, on=ISSUED, by=officer, reason="")
    assert [problem.place for problem in refusal.value.problems] == ["reason", "amount"]
    require_sound(club.federation)


def test_a_county_gets_what_was_collected_for_it(
    club: Organisation, county: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """UMS codes: the county charge of 5p is the county's own: the club owes 12 times 5p, the county is credited it."""
    set_charge(club.federation, officer, "0.05", name="county_charge", setter=county)
    evening(club, people, officer)
    issued = list(invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer))
    totals = {invoice.organisation.name: (invoice.kind, invoice.total) for invoice in issued}
    assert totals == {"Ferncestershire": ("credit note", -60), "Riverside Bridge Club": ("invoice", 546)}
    require_sound(club.federation)


def test_totals_by_kind_organisation_and_month_keep_clubs_of_one_name_apart(
    club: Organisation, county: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """Ten player sessions more at one of them: 12 and 22 times 40.5p are £4.86 and £8.91."""
    on = date(2020, 1, 1)
    other = organisations.add_organisation(club.federation, "1099", club.name, on=on, by=None, parent=county)
    evening(club, people, officer)
    evening(other, people, officer, "2026-10-14", pairs=11)
    list(invoicing.issue_all(club.federation, OCTOBER, on=ISSUED, by=officer))
    invoiced = totals.totals(club.federation, ISSUED, ISSUED)
    assert invoiced.by_kind == [("Universal Membership", 2, 1377)]
    assert invoiced.by_organisation == [(club.name, 1, 891), (club.name, 1, 486)]
    assert invoiced.by_month == [("November 2026", 2, 1377)]
    assert totals.totals(club.federation, APRIL, OCTOBER) == ([], [], [])


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("UPDATE billing_charge SET amount = '0.01'", "was changed after it was written"),
        ("UPDATE billing_invoiceline SET amount = 1, net = 1", "was changed after it was written"),
        ("UPDATE billing_accountline SET amount = 1 WHERE amount > 0", "debit and credit differ"),
        ("UPDATE billing_invoice SET net = 1", "it is not the sum of its lines"),
        ("UPDATE billing_invoicecounter SET last = 2", "invoice 26-00002 is missing"),
        ("DELETE FROM billing_seal", "has no seal"),
        ("UPDATE billing_tariffentry SET value = '0.5'", "not what the facts and the tariff give"),
    ],
)
def test_verify_names_what_was_changed_by_hand(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry, change: str, name: str
) -> None:
    evening(club, people, officer)
    issue(club, officer)
    table = change.split()[2 if change.startswith("DELETE") else 1]
    if table != "billing_invoicecounter":
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_UPDATE")
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_DELETE")
        elif table != "billing_invoicecounter":
            cursor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
        cursor.execute(change)
    results = list(differences([club.federation]))
    assert any(name in text for text in results), results
    if table != "billing_invoicecounter":
        assert f"{table}: the trigger that refuses changes is gone" in results


def test_a_published_head_of_the_accounts_shows_that_their_end_was_cut_off(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    before = chain.head(club.federation).hash
    with pytest.raises(RuntimeError), transaction.atomic():
        evening(club, people, officer)
        published = chain.head(club.federation)
        assert published.number == 2
        assert list(differences([club.federation], heads=[published.hash])) == []
        raise RuntimeError("the end is cut off")
    assert chain.head(club.federation).hash == before
    (difference,) = differences([club.federation], heads=[published.hash])
    assert published.hash in difference


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> list[object]:
    """Somebody does something after an invoice was made and before it is written, the first time."""
    rows: list[object] = []

    def then(*args: Any, **kwargs: Any) -> Any:
        paper = invoice_papers.paper_for(*args, **kwargs)
        rows.append(paper)
        if len(rows) == 1:
            act()
        return paper

    monkeypatch.setattr(invoicing, "paper_for", then)
    return rows


def test_an_invoice_is_made_before_the_lock_and_stands_though_others_file(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = organisations.add_organisation(
        club.federation, "1002", "Abbey", level="club", parent=club.parent, on=date(2020, 1, 1), by=None
    )
    evening(club, people, officer)
    posted = before_the_lock(monkeypatch, lambda: evening(other, people, officer, day="2026-10-15"))
    assert existing(issue(club, officer)).total == 486
    assert len(posted) == 1
    require_sound(club.federation)


def test_what_is_charged_before_the_lock_is_on_the_invoice(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening(club, people, officer)
    posted = before_the_lock(monkeypatch, lambda: evening(club, people, officer, day="2026-10-15"))
    assert existing(issue(club, officer)).total == 972
    assert len(posted) == 2
    require_sound(club.federation)


def test_a_number_taken_before_the_lock_is_taken_once(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same invoice by two people: the second finds nothing that is due."""
    evening(club, people, officer)
    before_the_lock(monkeypatch, lambda: issue(club, officer))
    assert issue(club, officer) is None
    assert (Invoice.objects.get().number, InvoiceCounter.objects.get().last) == ("26-00001", 1)
    require_sound(club.federation)


def test_where_something_is_always_done_meanwhile_the_invoice_is_made_with_the_lock(
    club: Organisation,
    people: list[Person],
    officer: User,
    standard_charge: TariffEntry,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening(club, people, officer)
    monkeypatch.setattr(invoicing, "is_current", lambda *_: False)
    assert existing(issue(club, officer)).number == "26-00001"
    assert issue(club, officer) is None
    require_sound(club.federation)


def test_a_report_says_which_costs_came_to_an_invoice_later(
    club: Organisation, people: list[Person], officer: User, standard_charge: TariffEntry
) -> None:
    """What was owed at the end of October is nothing, though an evening of October was charged."""
    evening(club, people, officer, "2026-10-06")
    assert issue(club, officer) is not None
    october, until_issued = (Period("2026-10", date(2026, 10, 1), last) for last in (OCTOBER, ISSUED))
    owed, later = awards.costs(club, october).notes
    assert owed.endswith(": £0.00.") and later.startswith("Charges of £4.86 that were on no invoice by then")
    (owed,) = awards.costs(club, until_issued).notes
    assert owed.endswith(": £4.86.")
