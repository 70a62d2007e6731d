"""The site and the API take the scheme of a file from the same evidence, and say all that is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import Settings

import masterpoint
from answers import Answer, existing
from intake.evenings import mitchell, plain_totals, usebio
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.registry import access, own_records
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Person
from masterpoint.cli import main
from masterpoint.core.member_numbers import check_digit
from masterpoint.core.parsing import parse
from masterpoint.formats.numbers import WEIGHTS
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
LINES = mitchell()


def australian(country: str = "") -> bytes:
    head = "<PROGRAM_NAME>Compscore3</PROGRAM_NAME><P2P_CHARGE_RATE>10</P2P_CHARGE_RATE>"
    head += f"<COUNTRY>{country}</COUNTRY>" if country else ""
    data = usebio(LINES, plain_totals(LINES), head=head).replace(b"987001", b"3348")
    for n in range(2, 300):
        data = data.replace(f">{900000 + n}<".encode(), f">{n:04d}{check_digit(f'{n:06d}', WEIGHTS)}<".encode())
    return data


def check_page(client: Client, data: bytes, name: str = "results.xml", **fields: Any) -> str:
    answer = client.post(reverse("check"), {"file": SimpleUploadedFile(name, data), **fields})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def signed_in(client: Client, code: str) -> None:
    user = User.objects.create_user(email="somebody@example.org", password="a good long password")
    own_records.give_record(existing(Person.objects.filter(federation__scheme=code).first()), user, by=None)
    client.force_login(user)


def test_an_australian_file_is_awarded_by_the_australian_book(client: Client) -> None:
    page = check_page(client, australian())
    assert "By the rules of Australia (abf): Compscore3 is a program of Australian clubs" in page
    assert "[]" not in page


def test_evidence_that_disagrees_is_asked_about(client: Client) -> None:
    page = check_page(client, australian(country="England"))
    assert "does not make clear whose rules it was played by" in page
    assert "fill-scheme" in page
    assert "What it pays" not in page


def test_whoever_is_signed_in_is_evidence_not_a_choice(client: Client) -> None:
    signed_in(client, "ebu")
    page = check_page(client, australian())
    assert "does not make clear whose rules" in page
    plain = usebio(LINES, plain_totals(LINES)).replace(b"987001", b"")
    assert "By the rules of England (ebu): the sender belongs to England" in check_page(client, plain)


def test_a_web_page_is_called_a_web_page(client: Client) -> None:
    page = check_page(client, b"<!doctype html><html><body>1st</body></html>")
    assert "This is a web page, not a results file." in page
    assert "Export the results from your scoring program instead." in page
    assert "(found" not in page


def test_the_api_says_why_and_asks_as_the_site_does(client: Client) -> None:
    def post(name: str, data: bytes) -> Answer:
        return client.post(f"/api/v1/{name}", {"file": SimpleUploadedFile("results.xml", data)})

    awarded = post("award", australian()).json()
    assert any("Australia (abf): Compscore3" in line for line in awarded["assumed"])
    result = post("check", australian(country="England")).json()
    assert [finding["place"] for finding in result["findings"] if finding["severity"] == "error"] == ["scheme"]
    assert result["result"] is None


@pytest.mark.parametrize("scheme", FEDERATIONS)
def test_an_award_opens_with_one_sentence_on_every_door(
    client: Client, settings: Settings, tmp_path: Path, scheme: str
) -> None:
    """One event of each form: library, site, API and command line explain its first award in the same words."""
    settings.MASTERPOINT_LIMITS = {"check": 1000, "work": 1000}
    examples = FEDERATIONS[scheme].editions[-1].book.examples
    for form in {parse(text, source=name)["form"]: name for name, text in examples.items()}.values():
        file = tmp_path / f"{form}.toml"
        file.write_text(examples[form].replace("2026-11-17", "2026-11-15"), encoding="utf-8")
        why = masterpoint.award(file)[0].why()
        awarded = client.post("/api/v1/award", file.read_bytes(), content_type="application/toml").json()
        assert awarded["awards"][0]["why"] == why
        assert f'<p class="sentence">{escape(why)}</p>' in check_page(client, file.read_bytes(), name=file.name)
        assert f"\n  {why}\n" in CliRunner().invoke(main, ["award", str(file), "--explain"]).output


def test_a_dropped_file_can_be_told_how_it_was_scored(client: Client) -> None:
    """A PBN without places and without a scoring: asked on the page of the draft, kept there, and read by it."""
    games = []
    for board in range(1, 7):
        for table in (1, 2, 3):
            seats = {"North": table, "South": table, "East": (table + board) % 3, "West": (table + board) % 3}
            tags = {"Event": "Monday", "Date": "2026.02.02", "Board": board}
            tags |= {seat: f"{seat} {number}" for seat, number in seats.items()}
            tags |= {"Declarer": "N", "Contract": "3NT", "Result": 7 + (board * table) % 5}
            games.append("\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n")
    user = User.objects.get(email="scorer@ebu.example")
    client.force_login(user)
    club = access.organisations_for(user, Action.FILE)[0]
    draft = Draft.objects.create(
        key="k" * 20,
        federation=club.federation,
        organisation=club,
        user=user,
        original="\n".join(games).encode(),
        original_name="results.pbn",
    )
    page = client.get(reverse("draft", args=[draft.key])).content.decode()
    assert "fill-scoring" in page
    assert "Match points" in page
    page = client.post(reverse("draft", args=[draft.key]), {"scoring": "matchpoints"}, follow=True).content.decode()
    assert "fill-scoring" not in page
    assert "What it pays" in page


def test_what_the_book_asks_beside_the_file_is_written_on_the_page(client: Client) -> None:
    """A county's Green Point championship from a list: 6.3.1 pays 24/40 + 3, up to 0.25, which is 3.75."""
    user = User.objects.get(email="staff@ebu.example")
    client.force_login(user)
    county = next(row for row in access.organisations_for(user, Action.FILE) if row.level == "county")
    people = list(Person.objects.filter(federation="ebu", status="active").order_by("pk")[:48])
    lines = [
        "Event,Green pairs",
        "Date,01/11/2026",
        "Boards,48",
        "Place,Name 1,EBU 1,Name 2,EBU 2,Percentage,Green points",
    ]
    for place in range(1, 25):
        north, south = people[2 * place - 2 : 2 * place]
        points = "1" if place < 4 else ""
        lines.append(f"{place},{north.name},{north.number},{south.name},{south.number},{70 - place},{points}")
    draft = Draft.objects.create(
        key="g" * 20,
        federation=county.federation,
        organisation=county,
        user=user,
        original="\n".join([*lines, ""]).encode(),
        original_name="green.csv",
    )
    address = reverse("draft", args=[draft.key])
    assert "EBU 6.1.4" in client.get(address).content.decode()
    page = client.post(address, {"more": "championship"}, follow=True).content.decode()
    assert "this is not a fact" in page and "EBU 6.1.4" in page
    page = client.post(address, {"boards": "48", "more": "boards = 24"}, follow=True).content.decode()
    assert "this is given as 48 too" in page
    page = client.post(address, {"more": "championship = major\nlicence = L12"}, follow=True).content.decode()
    assert "Why 3.75?" in page and "EBU 6.1.4" not in page and "licence = L12" in page


def ranked_list(*points: float) -> bytes:
    """Six pairs of a club evening, with what the file's own program gave each."""
    rows = [f"{place},Ada{place} Ash,Ben{place} Brook,{amount}" for place, amount in enumerate(points, 1)]
    return "\n".join(["place,player1,player2,master points", *rows]).encode()


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((0.12, 0.06, 0, 0, 0, 0), "This file can be filed."),
        ((0.13, 0.06, 0, 0, 0, 0), "This file reads well and can be filed, but 1 of its awards differs from the book."),
        ((0.13, 0.07, 0, 0, 0, 0), "This file reads well and can be filed, but 2 of its awards differ from the book."),
    ],
)
def test_the_first_sentence_tells_what_the_table_below_it_shows(
    client: Client, points: tuple[float, ...], sentence: str
) -> None:
    fields = {"scheme": "ebu", "day": "2026-11-10", "boards": "24", "level": "club", "form": "session"}
    assert sentence in check_page(client, ranked_list(*points), name="evening.csv", **fields)
