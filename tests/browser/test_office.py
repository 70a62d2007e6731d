"""The office: the week's filings approved, a record adjusted and put back, two records of one person joined."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.files import members
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries
from masterpoint.centre.registry.models import Person


def test_the_clean_ones_are_approved_with_one_button_and_the_others_looked_at(visit):
    waiting = list(Filing.objects.filter(federation="ebu", state="provisional").order_by("day", "pk"))
    Filing.objects.filter(pk=waiting[0].pk).update(findings=1)
    page = visit("staff")
    page.goto("/office/ebu/")
    page.get_by_role("link", name=re.compile("Waiting to be approved")).click()
    expect(page.get_by_role("checkbox", name=re.compile("^Approve "))).to_have_count(len(waiting) - 1)
    expect(page.get_by_role("row", name=re.compile(waiting[0].receipt))).to_contain_text("look first")
    page.get_by_role("button", name="Approve the ticked ones").click()
    expect(page.get_by_role("status")).to_contain_text("official")
    page.get_by_role("link", name=waiting[0].receipt).click()
    page.get_by_role("button", name="Approve it").click()
    expect(page.locator("main")).to_contain_text("approved by Demo staff, EBU")
    assert not Filing.objects.filter(federation="ebu", state="provisional").exists()


def test_an_adjustment_is_seen_before_it_is_posted_and_can_be_taken_back(visit):
    person = members()[0]
    before = queries.holding(person)
    page = visit("staff", width=360)
    page.goto("/office/ebu/ledger/")
    page.get_by_label(re.compile("Whose record")).fill(person.number)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(person.name)).first.click()
    page.get_by_label("Colour").select_option("local")
    page.get_by_label(re.compile("^Points")).fill("-0.5x")
    page.get_by_label("Why").fill("entered twice")
    page.get_by_role("button", name="Show what it does").click()
    expect(page.get_by_role("alert")).to_contain_text("this is no number of points")
    page.get_by_label(re.compile("^Points")).fill("-2")
    page.get_by_role("button", name="Show what it does").click()
    expect(page.get_by_role("heading", name="What it would do")).to_be_visible()
    assert queries.holding(person) == before
    page.get_by_role("button", name="Post it").click()
    expect(page.get_by_role("status")).to_contain_text("Posted to")
    assert queries.holding(person) == before | {"local": before.get("local", 0) - 200}
    page.get_by_role("link", name=re.compile(r"Take number \d+ back")).first.click()
    expect(page.locator("main")).to_contain_text(f"Only {person.name} ({person.number}) loses these points")
    page.get_by_label("Why?").fill("it was right after all")
    page.get_by_role("button", name="Take it back from").click()
    expect(page.get_by_role("status")).to_contain_text("is taken back")
    assert queries.holding(person) == before


def test_points_from_another_union_are_shown_as_the_book_credits_them(visit):
    person = members()[1]
    before = queries.holding(person).get("local", 0)
    page = visit("staff")
    page.goto(f"/office/ebu/ledger/record/{person.number}/transfer/")
    page.get_by_label("Local").fill("500")
    page.get_by_label(re.compile("^Union")).select_option("wales")
    page.get_by_label(re.compile("^Record closed")).select_option("yes")
    page.get_by_label(re.compile("^Why")).fill("moved to England")
    page.get_by_role("button", name="Show what it credits").click()
    expect(page.locator("main")).to_contain_text("local points transferred from wales")
    assert queries.holding(person).get("local", 0) == before
    page.get_by_role("button", name="Credit them").click()
    expect(page.get_by_role("status")).to_contain_text("Posted to")
    assert queries.holding(person)["local"] == before + 50_000


def test_two_records_of_one_person_are_joined_from_the_list(visit):
    kept, other = members()[:2]
    Person.objects.filter(pk=other.pk).update(
        given_name=kept.given_name, family_name=kept.family_name, sort_key=kept.sort_key
    )
    both = queries.holding(kept).get("local", 0) + queries.holding(other).get("local", 0)
    page = visit("staff")
    page.goto("/office/ebu/duplicates/")
    card = page.locator("article", has_text=other.number).filter(has_text=kept.number)
    expect(card).to_contain_text("Same name, same club")
    card.get_by_label(re.compile("How do you know")).fill("she told us")
    card.get_by_role("button", name=re.compile("^Join ")).click()
    expect(page.get_by_role("status")).to_contain_text("No point is lost")
    assert queries.holding(kept)["local"] == both
