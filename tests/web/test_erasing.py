"""A player erases themselves on the site: told what stays, asked twice, signed out, and no page has the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre import exporting, verifying
from masterpoint.centre.accounts.models import User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Federation

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path


@pytest.fixture
def player(client: Client) -> User:
    user = User.objects.get(email="player@ebu.example")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def test_the_page_says_what_stays_and_the_second_one_wants_the_number(client: Client, player: User) -> None:
    page = client.get(reverse("erase-me")).content.decode()
    assert "What is kept, and why" in page and reverse("erase-me-confirm") in page
    answer = client.post(reverse("erase-me-confirm"), {"number": "1"}, follow=True)
    assert "this is not your number" in answer.content.decode()
    assert player.people.get().erased_on is None


def test_whoever_has_no_record_has_nothing_to_erase(client: Client) -> None:
    client.force_login(User.objects.get(email="staff@ebu.example"), "django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("erase-me")).status_code == 404


def test_no_page_no_api_and_no_export_has_the_name_afterwards(client: Client, player: User) -> None:
    person, name, family = player.people.get(), player.people.get().name, player.people.get().family_name
    lines = Line.objects.filter(person=person, posting__version__isnull=False)
    filings = [existing(line.posting.version).filing for line in lines]
    answer = client.post(reverse("erase-me-confirm"), {"number": person.number}, follow=True)
    assert "are erased" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    client.post(reverse("sign-in"), {"username": "player@ebu.example", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    pages = [
        reverse("player", args=["ebu", person.number]),
        reverse("result", args=["ebu", filings[0].receipt]),
        reverse("result-boards", args=["ebu", filings[0].receipt]),
        reverse("leaders", args=["ebu"]),
        reverse("search", args=["ebu"]) + f"?q={family}",
        f"/api/v1/federations/ebu/players/{person.number}",
    ]
    client.force_login(User.objects.get(email="staff@ebu.example"), "django.contrib.auth.backends.ModelBackend")
    pages += [reverse("filing", args=[filings[0].receipt]), reverse("member", args=["ebu", "1001", person.number])]
    for page in pages:
        assert name not in client.get(page).content.decode(), page
    federation = Federation.objects.get(pk="ebu")
    assert not [line for line in exporting.lines(federation) if name in str(line)]
    assert list(verifying.differences([federation])) == []
