"""Reports and statements on the site: who may read them, and as what they come."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.db.models import Sum
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from answers import existing
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.open_data.writing import write_open_data
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.reporting import scheduling
from masterpoint.centre.reporting.catalogue import reports_for
from masterpoint.schemes import FEDERATIONS
from masterpoint.web.reports import access
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
CLUBS = [(code, "1001") for code in sorted(FEDERATIONS)]


@pytest.mark.parametrize(("code", "number"), CLUBS, ids=lambda value: value)
def test_every_report_of_every_federation_is_a_page_a_table_and_a_sheet(client: Client, code: str, number: str) -> None:
    signed_in(client, "secretary", code)
    club = Organisation.objects.get(federation=code, number=number)
    list_page = client.get(reverse("reports", args=[code, number])).content.decode()
    for kind in reports_for(club):
        assert reverse("report", args=[code, number, kind.name]) in list_page
        page = client.get(reverse("report", args=[code, number, kind.name]), {"period": "2026"})
        assert page.status_code == 200, kind.name
        text = page.content.decode()
        assert text.count("<td") == text.count('<td data-label="'), f"{kind.name}: a phone shows no headings"
        table = client.get(reverse("report-file", args=[code, number, kind.name, "csv"]), {"period": "2026-Q4"})
        assert table["Content-Type"].startswith("text/csv") and table.content
    sheet = client.get(reverse("report-file", args=[code, number, "ranking", "pdf"]), {"period": "2026-Q4"})
    assert sheet.content.startswith(b"%PDF")


def test_nobody_else_learns_that_there_are_reports(client: Client) -> None:
    addresses = [
        reverse("reports", args=["ebu", "1001"]),
        reverse("report", args=["ebu", "1001", "ranking"]),
        reverse("report-file", args=["ebu", "1001", "ranking", "csv"]),
        reverse("report-certificates", args=["ebu", "1001", "promotions"]),
        reverse("renewals", args=["abf", "1001"]),
    ]
    assert [client.get(address).status_code for address in addresses] == [302] * 5
    signed_in(client, "scorer", "ebu")
    assert [client.get(address).status_code for address in addresses] == [404] * 5


@pytest.mark.parametrize("period", ["never", "2026-99", "9" * 50, "'; --"])
def test_a_period_that_is_none(client: Client, period: str) -> None:
    signed_in(client, "secretary", "ebu")
    assert client.get(reverse("report", args=["ebu", "1001", "events"]), {"period": period}).status_code == 404


def test_other_endings_and_other_names(client: Client) -> None:
    signed_in(client, "secretary", "ebu")
    for name, ending in (("ranking", "exe"), ("secrets", "csv"), ("grades", "pdf")):
        assert client.get(reverse("report-file", args=["ebu", "1001", name, ending])).status_code == 404


def test_a_schedule_is_ticked_in_bulk_and_taken_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: datetime(2026, 2, 1, tzinfo=UTC))
    monkeypatch.setattr("masterpoint.web.reports.renewals.now", access.now)
    signed_in(client, "secretary", "abf")
    address = reverse("renewals", args=["abf", "1001"])
    first, second = Person.objects.filter(home_club__number="1001", federation="abf", status="active")[:2]
    client.post(address, {"number": [first.number, second.number]})
    page = client.get(address).content.decode()
    assert "Not renewing from 1 April 2026" in page
    client.post(address, {"number": [second.number], "renew": "1"})
    assert Person.objects.get(pk=first.pk).status == "inactive"
    assert Person.objects.get(pk=second.pk).status == "active"


def test_after_the_deadline_nothing_can_be_ticked(client: Client) -> None:
    signed_in(client, "secretary", "abf")
    address = reverse("renewals", args=["abf", "1001"])
    person = existing(Person.objects.filter(home_club__number="1001", federation="abf", status="active").first())
    page = client.post(address, {"number": [person.number]}, follow=True).content.decode()
    assert "memberships can be cancelled from" in page and "The schedule is closed now" in page
    assert Person.objects.get(pk=person.pk).status == "active"


class TestStatements:
    def test_anybody_keeps_what_anybody_may_read(self, client: Client) -> None:
        person = existing(Person.objects.filter(federation="ebu", anonymous=False, lines__isnull=False).first())
        page = client.get(reverse("player", args=["ebu", person.number])).content.decode()
        for ending, start in (("pdf", b"%PDF"), ("csv", "﻿Day,Year,Event".encode())):
            address = reverse("awards-statement", args=["ebu", person.number, ending])
            assert address in page
            assert client.get(address).content.startswith(start)

    def test_but_not_the_record_of_somebody_anonymous(self, client: Client) -> None:
        person = existing(Person.objects.filter(federation="ebu").first())
        Person.objects.filter(pk=person.pk).update(anonymous=True)
        assert client.get(reverse("awards-statement", args=["ebu", person.number, "csv"])).status_code == 404


def test_the_overall_result_names_everybody_with_their_home_club(client: Client) -> None:
    signed_in(client, "secretary", "nz")
    filing = existing(Filing.objects.filter(federation="nz", organisation__number="1001").first())
    answer = client.get(reverse("result-sheet", args=[filing.receipt, "csv"])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(answer)))
    assert rows[0]["Place"].startswith("1")
    assert all(row["Number"] and row["Name"] and row["Home club"] for row in rows)
    issued = Line.objects.filter(posting__version__filing=filing).aggregate(sum=Sum("hundredths"))["sum"]
    assert sum(Decimal(row["C"] or 0) for row in rows) * 100 == issued
    assert client.get(reverse("result-sheet", args=[filing.receipt, "pdf"])).content.startswith(b"%PDF")
    signed_in(client, "scorer", "ebu")
    assert client.get(reverse("result-sheet", args=[filing.receipt, "csv"])).status_code == 404


def test_open_data_is_downloaded_without_an_account(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.MASTERPOINT_OPEN_DATA = tmp_path
    assert b"None has been made yet" in client.get(reverse("open-data", args=["ebu"])).content
    write_open_data(Federation.objects.get(code="ebu"), tmp_path, date(2026, 11, 16))
    address = reverse("open-data-file", args=["ebu", "2026-11-16"])
    assert address in client.get(reverse("open-data", args=["ebu"])).content.decode()
    assert client.get(address).getvalue().startswith(b"PK")
    for day in ("2026-11-15", "..", "never"):
        assert client.get(reverse("open-data-file", args=["ebu", day])).status_code == 404


def test_the_office_ticks_what_goes_by_itself(client: Client) -> None:
    signed_in(client, "staff", "nz")
    address = reverse("report-letters", args=["nz"])
    answer = client.post(address, {"report": ["printout", "grades"]}, follow=True).content.decode()
    assert scheduling.scheduled_names(Federation.objects.get(code="nz")) == ["printout", "grades"]
    assert answer.count(" checked") == 2
    refused = client.post(address, {"report": ["gossip"]}, follow=True).content.decode()
    assert "has no such report" in refused
    assert scheduling.scheduled_names(Federation.objects.get(code="nz")) == ["printout", "grades"]
    assert [f'name="seen" value="{name}"' in refused for name in ("printout", "grades")] == [True, True]
    client.post(address, {"seen": ["printout"], "report": ["ranking"]})
    assert scheduling.scheduled_names(Federation.objects.get(code="nz")) == ["ranking", "grades"]
    client.post(address, {"seen": ["ranking", "grades"]})
    assert scheduling.scheduled_names(Federation.objects.get(code="nz")) == []
