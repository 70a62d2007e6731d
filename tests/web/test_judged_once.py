"""A file is read once and judged once, whichever door it comes through; a filing makes its event into data once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from django.test import Client
from django.urls import reverse

from masterpoint.centre.billing.models import Charge
from masterpoint.centre.filing import play_digest
from masterpoint.centre.filing.models import Filing
from masterpoint.cli import main
from masterpoint.core.editions import Edition
from masterpoint.intake import checking, reading
from web.test_api_kit import ADDED, FILES, ROOT, evening, key_for, post, ranked_list, upload
from web.test_letters import by_the_api, by_the_command_line, by_the_site

pytestmark = pytest.mark.django_db
READ = (reading, "recognise")
JUDGED = (Edition, "award")
COMPARED = (checking, "award_differences")
RESCORED = (reading, "compare")
AS_DATA = (play_digest, "event_as_data")
CHECKED = {"recognise": 1, "award": 1, "award_differences": 1, "compare": 1}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each of these is called."""
    counted: Counter[str] = Counter()
    for holder, name in (READ, JUDGED, COMPARED, RESCORED, AS_DATA):
        monkeypatch.setattr(holder, name, _counting(getattr(holder, name), name, counted))
    return counted


def _counting(function: Callable[..., Any], name: str, counted: Counter[Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        counted[name] += 1
        return function(*args, **kwargs)

    return call


def test_a_check_on_the_site(client: Client, calls: Counter[Any]) -> None:
    page = client.post(reverse("check"), upload(**ADDED)).content.decode()
    assert "What it pays" in page
    assert calls == CHECKED


def test_a_check_by_the_api(client: Client, calls: Counter[Any]) -> None:
    assert client.post(f"{ROOT}/check", upload(**ADDED)).json()["good"]
    assert calls == CHECKED


def test_a_check_on_the_command_line(calls: Counter[Any], tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_bytes(ranked_list())
    words = [word for name, value in ADDED.items() for word in (f"--{name}", value)]
    result = CliRunner().invoke(main, ["check", str(file), *words])
    assert result.exit_code == 0, result.output
    assert calls == CHECKED


@pytest.mark.parametrize("file", [by_the_site, by_the_command_line])
def test_a_filing_of_a_file(file: Callable[..., None], calls: Counter[Any], tmp_path: Path) -> None:
    file(tmp_path)
    assert calls == {"recognise": 1, "compare": 1, "award": 1, "event_as_data": 1}
    assert _is_charged(), "without another judgment"


def test_a_filing_by_the_api(calls: Counter[Any], tmp_path: Path) -> None:
    by_the_api(tmp_path)
    assert calls == {"award": 1, "event_as_data": 1}
    assert _is_charged()


def _is_charged() -> bool:
    return Charge.objects.filter(subject=Filing.objects.latest("pk").receipt).exists()


def test_a_correction(client: Client, calls: Counter[Any]) -> None:
    receipt = post(client, FILES, evening(), **key_for("secretary")).json()["receipt"]
    calls.clear()
    event = evening()
    event["lists"][0]["entries"][0]["place"], event["lists"][0]["entries"][1]["place"] = 2, 1
    answer = post(client, f"{ROOT}/filings/{receipt}/versions?reason=swapped", event, **key_for("secretary"))
    assert answer.status_code == 201, answer.content
    assert calls == {"award": 1, "event_as_data": 1}
