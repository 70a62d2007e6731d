"""What officers write about somebody's points is public only where the federation says so."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Change, Federation, Person

pytestmark = pytest.mark.django_db
WORDS = "was ill and could not claim"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def adjustment() -> tuple[Person, Line]:
    person = User.objects.get(email="player@ebu.example").people.get()
    staff = User.objects.get(email="staff@ebu.example")
    posting = ledger.adjust(person, "local", 100, date(2026, 11, 10), by=staff, reason=WORDS)
    return person, posting.lines.get()


def pages(person: Person, line: Line) -> list[str]:
    args = ["ebu", person.number]
    api = f"/api/v1/federations/ebu/players/{person.number}"
    return [
        reverse("player", args=args),
        reverse("why", args=[*args, line.pk]),
        reverse("awards-statement", args=[*args, "csv"]),
        f"{api}/statement",
        f"{api}/lines/{line.pk}",
    ]


def readers_of(client: Client, addresses: list[str], email: str = "") -> list[bool]:
    if email:
        client.force_login(User.objects.get(email=email), BACKEND)
    return [WORDS in client.get(address).content.decode() for address in addresses]


def test_a_stranger_sees_that_and_not_why(client: Client, adjustment: tuple[Person, Line]) -> None:
    addresses = pages(*adjustment)
    assert readers_of(client, addresses) == [False] * 5
    assert "Adjustment" in client.get(addresses[0]).content.decode()


@pytest.mark.parametrize("email", ["player@ebu.example", "staff@ebu.example"])
def test_the_player_and_officers_read_it(client: Client, adjustment: tuple[Person, Line], email: str) -> None:
    assert readers_of(client, pages(*adjustment)[:3], email) == [True] * 3


def test_the_office_makes_it_public_and_takes_it_back(client: Client, adjustment: tuple[Person, Line]) -> None:
    staff = User.objects.get(email="staff@ebu.example")
    for public in ("yes", "no"):
        client.force_login(staff, BACKEND)
        client.post(reverse("public-reasons", args=["ebu"]), {"public": public})
        client.logout()
        assert readers_of(client, pages(*adjustment)) == [public == "yes"] * 5
    assert Change.objects.filter(what="reasons public", by=staff).count() == 2
    assert not Federation.objects.get(pk="ebu").public_reasons
