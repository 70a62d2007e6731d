"""The ABF's national files: made from the register, read back, and the layout of the known ones to the column."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from answers import existing
from masterpoint.centre.ledger import queries as ledger
from masterpoint.centre.ledger import reasons, services
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry import access, memberships
from masterpoint.centre.registry.models import Federation, Membership, Organisation, Person
from masterpoint.centre.reporting import national_files
from masterpoint.formats import abf_national
from web.test_every_door import user

pytestmark = pytest.mark.django_db


def download(client: Client, name: str) -> str:
    answer = client.get(reverse("national-file", args=["abf", name]))
    assert answer.status_code == 200
    return answer.getvalue().decode()


def test_the_sample_reads_back_to_the_column() -> None:
    sample = (
        "Effective 31 March 2024 (synthetic)\r\n"
        " 123455 ARCHER            Ann          12.42    0.00    0.42   12.00      3.10     5.20     4.12c  0.00"
        "   0.42   1.00 Club     2-345\r\n"
        " 987654 O'SHEA-LONGFELLOWSCatherine   305.00    1.50  100.00  203.50     30.00    40.00   235.00g  0.00"
        "   7.00   1.00+National 4i680\r\n"
    )
    first, second = abf_national.read_national(sample)
    assert (first.number, first.surname, first.given_name, first.total) == ("123455", "ARCHER", "Ann", Decimal("12.42"))
    assert (first.rank, first.club, first.is_active, first.promoted) == ("Club", "2345", True, False)
    assert (second.rank, second.club, second.is_active, second.promoted) == ("National", "4680", False, True)
    assert (
        "".join(abf_national.national_line(player) + "\r\n" for player in (first, second)) == sample.partition("\n")[2]
    )


def test_national_has_what_the_ledger_has_without_what_is_provisional(client: Client) -> None:
    players = {player.number: player for player in abf_national.read_national(download(client, "NATIONAL"))}
    people = Person.objects.filter(federation="abf", merged_into=None).exclude(status="deceased")
    assert set(players) == {person.number for person in people}
    provisional = Line.objects.filter(posting__version__filing__state="provisional", person__federation="abf")
    provisional_line = provisional.first()
    assert provisional_line is not None
    for person in [provisional_line.person, people.first()]:
        waiting = sum(line.hundredths for line in provisional.filter(person=person))
        assert players[existing(person).number].total * 100 == sum(ledger.holding(existing(person)).values()) - waiting


def test_history_adds_up_and_every_code_is_an_event(client: Client) -> None:
    services.adjust(
        existing(Person.objects.filter(federation="abf").first()),
        *("red", 125, date(1981, 5, 1)),
        by=user("staff", "abf"),
        reason="an old\tcertificate",
    )
    history = abf_national.read_tab_separated(download(client, "HISTORY"), abf_national.HISTORY)
    events = {
        row["code"]: row for row in abf_national.read_tab_separated(download(client, "EVENTS"), abf_national.EVENTS)
    }
    assert {row["code"] for row in history} <= set(events)
    federation = Federation.objects.get(code="abf")
    hidden = access.hidden_people(federation)
    expected = sum(line.hundredths for line in national_files.official_lines(federation).exclude(person__in=hidden))
    assert sum(Decimal(row["points"]) for row in history) * 100 == expected
    words = {row["event"] for row in events.values()}
    assert "Adjustment" in words and "Adjustment: an old certificate" not in words
    reasons.set_public(federation, True, by=user("staff", "abf"))
    assert "\tAdjustment: an old certificate\r\n" in download(client, "EVENTS")
    old = abf_national.read_tab_separated(download(client, "PRE82"), abf_national.PRE82)
    assert [row["red points"] for row in old] == ["1.25"]


def test_clubs_and_alternates(client: Client) -> None:
    home, other = Organisation.objects.filter(federation="abf", level="club").order_by("number")[:2]
    person = existing(Person.objects.filter(home_club=home, anonymous=False).first())
    memberships.join(person, other, Membership.Kind.ALTERNATE, on=date(2026, 1, 1), by=None)
    assert abf_national.read_alternates(download(client, "ALTERNAT")) == [
        abf_national.Alternate(
            *(person.number, person.family_name.upper()[:19], person.given_name[:10], home.number, (other.number,))
        )
    ]
    rows = abf_national.read_tab_separated(download(client, "CLUBS"), abf_national.CLUBS)
    assert {row["number"] for row in rows} == set(
        Organisation.objects.filter(federation="abf").values_list("number", flat=True)
    )


def test_somebody_anonymous_has_no_name_there_and_no_history(client: Client) -> None:
    person = existing(Person.objects.filter(federation="abf", status="active").first())
    services.adjust(person, "red", 125, date(1981, 5, 1), by=user("staff", "abf"), reason="old")
    Person.objects.filter(pk=person.pk).update(anonymous=True)
    assert all(not line.startswith(f"{person.number}\t") for line in download(client, "HISTORY").splitlines())
    assert abf_national.read_tab_separated(download(client, "PRE82"), abf_national.PRE82) == []
    (row,) = [row for row in abf_national.read_national(download(client, "NATIONAL")) if row.number == person.number]
    assert (row.surname, row.given_name) == ("ANONYMOUS MEMBER", "")


@pytest.mark.parametrize(("status", "is_active"), [("suspended", True), ("lapsed", False), ("inactive", False)])
def test_only_whoever_has_not_paid_is_inactive(client: Client, status: str, is_active: bool) -> None:
    """ABF 1.3.2: inactive is non-financial. That somebody is suspended is nobody else's business."""
    person = existing(Person.objects.filter(federation="abf", anonymous=False).first())
    Person.objects.filter(pk=person.pk).update(status=status)
    (row,) = [row for row in abf_national.read_national(download(client, "NATIONAL")) if row.number == person.number]
    assert row.is_active == is_active


def test_only_where_clubs_report_by_files(client: Client) -> None:
    assert client.get(reverse("national-files", args=["abf"])).status_code == 200
    assert client.get(reverse("national-files", args=["ebu"])).status_code == 404
    assert client.get(reverse("national-file", args=["abf", "SECRETS"])).status_code == 404
