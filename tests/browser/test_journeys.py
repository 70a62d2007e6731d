"""The journeys of USERS: what people come to do, done in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.utils.timezone import now
from playwright.sync_api import Page, expect

from answers import existing
from browser.files import OPEN_DAY, evening, members, upload
from browser.page_errors import errors_of
from browser.walking import follow, from_menu
from masterpoint.centre.accounts.models import User
from masterpoint.centre.closing import announcing
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Person

RECEIPT = re.compile(r"EBU-[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]")


def file_it(page: Page, data: bytes, name: str = "thursday.toml") -> str:
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(data, name))
    follow(page.get_by_role("button", name="Show me what it pays"))
    follow(page.get_by_role("button", name="File it"))
    return existing(RECEIPT.search(page.locator(".receipt").inner_text())).group()


@pytest.fixture
def visit(visit_on_each: Callable[..., Any]) -> Callable[..., Any]:
    """Every journey is made twice: at a desk and on a phone."""
    return visit_on_each


def test_a_scorer_files_an_evening_in_three_actions(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(evening(members())))  # one
    follow(page.get_by_role("button", name="Show me what it pays"))  # two
    expect(page.get_by_role("heading", name="What it pays")).to_be_visible()
    page.get_by_text("Why 24?").first.click()
    expect(page.get_by_text("EBU 4.1.3").first).to_be_visible()
    follow(page.get_by_role("button", name="File it"))  # three
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"Filed\. Receipt EBU-\S+: 12 pairs, 4 awards\."))
    expect(page.get_by_role("status")).to_contain_text("You can correct it here until the office closes November")
    receipt = existing(RECEIPT.search(page.locator(".receipt").inner_text())).group()
    assert Filing.objects.filter(receipt=receipt, state="provisional").count() == 1
    letter = Letter.objects.get(to="scorer@ebu.example", subject__contains=receipt)
    assert letter.subject.startswith("Filed: Thursday pairs, 12 November 2026") and receipt in letter.text
    page.goto("/filings/")
    expect(page.get_by_role("link", name=receipt)).to_be_visible()
    assert errors_of(page) == []


def test_a_dropped_file_is_sent_by_itself(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    page.goto("/file/")
    page.evaluate(DROP, [("dropped.toml", evening(members()).decode())])
    expect(page.get_by_role("heading", name="dropped.toml")).to_be_visible()
    expect(page.get_by_role("button", name="File it")).to_be_visible()


DROP = """files => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    document.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def test_several_files_dropped_at_once_are_filed_at_once(visit: Callable[..., Any]) -> None:
    people = members()
    nights = [
        (f"{day}.toml", evening(order, day=OPEN_DAY.replace(day=day), name=f"Night {day}").decode())
        for day, order in ((9, people), (10, people[::-1]))
    ]
    stranger = evening([*people[:-1], ("Zuleika Farwanderer", "")], day=OPEN_DAY.replace(day=11)).decode()
    page = visit("scorer")
    page.goto("/file/")
    page.evaluate(DROP, [*nights, ("11.toml", stranger), ("wrong.toml", WRONG.decode())])  # one
    expect(page.get_by_role("row", name=re.compile("11.toml"))).to_contain_text("Somebody is not known")
    expect(page.get_by_role("row", name=re.compile("wrong.toml"))).to_contain_text("Something to put right")
    follow(page.get_by_role("button", name="File all 2 that are in order"))  # two
    expect(page.get_by_role("status")).to_have_count(2)
    assert Filing.objects.filter(name__startswith="Night ").count() == 2
    expect(page.locator("tbody tr")).to_have_count(2)
    assert errors_of(page) == []


