"""A page of a report works out the rows it shows, not those of all members of a federation."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.reporting.person_rows import PersonRows
from masterpoint.web.reports import pages

SHOWN = 2


@pytest.fixture
def read() -> list[int]:
    """How many people rows were made of, each time."""
    return []


@pytest.fixture
def person_rows(people: list[Person], read: list[int]) -> PersonRows:
    def make(players: list[Person]) -> list[list[str]]:
        read.append(len(players))
        return [[person.number] for person in players]

    return PersonRows(Person.objects.order_by("pk"), make)


def test_rows_of_a_slice_are_made_alone(person_rows: PersonRows, read: list[int]) -> None:
    assert (len(person_rows), bool(person_rows), read) == (6, True, [])
    assert person_rows[:SHOWN] == [["100"], ["101"]]
    assert person_rows[4:] == [["104"], ["105"]]
    assert read == [2, 2]


def test_all_rows_are_made_once(person_rows: PersonRows, read: list[int]) -> None:
    assert list(person_rows) == list(person_rows) == [[f"{number}"] for number in range(100, 106)]
    assert (person_rows[-1], person_rows[:1]) == (["105"], [["100"]])
    assert read == [6]


@pytest.mark.parametrize("name", ["status", "renewals", "contacts", "cards", "register"])
def test_a_page_reads_the_people_it_shows(
    club: Organisation, people: list[Person], officer: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROWS_SHOWN", SHOWN)
    offices.appoint(officer, club, "secretary", on=date(2020, 1, 1), by=None)
    client = Client(HTTP_HOST="localhost")
    client.force_login(officer, "django.contrib.auth.backends.ModelBackend")
    address = reverse("report", args=["ebu", club.number, name])
    with CaptureQueriesContext(connection) as captured:
        page = client.get(address, {"period": "2026"}).content.decode()
    assert "Ada Ashby" in page and "Cleo Carr" not in page
    members = [
        query["sql"] for query in captured.captured_queries if 'ORDER BY "registry_person"."sort_key"' in query["sql"]
    ]
    assert members and all("LIMIT" in statement for statement in members if "alternate" not in statement)
