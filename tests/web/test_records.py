"""Record pages as at any day, with the rating where the book has one."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from masterpoint.centre.accounts.models import User
from masterpoint.centre.records import yearly
from masterpoint.centre.registry.models import Person

pytestmark = pytest.mark.django_db


def somebody(code):
    return Person.objects.filter(federation=code, anonymous=False, lines__isnull=False).order_by("pk").first()


@pytest.mark.parametrize("code", ["ebu", "wbu", "sbu", "nz", "abf"])
@pytest.mark.parametrize("day", ["0001-01-01", "1990-01-01", "2024-02-29", "2026-10-01", "2027-01-01", "9999-12-31"])
def test_a_record_as_at_any_day(client, code, day):
    """Also before the first edition kept here: there were points before there was this book."""
    answer = client.get(reverse("player", args=[code, somebody(code).number]) + f"?as_at={day}")
    assert answer.status_code == 200
    assert f"{date.fromisoformat(day):%B} " in answer.content.decode()


@pytest.mark.parametrize("path", ["/f/abf/leaders/mccutcheon/", "/f/nz/leaders/", "/f/nz/club/1001/"])
@pytest.mark.parametrize("year", ["0000", "0001", "9999", "soon"])
def test_any_year_is_answered(client, path, year):
    assert client.get(f"{path}?year={year}").status_code == 200


def test_a_rating_stands_on_the_record_from_the_turn_of_its_year(client):
    person = somebody("nz")
    staff = User.objects.get(email="staff@nz.example")
    yearly.open_rating(person, 2024, 8_000, "Intermediate", by=staff, reason="from the old system")
    yearly.rate(person.federation, 2025, by=staff)
    rated = person.ratings.get(year=2025)
    address = reverse("player", args=["nz", person.number])

    def shown(as_at=""):
        return client.get(address + as_at).content.decode()

    assert "at 31 December 2025" in shown() and f"grade {rated.grade}" in shown()
    assert "at 31 December 2024" in shown("?as_at=2025-12-30")
    assert "at 31 December 2025" in shown("?as_at=2025-12-31")
    assert "Rating points" not in shown("?as_at=2024-12-30")
    assert "Rating points" not in client.get(reverse("player", args=["ebu", somebody("ebu").number])).content.decode()