def test_a_mended_file_takes_the_place_of_the_wrong_one(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    page.goto("/file/")
    page.evaluate(DROP, [("wrong.toml", WRONG.decode())])
    expect(page.get_by_role("alert")).to_contain_text("last")
    page.evaluate(DROP, [("right.toml", evening(members()).decode())])
    expect(page.get_by_role("button", name="File it")).to_be_visible()
    page.goto("/file/")
    expect(page.get_by_role("link", name="wrong.toml")).to_have_count(0)


RANKED = b"place,player1,number1,player2,number2\n" + b"".join(
    f"{place},Player {place}A,,Player {place}B,\n".encode() for place in range(1, 13)
)


@pytest.mark.parametrize(("role", "path"), [("nobody", "/check/"), ("scorer", "/file/")])
def test_what_a_file_does_not_say_is_filled_in_beside_the_problem(
    visit: Callable[..., Any], role: str, path: str
) -> None:
    page = visit(role)
    page.goto(path)
    if role == "nobody":
        page.get_by_label("Whose rules?").select_option("ebu")
    page.locator("input[type=file]").set_input_files(upload(RANKED, "plain.csv"))
    follow(page.locator(".drop button"))
    expect(page.get_by_role("alert")).to_contain_text("how many boards were played")
    form = page.locator("form", has=page.get_by_role("heading", name="Fill in what the file does not say"))
    form.get_by_label("Boards each played").fill("24")
    form.get_by_label("Day of play").fill(OPEN_DAY.isoformat())
    follow(form.get_by_role("button", name="Use this"))
    expect(page.get_by_role("heading", name="What it pays")).to_be_visible()
    expect(page.locator("table.awards tbody tr").first).to_contain_text("24")


def test_a_closed_tab_loses_nothing(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(evening(members()), "kept.toml"))
    follow(page.get_by_role("button", name="Show me what it pays"))
    again = visit("scorer")
    again.goto("/file/")
    follow(again.get_by_role("link", name="kept.toml"))
    expect(again.get_by_role("button", name="File it")).to_be_visible()
    follow(again.get_by_role("button", name="Do not file this"))
    expect(again.get_by_role("status")).to_contain_text("Nothing was filed")


def test_the_same_file_again_changes_nothing(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    data = evening(members())
    receipt = file_it(page, data)
    lines = Line.objects.count()
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(data, "again.toml"))
    follow(page.get_by_role("button", name="Show me what it pays"))
    expect(page.get_by_role("status")).to_contain_text(f"Already filed on {now():%-d %B %Y}")
    expect(page.get_by_role("button", name="File it")).to_have_count(0)
    follow(page.get_by_role("link", name=re.compile(receipt)))
    expect(page.locator(".receipt")).to_contain_text(receipt)
    assert Line.objects.count() == lines


WRONG = b"""form = "session"
scheme = "ebu"
day = 2026-11-12
contest = "pairs"
boards = 24
[organiser]
level = "club"
[[lists]]
[[lists.entries]]
place = 1
players = [{ name = "Ada", id = "1001" }, { name = "Ben", id = "1001" }]
[[lists.entries]]
place = "last"
players = [{ name = "Cleo", id = "1003" }]
[[lists.entries]]
place = 7
players = [{ name = "Dan", id = "1004" }]
"""


@pytest.mark.parametrize("path", ["/check/", "/file/"])
def test_a_wrong_file_shows_every_problem_at_once(visit: Callable[..., Any], path: str) -> None:
    page = visit("scorer")
    page.goto(path)
    page.locator("input[type=file]").set_input_files(upload(WRONG, "wrong.toml"))
    follow(page.locator(".drop button"))
    wrong = page.get_by_role("alert")
    for item in ("1001", "last"):
        expect(wrong).to_contain_text(item)
    assert page.get_by_text("What to do:").count() >= 2
    text = page.locator("main").inner_text()
    for jargon in ("Traceback", "XML", "[0]", "--", "`"):
        assert jargon not in text
    expect(page.get_by_role("button", name="File it")).to_have_count(0)


def test_a_file_that_is_no_results_file(visit: Callable[..., Any]) -> None:
    page = visit("nobody")
    page.goto("/check/")
    page.locator("input[type=file]").set_input_files(upload(b"\x00\x01<script>alert(1)</script>", "<b>odd</b>.bin"))
    follow(page.get_by_role("button", name="Check it"))
    expect(page.locator(".message.error").first).to_be_visible()
    assert page.locator("main b, main script").count() == 0
    assert errors_of(page) == []


def test_an_unknown_visitor_is_somebody_or_somebody_new(visit: Callable[..., Any]) -> None:
    people = members()
    member = people[-1]
    data = evening([*people[:-2], (member.name, ""), ("Zuleika Farwanderer", "")])
    page = visit("scorer")
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(data))
    follow(page.get_by_role("button", name="Show me what it pays"))
    expect(page.get_by_role("heading", name=f"Who is {member.name}?")).to_be_visible()
    expect(page.get_by_role("heading", name="Who is Zuleika Farwanderer?")).to_be_visible()
    expect(page.get_by_role("heading", name="What it pays")).to_be_visible()
    expect(page.get_by_role("button", name="File it")).to_have_count(0)
    follow(page.get_by_role("button", name=re.compile(f"This is them: {member.name}, {member.number}.*same name")))
    follow(page.get_by_role("button", name="New person: hold the points"))
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()
    newcomer = Person.objects.get(federation="ebu", family_name="Farwanderer")
    assert newcomer.status == "potential"
    filing = Filing.objects.get(day=OPEN_DAY, federation="ebu")
    assert {member.pk, newcomer.pk} <= set(filing.versions.get().people.values())


