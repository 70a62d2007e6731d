"""What anybody may have worked out without an account has a budget, and its pages stay small."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from masterpoint.centre import limits
from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.registry.name_matches import likely_matches

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
LARGEST_PAGE = 200_000


@pytest.fixture(autouse=True)
def clean_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "now", lambda: 600.0 + 20)


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Work that takes so many seconds of the processor, by a clock that only it moves."""
    spent = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: spent[0])
    return lambda seconds: spent.__setitem__(0, spent[0] + seconds)


def test_work_is_refused_when_the_seconds_of_the_minute_are_spent(settings: Settings, busy: Any) -> None:
    settings.MASTERPOINT_LIMITS = {"work": 1}
    for _ in range(2):
        with limits.processor_time("192.0.2.1"):
            busy(0.5)
    with pytest.raises(limits.TooManyRequests) as refused, limits.processor_time("192.0.2.1"):
        pytest.fail("this work is not begun")
    assert refused.value.wait == 40
    with limits.processor_time("192.0.2.2"):
        pass


def test_work_that_fails_counts_too(settings: Settings, busy: Any) -> None:
    settings.MASTERPOINT_LIMITS = {"work": 1}
    with pytest.raises(KeyError), limits.processor_time("192.0.2.1"):
        busy(1)
        raise KeyError
    with pytest.raises(limits.TooManyRequests), limits.processor_time("192.0.2.1"):
        pass


@pytest.mark.parametrize(
    "address", ["/calculator/ebu/?count=20", "/calculator/ebu/session/", "/check/", "/f/ebu/entry-list/"]
)
def test_pages_that_work_for_anybody_have_the_budget_and_accounts_have_none(
    client: Client, settings: Settings, address: str
) -> None:
    settings.MASTERPOINT_LIMITS = {"work": 0}
    assert client.get(address).status_code == 429
    client.force_login(User.objects.get(email="scorer@ebu.example"), backend=BACKEND)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("operation", ["award", "check"])
def test_the_api_has_it_too(client: Client, settings: Settings, operation: Any) -> None:
    settings.MASTERPOINT_LIMITS = {"work": 0}
    answer = client.post(f"/api/v1/{operation}", {"form": "session"}, content_type="application/json")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "40"


def test_names_are_not_looked_up_without_end(client: Client, settings: Settings) -> None:
    """Each word of a name is searched for: a line of a thousand words was too much for the database."""

    def status_for(name: str) -> int:
        address = "/api/v1/federations/ebu/players/lookup"
        return client.post(address, {"numbers": [name]}, content_type="application/json").status_code

    long = "a " * 2000
    assert likely_matches(Federation.objects.get(code="ebu"), long * 20) == []
    assert (status_for(long), status_for("Ada")) == (422, 200)
    settings.MASTERPOINT_LIMITS = {"work": 0}
    assert status_for("Ada") == 429
    assert client.get("/api/v1/federations/ebu/players/matches", {"name": "Ada"}).status_code == 429


def test_the_calculator_has_a_rate(client: Client, settings: Settings) -> None:
    settings.MASTERPOINT_LIMITS = {"calculate": 2}
    address = reverse("calculate", args=["nz"])
    assert [client.get(address, {"count": "20"}).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("contest", ["pairs", "teams"])
@pytest.mark.parametrize("scheme", ["abf", "ebu", "sbu", "wbu"])
def test_the_page_of_the_largest_field_is_small(client: Client, scheme: str, contest: str) -> None:
    answer = client.get(reverse("calculate", args=[scheme]), {"count": "2000", "contest": contest})
    assert answer.status_code == 200
    assert b"The first 60 are shown" in answer.content
    assert len(answer.content) < LARGEST_PAGE
