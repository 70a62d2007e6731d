"""The first page: what each reader sees first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import masterpoint.web
from answers import Answer, existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation, Person

STATIC = Path(masterpoint.web.__file__).parent / "static" / "masterpoint"
pytestmark = pytest.mark.django_db


def home(client: Client, **headers: str) -> tuple[Answer, str]:
    answer = client.get("/", headers=headers)
    assert answer.status_code == 200
    return answer, " ".join(answer.content.decode().split())


def sign_in(client: Client, email: str) -> None:
    client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("en-NZ,en;q=0.8", "nz"),
        ("fr;q=0.9, en-AU;q=0.5", "abf"),
        ("cy", "wbu"),
        ("en-GB,en;q=0.7", "ebu"),
        ("", "abf"),
        (";;,,", "abf"),
    ],
)
def test_the_federation_of_the_browsers_country_comes_first(client: Client, header: str, code: str) -> None:
    """Where the browser says nothing of use, the names decide: Australian, English, New Zealand, Scottish, Welsh."""
    answer, page = home(client, accept_language=header)
    assert answer.context["federations"][0].code == code
    assert {filing.federation_id for filing in answer.context["latest"]} == {code}
    assert "Latest results" in page


def test_ones_own_federation_comes_before_the_browsers(client: Client) -> None:
    sign_in(client, "secretary@sbu.example")
    assert home(client, accept_language="en-NZ")[0].context["federations"][0].code == "sbu"


def test_the_federation_whose_address_it_is_comes_before_the_browsers_country(
    client: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["points.sbu.example"]
    settings.FEDERATION_HOSTS = {"points.sbu.example": "sbu"}
    headers = {"host": "points.SBU.example:8000", "accept_language": "en-NZ"}
    codes = [federation.code for federation in home(client, **headers)[0].context["federations"]]
    assert codes[:2] == ["sbu", "nz"]
    sign_in(client, "secretary@wbu.example")
    codes = [federation.code for federation in home(client, **headers)[0].context["federations"]]
    assert codes[:2] == ["wbu", "sbu"], "one's own comes before that of the address"


def test_a_visitor_sees_no_results_that_were_withdrawn(client: Client) -> None:
    Filing.objects.filter(federation="ebu").update(state="withdrawn")
    answer, _page = home(client, accept_language="en-GB")
    assert {filing.federation_id for filing in answer.context["latest"]}.isdisjoint({"ebu"})


def test_a_scorer_drops_a_file_here_and_sees_the_last_ones(client: Client) -> None:
    sign_in(client, "scorer@ebu.example")
    _answer, page = home(client)
    last = existing(Filing.objects.filter(organisation__number="1001", federation="ebu").order_by("-filed_at").first())
    assert f'action="{reverse("file")}"' in page and last.receipt in page
    assert "Office of" not in page and "Account of" not in page


def test_the_office_sees_what_waits(client: Client) -> None:
    sign_in(client, "staff@ebu.example")
    waiting = Filing.objects.filter(federation="ebu", state="provisional").count()
    answer, _page = home(client)
    texts = {card.title: card.text for card in answer.context["cards"]}
    queue = next(text for title, text in texts.items() if title.startswith("Queue of English"))
    assert queue.startswith(f"{waiting} filing") and texts["Decisions"] == "0 decisions to confirm."
    first = Filing.objects.filter(federation="ebu", state="provisional").earliest("day").day
    assert texts[f"{first:%B %Y}"].startswith("The first month that is still open.")
    assert texts["Questions"] == "0 questions to answer."
    assert not any("New Zealand" in title for title in texts)


def test_what_waits_stands_before_the_file_of_a_secretary_and_after_that_of_a_scorer(client: Client) -> None:
    sign_in(client, "secretary@ebu.example")
    answer, page = home(client)
    texts = {card.title: card.text for card in answer.context["cards"]}
    month = next(text for title, text in texts.items() if title.endswith(" at Riverside Bridge Club"))
    assert "filed" in month and "Questions" in texts
    assert page.index("Waiting for you") < page.index("<h2>File results")
    sign_in(client, "scorer@ebu.example")
    assert "Waiting for you" not in home(client)[1], "a scorer without drafts has nothing waiting"


def test_a_treasurer_sees_what_is_due_of_their_own_club_only(client: Client) -> None:
    sign_in(client, "treasurer@ebu.example")
    answer, page = home(client)
    (card,) = (card for card in answer.context["cards"] if card.title.startswith("Account of"))
    assert card.title == "Account of Riverside Bridge Club" and "£" in card.text and "to pay" in card.text
    assert 'enctype="multipart/form-data"' not in page


def test_a_player_goes_to_their_record(client: Client) -> None:
    user = User.objects.get(email="player@ebu.example")
    sign_in(client, user.email)
    answer, _page = home(client)
    card = answer.context["cards"][0]
    assert card.address == reverse("player", args=["ebu", user.people.get().number])
    assert " points. " in card.text and card.text.startswith(user.people.get().rank)


def test_one_search_over_all_federations(client: Client) -> None:
    """The demo's names are drawn from one list, so a family has members in several federations."""
    person = existing(Person.objects.filter(federation="ebu", anonymous=False).first())
    answer = client.get("/find/", {"q": person.family_name})
    people_by_code = {part.code: people for part, people in answer.context["matches"]}
    assert person in people_by_code["ebu"]
    assert all(match.family_name == person.family_name for people in people_by_code.values() for match in people)
    assert not any(match.anonymous for people in people_by_code.values() for match in people)
    assert b"No player has that name" in client.get("/find/", {"q": "zzzz"}).content
    nz_answer = client.get("/find/", {"q": "a", "federation": "nz"})
    assert nz_answer.status_code == 302 and nz_answer["location"] == "/f/nz/search/?q=a"


def test_the_site_can_be_put_on_a_phones_first_screen(client: Client) -> None:
    _answer, page = home(client)
    manifest = json.loads((STATIC / "site.webmanifest").read_text(encoding="utf-8"))
    assert 'rel="manifest" href="/static/masterpoint/site.webmanifest"' in page
    assert "manifest-src 'self'" in client.get("/").headers["Content-Security-Policy"]
    for icon in manifest["icons"]:
        assert (STATIC / icon["src"]).exists(), icon


def test_a_problem_links_the_field_it_is_about(client: Client) -> None:
    sign_in(client, "secretary@ebu.example")
    address = reverse("new-member", args=["ebu", "1001"])
    page = client.post(address, {"given": "", "family": "", "joined": "2026-01-01"}).content.decode()
    assert "There is a problem" in page and '<a href="#family">' in page and 'id="family"' in page


def test_a_file_dropped_on_the_first_page_is_for_the_club_filed_for_last(client: Client) -> None:
    """As on the page for filing: nobody with several clubs files for the first of the list by mistake."""
    sign_in(client, "staff@ebu.example")
    club = Organisation.objects.filter(federation="ebu", level="club").order_by("name").last()
    latest = Filing.objects.filter(organisation=club).order_by("pk").last()
    Filing.objects.filter(pk=existing(latest).pk).update(filed_by=User.objects.get(email="staff@ebu.example"))
    selected = f'<option value="{existing(club).pk}" selected>'
    assert selected in home(client)[1] and selected in client.get("/file/").content.decode()
