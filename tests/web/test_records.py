"""Record pages as at any day, with the rating where the book has one."""

from __future__ import annotations

import csv
import io
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from answers import Answer, existing
from centre.making import brought_rating
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.records import yearly
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Federation, Person

pytestmark = pytest.mark.django_db


def person_of(code: str) -> Person:
    return existing(Person.objects.filter(federation=code, anonymous=False, lines__isnull=False).order_by("pk").first())


@pytest.mark.parametrize("code", ["ebu", "wbu", "sbu", "nz", "abf"])
@pytest.mark.parametrize("day", ["0001-01-01", "1990-01-01", "2024-02-29", "2026-10-01", "2027-01-01", "9999-12-31"])
def test_a_record_as_at_any_day(client: Client, code: str, day: str) -> None:
    """Also before the first edition kept here: there were points before there was this book."""
    answer = client.get(reverse("player", args=[code, person_of(code).number]) + f"?as_at={day}")
    assert answer.status_code == 200
    assert f"{date.fromisoformat(day):%B} " in answer.content.decode()


@pytest.mark.parametrize("path", ["/f/abf/leaders/trophy/", "/f/nz/leaders/", "/f/nz/club/1001/"])
@pytest.mark.parametrize("year", ["0000", "0001", "9999", "soon"])
def test_any_year_is_answered(client: Client, path: str, year: str) -> None:
    assert client.get(f"{path}?year={year}").status_code == 200


def test_a_rating_stands_on_the_record_from_1_february(client: Client) -> None:
    """NZ E7.6c. Before, the record tells what will be in force, and says from when."""
    person = person_of("nz")
    staff = User.objects.get(email="staff@nz.example")
    brought_rating(person, 2024, 80, "Intermediate", staff)
    yearly.rate(person.federation, 2025, by=staff)
    rated = person.ratings.get(year=2025)
    address = reverse("player", args=["nz", person.number])

    def page_text(as_at: str = "") -> str:
        return " ".join(client.get(address + as_at).content.decode().split())

    assert "at 31 December 2025, in force since 1 February 2026" in page_text("?as_at=2026-02-01")
    before = page_text("?as_at=2026-01-31")
    assert "80 rating points at 31 December 2024, in force since 1 February 2025" in before
    assert f"From 1 February 2026: {rated.grade}" in before
    assert "From 1 February" not in page_text("?as_at=2025-12-30")
    assert "as the book grades a player without a rating" in page_text("?as_at=2025-01-31")
    assert "Grade</p>" not in client.get(reverse("player", args=["ebu", person_of("ebu").number])).content.decode()


def entry_list(client: Client, code: str, text: str, **rule: str) -> Answer:
    return client.post(reverse("entry-list", args=[code]), {"list": text, "day": "2026-11-15", **rule})


def test_an_entry_list_shows_the_total_of_the_book_its_colours_and_who_may_enter(client: Client) -> None:
    """3,211 local and 18.73 green points are 5,084 together, not 3,229.73."""
    person = registering.register(Federation.objects.get(pk="ebu"), "Una", "Unit", on=date(2020, 1, 1), by=None)
    lines = [
        NewLine(person.pk, "local", 321_100, date(2026, 3, 3)),
        NewLine(person.pk, "green", 1_873, date(2026, 3, 3)),
    ]
    ledger.post(person.federation, "reported", lines, by=None)
    page = " ".join(entry_list(client, "ebu", f"{person.number}\nno such person").content.decode().split())
    assert "5,084" in page and "3,229" not in page
    assert "18.73 green, 3,211 local" in page
    assert "May enter" not in page and "Nobody has this name or number." in page
    barred = entry_list(client, "ebu", person.number, highest_rank="Master").content.decode()
    assert "1 of 1 may not enter" in barred and "Premier Master is above Master [EBU 4.10.2]" in barred
    record = client.get(reverse("player", args=["ebu", person.number])).content.decode()
    assert "5,084" in record


