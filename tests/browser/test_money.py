"""The treasurer reads the invoice: from a line to the names in four clicks, and to the letter that pays it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from answers import existing
from browser.page_errors import errors_of
from browser.walking import follow
from masterpoint.centre.billing import accounts
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.registry.models import Organisation


def shot(page: Page, name: str) -> None:
    """A picture for those who look, where a folder is named for it."""
    folder = os.environ.get("MASTERPOINT_PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}-{existing(page.viewport_size)['width']}.png"), full_page=True)


def test_from_an_invoice_to_the_names_in_four_clicks(visit: Callable[..., Page]) -> None:
    invoice = Invoice.objects.get(organisation__number="1001", federation="ebu")
    charge = existing(
        Charge.objects.filter(billed__line__invoice=invoice, billed__line__number=1).order_by("day", "pk").first()
    )
    for width in (360, 1100):
        page = visit("treasurer", width=width)
        page.goto("/billing/")
        shot(page, "billing")
        follow(page.get_by_role("link", name="Riverside Bridge Club"))
        shot(page, "account")
        follow(page.get_by_role("link", name=f"Invoice {invoice.number}"))  # one
        shot(page, "invoice")
        follow(page.get_by_role("link", name="Universal Membership, code 10"))  # two
        shot(page, "line")
        follow(page.get_by_role("link", name="Names and tariff").first)  # three
        shot(page, "charge")
        expect(page.get_by_role("heading", name="Players counted")).to_be_visible()
        assert page.locator("ol.columns li").count() == len(charge.detail["heads"])
        expect(page.get_by_text("EBU 1.3.2").first).to_be_visible()
        expect(page.get_by_text("invented for the demo").first).to_be_visible()
        follow(page.get_by_role("link", name="EBU 1.3.2").first)  # four: the clause itself
        expect(page.locator("h1")).to_be_visible()
        assert errors_of(page) == []


def test_the_finance_sees_who_owes_and_enters_the_payment(visit: Callable[..., Page]) -> None:
    invoice = Invoice.objects.get(organisation__number="1001", federation="ebu")
    club = Organisation.objects.get(federation="ebu", number="1001")
    page = visit("finance")
    page.goto("/billing/ebu/")
    expect(page.get_by_role("link", name="Riverside Bridge Club").first).to_be_visible()
    shot(page, "finance")
    follow(page.get_by_role("link", name="Payments"))
    page.get_by_label("Amount", exact=True).fill(f"{invoice.total / 100:.2f}")
    page.get_by_label("Reference", exact=True).fill(f"invoice {invoice.number} paid")
    page.get_by_label("Number of the organisation, if the reference does not say").fill("1001")
    shot(page, "payments")
    follow(page.get_by_role("button", name="Enter it"))
    expect(page.get_by_role("status")).to_contain_text("The payment is entered.")
    assert accounts.balance(club) == 0
    assert errors_of(page) == []
