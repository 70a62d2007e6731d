"""Money on the site: what an event would cost before it is filed, and an amount that begins in the past."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from answers import existing
from centre.billing_kit import owed_exactly, require_sound
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import Charge, InvoiceDelivery, Payment
from masterpoint.centre.enquiries.models import new_key
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.models import Appointment, Organisation
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
EVENT = b"""
form = "session"
scheme = "ebu"
day = 2026-11-10
contest = "pairs"
boards = 24
organiser = { level = "club" }
lists = [{ places = "1 2 3 4 5 6 7 8 9 10 11 12" }]
"""


@pytest.fixture
def riverside() -> Organisation:
    return Organisation.objects.get(federation="ebu", number="1001")


def test_the_calculator_says_what_an_evening_costs(client: Client) -> None:
    page = client.get(reverse("calculate", args=["nz"])).content.decode()
    assert "What it costs: $" in page
    assert "E8.7a" in page


def test_the_preview_of_a_filing_says_what_it_costs(client: Client, riverside: Organisation) -> None:
    """Twelve pairs at the demo's 42p: £10.08, and what the county adds."""
    scorer = User.objects.get(email="scorer@ebu.example")
    draft = Draft.objects.create(
        key=new_key(),
        federation=riverside.federation,
        organisation=riverside,
        user=scorer,
        original=EVENT,
        original_name="evening.toml",
    )
    page = signed_in(client, "scorer", "ebu").get(reverse("draft", args=[draft.key])).content.decode()
    assert "£10.08" in page
    assert "EBU 1.3.2" in page


def test_an_amount_that_begins_in_the_past_is_charged_with_a_press(client: Client, riverside: Organisation) -> None:
    """From 42p to 52p: ten pence more for every player session of the demo's season since April."""
    before = owed_exactly(riverside)
    sessions = before_heads(riverside)
    finance = signed_in(client, "finance", "ebu")
    entered = {"name": "standard_charge", "value": "0.52", "first_day": "2026-04-01"}
    page = finance.post(reverse("tariff", args=["ebu"]), entered, follow=True).content.decode()
    assert "may cost something else now" in page
    assert owed_exactly(riverside) == before, "nothing changes by itself"
    finance.post(reverse("charge-waiting", args=["ebu"]))
    assert owed_exactly(riverside) == before + sessions * Fraction("0.10")
    require_sound(riverside.federation)


def test_the_tariff_names_the_clause_of_every_amount(client: Client) -> None:
    page = signed_in(client, "finance", "ebu").get(reverse("tariff", args=["ebu"])).content.decode()
    assert 'href="/handbooks/ebu/2014/#clause-1.3.2">EBU 1.3.2</a>' in page
    rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert rows.count("#clause-") == rows.count("<tr>") + len(re.findall(r" from \d", rows))


def test_a_charge_leads_to_the_edition_of_its_day(client: Client, riverside: Organisation) -> None:
    charge = existing(riverside.charges.filter(kind="subscription").first())
    page = signed_in(client, "treasurer", "ebu").get(reverse("charge", args=["ebu", charge.pk])).content.decode()
    assert "/handbooks/ebu/2014/#clause-1.3.2" in page and "/handbooks/ebu/#clause" not in page


def test_the_page_of_an_invoice_names_whom_it_was_issued_to_as_its_pdf_does(
    client: Client, riverside: Organisation
) -> None:
    invoice, before = riverside.invoices.first(), riverside.name
    office = User.objects.get(email="staff@ebu.example")
    organisations.change_organisation(riverside, "The Weir", parent=riverside.parent, active=True, by=office)
    address = reverse("invoice", args=["ebu", existing(invoice).number])
    assert f"{before}, issued" in signed_in(client, "finance", "ebu").get(address).content.decode()


def test_finance_sends_an_invoice_and_deletes_the_address_on_it(client: Client, riverside: Organisation) -> None:
    """The demo's invoices were issued without letters; the club's treasurer sees the address, and deletes nothing."""
    invoice = existing(riverside.invoices.first())
    InvoiceDelivery.objects.filter(invoice=invoice).update(post="1 High Street\nFernton", letters=0)
    address = reverse("invoice", args=["ebu", invoice.number])
    treasurer = signed_in(client, "treasurer", "ebu")
    page = treasurer.get(address).content.decode()
    assert "1 High Street<br>Fernton" in page and "Sent to nobody" in page
    for act in ("send-invoice", "delete-address"):
        assert act not in page
        assert treasurer.post(reverse(act, args=["ebu", invoice.number])).status_code == 404
    finance = signed_in(client, "finance", "ebu")
    assert "Invoices that nobody got" in finance.get(reverse("finance", args=["ebu"])).content.decode()
    page = finance.post(reverse("send-invoice", args=["ebu", invoice.number]), follow=True).content.decode()
    assert "1 letter in the outbox" in page and "Sent to nobody" not in page
    page = finance.post(reverse("delete-address", args=["ebu", invoice.number]), follow=True).content.decode()
    assert "1 High Street" not in page and "The postal address was deleted on" in page
    require_sound(riverside.federation)


