"""The office: the week's filings approved, a record adjusted and put back, two records of one person joined."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.files import members
from browser.walking import follow
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries
from masterpoint.centre.registry.models import Person


def test_the_clean_ones_are_approved_with_one_button_and_the_others_looked_at(visit_on_each):
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


def test_an_adjustment_is_seen_before_it_is_posted_and_can_be_taken_back(visit):
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
    expect(page.get_by_role("alert")).to_contain_text("this is no number of points")
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


def test_points_from_another_union_are_shown_as_the_book_credits_them(visit):
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
    follow(card.get_by_role("button", name=re.compile("^Join ")))
    expect(page.get_by_role("status")).to_contain_text("No point is lost")
    assert queries.holding(kept)["local"] == both
