"""The office: the week's filings approved, a record adjusted and put back, two records of one person joined."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.files import OPEN_DAY, members, upload
from browser.walking import follow
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries
from masterpoint.centre.registry.models import Person
from masterpoint.web.office import queue


def test_the_clean_ones_are_approved_with_one_button_and_the_others_looked_at(
    visit_on_each: Callable[..., Any],
) -> None:
    waiting = list(Filing.objects.filter(federation="ebu", state="provisional").order_by("day", "pk"))
    Filing.objects.filter(pk=waiting[0].pk).update(findings=1)
    page = visit_on_each("staff")
    page.goto("/office/ebu/")
    follow(page.get_by_role("link", name=re.compile("Waiting to be approved")))
    expect(page.get_by_role("checkbox", name=re.compile("^Approve "))).to_have_count(len(waiting) - 1)
    expect(page.locator("tr", has_text=waiting[0].receipt)).to_contain_text("look first")
    follow(page.get_by_role("button", name="Approve the ticked ones"))
    expect(page.get_by_role("status")).to_contain_text("official")
    follow(page.get_by_role("link", name=waiting[0].receipt))
    follow(page.get_by_role("button", name="Approve it"))
    expect(page.locator("main")).to_contain_text("approved by Demo staff, EBU")
    assert not Filing.objects.filter(federation="ebu", state="provisional").exists()


POINTS_BY_PLACE = {1: 24, 2: 20, 3: 12, 4: 6, 5: 3}
BY_THE_BOOK = {1: 24, 2: 18, 3: 12, 4: 6}
"""12 pairs over 24 boards: the file gives the second too much and pays the fifth."""


def with_awards(people: list[Person]) -> bytes:
    """A list with the club's own awards, two of them wrong; files count a hundred local points as one."""
    lines = [
        f"{place},{first.name},{first.number},{second.name},{second.number},{POINTS_BY_PLACE.get(place, 0) / 100:.2f}"
        for place, (first, second) in enumerate(zip(people[::2], people[1::2], strict=True), 1)
    ]
    head = f"Date,{OPEN_DAY:%d/%m/%Y}\nBoards,24\nplace,player1,number1,player2,number2,local"
    return "\n".join([head, *lines]).encode()


