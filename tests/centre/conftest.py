"""A federation with a county, a club, people and an officer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from centre import making

if TYPE_CHECKING:
    from masterpoint.centre.accounts.models import User
    from masterpoint.centre.registry.models import Federation, Organisation, Person


@pytest.fixture
def federation(db: None) -> Federation:
    return making.federation()


@pytest.fixture
def county(federation: Federation) -> Organisation:
    return making.county(federation)


@pytest.fixture
def club(county: Organisation) -> Organisation:
    return making.club(county)


@pytest.fixture
def officer(db: None) -> User:
    return making.officer()


@pytest.fixture
def people(federation: Federation, club: Organisation) -> list[Person]:
    return making.people(club)
