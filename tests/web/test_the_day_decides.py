"""Pages of another day: the figures of a record as at it, and links into the book that was in force on it."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from msgspec.structs import replace

from invented_editions import first_edition_of
from masterpoint.centre.closing import announcing
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.proofs import award_token
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.sheets import services as sheets
from masterpoint.core.parsing import event_from, parse
from masterpoint.schemes import FACTS, FEDERATIONS, award, edition_for
from schemes.test_editions import EBU, FIGURE, raw_evening
from web.test_every_door import user


@pytest.fixture
def line(db: None) -> Line:
    """The last award of somebody who has more than one."""
    awards = Line.objects.filter(posting__kind=Posting.Kind.AWARDS, posting__reversed_by=None, person__anonymous=False)
    for line in awards.filter(person__federation="ebu").select_related("person").order_by("-day", "pk"):
        if awards.filter(person=line.person, day__lt=line.day).exists():
            return line
    raise LookupError


@pytest.mark.parametrize("page", ["player", "player-figures"])
def test_figures_as_at_a_day_know_nothing_later(client: Client, line: Line, page: str) -> None:
    address = reverse(page, args=["ebu", line.person.number])
    before = client.get(address, {"as_at": (line.day - timedelta(days=1)).isoformat()})
    assert before.context["best"] and all(award.day < line.day for award in before.context["best"])
    after = client.get(address, {"as_at": line.day.isoformat()})
    assert max(award.day for award in after.context["best"]) <= line.day
    assert "This is the record as at" in after.content.decode()


def test_the_way_to_a_rank_cites_the_book_of_the_day(
    client: Client, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invented 8th edition comes in August 2027: until then the 7th says where points are won."""
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    address = reverse("player", args=["ebu", line.person.number])
    for day, edition in ((date(2027, 7, 31), "2014"), (date(2027, 8, 1), "2027"), (date(2028, 8, 1), "2028")):
        page = client.get(address, {"as_at": day.isoformat()})
        cited = "".join(way.sources for way in page.context["rank_forecast"].requirements)
        assert f'href="{reverse("edition", args=["ebu", edition])}#' in cited


