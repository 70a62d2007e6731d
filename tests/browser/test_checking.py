"""Anyone checks a rank or an award: from the certificate or the link in their hand, without an account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.page_errors import errors_of
from browser.walking import follow
from demo_centre import UNTIL
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing.announcing import promote
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.registry.models import Federation, Person


@pytest.fixture
def promoted_player(db: None) -> Person:
    """The player of the demo reaches 100 points with the last evening, and the office announces it."""
    player, staff = (User.objects.get(email=f"{role}@ebu.example") for role in ("player", "staff"))
    missing = 10_000 - sum(queries.credited_points(player.people.get()).values())
    ledger.adjust(player.people.get(), "local", missing, date(2020, 1, 1), by=staff, reason="from the paper record")
    promote(Federation.objects.get(code="ebu"), UNTIL, by=staff)
    return player.people.get()


def test_a_certificate_and_the_page_that_proves_it(
    visit_on_each: Callable[..., Any], promoted_player: Person, tmp_path: Path
) -> None:
    page = visit_on_each("player")
    page.goto("/")
    follow(page.get_by_role("link", name="My record").first)
    expect(page.locator("article").first).to_contain_text(re.compile(r"reached on [^,]+,\s+official since the run of"))
    with page.expect_download() as download:
        page.get_by_role("link", name="certificate (PDF)").click()
    download.value.save_as(tmp_path / "certificate.pdf")
    pdf = (tmp_path / "certificate.pdf").read_bytes()
    (address,) = set(re.findall(rb"/URI\(http[^)]*(/proof/rank/[^)]+)\)", pdf))
    stranger = visit_on_each("nobody")
    stranger.goto(address.decode())
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Local Master")
    expect(stranger.locator("main")).to_contain_text("The ledger confirms it")
    expect(stranger.locator("main")).to_contain_text("Checked just now")
    expect(stranger.locator(".steps")).to_contain_text("overall holding")
    assert errors_of(stranger) == []


def test_the_link_to_an_award_opens_for_anybody(visit_on_each: Callable[..., Any]) -> None:
    page = visit_on_each("player")
    page.goto("/")
    follow(page.get_by_role("link", name="My record").first)
    follow(page.get_by_role("link", name=re.compile(r"^Why \d")).first)
    steps = page.locator(".steps").inner_text()
    follow(page.get_by_role("link", name="A link to this award"))
    page.wait_for_url("**/proof/award/**")
    stranger = visit_on_each("nobody")
    stranger.goto(page.url)
    assert stranger.locator(".steps").inner_text() == steps
    expect(stranger.locator("main")).to_contain_text("the handbook gives the same awards for the facts filed")
    expect(stranger.locator("main")).to_contain_text(re.compile("Fingerprint\\s+[0-9a-f]{64}"))
    player = User.objects.get(email="player@ebu.example").people.get()
    expect(stranger.locator("main")).to_contain_text(player.name)
    Person.objects.filter(pk=player.pk).update(anonymous=True)
    stranger.reload()
    expect(stranger.locator("main")).to_contain_text("Anonymous member")
    expect(stranger.locator("main")).not_to_contain_text(player.name)
