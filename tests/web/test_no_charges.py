"""A federation whose book charges nothing: no menu, card, report or office speaks of money, and no page of it opens."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from masterpoint.centre.filing.models import Filing
from masterpoint.core.charges import NO_CHARGES
from masterpoint.schemes import FEDERATIONS
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
MONEY = re.compile(r'href="/billing/|\b(?:[Cc]harges?|[Ii]nvoices?|[Tt]ariff|[Tt]reasurer|[Ff]inance|[Cc]osts?)\b(?!@)')
ROLES = ("player", "scorer", "secretary", "treasurer", "finance", "staff")


@pytest.fixture(autouse=True)
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", replace(FEDERATIONS["ebu"], charging=NO_CHARGES))


def text_of(client: Client, address: str) -> str:
    page = client.get(address, follow=True)
    assert page.status_code == 200
    return page.content.decode().partition("<body")[2].partition("<footer")[0]


@pytest.mark.parametrize("role", ROLES)
def test_no_menu_and_no_card_leads_to_money(client: Client, role: str) -> None:
    signed_in(client, role)
    for address in (reverse("home"), reverse("books"), reverse("check")):
        text = text_of(client, address).replace(f"Demo {role}", "")
        assert MONEY.findall(text) == [], address


def test_no_report_and_no_office_is_about_money(client: Client) -> None:
    reports = text_of(signed_in(client, "secretary"), reverse("my-reports"))
    assert "Every event of the period with the points it gave." in reports and MONEY.findall(reports) == []
    officers = text_of(signed_in(client, "staff"), reverse("officers", args=["ebu"]))
    assert "Secretary" in officers and not re.search(r'<option value="(?:treasurer|finance)"', officers)


@pytest.mark.parametrize("role", ["treasurer", "finance", "staff"])
def test_no_page_of_accounts_opens(client: Client, role: str) -> None:
    signed_in(client, role)
    for name in ("finance", "tariff", "invoice-run", "payments", "periodic"):
        assert client.get(reverse(name, args=["ebu"])).status_code == 404
    assert client.get(reverse("club-account", args=["ebu", "1001"])).status_code == 404
    assert "You cannot see any charges" in client.get(reverse("billing")).content.decode()


def test_what_an_event_would_cost_is_not_asked(client: Client) -> None:
    assert "What it costs" not in client.get(reverse("calculate", args=["ebu"])).content.decode()
    receipt = Filing.objects.filter(federation="ebu", state="provisional")[0].receipt
    page = signed_in(client, "staff").get(reverse("filing", args=[receipt])).content.decode()
    assert "What it costs" not in page


def test_where_something_is_charged_it_is_all_there(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert reverse("billing") in text_of(signed_in(client, "treasurer"), reverse("home"))
    assert "Events and charges" in text_of(signed_in(client, "secretary"), reverse("my-reports"))
