"""Reports and statements by the API: the same as on the site, in every form, for the same readers."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from answers import Answer, existing
from masterpoint.centre.registry.models import Person
from web.test_api_kit import EBU, is_problem, key_for, promote_somebody
from web.test_every_door import signed_in

pytestmark = pytest.mark.django_db
REPORTS = f"{EBU}/organisations/1001/reports"


def rows(answer: Answer) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))) if row]


def test_the_list_is_of_what_each_may_read(client: Client) -> None:
    names = {
        role: [kind["name"] for kind in client.get(REPORTS, **key_for(role)).json()] for role in ("treasurer", "staff")
    }
    assert names["treasurer"] == ["events", "costs"]
    assert {"noticeboard", "contacts", "promotions", *names["treasurer"]} <= set(names["staff"])
    assert "grades" not in names["staff"], "the EBU has none"
    (costs,) = [kind for kind in client.get(REPORTS, **key_for("treasurer")).json() if kind["name"] == "costs"]
    assert (costs["length"], "-Q" in costs["period"]["code"]) == ("quarter", True)


@pytest.mark.parametrize("name", ["events", "ranking", "noticeboard", "costs"])
def test_a_report_says_the_same_as_data_as_csv_and_on_the_site(client: Client, name: str) -> None:
    staff = key_for("staff")
    report = client.get(f"{REPORTS}/{name}?period=2026-10", **staff).json()
    assert (report["name"], report["period"]["first"], report["period"]["last"]) == (name, "2026-10-01", "2026-10-31")
    report_rows = [
        row for table in report["tables"] for row in (*table["rows"], *([table["sums"]] if table["sums"] else []))
    ]
    answer = client.get(f"{REPORTS}/{name}/csv?period=2026-10", **staff)
    titles = [[table["title"]] for table in report["tables"]] if len(report["tables"]) > 1 else []
    headings = [[column["name"] for column in table["columns"]] for table in report["tables"]]
    assert report_rows and sorted(rows(answer)) == sorted([*report_rows, *titles, *headings])
    page = signed_in(client, "staff", "ebu").get(
        reverse("report-file", args=["ebu", "1001", name, "csv"]), {"period": "2026-10"}
    )
    assert page.content == answer.content
    assert client.get(f"{REPORTS}/{name}/pdf?period=2026-10", **staff).content.startswith(b"%PDF")


@pytest.mark.parametrize("period", ["2026-13", "2026-Q5", "soon", "0001"])
def test_what_is_no_period_is_a_problem(client: Client, period: str) -> None:
    is_problem(client.get(f"{REPORTS}/events?period={period}", **key_for("staff")), 422)


def test_what_nobody_may_read_is_not_there(client: Client) -> None:
    for address in (f"{REPORTS}/gossip", f"{EBU}/organisations/9999/reports", f"{REPORTS}/events/certificates"):
        is_problem(client.get(address, **key_for("staff")), 404)
    is_problem(client.get(f"{REPORTS}/ranking", **key_for("treasurer")), 404)


def test_certificates_of_promotions_come_as_one_file_to_whoever_may_read_the_report(client: Client) -> None:
    promote_somebody()
    address = f"{REPORTS}/promotions/certificates?period=2026-11"
    answer = client.get(address, **key_for("secretary"))
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    is_problem(client.get(address, **key_for("treasurer")), 404)


def test_a_players_statement_is_a_file_for_everybody(client: Client) -> None:
    person = existing(Person.objects.filter(federation="ebu", lines__isnull=False, anonymous=False).first())
    address = f"{EBU}/players/{person.number}/statement"
    assert client.get(f"{address}/pdf").content.startswith(b"%PDF")
    page = client.get(reverse("awards-statement", args=["ebu", person.number, "csv"]))
    assert client.get(f"{address}/csv").content == page.content
    assert len(rows(client.get(f"{address}/csv?as_at=1990-01-01"))) < len(rows(page))
