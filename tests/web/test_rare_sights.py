"""What is seldom on a page: documents that are due, credits, questions, what was taken back, a month with corrections.

Every template that reads what does not exist fails the test (`strict_templates`), so it is enough to go there.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.references import invoice_reference
from masterpoint.centre.crediting.models import PointCertificate
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation, Person
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
BANK = "Date,Amount,Text,From\n2026-11-03,10.00,{},A club\n2026-11-04,5.00,for master points,\n"


@pytest.fixture
def riverside() -> Organisation:
    return Organisation.objects.get(federation="ebu", number="1001")


@pytest.fixture
def invoice(riverside: Organisation) -> Invoice:
    return existing(riverside.invoices.filter(kind="invoice").first())


def page(client: Client, view: str, *args: Any) -> str:
    answer = client.get(reverse(view, args=args))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def post(client: Client, view: str, /, *args: Any, **fields: Any) -> None:
    assert client.post(reverse(view, args=args), fields, follow=True).status_code == 200


def test_documents_that_are_due_and_a_charge_that_was_taken_back(client: Client, riverside: Organisation) -> None:
    finance = signed_in(client, "finance")
    charge = existing(riverside.charges.filter(kind="subscription", billed__isnull=False).first())
    post(finance, "tariff", "ebu", name="standard_charge", value="0.52", first_day="2026-04-01")
    post(finance, "charge-waiting", "ebu")
    due = page(finance, "invoice-run", "ebu")
    assert "Nothing is issued before you press the button" in due and riverside.name in due
    account = page(finance, "club-account", "ebu", riverside.number)
    assert '<span class="tag">taken back</span>' in account
    assert "It was <a" in page(finance, "charge", "ebu", charge.pk)
    reversal = Charge.objects.get(reverses=charge)
    assert "It takes back <a" in page(finance, "charge", "ebu", reversal.pk)


def test_a_credit_note_is_on_both_documents(client: Client, riverside: Organisation, invoice: Invoice) -> None:
    finance = signed_in(client, "finance")
    post(finance, "credit-invoice", "ebu", invoice.number, **{"line-1": "1.00", "reason": "one table too many"})
    note = existing(invoice.credit_notes.first())
    assert "<h2>Credit notes</h2>" in page(finance, "invoice", "ebu", invoice.number)
    text = page(finance, "invoice", "ebu", note.number)
    assert "It corrects" in text and "one table too many" in text
    assert "A credit agreed with the office: one table too many." in page(
        finance, "invoice-line", "ebu", note.number, 1
    )
    assert note.number in page(finance, "statement", "ebu", riverside.number)


def test_a_question_about_a_line_waits_for_finance(client: Client, invoice: Invoice) -> None:
    post(signed_in(client, "treasurer"), "ask-about-line", "ebu", invoice.number, 1, text="Why so many?")
    finance = signed_in(client, "finance")
    assert "<h2>Questions about lines</h2>" in page(finance, "finance", "ebu")
    assert "Why so many?" in page(finance, "invoice-line", "ebu", invoice.number, 1)


def test_payments_from_a_bank_on_every_page_that_shows_them(
    client: Client, riverside: Organisation, invoice: Invoice
) -> None:
    finance = signed_in(client, "finance")
    columns = {"day": "Date", "amount": "Amount", "reference": "Text", "payer": "From"}
    post(finance, "payments", "ebu", act="format", name="Town Bank", days="2026-10-31", **columns)
    assert "Another bank, or other columns" in page(finance, "payments", "ebu")
    reference = invoice_reference(invoice.number)
    mistyped = f"{reference[:-1]}{(int(reference[-1]) + 1) % 10}"
    statement = SimpleUploadedFile("bank.csv", BANK.format(mistyped).encode())
    post(finance, "payments", "ebu", act="load", bank="Town Bank", file=statement)
    waiting = page(finance, "payments", "ebu")
    assert f"names an invoice of {riverside.name}" in waiting and "without a payer's name" in waiting
    post(finance, "payments", "ebu", key="k", day="2026-11-05", amount="12.50", reference=reference)
    assert "<h2>Paid by</h2>" in page(finance, "invoice", "ebu", invoice.number)
    assert "£12.50" in page(finance, "club-account", "ebu", riverside.number)


def test_a_charge_keeps_what_was_put_right_about_it(client: Client, riverside: Organisation) -> None:
    finance = signed_in(client, "finance")
    charge = existing(riverside.charges.filter(kind="subscription", reversed_by=None).last())
    answer = finance.get(reverse("charge", args=["ebu", charge.pk]))
    code = next(name for name in answer.context["codes"] if name != answer.context["explained"].detail.get("code"))
    post(finance, "charge-code", "ebu", charge.pk, code=code, reason="it was another kind of session")
    later = existing(Charge.objects.filter(version=charge.version).last())
    assert "<h2>Charge codes of this filing</h2>" in page(finance, "charge", "ebu", later.pk)


def test_a_month_shows_what_was_withdrawn(client: Client, riverside: Organisation) -> None:
    filing = existing(Filing.objects.filter(organisation=riverside, state="provisional").last())
    staff = signed_in(client, "staff")
    post(staff, "end-filing", filing.receipt, withdraw="1", reason="never played")
    month = f"{filing.day:%Y-%m}"
    assert "<h2>Withdrawn and rejected</h2>" in page(staff, "month-end", "ebu", month)
    assert "These results no longer count" in page(staff, "result", "ebu", filing.receipt)
    secretary = signed_in(client, "secretary")
    assert "never played" in page(secretary, "club-month", "ebu", riverside.number, month)


def test_a_record_that_is_joined_to_another_says_so(client: Client, riverside: Organisation) -> None:
    older, newer = Person.objects.filter(home_club=riverside, anonymous=False).order_by("pk")[:2]
    staff = signed_in(client, "staff")
    post(staff, "member-act", "ebu", "1", older.number, "merge", duplicate=newer.number, reason="same address")
    assert "This record is joined to" in page(staff, "member", "ebu", "1", newer.number)
    assert "is joined to this record" in page(staff, "member", "ebu", "1", older.number)


def test_lists_in_which_nobody_is_found(client: Client) -> None:
    staff = signed_in(client, "staff")
    for address in ("/office/ebu/ledger/?q=zzzz", "/members/ebu/1/?q=zzzz&status=active", "/office/ebu/parts/?q=zzzz"):
        assert "found" in staff.get(address).content.decode(), address
    assert "Nothing here." in staff.get("/f/ebu/player/1001/?year=1999").content.decode()


def test_settings_of_a_federation_that_are_changed(client: Client) -> None:
    staff = signed_in(client, "staff")
    post(staff, "public-reasons", "ebu", public="yes")
    assert "Show them to the player and officers only" in page(staff, "officers", "ebu")
    post(staff, "organisation", "ebu", "1", contact="1", email="office@ebu.example", public="yes")
    assert "Contact" in page(client, "federation", "ebu")


def test_a_certificate_is_replaced_and_registered(client: Client) -> None:
    staff = signed_in(client, "staff", "wbu")
    fields = {"name": "Una Unit", "event": "Pairs", "issued": "2026-11-01", "parts": "Pairs; 12"}
    kind = next(iter(staff.get(reverse("point-certificates", args=["wbu", "1001"])).context["rules"].kinds))
    post(staff, "point-certificates", "wbu", "1001", **fields, kind=kind)
    certificate = existing(PointCertificate.objects.last())
    post(staff, "certificate-act", "wbu", "1001", certificate.code, act="replace", reason="lost", parts="Pairs; 14")
    replacement = existing(PointCertificate.objects.last())
    assert "Replaced by" in page(staff, "point-certificate", "wbu", "1001", certificate.code)
    assert "Issued instead of" in page(staff, "point-certificate", "wbu", "1001", replacement.code)