def test_two_hundred_numbers_ask_the_database_no_more_than_ten_and_names_two_questions_each(client: Client) -> None:
    """J8: however slow the machine, a list of 200 is a handful of questions more than a list of ten."""
    people = Person.objects.filter(federation="nz", anonymous=False, merged_into=None).order_by("pk")[:200]
    numbers = [person.number for person in people]
    names = [person.name for person in people[:50]]

    def questions(lines: list[str]) -> int:
        with CaptureQueriesContext(connection) as queries:
            page = entry_list(client, "nz", "\n".join(lines), highest_grade="Junior").content.decode()
        assert page.count("<tr") == len(lines) + 1
        return len(queries)

    assert len(numbers) >= 50
    questions(numbers[:1])  # what a process looks up once
    small = questions(numbers[:10])
    assert questions((numbers * 4)[:200]) <= small
    assert questions(names) - questions(names[:10]) <= 2 * 40


def test_an_entry_list_as_a_table_for_spreadsheets(client: Client) -> None:
    person = registering.register(Federation.objects.get(pk="nz"), "=Una", "Unit", on=date(2020, 1, 1), by=None)
    ledger.post(person.federation, "reported", [NewLine(person.pk, "A", 850, date(2025, 3, 3))], by=None)
    text = f"{person.number}\n99900\n"
    answer = entry_list(client, "nz", text, highest_grade="Junior", csv="1")
    assert (
        answer["Content-Type"].startswith("text/csv")
        and "entry-list-nz-2026-11-15.csv" in answer["Content-Disposition"]
    )
    row, code = csv.DictReader(io.StringIO(answer.content.decode()))
    assert (row["name"], row["grade"], row["total"], row["A"], row["C"]) == (
        "'=Una Unit",
        "Intermediate",
        "8.50",
        "8.50",
        "0",
    )
    assert (row["may enter"], row["remark"]) == ("no", "graded Intermediate, above Junior [NZ E9.6b]")
    assert "E9.7c" in code["remark"] and code["number"] == ""


@pytest.mark.parametrize("points", ["lots", "0", "-5", "1e-999999999"])
def test_a_rule_that_makes_no_sense_is_told_and_the_list_kept(client: Client, points: str) -> None:
    page = entry_list(client, "ebu", "Una Unit", fewer_points=points).content.decode()
    assert "this is not a number of points" in page and "Una Unit" in page


def test_gold_that_has_faded_is_taken_off_and_said(client: Client) -> None:
    person = registering.register(Federation.objects.get(pk="ebu"), "Una", "Unit", on=date(2020, 1, 1), by=None)
    ledger.post(person.federation, "reported", [NewLine(person.pk, "gold", 1_000, date(2025, 3, 3))], by=None)
    page = " ".join(
        client.get(reverse("player", args=["ebu", person.number]) + "?as_at=2026-03-03").content.decode().split()
    )
    assert "2 gold points have lost value since the last yearly run" in page and '<p class="big">8</p>' in page


def test_red_of_before_1982_stands_on_the_record(client: Client) -> None:
    person = registering.register(Federation.objects.get(pk="abf"), "Una", "Unit", on=date(1975, 1, 1), by=None)
    lines = [NewLine(person.pk, "red", 17_500, date(1981, 12, 31)), NewLine(person.pk, "red", 500, date(2026, 3, 3))]
    ledger.post(person.federation, "reported", lines, by=None)
    assert "of them 175 won before 1982" in client.get(reverse("player", args=["abf", person.number])).content.decode()


def test_a_record_year_by_year_adds_up_to_the_holding(client: Client) -> None:
    person = person_of("ebu")
    lines = [NewLine(person.pk, "local", 700, date(2024, 3, 3)), NewLine(person.pk, "green", 50, date(2024, 4, 3))]
    ledger.post(person.federation, "reported", lines, by=None)
    context = client.get(reverse("player", args=["ebu", person.number])).context
    sums = [sum(column) for column in zip(*(amounts for _, amounts in context["years"]), strict=True)]
    assert dict(zip(context["colours"], sums, strict=True)) == ledger_queries.holding(person)
    amounts_of_year = dict(context["years"])[2024]
    assert dict(zip(context["colours"], amounts_of_year, strict=True)) == {"green": 50, "local": 700}