def test_why_this_award_is_two_taps_from_the_record(visit: Callable[..., Any]) -> None:
    person = existing(Line.objects.filter(person__federation="ebu", person__anonymous=False).first()).person
    page = visit("nobody")
    page.goto("/")
    page.get_by_label("Name or number").fill(person.number)
    page.get_by_label("Federation", exact=True).select_option("ebu")
    follow(page.get_by_role("button", name="Search"))
    follow(page.get_by_role("link", name=person.name))  # the record: one
    follow(page.get_by_role("link", name=re.compile(r"^Why \d")).first)  # two
    figure = page.get_by_role("heading", level=1).inner_text().split()[1]
    steps = page.locator(".steps li")
    assert steps.count() > 3
    assert steps.last.locator("b").inner_text() == figure
    expect(page.get_by_text("in force on the day of play")).to_be_visible()
    clause = steps.first.get_by_role("link", name=re.compile("^EBU "))
    number = clause.inner_text().removeprefix("EBU ")
    follow(clause)
    expect(page.locator("tr:target td").first).to_have_text(number)


def test_how_far_to_the_next_rank(visit: Callable[..., Any]) -> None:
    """A slow year before this season makes the two paces differ, so the forecast is a range of dates."""
    player, staff = (User.objects.get(email=f"{role}@ebu.example") for role in ("player", "staff"))
    slow = NewLine(player.people.get().pk, "local", 5_00, date(2024, 12, 31))
    ledger.open_balances(player.people.get().federation, [slow], by=staff, reason="points of 2024")
    page = visit("player")
    page.goto("/")
    follow(page.get_by_role("link", name="My record").first)
    way = page.locator("section.card")
    expect(way.get_by_role("heading")).to_contain_text(re.compile("^To "))
    expect(way).to_contain_text(re.compile(r"\d more (\w+ )?points needed"))
    expect(way.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"\d+ per cent of the way"))
    expect(way).to_contain_text(re.compile(r"At the pace of .* and .*: about (\w+ )?(\d{4} )?to (\w+ )?\d{4}\."))
    way.get_by_text("How the dates were worked out").click()
    expect(way.locator("td", has_text=re.compile(r"^\s*\d+ more take [\d,]+ days"))).to_have_count(2)
    way.get_by_text("Where such points are won").click()
    follow(way.get_by_role("link", name="EBU 2.4.1(a)"))
    page.wait_for_url("**/handbooks/ebu/2014/#clause-2.4.1-a")


def test_search_as_you_type(visit: Callable[..., Any]) -> None:
    page = visit("nobody")
    person = members()[0]
    page.goto("/f/ebu/search/")
    page.get_by_label("Name or number").press_sequentially(person.number, delay=20)
    expect(page.get_by_role("link", name=person.name)).to_be_visible()
    expect(page).to_have_url(re.compile(f"q={person.number}"))
    assert errors_of(page) == []


@pytest.fixture
def promotion(db: None) -> tuple[Promotion, Filing]:
    """A rank announced that rests on one award of one official filing."""
    line = existing(
        Line.objects.filter(
            posting__version__filing__organisation__number="1001",
            posting__version__filing__state="official",
            person__federation="ebu",
            person__anonymous=False,
        ).first()
    )
    missing = 10_000 - sum(Line.objects.filter(person=line.person).values_list("hundredths", flat=True))
    officer = User.objects.get(email="staff@ebu.example")
    ledger.adjust(line.person, "local", missing, line.day, by=officer, reason="brought along")
    run = announcing.promote(line.person.federation, date(2026, 11, 14), by=officer)
    return run.promotions.get(person=line.person), existing(line.posting.version).filing


