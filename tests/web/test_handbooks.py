"""The handbooks as pages: each clause has its own place, every citation leads to it, every printed scale stands."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.template import Context
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from handbook_cases import printed_tables
from invented_editions import FOLDER, ebu_with
from masterpoint import schemes
from masterpoint.conformance.suite import full_suite
from masterpoint.core.federations import Federation
from masterpoint.core.parsing import event_from, parse
from masterpoint.core.serialisation import result_as_data
from masterpoint.web.printed_tables import NO_SCALES, printed_scales
from masterpoint.web.templatetags.citing import anchor, cite_reading, clause_link, with_clauses

DAY = date(2026, 11, 15)
SCHEMES = list(schemes.FEDERATIONS)
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_clause_has_a_place_of_its_own(client: Client, scheme: str) -> None:
    edition = schemes.edition_for(scheme, DAY)
    page = client.get(reverse("book", args=[scheme])).content.decode()
    places = re.findall(r'<tr id="([^"]+)"', page)
    assert len(places) == len(set(places)) == len(edition.clauses)
    assert set(places) == {anchor(number) for number in edition.clauses}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_everything_an_explanation_cites_is_a_link(scheme: str) -> None:
    edition = schemes.edition_for(scheme, DAY)
    for text in edition.book.examples.values():
        result = result_as_data(schemes.award(event_from(parse(text, source="the example"), schemes.FACTS)))
        for step in result["steps"]:
            assert f'href="/handbooks/{scheme}/#clause-' in clause_link(step["clause"])
            if "reading" in step:
                assert step["reading"] in {reading.id for reading in edition.readings}
                link = cite_reading(Context({"judged": result}), step["reading"], step["clause"])
                assert f"/handbooks/{scheme}/{edition.name}/readings/#{step['reading']}" in link


def test_what_is_no_clause_stays_as_it_is() -> None:
    assert clause_link("EBU 99.9") == "EBU 99.9"
    assert cite_reading(Context(), "E01", "elsewhere") == "E01"
    words = str(with_clauses("4.1.3 <b> and 99.9", schemes.edition_named("ebu", "2014")))
    assert words.startswith('<a href="/handbooks/ebu/2014/#clause-4.1.3">')
    assert words.endswith("&lt;b&gt; and 99.9")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"q": "4.1.3"}, lambda clause: clause.number.startswith("4.1.3")),
        ({"q": "TIE"}, lambda clause: "tie" in clause.gist.lower()),
        ({"done": "left to people"}, lambda clause: clause.treatment == "left to people"),
        ({"q": "\0nothing like it"}, lambda clause: False),
    ],
)
def test_clauses_are_found_by_number_word_and_treatment(
    client: Client, query: dict[str, str], expected: Callable[..., Any]
) -> None:
    page = client.get(reverse("book", args=["ebu"]), query)
    numbers = [clause.number for clause in schemes.edition_named("ebu", "2014").clauses.values() if expected(clause)]
    assert [clause.number for chapter in page.context["chapters"] for clause in chapter.clauses] == numbers
    assert page.context["count"] == len(numbers)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_printed_scale_stands_on_the_page(client: Client, scheme: str) -> None:
    scales = printed_scales(schemes.edition_for(scheme, DAY))
    page = client.get(reverse("scales", args=[scheme])).content.decode()
    assert len({scale.id for scale in scales}) == len(scales)
    assert all(f'id="{scale.id}"' in page for scale in scales)
    files = [file for file in printed_tables(scheme).glob("*.csv") if not NO_SCALES.search(file.stem)]
    assert len(files) == len(scales)
    for scale in scales:
        with (printed_tables(scheme) / f"{scheme}_{scale.id}.csv").open(encoding="utf-8") as file:
            assert len(list(csv.reader(file))) == len(scale.rows) + 1
        assert all(len(row) == len(scale.headings) for row in scale.rows)
        assert len(set(scale.headings)) == len(scale.headings) and "_" not in "".join(scale.headings)


def test_old_and_future_editions_have_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", ebu_with("2027"))
    today = client.get("/handbooks/ebu/").content.decode()
    assert "7th edition" in today and "/handbooks/ebu/2014/changes/2027/" in today
    future = client.get("/handbooks/ebu/2027/").content.decode()
    assert "Not in force yet" in future and "1 August 2027" in future
    assert client.get("/handbooks/ebu/2027/scales/").status_code == 200
    readings = client.get("/handbooks/ebu/2027/readings/").content.decode()
    assert "/handbooks/ebu/2027/#clause-" in readings and "/handbooks/ebu/2014/#clause-" not in readings
    assert client.get("/handbooks/ebu/1999/").status_code == 404


def test_an_edition_says_when_it_ends(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two invented editions: one began in 2020, one begins in 2090."""
    for name, day in (("2020", "2020-09-01"), ("2090", "2090-09-01")):
        (tmp_path / name).mkdir()
        head = f'title = "Edition of {name}"\nin_force_from = {day}\nbased_on = "2014"\n'
        (tmp_path / name / "edition.toml").write_text(head)
    federation = ebu_with().with_editions({name: tmp_path / name for name in ("2020", "2090")})
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", federation)
    page = client.get("/handbooks/").content.decode()
    assert "In force from 1 August 2014 to 31 August 2020." in page
    assert "In force from 1 September 2020 to 31 August 2090." in page
    assert "In force from 1 September 2090." in page
    old, current, future = (client.get(f"/handbooks/ebu/{name}/").content.decode() for name in ("2014", "2020", "2090"))
    assert "No longer in force: this edition applies to events played until 31 August 2020." in old
    assert "No longer in force" not in current + future and "Not in force yet" in future


