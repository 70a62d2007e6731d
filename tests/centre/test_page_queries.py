"""No page of the office sends the database more queries because there are more clubs."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from answers import existing
from centre.billing_kit import evening_of
from centre.making import ORIGINAL, sealed
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import invoicing, tariffs
from masterpoint.centre.filing import services
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.renames import index_words
from masterpoint.centre.reporting.catalogue import reports_for

FEW, MANY = 6, 18
TODAY = date(2026, 11, 17)


def add_club(county: Organisation, number: int, officer: User) -> None:
    """A club with six members and four evenings: the first lacks an amount, the last is on no invoice yet."""
    federation = county.federation
    fields = {"federation": federation, "parent": county, "level": "club", "number": f"{1001 + number}"}
    club = sealed(Organisation.objects.create(**fields, name=f"Club {number}"))
    people = Person.objects.bulk_create(
        Person(
            federation=federation,
            number=f"{1000 + 10 * number + index}",
            given_name=given_name,
            family_name=f"Player{number}",
            sort_key=f"player{number} {given_name}".lower(),
            home_club=club,
            joined_on=date(2026, 9, 1),
        )
        for index, given_name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"))
    )
    index_words(people)
    sealed(*people)
    for day in ("2026-02-10", "2026-10-06", "2026-10-13", "2026-11-10"):
        services.file_event(club, evening_of(people, day), ORIGINAL, by=officer, choices={})


@pytest.fixture
def staff(county: Organisation, officer: User) -> Client:
    for role in ("staff", "finance"):
        offices.appoint(officer, existing(county.parent), role, on=date(2020, 1, 1), by=None)
    client = Client(HTTP_HOST="localhost")
    client.force_login(officer, "django.contrib.auth.backends.ModelBackend")
    return client


def addresses(national: Organisation) -> dict[str, str]:
    code, number = national.federation_id, national.number
    pages = {
        name: reverse(name, args=[code])
        for name in (
            *("office", "queue", "officers", "organisations", "proposals", "rederive", "report-letters", "duplicates"),
            *("ledger", "finance", "invoice-run", "payments", "periodic", "tariff"),
        )
    }
    pages |= {
        f"report {kind.name}": reverse("report", args=[code, number, kind.name]) for kind in reports_for(national)
    }
    pages |= {name: reverse(name, args=[code, number]) for name in ("members", "reports", "club-account")}
    return pages | {
        "month-end": reverse("month-end", args=[code, "2026-10"]),
        "club-month": reverse("club-month", args=[code, number, "2026-10"]),
        "promotions-due": reverse("promotions-due", args=[code, "2026-10"]),
        "year-end": reverse("year-end", args=[code, 2025]),
        "my filings": reverse("filings"),
        "my reports": reverse("my-reports"),
        "my members": reverse("my-members"),
        "billing": reverse("billing"),
        "status": reverse("status"),
        "home": reverse("home"),
    }


def query_counts(staff: Client, national: Organisation) -> dict[str, int]:
    counts = {}
    for name, address in addresses(national).items():
        for _ in range(2):  # what a process reads once does not count
            with CaptureQueriesContext(connection) as captured:
                answer = staff.get(address)
            assert answer.status_code in (200, 302), (name, answer.status_code)
        counts[name] = len(captured)
    return counts


def test_five_times_as_many_clubs(staff: Client, county: Organisation, officer: User) -> None:
    federation: Federation = county.federation
    tariffs.enter(federation, "standard_charge", "0.405", date(2026, 4, 1), by=officer, invented=True)
    national = existing(county.parent)
    counts = []
    for numbers in (range(FEW), range(FEW, MANY)):
        for number in numbers:
            add_club(county, number, officer)
        list(invoicing.issue_all(federation, date(2026, 10, 31), on=date(2026, 11, 1), by=officer))
        counts.append(query_counts(staff, national))
    small, many = counts
    assert {name: (small[name], many[name]) for name in small if many[name] > small[name]} == {}
