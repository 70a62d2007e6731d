"""The pages of a federation whose season begins in September call it 2025/26, and show what belongs to it."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.seasons import Season
from masterpoint.schemes import FEDERATIONS

pytestmark = pytest.mark.django_db
LAST, FIRST = date(2026, 8, 31), date(2026, 9, 1)


@pytest.fixture
def una(monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody with points of the last day of a season and of the first day of the next."""
    rules = FEDERATIONS["abf"]
    monkeypatch.setitem(FEDERATIONS.loaded, "abf", msgspec.structs.replace(rules, season=Season(9, 1)))
    person = registering.register(Federation.objects.get(pk="abf"), "Una", "Unit", on=date(2020, 1, 1), by=None)
    lines = [NewLine(person.pk, "green", 900_000, LAST), NewLine(person.pk, "green", 800_000, FIRST)]
    ledger.post(person.federation, "reported", lines, by=None)
    return person


def page_text(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_leaderboards_offer_seasons_by_name(client: Client, una: Person) -> None:
    page = page_text(client, reverse("leaders", args=["abf"]) + "?year=2025")
    assert '<option value="2025" selected>2025/26</option>' in page and "<h2> 2025/26" in page
    assert "Una Unit" in page and "9,000" in page and "8,000" not in page
    assert client.get(reverse("leaders", args=["abf"])).context["years"][0] == Season(9, 1).year_of(date.today())


def test_the_filters_of_a_leaderboard_show_what_is_listed(client: Client, una: Person) -> None:
    """An address may ask for a rank that nobody holds and an early year; a colour that no book has filters nothing."""
    page = page_text(client, reverse("leaders", args=["abf"]) + "?year=1999&rank=Gold+Life&colour=puce")
    assert '<option value="1999" selected>1999/00</option>' in page and "<option selected>Gold Life</option>" in page
    assert "<h2> 1999/00, Gold Life </h2>" in page and "puce" not in page


def test_the_trophy_says_its_days(client: Client, una: Person) -> None:
    page = page_text(client, reverse("yearly-trophy", args=["abf"]) + "?year=2025")
    assert "Most points won from 1 September 2025 to 31 August 2026:" in page and "awards, 2025/26</h1>" in page
    assert "so far" in page_text(client, reverse("yearly-trophy", args=["abf"]))


def test_a_record_is_added_up_and_filtered_by_season(client: Client, una: Person) -> None:
    address = reverse("player", args=["abf", una.number])
    answer = client.get(address)
    assert list(answer.context["years"]) == [(2026, [800_000]), (2025, [900_000])]
    assert "<td>2025/26</td>" in answer.content.decode()
    statement = client.get(f"{address}?year=2025").context
    assert statement["lines"].paginator.count == 1 and "31 Aug 2026" in statement["rows"]


def test_a_club_counts_the_sessions_of_its_season(client: Client, una: Person) -> None:
    today = date.today()
    year = Season(9, 1).year_of(today)
    page = client.get(reverse("club", args=["abf", "1001"]))
    assert page.context["year"] == year
    sessions = existing(page.context["club"]).filings.exclude(state__in=["withdrawn", "rejected"])
    in_season = sessions.filter(day__range=(date(year, 9, 1), date(year + 1, 8, 31))).count()
    assert sum(int(month.shown) for month in page.context["months"]) == in_season > 0
    assert f"Sessions in {year}/{(year + 1) % 100:02}</h2>" in page.content.decode()


def test_the_office_is_led_to_the_season_that_ended(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FEDERATIONS.loaded, "ebu", msgspec.structs.replace(FEDERATIONS["ebu"], season=Season(9, 1)))
    client.force_login(User.objects.get(email="staff@ebu.example"))
    year = Season(9, 1).year_of(date.today()) - 1
    name = f"{year}/{(year + 1) % 100:02}"
    assert f"End of the year {name}" in page_text(client, reverse("office", args=["ebu"]))
    page = page_text(client, reverse("year-end", args=["ebu", year]))
    assert f"End of the year {name}" in page and f"as at 31 August {year + 1}" in page