def test_a_correction_shows_who_gains_who_loses_and_what_it_undoes(
    visit: Callable[..., Any], promotion: tuple[Promotion, Filing]
) -> None:
    announced, filing = promotion
    others = [member for member in members() if member.pk != announced.person_id]
    data = evening(others[:20], day=filing.day, name=filing.name)
    page = visit("secretary")
    page.goto(f"/filings/{filing.receipt}/")
    follow(page.get_by_role("link", name="Correct it with a new file"))
    page.get_by_label("The results file").set_input_files(upload(data, "mended.toml"))
    follow(page.get_by_role("button", name="Show me what it pays"))
    changes = page.locator("table", has=page.get_by_text("Change", exact=True)).first
    expect(changes.locator("td.up").first).to_contain_text("+")
    expect(changes.locator("td.down").first).to_contain_text("-")
    expect(changes.get_by_role("row", name=re.compile(announced.person.name))).to_contain_text("-")
    page.get_by_label("What was wrong?").fill("two scores were exchanged")
    follow(page.get_by_role("button", name="File the correction"))
    expect(page.locator(".receipt")).to_contain_text(filing.receipt)
    expect(page.get_by_role("status")).to_contain_text("until then the approved version counts")
    expect(page.locator("main")).to_contain_text("two scores were exchanged. The federation's office decides")
    announced.refresh_from_db()
    assert announced.flagged == ""
    office = visit("staff")
    office.goto("/office/ebu/queue/")
    follow(office.get_by_role("link", name="1 change to what is official waits"))
    expect(office.locator("section.card td.down").first).to_contain_text("-")
    follow(office.get_by_role("button", name=re.compile("^Accept: ")))
    expect(office.get_by_role("alert")).to_contain_text("have been announced")
    office.get_by_label("What you decided, and why").fill("the travellers were looked at")
    follow(office.get_by_role("button", name=re.compile("^Accept: ")))
    expect(office.locator("main")).to_contain_text("Accepted by Demo staff, EBU: the travellers were looked at")
    page.reload()
    versions = page.locator("table").last
    expect(versions.get_by_role("row")).to_have_count(3)
    expect(versions).to_contain_text("two scores were exchanged")
    expect(versions).to_contain_text("first filed")
    expect(page.locator(".message.warning").first).to_contain_text(announced.person.name)
    announced.refresh_from_db()
    assert filing.receipt in announced.flagged
    assert Promotion.objects.filter(pk=announced.pk, rank=announced.rank).exists()  # flagged, not revoked
    office.goto("/office/ebu/")
    look = office.locator("table").first
    expect(office.get_by_role("heading", name="Promotions to look at")).to_be_visible()
    expect(look).to_contain_text(announced.person.name)
    expect(look).to_contain_text("two scores were exchanged")
    office.get_by_label("What you decided").fill("the rank stays, the player was told")
    follow(office.get_by_role("button", name="The rank stays"))
    expect(office.get_by_role("heading", name="Promotions to look at")).to_have_count(0)
    office.goto(f"/office/ebu/promotions/{announced.run.as_at.isoformat()}/")
    expect(office.locator("main")).to_contain_text("undone since")
    expect(office.locator("main")).to_contain_text("the rank stays, the player was told")


