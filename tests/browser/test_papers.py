"""Papers of an office in a browser: a register keyed, a tournament and its error list, who does not renew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.files import members
from browser.page_errors import errors_of
from browser.walking import follow
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Person


def test_the_awards_register_is_saved_as_one_types_and_posted_at_once(
    visit: Callable[..., Page], register: Callable[..., Any]
) -> None:
    page = visit("secretary@abf.example")
    with register():
        ann = members(federation="abf")[0]
    page.goto("/credits/abf/1001/register/")
    page.get_by_label("Event").fill("Spring Congress")
    page.get_by_label("Last day of play").fill("2026-11-10")
    page.locator(f"[name='points.{ann.number}.green']").press_sequentially("0.42")
    expect(page.locator("#sums")).to_contain_text("0.42 green")
    expect(page.locator("#sums")).to_contain_text("Saved.")
    page.goto("/credits/abf/1001/register/")
    expect(page.locator(f"[name='points.{ann.number}.green']")).to_have_value("0.42")
    follow(page.get_by_role("button", name="Post them as reported"))
    expect(page.get_by_role("status")).to_contain_text("Posted as reported")
    with register():
        assert Posting.objects.get(kind="reported", federation="abf").lines.get().hundredths == 42
    assert errors_of(page) == []


def test_a_tournament_is_reworked_until_its_error_list_is_empty(
    visit: Callable[..., Page], register: Callable[..., Any]
) -> None:
    page = visit("secretary@nz.example")
    with register():
        people = [person for person in members(federation="nz") if person.status == "active"][:12]
    page.goto("/members/nz/1001/sheets/")
    follow(page.get_by_role("button", name="Begin: Tournament Master Point Input Sheet"))
    heading = {"Event name": "Spring Pairs", "Director": "Dee Example", "Pairs": "6", "Sessions": "2", "Boards": "50"}
    for label, value in (heading | {"Type of award": "8B", "Date": "2026-11-08"}).items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Event type").select_option("pairs")
    _fill(page, "results", people)
    expect(page.locator("#saved")).to_contain_text("Saved.")
    follow(page.get_by_role("button", name="Send the sheet"))
    expect(page.get_by_role("heading", name="Error list")).to_be_visible()
    expect(page.get_by_text("2 sessions, but 0 session sheets")).to_be_visible()
    expect(page.get_by_role("heading", name="Session 1 not received yet")).to_be_visible()
    for number in range(2):
        for name, value in {"date": "2026-11-08", "boards": "25", "pairs_ns": "6"}.items():
            page.locator(f"[name='session_sheets.{number}.{name}']").fill(value)
        page.locator(f"[name='session_sheets.{number}.movement']").select_option("howell")
        _fill(page, f"session_sheets.{number}.ns", people, first_number="" if number else "424242")
    follow(page.get_by_role("button", name="Send the sheet"))
    expect(page.get_by_text("unallocated computer number")).to_be_visible()
    page.locator("[name='session_sheets.0.ns.0.number']").fill(people[0].number)
    follow(page.get_by_role("button", name="Send the sheet"))
    expect(page.get_by_role("link", name="Its filing")).to_be_visible()
    with register():
        assert Filing.objects.filter(federation="nz", name="Spring Pairs").count() == 1
    assert errors_of(page) == []


def _fill(page: Page, grid: str, people: list[Person], first_number: str = "") -> None:
    """The pairs in order; perhaps with a number nobody has."""
    for row, (first, second) in enumerate(zip(people[::2], people[1::2], strict=True)):
        number = first_number if first_number and row == 0 else first.number
        cells = {
            "place": str(row + 1),
            "number": number,
            "name": first.name,
            "number_2": second.number,
            "name_2": second.name,
        }
        for name, value in cells.items():
            page.locator(f"[name='{grid}.{row}.{name}']").fill(value)


def test_those_who_do_not_renew_are_ticked_and_taken_back(
    visit: Callable[..., Page], register: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("access", "renewals", "pages"):
        monkeypatch.setattr(f"masterpoint.web.reports.{module}.now", lambda: datetime(2026, 2, 1, 12, tzinfo=UTC))
    page = visit("secretary@abf.example")
    with register():
        ann, bob = members(federation="abf")[:2]
    page.goto("/reports/abf/1001/schedule/")
    for person in (ann, bob):
        page.locator(f"[name='number'][value='{person.number}']").check()
    follow(page.get_by_role("button", name="Cancel those ticked"))
    expect(page.get_by_role("status")).to_contain_text("2 memberships cancelled")
    page.locator(f"[name='number'][value='{bob.number}']").check()
    follow(page.get_by_role("button", name="Renew those ticked after all"))
    expect(page.get_by_role("status")).to_contain_text("1 membership renewed after all")
    assert errors_of(page) == []
