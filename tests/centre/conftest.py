"""Every database test runs on SQLite and, started by `make test`, on a real PostgreSQL."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.models import Federation, Organisation, Person


@pytest.fixture
def federation(db):
    return Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu")


@pytest.fixture
def county(federation):
    national = Organisation.objects.create(federation=federation, level="national", number="1", name="The Union")
    return Organisation.objects.create(
        federation=federation, parent=national, level="county", number="10", name="Ferncestershire"
    )


@pytest.fixture
def club(county):
    return Organisation.objects.create(
        federation=county.federation, parent=county, level="club", number="1001", name="Riverside Bridge Club"
    )


@pytest.fixture
def officer(db):
    return User.objects.create_user("officer@example.org", "a long enough password", name="Olive Officer")


@pytest.fixture
def people(federation, club):
    names = [("Ada", "Ashby"), ("Ben", "Brook"), ("Cleo", "Carr"), ("Dan", "Dale"), ("Eve", "Elm"), ("Finn", "Fell")]
    return [
        Person.objects.create(
            federation=federation,
            number=str(100 + index),
            given_name=given,
            family_name=family,
            sort_key=f"{family} {given}".lower(),
            home_club=club,
            joined_on=date(2020, 1, 1),
        )
        for index, (given, family) in enumerate(names)
    ]
