"""A federation with a county, a club, people and an officer."""

from __future__ import annotations

import pytest

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