def test_a_run_names_the_invoices_that_nobody_got(client: Client, riverside: Organisation) -> None:
    Appointment.objects.filter(organisation__federation="ebu").exclude(role="finance").delete()
    User.objects.filter(email="finance@ebu.example").update(wants_letters=False)
    finance = signed_in(client, "finance", "ebu")
    entered = {"name": "standard_charge", "value": "0.52", "first_day": "2026-04-01"}
    finance.post(reverse("tariff", args=["ebu"]), entered)
    finance.post(reverse("charge-waiting", args=["ebu"]))
    page = finance.post(reverse("invoice-run", args=["ebu"]), follow=True).content.decode()
    assert f"was sent to nobody: {riverside.name} has no" in page


def test_what_is_free_of_charge_says_why_on_a_page_of_its_own(client: Client) -> None:
    """ABF 8.4a: the demo's first evening was received more than 30 days late, and green files are not fined."""
    charge = existing(
        Charge.objects.filter(posting__federation="abf", kind="late file", organisation__number="1001").first()
    )
    staff = signed_in(client, "finance", "abf")
    page = staff.get(reverse("club-account", args=["abf", "1001"])).content.decode()
    free = page.partition("Free of charge")[2]
    address = reverse("charge", args=["abf", charge.pk])
    assert address in free and address not in page.removesuffix(free)
    assert "no fine for the late file: only the files of red and gold events" in staff.get(address).content.decode()


def test_a_day_to_come_is_refused_without_advice_about_play(client: Client) -> None:
    address = reverse("invoice-run", args=["ebu"]) + "?as_at=2999-01-01"
    page = signed_in(client, "finance", "ebu").get(address, follow=True).content.decode()
    assert "this day has not come yet" in page and "day of play" not in page


def test_help_leads_only_those_to_the_members_who_keep_some(client: Client) -> None:
    address = f'href="{reverse("my-members")}"'
    assert address not in help_of(signed_in(client, "treasurer", "ebu"))
    assert address in help_of(signed_in(client, "secretary", "ebu"))


def help_of(client: Client) -> str:
    return client.get(reverse("help-for", args=["secretaries"])).content.decode().partition("<main")[2]


def test_a_payment_sent_twice_is_entered_once(client: Client, riverside: Organisation) -> None:
    """A button pressed twice sends the same key; a page gone back to and changed is refused."""
    finance, address = signed_in(client, "finance", "ebu"), reverse("payments", args=["ebu"])
    (key,) = re.findall(r'name="key" value="([0-9a-f]+)"', finance.get(address).content.decode())
    form = {"key": key, "day": "2026-11-02", "amount": "12.50", "number": "1001"}
    assert "The payment is entered." in finance.post(address, form, follow=True).content.decode()
    assert "nothing changed" in finance.post(address, form, follow=True).content.decode()
    changed = finance.post(address, form | {"amount": "125.00"}, follow=True).content.decode()
    assert "£12.50 on 2 November 2026" in changed
    (payment,) = Payment.objects.all()
    page = finance.post(
        reverse("payment", args=["ebu", payment.pk]), {"back": "1", "reason": "typed wrongly"}, follow=True
    )
    assert "The payment is taken back." in page.content.decode()
    assert "Why is it wrong?" not in page.content.decode(), "what was taken back is not taken back again"
    require_sound(riverside.federation)


def test_days_the_wrong_way_round_are_refused(client: Client, riverside: Organisation) -> None:
    finance, days = signed_in(client, "finance", "ebu"), "?first=2026-11-02&last=2026-11-01"
    for name, args in {"finance": [], "billing-export": ["xero"], "statement": ["1001"]}.items():
        page = finance.get(reverse(name, args=["ebu", *args]) + days, follow=True)
        assert "after the last day" in page.content.decode()


def test_one_reason_is_said_once_to_everybody_it_concerns(client: Client) -> None:
    """ABF 8.2a: members are declared as at 31 March."""
    finance = signed_in(client, "finance", "abf")
    page = finance.get(reverse("periodic", args=["abf"]) + "?name=capitation&day=2026-11-01").content.decode()
    assert page.count("as at 31 March") == 1
    assert "Riverside Bridge Club, Hilltop Bridge Club" in page


def before_heads(club: Organisation) -> int:
    """Player sessions of the club that pay the standard charge of this year."""
    rows = club.charges.filter(reverses=None, reversed_by=None, day__gte="2026-04-01", kind="subscription")
    return sum(rows.exclude(amount="0").values_list("player_sessions", flat=True))


def test_every_event_on_an_account_and_on_a_line_of_an_invoice_is_a_link(client: Client) -> None:
    treasurer = signed_in(client, "treasurer", "ebu")
    charges = Charge.objects.filter(organisation__federation="ebu", organisation__number="1001", version__isnull=False)
    waiting, billed = charges.filter(billed=None).first(), charges.exclude(billed=None).first()
    line = existing(billed).billed.line
    pages = {
        reverse("club-account", args=["ebu", "1001"]): waiting,
        reverse("invoice-line", args=["ebu", line.invoice.number, line.number]): billed,
    }
    for address, charge in pages.items():
        filing = existing(existing(charge).version).filing
        link = f'<a href="{reverse("result", args=["ebu", filing.receipt])}">{filing.name}</a>'
        assert link in treasurer.get(address).content.decode()