def test_a_refusal_cites_the_book_of_the_day(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    for edition in EBU.editions:
        problem = edition.book.problem("boards", 8, "too few boards", "play more", "3.1.2")
        context = {"problems": [problem], "edition": edition, "request": rf.get("/")}
        page = render_to_string("masterpoint/problems.html", context)
        assert f'[<a href="{reverse("edition", args=["ebu", edition.name])}#' in page


class TestALaterAbfBook:
    """An invented book of the ABF from April 2026 on: what is said about a return cites the book of its event."""

    @pytest.fixture(autouse=True)
    def later_book(self, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        head = 'title = "A later book"\nin_force_from = 2026-04-01\nbased_on = "2025"\n'
        (tmp_path / "edition.toml").write_text(head)
        monkeypatch.setitem(FEDERATIONS.loaded, "abf", first_edition_of("abf").with_editions({"2026": tmp_path}))

    @pytest.mark.parametrize(("day", "edition"), [("2026-03-31", "2025"), ("2026-04-01", "2026")])
    def test_a_wrong_credit_file(self, client: Client, day: str, edition: str) -> None:
        client.force_login(user("scorer", "abf"))
        fields = {"event": "Autumn Congress", "day": day, "file": SimpleUploadedFile("club.grn", b"12\r\n")}
        page = client.post(reverse("credit-returns", args=["abf", "1001"]), fields).content.decode()
        assert f'href="{reverse("edition", args=["abf", edition])}#clause-D-format-13"' in page

    @pytest.mark.parametrize(("day", "edition"), [("2026-03-31", "2025"), ("2026-04-01", "2026")])
    def test_more_points_than_were_authorised(self, client: Client, day: str, edition: str) -> None:
        client.force_login(user("secretary", "abf"))
        member = Person.objects.filter(federation="abf", home_club__number="1001", status="active")[0]
        fields = {"event": "Autumn Congress", "day": day, "authorisation": "N26-1", "authorised": "0.10", "grade": "E"}
        upload = SimpleUploadedFile("club.grn", f"{int(member.number):07}000042\r\n".encode())
        page = client.post(reverse("credit-returns", args=["abf", "1001"]), fields | {"file": upload}).content.decode()
        assert f'href="{reverse("edition", args=["abf", edition])}#clause-2.6-note-a"' in page


@pytest.mark.parametrize(("day", "edition"), [("2026-03-31", "2008"), ("2026-04-01", "2026")])
def test_the_error_list_of_a_sheet_cites_the_book_of_its_day(
    client: Client, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str, edition: str
) -> None:
    (tmp_path / "edition.toml").write_text('title = "A later book"\nin_force_from = 2026-04-01\nbased_on = "2008"\n')
    monkeypatch.setitem(FEDERATIONS.loaded, "nz", first_edition_of("nz").with_editions({"2026": tmp_path}))
    club, scorer = Organisation.objects.get(federation="nz", number="1001"), user("scorer", "nz")
    matches = " ".join(["20"] * 99)
    fields = {"date": day, "teams": "8", "stage": "final", "boards_in_matches": matches}
    sheet = sheets.send(sheets.begin(club, "teams-result", by=scorer, fields=fields), by=scorer, today=date(2026, 5, 1))
    client.force_login(scorer)
    page = client.get(reverse("sheet", args=["nz", "1001", sheet.pk])).content.decode()
    links = re.findall(r'href="/handbooks/nz/([^#"]*)#', page.partition("<main")[2])
    assert links and set(links) == {f"{edition}/"}


def test_amounts_of_the_tariff_cite_the_book_of_their_first_day(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entered for a day under each book: the row cites the book of today, and each amount that of its first day."""
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", EBU)
    client.force_login(user("finance", "ebu"))
    address, sent = reverse("tariff", args=["ebu"]), {"name": "standard_charge"}
    for value, day in (("0.51", "2026-04-01"), ("0.61", "2027-09-01"), ("0.71", "2028-09-01")):
        client.post(address, sent | {"value": value, "first_day": day})
    today = edition_for("ebu", date.today()).name
    page = client.get(address).content.decode()
    (row,) = (row for row in page.split("<tr>") if "<code>standard_charge</code>" in row)
    before, after = row.split('data-label="History"')
    cited = re.compile(r'href="/handbooks/ebu/(\d+)/#clause-1\.3\.2"')
    assert cited.findall(before) == [today]
    assert re.findall(r"£0\.(\d+) from", after)[:2] == ["71", "61"]
    assert cited.findall(after)[:2] == ["2028", "2027"] and set(cited.findall(after)[2:]) == {"2014"}


BOOK = re.compile(r'href="(/handbooks/ebu/[^"]*)"')


class TestANewBookIsInForce:
    """The oldest evening was judged by the 7th edition; since the day after it there is an invented 8th."""

    @pytest.fixture(autouse=True)
    def filing(self, db: None, monkeypatch: pytest.MonkeyPatch) -> Filing:
        rated = Filing.objects.filter(federation="ebu", state="official").order_by("day", "pk")
        filing = next(filing for filing in rated if self.lines(filing).filter(person__anonymous=False).exists())
        self.new_book_after(filing.day, monkeypatch)
        return filing

    def new_book_after(self, day: date, monkeypatch: pytest.MonkeyPatch) -> None:
        later = replace(FIGURE, book=replace(FIGURE.book, in_force_from=day + timedelta(days=1)))
        federation = replace(FEDERATIONS["ebu"], load_editions=lambda _: (EBU.edition("2014"), later))
        monkeypatch.setitem(FEDERATIONS.loaded, "ebu", federation)
        assert edition_for("ebu", date.today()) is later and edition_for("ebu", day) is EBU.edition("2014")

    def lines(self, filing: Filing) -> QuerySet[Line]:
        return Line.objects.filter(posting__version__filing=filing, posting__kind=Posting.Kind.AWARDS)

    def assert_old(self, page: Any) -> None:
        """Whatever leads into the book leads to the edition that judged."""
        assert page.status_code == 200
        text = page.content.decode()
        links = BOOK.findall(text.partition("<main")[2].partition("</main>")[0])
        assert links and all(link.startswith("/handbooks/ebu/2014/") for link in links), links

    def test_pages_of_a_filing_lead_to_the_book_that_judged_it(self, client: Client, filing: Filing) -> None:
        client.force_login(user("staff", "ebu"))
        line = self.lines(filing).filter(person__anonymous=False)[0]
        for address in (
            reverse("filing", args=[filing.receipt]),
            reverse("result", args=["ebu", filing.receipt]),
            reverse("result-why", args=["ebu", filing.receipt, 0]),
            reverse("why", args=["ebu", line.person.number, line.pk]),
            reverse("award-proof", args=[award_token(line)]),
        ):
            self.assert_old(client.get(address))

    def test_the_proof_of_a_rank_leads_to_the_book_of_its_day(self, client: Client, filing: Filing) -> None:
        staff = user("staff", "ebu")
        person = registering.register(filing.federation, "Una", "Unit", on=date(2020, 1, 1), by=staff)
        ledger.adjust(person, "local", 10_000, filing.day, by=staff, reason="from the paper record")
        run = announcing.promote(filing.federation, date.today(), by=staff)
        promotion = run.promotions.get(person=person)
        assert promotion.reached_on == filing.day
        self.assert_old(client.get(reverse("rank-proof", args=[promotion.key])))

    @pytest.mark.parametrize("colour", ["", "green"], ids=["awarded", "refused"])
    def test_a_file_that_is_checked_is_of_its_day(self, client: Client, filing: Filing, colour: str) -> None:
        raw = raw_evening(filing.day.isoformat()) | {"colour": colour}
        upload = SimpleUploadedFile("evening.json", json.dumps(raw).encode())
        page = client.post(reverse("check"), {"file": upload})
        self.assert_old(page)

    def test_the_readings_of_a_worked_out_event_are_those_of_its_day(self, client: Client, filing: Filing) -> None:
        text = next(text for text in EBU.edition("2014").book.examples.values() if rests_on_readings(text))
        posted = {"event": moved_to(text, filing.day)}
        self.assert_old(client.post(reverse("work-out", args=["ebu", "session"]), posted))

    def test_an_example_is_of_the_day_that_is_asked_for(self, client: Client, filing: Filing) -> None:
        """It was of the day it was printed with, whatever the address said."""
        for name in EBU.edition("2014").book.examples:
            address = reverse("work-out", args=["ebu", name])
            old = client.get(address, {"day": filing.day.isoformat()}).context
            assert old["judged"]["edition"] == EBU.edition("2014").title and f"{filing.day}" in old["text"]
            new = client.get(address).context
            assert new["judged"]["edition"] == FIGURE.title, name

    def test_an_item_of_the_tariff_leads_to_the_book_of_today(self, client: Client, filing: Filing) -> None:
        client.force_login(user("finance", "ebu"))
        page = client.get(reverse("tariff", args=["ebu"])).content.decode()
        (row,) = (row for row in page.split("<tr>") if "<code>standard_charge</code>" in row)
        assert BOOK.findall(row)[0].startswith("/handbooks/ebu/2027/#")

    def test_scales_lead_to_their_own_readings_and_calculator(self, client: Client, filing: Filing) -> None:
        for name in ("2014", "2027"):
            page = client.get(reverse("edition-scales", args=["ebu", name])).content.decode()
            assert reverse("edition-readings", args=["ebu", name]) in page
            assert reverse("readings", args=["ebu"]) not in page


def rests_on_readings(text: str) -> bool:
    return bool(award(event_from(parse(text, source="example"), FACTS)).readings())


def moved_to(text: str, day: date) -> str:
    return re.sub(r"(?m)^day = \S+", f"day = {day}", text)
