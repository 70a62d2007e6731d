"""Every database test runs on SQLite and, started by `make test`, on a real PostgreSQL."""

from __future__ import annotations

import os
import uuid
from datetime import date

import pytest
from django.conf import settings

from centre.making import sealed
from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.renames import index_names


@pytest.fixture
def federation(db):
    return sealed(Federation.objects.create(code="ebu", name="English Bridge Union", scheme="ebu"))


@pytest.fixture
def county(federation):
    told = {"federation": federation, "level": "national", "number": "1", "name": "The Union"}
    national = sealed(Organisation.objects.create(**told))
    return sealed(
        Organisation.objects.create(
            federation=federation, parent=national, level="county", number="10", name="Ferncestershire"
        )
    )


@pytest.fixture
def club(county):
    return sealed(
        Organisation.objects.create(
            federation=county.federation, parent=county, level="club", number="1001", name="Riverside Bridge Club"
        )
    )


@pytest.fixture
def officer(db):
    return User.objects.create_user("officer@example.org", "a long enough password", name="Olive Officer")


@pytest.fixture
def people(federation, club):
    names = [("Ada", "Ashby"), ("Ben", "Brook"), ("Cleo", "Carr"), ("Dan", "Dale"), ("Eve", "Elm"), ("Finn", "Fell")]
    found = [
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
    index_names(found)
    sealed(*found)
    return found


@pytest.fixture(scope="module")
def new_database(tmp_path_factory):
    """Makes empty databases of the kind the tests run on, outside any transaction; gives their addresses."""
    address = os.environ.get("MASTERPOINT_DATABASE", "")
    if not address.startswith("postgres"):
        folder = tmp_path_factory.mktemp("databases")
        yield lambda name: f"sqlite:///{folder / name}.sqlite3"
        return
    import psycopg

    told = settings.DATABASES["default"]
    server = {"host": told["HOST"], "user": told["USER"], "password": told["PASSWORD"], "port": told["PORT"] or None}
    made: list[str] = []
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as connection:

        def make(name: str) -> str:
            made.append(f"test_{''.join(filter(str.isalpha, name))}_{uuid.uuid4().hex[:12]}")
            connection.execute(f"CREATE DATABASE {made[-1]}")
            return address.replace("/postgres?", f"/{made[-1]}?")

        yield make
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
