"""Facts are kept small, and come back as they were."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from django.db import connection

from centre import making
from masterpoint.centre.accounts.models import User
from masterpoint.centre.compact import decompress, dumps, loads
from masterpoint.centre.demo import FAMILY_NAMES, GIVEN_NAMES
from masterpoint.centre.filing import services
from masterpoint.centre.filing.models import Version
from masterpoint.centre.filing.play_digest import event_as_data
from masterpoint.centre.registry.models import Organisation, Person

KEPT = ("event", "people", "checks", "original", "result")
PAIRS = 24


def test_data_comes_back_as_it_was() -> None:
    data = {"day": "2026-11-10", "lists": [{"entries": [{"place": "3=", "score": "54.17"}]}], "none": None, "é": [1.5]}
    assert loads(dumps(data)) == data


def test_what_was_never_kept_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="not compressed data"):
        decompress(b"nonsense")


def test_the_facts_of_a_session_take_less_than_four_kilobytes(club: Organisation, officer: User) -> None:
    """Twelve tables, everybody by name and number, and a file as long as the event."""
    chance = Random(7)
    people = Person.objects.bulk_create(
        Person(
            federation=club.federation,
            number=str(100_000 + seat),
            given_name=chance.choice(GIVEN_NAMES),
            family_name=chance.choice(FAMILY_NAMES),
            sort_key=str(seat),
            home_club=club,
            joined_on=date(2020, 1, 1),
        )
        for seat in range(2 * PAIRS)
    )
    making.sealed(*people)
    names = [{"id": person.number, "name": person.name} for person in people]
    entries = [{"place": place + 1, "players": names[2 * place : 2 * place + 2]} for place in range(PAIRS)]
    event = making.session(people, lists=[{"entries": entries}])
    raw = event_as_data(event)
    original = services.Original(repr(raw).encode(), "tuesday.event", "event")
    services.file_event(club, event, original, by=officer, choices={})
    assert Version.objects.get().event["lists"][0]["entries"][0]["players"][0]["name"] == names[0]["name"]
    sizes = ", ".join(f"LENGTH({name})" for name in KEPT)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {sizes} FROM filing_version")
        taken = dict(zip(KEPT, cursor.fetchone(), strict=True))
    assert sum(size or 0 for size in taken.values()) < 4_000, taken
