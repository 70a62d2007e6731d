"""Each kind of problem at every door: who, which line, and what the others would get. Nothing is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Draft, Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.cli import main
from web.test_api_kit import FILES, ROOT, evening, key_for

pytestmark = pytest.mark.django_db
PREVIEW = FILES.replace("filings", "preview")
SPOILT = {
    "place": {"place": "zz"},
    "score": {"score": "much"},
    "boards": {"boards": -1},
    "category": {"category": 5},
    "matches": {"matches": [{"boards": "six"}]},
    "unknown field": {"plaice": 2},
}


def spoilt(kind: str) -> tuple[str, str, str]:
    """The evening with something of the third pair that does not read; the first pair's name, and the third's."""
    event = evening()
    entries = event["lists"][0]["entries"]
    third = entries[2]
    third.update(SPOILT[kind])
    names = " and ".join(player["name"] for player in third["players"])
    return json.dumps(event, indent=1), entries[0]["players"][0]["name"], names


def by_check_command(data: str, client: Client, tmp_path: Path) -> str:
    path = tmp_path / "evening.json"
    path.write_text(data)
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 2
    return result.output


def by_check_page(data: str, client: Client, tmp_path: Path) -> str:
    file = SimpleUploadedFile("evening.json", data.encode())
    return client.post(reverse("check"), {"file": file}).content.decode()


def by_draft(data: str, client: Client, tmp_path: Path) -> str:
    user = User.objects.get(email="scorer@ebu.example")
    client.force_login(user)
    club = access.organisations_for(user, Action.FILE)[0]
    fields = {"federation": club.federation, "organisation": club, "user": user}
    Draft.objects.create(key="k" * 20, original=data.encode(), original_name="evening.json", **fields)
    return client.get(reverse("draft", args=["k" * 20])).content.decode()


def by_api(data: str, client: Client, tmp_path: Path) -> Any:
    checked = client.post(f"{ROOT}/check", data, content_type="application/json").json()
    [error] = [finding for finding in checked["findings"] if finding["severity"] == "error"]
    assert checked["result"] is None
    shown = [award["who"] for award in checked["preview"]["awards"]]
    return " ".join([f"line {error['line']}, {error['who']} {error['message']}", *shown, *checked["preview"]["notes"]])


def by_preview_of_a_filing(data: str, client: Client, tmp_path: Path) -> str:
    answer = client.post(PREVIEW, data, content_type="application/json", **key_for("scorer"))
    problem = answer.json()
    assert answer.status_code == 422
    shown = [award["who"] for award in problem["preview"]["awards"]]
    lines = [f"line {error['line']}, {error['who']} {error['message']}" for error in problem["problems"]]
    return " ".join([*lines, *shown, *problem["preview"]["notes"]])


DOORS = [by_check_command, by_check_page, by_draft, by_api, by_preview_of_a_filing]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", SPOILT)
def test_the_people_and_the_line_are_named_and_the_others_previewed(
    kind: str, door: Callable[..., str], client: Client, tmp_path: Path
) -> None:
    filed = Filing.objects.count()
    data, winner, names = spoilt(kind)
    text = " ".join(door(data, client, tmp_path).replace("&#x27;", "'").split())
    assert re.search(rf"[Ll]ine \d+, {re.escape(names)}", text)
    assert winner in text
    assert "Only a preview" in text
    assert Filing.objects.count() == filed


@pytest.mark.parametrize("kind", SPOILT)
def test_award_refuses_with_the_same_words_and_previews_nothing(kind: str, client: Client, tmp_path: Path) -> None:
    data, winner, names = spoilt(kind)
    path = tmp_path / "evening.json"
    path.write_text(data)
    result = CliRunner().invoke(main, ["award", str(path)])
    assert result.exit_code == 2
    assert names in result.output
    assert winner not in result.output
    answer = client.post(f"{ROOT}/award", data, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["who"] == names


@pytest.mark.parametrize("door", DOORS)
def test_a_day_that_does_not_read(door: Callable[..., str], client: Client, tmp_path: Path) -> None:
    event = evening(day="2026-02-31")
    text = door(json.dumps(event, indent=1), client, tmp_path)
    assert "rules of today" in text
    assert event["lists"][0]["entries"][0]["players"][0]["name"] in text


def test_the_page_offers_the_day_and_takes_it(client: Client, tmp_path: Path) -> None:
    data = json.dumps(evening(day="2026-02-31"), indent=1)
    page = by_check_page(data, client, tmp_path)
    assert "fill-day" in page
    again = existing(re.search(r'name="again" value="([^"]+)"', page))[1]
    page = client.post(reverse("check"), {"again": again, "name": "evening.json", "day": "2026-11-14"}).content.decode()
    assert "What it pays" in page
    assert "as you said" in page
