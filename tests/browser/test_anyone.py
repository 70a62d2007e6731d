"""Whoever comes, however they come: by keyboard alone, without JavaScript, with large type, or for a sheet of paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from answers import existing
from browser.files import evening, members, upload
from browser.walking import follow, press_enter
from masterpoint.centre.closing.announcing import promote
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.records.models import PromotionRun


def tab_to(page: Page, text: str, limit: int = 60) -> None:
    """Press Tab until something of this name has the focus, as a person would."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        message = page.evaluate("document.activeElement.innerText || document.activeElement.name || ''")
        if message.strip().startswith(text):
            seen = page.evaluate(
                "(() => {const one = document.activeElement, style = getComputedStyle(one);"
                "return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2})()"
            )
            assert seen, f"{text} has the focus, but nobody can see it"
            return
    raise AssertionError(f"no way to {text} by keyboard")


def test_signing_in_and_filing_by_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = visit("nobody")
    page.goto("/sign-in/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Skip to the content"
    press_enter(page)
    tab_to(page, "username")
    page.keyboard.type("scorer@ebu.example")
    tab_to(page, "password")
    page.keyboard.type(PASSWORD)
    press_enter(page)
    expect(page.get_by_role("link", name="Results", exact=True)).to_be_visible()
    tab_to(page, "Results")
    press_enter(page)
    expect(page).to_have_url(re.compile("/file/$"))
    tab_to(page, "file")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(upload(evening(members())))
    tab_to(page, "Show me what it pays")
    press_enter(page)
    expect(page.get_by_role("heading", name="What it pays")).to_be_visible()
    tab_to(page, "File it")
    press_enter(page)
    expect(page.locator(".receipt")).to_be_visible()
    tab_to(page, "Why 24?")
    page.keyboard.press("Enter")
    expect(page.locator(".steps").first).to_be_visible()


def test_lookup_upload_and_print_without_javascript(visit: Callable[..., Page]) -> None:
    person = members()[0]
    page = visit("scorer", java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Name or number").fill(person.number)
    page.get_by_label("Federation", exact=True).select_option("ebu")
    follow(page.get_by_role("button", name="Search"))
    follow(page.get_by_role("link", name=person.name))
    expect(page.get_by_role("heading", level=1)).to_have_text(person.name)
    follow(page.get_by_role("link", name="Results", exact=True))
    page.get_by_label("The results file").set_input_files(upload(evening(members())))
    follow(page.get_by_role("button", name="Show me what it pays"))
    page.get_by_text("Why 24?").first.click()
    expect(page.locator(".steps").first).to_be_visible()
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()
    assert pages_of(page.pdf(format="A4")) >= 1


def test_checking_a_file_without_javascript_or_account(visit: Callable[..., Page]) -> None:
    page = visit("nobody", java_script_enabled=False)
    page.goto("/check/")
    page.locator("input[type=file]").set_input_files(upload(evening(members())))
    page.get_by_label("Whose rules?").select_option("ebu")
    follow(page.get_by_role("button", name="Check it"))
    expect(page.get_by_role("status")).to_contain_text("Nothing is wrong")
    expect(page.locator("tbody tr").first).to_contain_text("24")


@pytest.mark.parametrize("path", ["/", "/f/ebu/leaders/", "/f/ebu/player/{}/", "/calculator/ebu/"])
def test_type_twice_as_large_still_fits(visit: Callable[..., Page], path: str) -> None:
    """200 % on an ordinary screen is a page half as wide with letters as large as before."""
    page = visit("nobody", width=550)
    page.goto(path.format(members()[0].number))
    page.evaluate(
        "document.documentElement.setAttribute('class', 'x'); document.documentElement.style.fontSize = '200%'"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def sizes_of(pdf: bytes) -> set[tuple[int, int]]:
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return {(round(float(width)), round(float(height))) for width, height in boxes}


A4 = {(595, 842), (596, 842)}


def printed(page: Page) -> bytes:
    """What is on paper: nothing that only a screen can use, and black on white."""
    page.emulate_media(media="print", color_scheme="light")
    for element in page.locator("body > header, body > footer, button, form, .no-print").all():
        assert not element.is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    pdf = page.pdf(prefer_css_page_size=True)
    assert sizes_of(pdf) <= A4 and sizes_of(pdf)
    return pdf


def test_a_record_prints_on_a4(visit: Callable[..., Page]) -> None:
    line = existing(Line.objects.filter(person__federation="ebu", person__anonymous=False).first())
    page = visit("nobody", color_scheme="dark")
    page.goto(f"/f/ebu/player/{line.person.number}/")
    assert pages_of(printed(page)) <= 2
    expect(page.locator("thead").first).to_have_css("display", "table-header-group")
    page.goto(f"/f/ebu/player/{line.person.number}/why/{line.pk}/")
    assert pages_of(printed(page)) == 1


def test_a_promotion_list_prints_on_a4(visit: Callable[..., Page]) -> None:
    run = existing(PromotionRun.objects.filter(federation="nz").order_by("-as_at").first())
    filing = existing(Filing.objects.filter(federation="nz").first())
    people = filing.federation.people.all()[:2]
    for number, person in enumerate(people):
        run.promotions.create(person=person, rank=f"Rank {number}", reached_on=run.as_at)
    assert promote(filing.federation, run.as_at, by=None) == run
    page = visit("staff@nz.example")
    page.goto(f"/office/nz/promotions/{run.as_at.isoformat()}/")
    assert pages_of(printed(page)) == 1
    for person in people:
        expect(page.locator("main")).to_contain_text(person.name)


def test_six_wrong_passwords_pause_signing_in(visit: Callable[..., Page]) -> None:
    page = visit("nobody")
    page.goto("/sign-in/")
    for _ in range(6):
        page.get_by_label("E-mail address").fill("treasurer@ebu.example")
        page.get_by_label("Password").fill("not the password")
        follow(page.get_by_role("button", name="Sign in", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Too many wrong passwords")
    page.goto("/sign-in/")
    page.get_by_label("E-mail address").fill("treasurer@ebu.example")
    page.get_by_label("Password").fill(PASSWORD)
    follow(page.get_by_role("button", name="Sign in", exact=True))
    expect(page.locator("main")).to_contain_text("paused for 15 minutes")


def test_only_whoever_has_a_mouse_is_asked_to_drop_a_file(visit: Callable[..., Page]) -> None:
    """A telephone has nothing to drop; its links are one below the other, whatever their length."""
    for how, shown in (({}, True), ({"width": 360, "has_touch": True, "is_mobile": True}, False)):
        page = visit("scorer", **how)
        for address in ("/file/", "/check/"):
            page.goto(address)
            expect(page.get_by_label("Choose the results file")).to_be_visible()
            expect(page.get_by_text("Or drop it anywhere on this page.")).to_be_visible(visible=shown)
    office = visit("staff", width=360)
    office.goto("/office/ebu/")
    lefts = {existing(link.bounding_box())["x"] for link in office.locator(".links.many a").all()}
    assert len(lefts) == 1
