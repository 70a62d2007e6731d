"""All that is held about somebody is in the file they download, and about nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import User
from masterpoint.centre.demo import PASSWORD
from masterpoint.centre.enquiries import services as enquiries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.personal_data import OF_ACCOUNTS, OF_PLAYERS, data_about
from masterpoint.centre.registry import second_factors
from masterpoint.centre.registry.models import Person

pytestmark = pytest.mark.django_db
SHOWN_ELSEWHERE = {
    "ledger.Line.person": "the points",
    "ledger.Total.person": "sums of the points",
    "ledger.Overall.person": "sums of the points",
    "ledger.WonBalance.person": "which lines of the points were won in the year of their day",
    "registry.Person.merged_into": "a record that became part of this one, among the changes",
    "registry.NameWord.person": "an index of the name",
}
"""Tables about a person that need no list of their own, and why."""
OWN = {"registry.Person.account"}
"""The records themselves, in the file as such."""
ACTS = ("by", "filed_by", "asked_by", "decided_by", "settled_by", "revoked_by", "closed_by", "approved_by")
"""What an officer did belongs to the records; what they wrote is in the file."""


def account(name: str) -> User:
    return User.objects.get(email=f"{name}@ebu.example")


def tables_about(target: type[Any]) -> Iterator[str]:
    """Each field of a table that points to a person, or to an account."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is target:
                yield f"{model._meta.label}.{field.name}"


def test_no_table_about_players_is_left_out() -> None:
    names = {f"{rows.model}.{rows.owner}" for rows in OF_PLAYERS.values()}
    missing = set(tables_about(Person)) - names - SHOWN_ELSEWHERE.keys()
    assert missing == set()


def test_no_table_about_accounts_is_left_out() -> None:
    names = {f"{rows.model}.{rows.owner}" for rows in OF_ACCOUNTS.values()}
    missing = {name for name in tables_about(User) if name.rpartition(".")[2] not in ACTS} - names - OWN
    assert missing == set()


def test_a_player_finds_questions_promotions_tokens_and_sign_ins(client: Client) -> None:
    user = account("player")
    client.post(reverse("sign-in"), {"username": user.email, "password": "wrong"})
    client.post(reverse("sign-in"), {"username": user.email, "password": PASSWORD})
    token, secret = tokens.issue(user, "my scoring program", ["read"])
    second_factors.begin_setup(user)
    club = existing(user.people.get().home_club)
    day = date.fromisoformat(max(line["day"] for line in data_about(user)["records"][0]["points"]))
    enquiries.ask(user.people.get(), club, day, "Where are my points?", by=user)
    answer = client.get(reverse("my-data"))
    data, text = answer.json(), answer.content.decode()
    (record,) = data["records"]
    assert record["questions"][0]["club"] == club.name
    assert record["questions and answers"][0]["text"] == "Where are my points?"
    assert data["tokens"][0]["name"] == "my scoring program"
    assert secret not in text and token.digest not in text and user.second_factor.salt not in text
    assert data["sign-ins"][0]["address"] == "127.0.0.1"
    assert {"letters", "offices", "second factor"} <= data.keys()
    assert {"promotions", "ratings", "points"} <= record.keys()
    assert user.password not in text


def test_why_an_officer_changed_the_points_is_in_the_file() -> None:
    user = account("player")
    person = user.people.get()
    ledger.adjust(person, "local", 500, date(2026, 11, 1), by=account("staff"), reason="an evening was forgotten")
    points = data_about(user)["records"][0]["points"]
    assert [line["reason"] for line in points if line["points"] == "5.00"] == ["an evening was forgotten"]


def test_an_officer_who_plays_nowhere_has_a_file_too(client: Client) -> None:
    user = account("staff")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    data = client.get(reverse("my-data")).json()
    assert data["offices"] and data["records"] == []
    assert account("secretary").email not in client.get(reverse("my-data")).content.decode()
