"""Every database test runs on SQLite and, started by `make test`, on a real PostgreSQL."""

from __future__ import annotations

from datetime import date

import pytest

import databases
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


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, tmp_path_factory):
    """The tests' own database, and a copy of it with all its tables and nothing in them."""
    with django_db_blocker.unblock():
        databases.keep_empty(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="module")
def new_database(django_db_setup, tmp_path_factory):
    """Makes databases of the kind the tests run on, outside any transaction, empty but for their tables.

    It gives their addresses; `bare=True` asks for one without tables.
    """
    with databases.maker(tmp_path_factory.mktemp("databases")) as make:
        yield make