@pytest.fixture
def it_is(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Which day it is in the office."""
    return lambda day: (
        monkeypatch.setattr("masterpoint.web.office.months.today", lambda: day)
        or monkeypatch.setattr("masterpoint.web.office.promotions.today", lambda: day)
    )


def test_a_closed_month(visit: Callable[..., Any], it_is: Callable[..., Any]) -> None:
    """Not before it is over; close, close again, filing refused with the fix, open again, announce, then no more."""
    it_is(date(2026, 11, 30))
    page = visit("staff")
    page.goto("/office/ebu/")
    follow(page.get_by_role("link", name="November 2026", exact=True))
    expect(page.get_by_role("heading", name="Sessions by club")).to_be_visible()
    expect(page.locator("main")).to_contain_text("can be closed when it is over, after 30 November")
    expect(page.get_by_role("button", name="Close November")).to_have_count(0)
    it_is(date(2026, 12, 1))
    page.reload()
    follow(page.get_by_role("button", name="Close November"))
    expect(page.get_by_role("status")).to_contain_text("everything in it is official")
    official = Filing.objects.filter(federation="ebu", day__month=11, state="official").count()
    token = page.locator("input[name=csrfmiddlewaretoken]").first.input_value()
    answer = page.request.post(
        "/office/ebu/month/",
        form={"month": "2026-11", "csrfmiddlewaretoken": token},
        headers={"Referer": page.url},
    )
    assert answer.ok
    assert Filing.objects.filter(federation="ebu", day__month=11, state="official").count() == official

    scorer = visit("scorer")
    scorer.goto("/file/")
    scorer.get_by_label("The results file").set_input_files(upload(evening(members())))
    follow(scorer.get_by_role("button", name="Show me what it pays"))
    expect(scorer.get_by_role("alert")).to_contain_text("November 2026 is closed")
    expect(scorer.get_by_role("alert")).to_contain_text("open it again")
    expect(scorer.get_by_role("heading", name="What it pays")).to_be_visible()
    expect(scorer.get_by_role("button", name="File it")).to_have_count(0)

    page.goto("/office/ebu/month/2026-11/")
    follow(page.get_by_role("button", name="Open again"))
    expect(page.get_by_role("status")).to_contain_text("is open again")
    scorer.reload()
    expect(scorer.get_by_role("button", name="File it")).to_be_visible()

    follow(page.get_by_role("button", name="Close November"))
    follow(page.get_by_role("link", name="See the promotions"))
    expect(page.locator("main")).to_contain_text("Nothing is announced yet")
    follow(page.get_by_role("button", name="Announce promotions"))
    expect(page.get_by_role("heading", name="Promotions, November 2026")).to_be_visible()
    page.goto("/office/ebu/month/2026-11/")
    expect(page.get_by_role("button", name="Open again")).to_have_count(0)

    scorer.reload()
    expect(scorer.get_by_role("alert")).to_contain_text("who can file it late")
    expect(scorer.get_by_label("Why is it late?")).to_have_count(0)
    follow(page.get_by_role("link", name="File something late"))
    page.get_by_label("The results file").set_input_files(upload(evening(members())))
    page.get_by_label("For").select_option(label="Riverside Bridge Club")
    follow(page.get_by_role("button", name="Show me what it pays"))
    page.get_by_label("Why is it late?").fill("the scorer was in hospital")
    follow(page.get_by_role("button", name="File it late"))
    expect(page.locator("main")).to_contain_text("Filed late by Demo staff, EBU: the scorer was in hospital")
    page.goto("/office/ebu/month/2026-11/")
    expect(page.get_by_role("heading", name="Filed late")).to_be_visible()


def test_a_month_is_closed_over_what_is_open_only_by_a_decision(
    visit: Callable[..., Any], it_is: Callable[..., Any]
) -> None:
    it_is(date(2026, 12, 1))
    player = User.objects.get(email="player@ebu.example")
    club = existing(Filing.objects.filter(federation="ebu", organisation__number="1001").first()).organisation
    enquiries.ask(player.people.get(), club, date(2026, 11, 3), "Where are my points?", by=player)
    page = visit("staff")
    page.goto("/office/ebu/month/2026-11/")
    expect(page.locator("form.card")).to_contain_text(f"{player.people.get().name} ({player.people.get().number})")
    page.get_by_label("Why close the month anyway?").fill("answered by telephone")
    follow(page.get_by_role("button", name="Close November"))
    expect(page.locator("main")).to_contain_text("because: answered by telephone")
    expect(page.locator("main")).to_contain_text("about 3 November 2026 has no answer")


def test_an_announcement_is_taken_back_with_a_reason(visit: Callable[..., Any], it_is: Callable[..., Any]) -> None:
    it_is(date(2026, 12, 1))
    officer = User.objects.get(email="staff@ebu.example")
    person = members()[0]
    ledger.adjust(person, "local", 500_000, date(2026, 11, 2), by=officer, reason="brought along")
    page = visit("staff")
    page.goto("/office/ebu/month/2026-11/")
    follow(page.get_by_role("button", name="Close November"))
    follow(page.get_by_role("link", name="See the promotions"))
    follow(page.get_by_role("button", name="Announce promotions"))
    person.refresh_from_db()
    assert person.rank
    page.get_by_text("Take this announcement back").click()
    page.get_by_label("Why?").fill("a file was missing")
    follow(page.get_by_role("button", name="Take it back"))
    expect(page.locator("main")).to_contain_text("by Demo staff, EBU: a file was missing")
    person.refresh_from_db()
    assert not Promotion.in_force.filter(person=person, rank=person.rank, run__as_at=date(2026, 11, 30)).exists()
    page.goto("/office/ebu/month/2026-11/")
    follow(page.get_by_role("button", name="Open again"))
    expect(page.get_by_role("status")).to_contain_text("is open again")


def test_one_of_a_list_of_balances_is_taken_back_alone(visit: Callable[..., Any]) -> None:
    officer = User.objects.get(email="staff@ebu.example")
    item, *others = members()[:5]
    lines = [NewLine(person.pk, "local", 700, date(2025, 12, 31)) for person in (item, *others)]
    before = [queries.holding(person).get("local", 0) for person in (item, *others)]
    posting = ledger.open_balances(item.federation, lines, by=officer, reason="the old register")
    page = visit("staff")
    page.goto(f"/office/ebu/ledger/record/{item.number}/")
    row = page.get_by_role("row", name=re.compile("the old register"))
    expect(row).to_contain_text("5 players, among them")
    follow(row.get_by_role("link", name=re.compile(f"Take number {posting.number} back")))
    expect(page.locator("main")).to_contain_text(f"Only {item.name} ({item.number}) loses these points")
    page.get_by_label("Why?").fill("not hers")
    follow(page.get_by_role("button", name=f"Take it back from {item.name}"))
    expect(page.get_by_role("status")).to_contain_text(f"is taken back from {item.name}")
    after = [queries.holding(person).get("local", 0) for person in (item, *others)]
    assert after == [before[0], *(amount + 700 for amount in before[1:])]
    page.goto(f"/office/ebu/ledger/take-back/{posting.number}/")
    expect(page.locator("main")).to_contain_text("This takes points from 4 players")
    page.get_by_label("Why?").fill("the wrong list")
    follow(page.get_by_role("button", name="Take it back from 4 players"))
    assert [queries.holding(person).get("local", 0) for person in (item, *others)] == before


def test_points_missing_from_question_to_answer(visit: Callable[..., Any]) -> None:
    filing = existing(Filing.objects.filter(federation="ebu", organisation__number="1001").order_by("-day").first())
    player = visit("player")
    player.goto("/")
    follow(player.get_by_role("link", name="My record").first)
    follow(player.get_by_role("link", name="Points missing?"))
    player.get_by_label("Where").select_option(label=filing.organisation.name)
    player.get_by_label("Which day").fill("2026-11-10")
    follow(player.get_by_role("button", name="Look"))
    expect(player.locator("main")).to_contain_text("Not received")
    player.get_by_label("Which day").fill(filing.day.isoformat())
    follow(player.get_by_role("button", name="Look"))
    expect(player.locator(".message").first).to_contain_text("received on")
    player.get_by_label(re.compile("^Ask ")).fill("I played with Ada and finished second.")
    follow(player.get_by_role("button", name="Send the question"))
    expect(player.locator("main")).to_contain_text("Waiting for an answer")

    secretary = visit("secretary")
    secretary.goto("/questions/")
    follow(secretary.get_by_role("link", name=re.compile("^Open the question")))
    expect(secretary.locator("main")).to_contain_text("finished second")
    secretary.get_by_label("Your answer").fill("You are right; a correction is filed.")
    follow(secretary.get_by_role("button", name="Send"))

    player.reload()
    expect(player.locator("main")).to_contain_text("Answered")
    expect(player.locator("main")).to_contain_text("a correction is filed")


def test_search_before_create_then_register_and_end_a_membership(visit: Callable[..., Any]) -> None:
    member = members()[3]
    page = visit("secretary")
    page.goto("/")
    from_menu(page, "Members")
    follow(page.get_by_role("link", name="Register somebody"))
    page.get_by_label("Given name").fill(member.given_name)
    page.get_by_label("Family name").fill(member.family_name[:-1] + "y")
    follow(page.get_by_role("button", name="Look for them"))
    expect(page.get_by_role("heading", name=f"{member.name}, {member.number}")).to_be_visible()
    page.get_by_label("Given name").fill("Zuleika")
    page.get_by_label("Family name").fill("Farwanderer")
    follow(page.get_by_role("button", name="Look for them"))
    expect(page.locator("main")).to_contain_text("Nobody in the register")
    follow(page.get_by_role("button", name="Register Zuleika Farwanderer"))
    expect(page.get_by_role("status")).to_contain_text("is registered, with the number")
    page.get_by_text("Change the status").click()
    page.get_by_label("New status").select_option("lapsed")
    page.get_by_label("Why").fill("moved away")
    follow(page.get_by_role("button", name="Change it"))
    expect(page.locator(".facts")).to_contain_text("Lapsed member")
    expect(page.locator("table").last).to_contain_text("moved away")


def test_a_list_of_members_with_every_problem(visit: Callable[..., Any]) -> None:
    page = visit("secretary")
    page.goto("/members/ebu/1001/load/")
    bad = b"family_name,club,joined,status\n,1001,,\nGoodfellow,9999,,\nSomebody,,tomorrow,\nOther,,,retired\n"
    page.get_by_label("The file").set_input_files(upload(bad, "members.csv"))
    follow(page.get_by_role("button", name="Load it"))
    problems = page.get_by_role("alert")
    expect(problems.locator(".message")).to_have_count(4)
    for line in (2, 3, 4, 5):
        expect(problems).to_contain_text(f"line {line}")
    assert not Person.objects.filter(family_name="Goodfellow").exists()
    good = b"given_name,family_name\nRobin,Goodfellow\nPuck,Goodfellow\n"
    page.get_by_label("The file").set_input_files(upload(good, "members.csv"))
    follow(page.get_by_role("button", name="Load it"))
    expect(page.get_by_role("status")).to_contain_text("2 members registered")
    assert Person.objects.filter(family_name="Goodfellow", home_club__number="1001").count() == 2


def test_two_records_of_one_person_joined_and_taken_apart(visit: Callable[..., Any]) -> None:
    first, second = members()[:2]
    before = [
        sum(Line.objects.filter(person=person).values_list("hundredths", flat=True)) for person in (first, second)
    ]
    page = visit("staff")
    page.goto(f"/members/ebu/1/person/{first.number}/")
    page.get_by_text("Two records of one person").click()
    page.get_by_label("Number of the other record").fill(second.number)
    page.get_by_label("How do you know?").fill("same birthday, same address")
    follow(page.get_by_role("button", name="Join the other record"))
    expect(page.get_by_role("status")).to_contain_text("No point is lost")
    assert sum(Line.objects.filter(person=first).values_list("hundredths", flat=True)) == sum(before)
    page.get_by_label("Why split them?").fill("they are cousins")
    follow(page.get_by_role("button", name=re.compile("off again")))
    after = [sum(Line.objects.filter(person=person).values_list("hundredths", flat=True)) for person in (first, second)]
    assert after == before


def test_a_player_becomes_anonymous_and_comes_back(visit: Callable[..., Any]) -> None:
    page = visit("player")
    page.goto("/account/")
    name = page.get_by_role("heading", level=1).inner_text()
    follow(page.get_by_role("button", name="Become anonymous"))
    stranger = visit("nobody")
    stranger.goto(f"/f/ebu/search/?q={name.split()[-1]}")
    expect(stranger.get_by_role("link", name=name)).to_have_count(0)
    follow(page.get_by_role("button", name="Show my name again"))
    stranger.reload()
    expect(stranger.get_by_role("link", name=name)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything we hold about you").click()
    assert name in download.value.path().read_text(encoding="utf-8")


def test_a_token_is_shown_once(visit: Callable[..., Any]) -> None:
    page = visit("scorer")
    page.goto("/account/")
    page.get_by_text("Make a key for a program").click()
    page.get_by_label("Which program is it for?").fill("The club's scoring program")
    follow(page.get_by_role("button", name="Make it"))
    secret = page.locator(".secret").first.inner_text()
    assert secret.startswith("mp_") and len(secret) > 40
    follow(page.get_by_label("You are here").get_by_role("link", name="My account"))
    assert secret not in page.content()
    follow(page.get_by_role("button", name="End the key of The club's scoring program"))
    expect(page.locator("main")).to_contain_text("ended")


def test_the_calculator_asks_plain_questions(visit: Callable[..., Any]) -> None:
    page = visit("nobody")
    page.goto("/")
    from_menu(page, "Calculator")
    follow(page.get_by_role("link", name="EBU"))
    page.get_by_label("How many of them").fill("40")
    follow(page.get_by_role("button", name="Work it out"))
    expect(page.locator("tbody tr").first).to_contain_text("84")
    page.get_by_text("Why 84?").first.click()
    expect(page.locator(".steps").first).to_contain_text("EBU 4.1")
    follow(page.get_by_role("link", name=re.compile("^Matches")))
    page.get_by_label("Played by").select_option("teams")
    page.get_by_label("Boards each plays").fill("thirty")
    page.get_by_label("Matches won").fill("-1")
    follow(page.get_by_role("button", name="Work it out"))
    expect(page.get_by_role("alert").locator(".message")).to_have_count(2)
    page.get_by_label("Boards each plays").fill("36")
    page.get_by_label("Matches won").fill("5")
    follow(page.get_by_role("button", name="Work it out"))
    expect(page.locator("tbody tr").first).to_contain_text("local")


def test_an_entry_list_as_at_a_day(visit: Callable[..., Any]) -> None:
    people = members()[:3]
    page = visit("nobody")
    page.goto("/f/ebu/entry-list/")
    page.get_by_label(re.compile("^Names or numbers")).fill(f"{people[0].number}\n{people[1].name}\nNobody Atall\n")
    page.get_by_label("As at").fill("2026-10-31")
    follow(page.get_by_role("button", name="Look them up"))
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text(people[0].name)
    expect(rows.nth(1).get_by_role("link", name=people[1].name)).to_be_visible()
    expect(rows.nth(2)).to_contain_text("Nobody has this name or number")
    page.get_by_text("The event is limited").click()
    page.get_by_label("For players with fewer points than").fill("0.01")
    follow(page.get_by_role("button", name="Look them up"))
    expect(page.locator("tbody tr").nth(0)).to_contain_text("EBU 4.10.2")
    expect(page.get_by_text("2 of 3 may not enter.")).to_be_visible()


def test_a_wrong_name_a_dozen_visitors_and_the_same_evening_are_asked_about(visit: Callable[..., Any]) -> None:
    people = members()
    visitors = [(f"Visitor Farwanderer{letter}", "") for letter in "abcdef"]
    data = evening([("Completely Different", people[0].number), *people[1:18], *visitors])
    page = visit("scorer")
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(data))
    follow(page.get_by_role("button", name="Show me what it pays"))
    before = Person.objects.count()
    follow(page.get_by_role("button", name="All are visitors or new: hold their points"))
    expect(page.get_by_role("heading", name=re.compile("^Who is"))).to_have_count(1)
    card = page.locator("article").filter(has_text="Who is Completely Different?")
    card.get_by_label("Somebody else in the register").fill(people[20].number)
    follow(card.get_by_role("button", name="Search"))
    follow(page.get_by_role("button", name=re.compile(f"This is them: {people[20].name}, {people[20].number}")))
    assert Person.objects.count() == before
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()
    assert Person.objects.filter(family_name__startswith="Farwanderer", status="potential").count() == 6
    filing = Filing.objects.get(day=OPEN_DAY, federation="ebu")
    assert people[20].pk in filing.versions.get().people.values()
    expect(page.get_by_role("link", name="Correct it with a new file")).to_be_visible()
    page.goto("/file/")
    page.get_by_label("The results file").set_input_files(upload(evening(people[:18], boards=26)))
    follow(page.get_by_role("button", name="Show me what it pays"))
    expect(page.get_by_role("heading", name="Is this the same evening?")).to_be_visible()
    expect(page.get_by_role("button", name="File it")).to_have_count(0)
    page.goto("/file/")
    expect(page.get_by_text("Perhaps filed before")).to_be_visible()
    follow(page.get_by_role("link", name="thursday.toml"))
    follow(page.get_by_role("button", name="No, these are two events"))
    follow(page.get_by_role("button", name="File it"))
    expect(page.locator(".receipt")).to_be_visible()


def test_a_player_takes_the_data_away_and_is_erased(visit: Callable[..., Any], tmp_path: Path) -> None:
    """J15: all that is held, then out; partners keep what they won."""
    page = visit("player")
    page.goto("/")
    follow(page.get_by_role("link", name="My record").first)
    record, name = page.url, page.get_by_role("heading", level=1).inner_text()
    follow(page.locator("a[href*='/results/']:not([href*='/why/'])").first)
    result = page.url
    expect(page.locator("main")).to_contain_text(name)
    page.goto("/account/")
    follow(page.get_by_role("link", name="Erase me"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything we hold about you").click()
    download.value.save_as(tmp_path / "data")
    assert (tmp_path / "data").stat().st_size
    follow(page.get_by_role("link", name="Go on"))
    number = Person.objects.get(account__email="player@ebu.example").number
    page.get_by_label("Write your number").fill(number)
    follow(page.get_by_role("button", name="Erase me for ever"))
    expect(page.locator("main")).to_contain_text("erased")
    page.goto(result)
    expect(page.locator("main")).to_contain_text("Anonymous member")
    expect(page.locator("main")).not_to_contain_text(name)
    assert page.goto(record).status == 404
