"""Every database test runs on SQLite and, started by `make test`, on a real PostgreSQL."""

from __future__ import annotations

import pytest

import databases
from centre import making


@pytest.fixture
def federation(db):
    return making.federation()


@pytest.fixture
def county(federation):
    return making.county(federation)


@pytest.fixture
def club(county):
    return making.club(county)


@pytest.fixture
def officer(db):
    return making.officer()


@pytest.fixture
def people(federation, club):
    return making.people(club)


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