def test_tables_of_an_earlier_edition_are_known_as_such(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = replace(ebu_with().edition("2014").book.printed["ebu_4.7.7_knockout"])
    first, later = ebu_with("2027").editions
    later = replace(later, book=replace(later.book, printed={**later.book.printed, "ebu_4.7.7_knockout": table}))
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", replace(ebu_with(), load_editions=lambda _: (first, later)))
    old, new = (client.get(f"/handbooks/ebu/{name}/scales/").content.decode() for name in ("2014", "2027"))
    source = f"As printed in the {first.title}."
    assert source not in old and new.count(source) == len(printed_scales(later)) - 1
    assert source not in new.partition('id="4.7.7_knockout"')[2].partition("<table")[0]


def test_a_book_that_is_not_in_force_yet_can_be_read(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first edition of a federation begins next year: its pages are there, and those of others answer."""
    (edition,) = ebu_with().editions
    later = replace(edition, book=replace(edition.book, in_force_from=date(2090, 1, 1)))
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", replace(ebu_with(), load_editions=lambda _: (later,)))
    for address in ("/calculator/", "/handbooks/ebu/", "/calculator/ebu/", "/api/v1/schemes/ebu"):
        assert client.get(address).status_code == 200, address


class TestWhatChanged:
    """The page with what an edition changes, in the words of the book."""

    def page(self, client: Client, monkeypatch: pytest.MonkeyPatch, federation: Federation, name: str) -> str:
        monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", federation)
        return client.get(f"/handbooks/ebu/2014/changes/{name}/").content.decode()

    def test_figures_have_their_words_and_clauses_their_gist(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = self.page(client, monkeypatch, ebu_with("2027"), "2027")
        assert "principles." not in page and "minimum_boards" not in page
        assert "<li>fewest boards of an event</li>" in page
        assert 'href="/handbooks/ebu/2027/#clause-3.1.2"' in page
        assert "Everyone scheduled for at least 12 boards" in page
        cells = re.findall(r'<td data-label="(\w+)"[^>]*>\s*(.*?)\s*</td>', page, re.DOTALL)
        assert cells[:3] == [("What", "fewest boards of an event"), ("Before", "12"), ("After", "10")]
        assert "Newly paid: 29" in page and "Tuesday pairs, 10, 11 boards" not in page
        assert "Tuesday pairs, 10 to 11 boards" in page

    def test_every_cell_says_what_it_is_on_a_phone(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        page = self.page(client, monkeypatch, ebu_with("2028"), "2028")
        assert set(re.findall(r"<td([^>]*)>", page)) <= {
            f' data-label="{label}" translate="no" lang="en"' for label in ("What", "Who", "Before", "After")
        }

    def test_all_of_it_is_shown_where_it_is_asked_for(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        page = self.page(client, monkeypatch, ebu_with("2027"), "2027")
        assert "Show all" in page and page.count("10 to 11 boards") < 15
        full_page = client.get("/handbooks/ebu/2014/changes/2027/?all=1").content.decode()
        assert "Show all" not in full_page and full_page.count("10 to 11 boards") == 14

    def test_a_broken_case_of_an_edition_is_a_sentence(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        shutil.copytree(FOLDER / "2027", tmp_path / "2027")
        (tmp_path / "2027" / "cases").mkdir()
        (tmp_path / "2027" / "cases" / "boards.toml").write_text("[[case]]\nclause = 3\n")
        page = self.page(client, monkeypatch, ebu_with().with_editions({"2027": tmp_path / "2027"}), "2027")
        assert "2027/cases/boards.toml, case 1" in page and "it has no clause" in page and "it has no name" in page


def test_the_calculator_works_by_the_day_of_play(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """12 boards at least until 31 July 2027, 10 from the day after."""
    monkeypatch.setitem(schemes.FEDERATIONS.loaded, "ebu", ebu_with("2027"))
    assert "/calculator/ebu/?day=2027-08-01" in client.get("/handbooks/ebu/2027/").content.decode()
    fields = {"count": "12", "boards": "10"}
    before = client.get("/calculator/ebu/", fields | {"day": "2027-07-31"})
    assert before.context["edition"].name == "2014" and before.context["award_count"] == 0
    after = client.get("/calculator/ebu/", fields | {"day": "2027-08-01"})
    assert after.context["edition"].name == "2027"
    assert [award["points"] for award in after.context["awards"]] == ["18", "12", "6"]
    too_early = client.get("/calculator/ebu/", fields | {"day": "1950-01-01"})
    assert "before the first edition" in too_early.content.decode()
    assert client.get("/calculator/ebu/", fields | {"day": "soon"}).context["edition"].name == "2014"
    assert client.get("/calculator/none/", {"day": "2027-08-01"}).status_code == 404


def test_a_clause_leads_to_the_edition_that_judged() -> None:
    title = schemes.edition_named("ebu", "2014").title
    assert clause_link("EBU 3.1.2", title).startswith('<a href="/handbooks/ebu/2014/#clause-3.1.2">')
    assert clause_link("EBU 3.1.2").startswith('<a href="/handbooks/ebu/#clause-3.1.2">')
    assert clause_link("EBU 99") == "EBU 99"


def test_the_conformance_suite_is_explained_and_can_be_downloaded(client: Client) -> None:
    page = client.get("/conformance/").content.decode()
    assert full_suite().version in page
    for edition in full_suite().editions:
        assert edition.title in page
        part = client.get(f"/conformance/{edition.scheme}/{edition.edition}.json")
        assert {case["scheme"] for case in part.json()["cases"]} == {edition.scheme}
        assert len(part.json()["cases"]) == edition.cases
    whole = client.get("/conformance/suite.json")
    assert whole.content == full_suite().as_json()
    assert whole["Content-Disposition"].startswith('attachment; filename="masterpoint-conformance-1.1+')
    assert client.get("/conformance/suite.json", headers={"If-None-Match": whole["ETag"]}).status_code == 304
    assert client.get("/conformance/ebu/1066.json").status_code == 404
    schema = client.get("/conformance/events.schema.json").json()
    assert schema["$defs"]["Entry"]["properties"]["place"]["description"].startswith("1, 2, 3")
    assert "/conformance/" in client.get("/handbooks/").content.decode()
