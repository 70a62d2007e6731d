"""J1, J6, J8 and J9 where the registry has to be sure: filed again, official, entry lists, an evening twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.files import OPEN_DAY, evening, members, upload
from browser.test_journeys import file_it
from browser.walking import follow
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import ending
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.registry.models import Person


def staff() -> User:
    return User.objects.get(email="staff@ebu.example")


def drop(page: Page, data: bytes) -> None:
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(data))
    follow(page.get_by_role("button", name="Show me what it pays"))


def test_what_the_office_rejected_is_filed_again_only_by_a_decision(
    visit: Callable[..., Page], register: Callable[..., Any]
) -> None:
    page = visit("scorer")
    receipt = file_it(page, evening(members()))
    with register():
        ending.reject(Filing.objects.get(receipt=receipt), by=staff(), reason="nobody played")
    drop(page, evening(members()))
    expect(page.get_by_role("heading", name="File this again?")).to_be_visible()
    expect(page.get_by_text("nobody played")).to_be_visible()
    page.goto("/file/")
    expect(page.get_by_text("Taken back before")).to_be_visible()
    follow(page.get_by_role("link", name="thursday.toml"))
    follow(page.get_by_role("button", name="Yes, file it again"))
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()
    office = visit("staff")
    office.goto("/office/ebu/queue/")
    row = office.locator("tbody tr").filter(has_text="nobody played")
    expect(row).to_contain_text("look first")


def test_a_correction_of_an_official_evening_waits_for_the_office_and_the_club_reads_why(
    visit: Callable[..., Page], register: Callable[..., Any]
) -> None:
    page = visit("scorer")
    people = members()
    receipt = file_it(page, evening(people))
    with register():
        ending.approve(Filing.objects.get(receipt=receipt), by=staff())
        before = ledger.holding(people[0])["local"]
    page.goto(f"/file/?corrects={receipt}")
    page.get_by_label("The results file").set_input_files(upload(evening([*people[2:4], *people[:2], *people[4:]])))
    follow(page.get_by_role("button", name="Show me what it pays"))
    page.get_by_label("What was wrong?").fill("two pairs swapped")
    follow(page.get_by_role("button", name="File the correction"))
    expect(page.get_by_role("status")).to_contain_text("The federation's office decides")
    office = visit("staff")
    office.goto("/office/ebu/proposals/")
    card = office.locator("section").filter(has_text=receipt)
    expect(card).to_contain_text("two pairs swapped")
    card.get_by_label("What you decided, and why").fill("as the club says")
    follow(card.get_by_role("button", name=re.compile("^Accept")))
    expect(office.get_by_role("status")).to_contain_text("Done")
    with register():
        assert ledger.holding(people[0])["local"] < before
        letter = Letter.objects.filter(subject__startswith="Accepted").first()
        assert letter is not None and "as the club says" in letter.text and receipt in letter.text


def test_two_hundred_entrants_with_their_grades_a_limit_and_a_table_to_keep(
    visit_on_each: Callable[..., Any], register: Callable[..., Any]
) -> None:
    """J8: pasted once, answered by one page; how much that asks of the database is in `web/test_records`."""
    with register():
        people = list(Person.objects.filter(federation="nz", anonymous=False, merged_into=None).order_by("pk")[:40])
    lines = [person.number for person in people] + ["99900"] + [f"Nobody Atall{index}" for index in range(160)]
    page = visit_on_each("nobody")
    page.goto("/f/nz/entry-list/")
    page.get_by_label(re.compile("^Names or numbers")).fill("\n".join(lines))
    page.get_by_label("As at").fill("2026-11-15")
    page.get_by_text("The event is limited").click()
    page.get_by_label("For players graded").select_option(index=1)
    requests = []
    page.on("request", lambda request: requests.append(request.resource_type))
    follow(page.get_by_role("button", name="Look them up"))
    expect(page.locator("tbody tr")).to_have_count(200)
    assert requests.count("document") == 1 and not {"fetch", "xhr"} & set(requests)
    expect(page.get_by_text("1 more line was left out")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text(people[0].name)
    expect(page.locator("tbody tr").nth(len(people))).to_contain_text("It is nobody's number")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    text = saved.value.path().read_text(encoding="utf-8-sig")
    assert text.splitlines()[0].startswith("as written,number,name,club,rank,grade,total")
    assert people[0].number in text and len(text.splitlines()) == 201


def test_an_evening_that_may_be_credited_twice_is_decided_before_it_is_official(
    visit: Callable[..., Page], register: Callable[..., Any]
) -> None:
    page = visit("scorer")
    first = file_it(page, evening(members()))
    drop(page, evening(members()[:20], day=OPEN_DAY.replace(day=3), boards=26))
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()
    with register():
        second = Filing.objects.get(day=OPEN_DAY.replace(day=3), filed_by__email="scorer@ebu.example")
        Filing.objects.filter(pk=second.pk).update(day=OPEN_DAY)
    office = visit("staff")
    office.goto("/office/ebu/queue/")
    row = office.locator("tbody tr").filter(has_text=first).first
    expect(row).to_contain_text("May be the same evening as")
    office.goto(f"/filings/{first}/")
    expect(office.get_by_role("button", name="Approve it")).to_have_count(0)
    office.get_by_label("How do you know that they are two events?").fill("an afternoon and an evening")
    follow(office.get_by_role("button", name="These are two events"))
    expect(office.get_by_role("status")).to_contain_text("are two events")
    follow(office.get_by_role("button", name="Approve it"))
    expect(office.get_by_role("status")).to_contain_text("is official")