def test_what_the_file_gives_and_what_the_book_gives_player_by_player(visit_on_each: Callable[..., Any]) -> None:
    """J11: the queue itself shows who would get what; nothing else has to be opened to decide."""
    people = members()
    scorer = visit_on_each("scorer")
    scorer.goto("/file/")
    scorer.get_by_label("The results file").set_input_files(upload(with_awards(people), "awards.csv"))
    follow(scorer.get_by_role("button", name="Show me what it pays"))
    follow(scorer.get_by_role("button", name="File it"))
    receipt = Filing.objects.get(day=OPEN_DAY, federation="ebu").receipt
    page = visit_on_each("staff")
    page.goto("/office/ebu/queue/")
    row = page.locator("tr", has=page.get_by_role("link", name=receipt))
    expect(row).to_contain_text("look first")
    row.get_by_text("2 to look at").click()
    expect(row).to_contain_text("differ from the book for 2 contestants")
    differences = row.locator("tbody tr")
    expect(differences).to_have_count(2)
    for at, place in enumerate((2, 5)):
        pair = people[2 * place - 2 : 2 * place]
        cells = differences.nth(at).locator("td")
        for person in pair:
            expect(cells.nth(0)).to_contain_text(person.name)
        expect(cells.nth(1)).to_have_text(str(POINTS_BY_PLACE[place]))
        expect(cells.nth(2)).to_have_text(str(BY_THE_BOOK.get(place, 0)))
        expect(cells.nth(4)).to_contain_text("EBU 4.1")
        expect(cells.nth(4)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hundred_clean_filings_are_one_page_and_one_button(visit_on_each: Callable[..., Any]) -> None:
    """J11: what takes ten minutes for a hundred is one look and one click."""
    assert queue.FILINGS_A_PAGE >= 100
    page = visit_on_each("staff")
    page.goto("/office/ebu/queue/")
    count = page.get_by_role("checkbox", name=re.compile("^Approve "), checked=True).count()
    assert count == Filing.objects.filter(federation="ebu", state="provisional", findings=0).count() > 1
    follow(page.get_by_role("button", name="Approve the ticked ones"))
    expect(page.get_by_role("status")).to_contain_text(f"{count} filings are official")


def test_an_adjustment_is_seen_before_it_is_posted_and_can_be_taken_back(visit: Callable[..., Page]) -> None:
    person = members()[0]
    before = queries.holding(person)
    page = visit("staff", width=360)
    page.goto("/office/ebu/ledger/")
    page.get_by_label(re.compile("Whose record")).fill(person.number)
    follow(page.get_by_role("button", name="Find"))
    follow(page.get_by_role("link", name=re.compile(person.name)).first)
    page.get_by_label("Colour").select_option("local")
    page.get_by_label(re.compile("^Points")).fill("-0.5x")
    page.get_by_label("Why").fill("entered twice")
    follow(page.get_by_role("button", name="Show what it does"))
    expect(page.get_by_role("alert")).to_contain_text("this is not a number of points")
    page.get_by_label(re.compile("^Points")).fill("-2")
    follow(page.get_by_role("button", name="Show what it does"))
    expect(page.get_by_role("heading", name="What it would do")).to_be_visible()
    assert queries.holding(person) == before
    follow(page.get_by_role("button", name="Post it"))
    expect(page.get_by_role("status")).to_contain_text("Posted to")
    assert queries.holding(person) == before | {"local": before.get("local", 0) - 200}
    follow(page.get_by_role("link", name=re.compile(r"Take number \d+ back")).first)
    expect(page.locator("main")).to_contain_text(f"Only {person.name} ({person.number}) loses these points")
    page.get_by_label("Why?").fill("it was right after all")
    follow(page.get_by_role("button", name="Take it back from"))
    expect(page.get_by_role("status")).to_contain_text("is taken back")
    assert queries.holding(person) == before


def test_points_from_another_union_are_shown_as_the_book_credits_them(visit: Callable[..., Page]) -> None:
    person = members()[1]
    before = queries.holding(person).get("local", 0)
    page = visit("staff")
    page.goto(f"/office/ebu/ledger/record/{person.number}/transfer/")
    page.get_by_label("Local").fill("500")
    page.get_by_label(re.compile("^Union")).select_option("wales")
    page.get_by_label(re.compile("^Record closed")).select_option("yes")
    page.get_by_label(re.compile("^Why")).fill("moved to England")
    follow(page.get_by_role("button", name="Show what it credits"))
    expect(page.locator("main")).to_contain_text("local points transferred from wales")
    assert queries.holding(person).get("local", 0) == before
    follow(page.get_by_role("button", name="Credit them"))
    expect(page.get_by_role("status")).to_contain_text("Posted to")
    assert queries.holding(person)["local"] == before + 50_000


def test_two_records_of_one_person_are_joined_from_the_list(visit: Callable[..., Page]) -> None:
    survivor, other = members()[:2]
    Person.objects.filter(pk=other.pk).update(
        given_name=survivor.given_name, family_name=survivor.family_name, sort_key=survivor.sort_key
    )
    total = queries.holding(survivor).get("local", 0) + queries.holding(other).get("local", 0)
    page = visit("staff")
    page.goto("/office/ebu/duplicates/")
    card = page.locator("article", has_text=other.number).filter(has_text=survivor.number)
    expect(card).to_contain_text("Same name, same club")
    card.get_by_label(re.compile("How do you know")).fill("she told us")
    follow(card.get_by_role("button", name=re.compile("^Join ")))
    expect(page.get_by_role("status")).to_contain_text("No point is lost")
    assert queries.holding(survivor)["local"] == total
