"""One home club, any number of others, one primary county: from a day on, and kept when they end."""

from __future__ import annotations

from datetime import date

import pytest

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry import memberships
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Change, Membership, Organisation, Person

DAY = date(2026, 6, 1)
LATER = date(2026, 9, 1)
Kind = Membership.Kind


@pytest.fixture
def other(county: Organisation) -> Organisation:
    fields = {"federation": county.federation, "parent": county, "level": "club"}
    return Organisation.objects.create(number="1002", name="Hillside Bridge Club", **fields)


@pytest.fixture
def second_county(county: Organisation) -> Organisation:
    fields = {"federation": county.federation, "parent": county.parent, "level": "county"}
    return Organisation.objects.create(number="20", name="Heathershire", **fields)


def belongs(person: Person, day: date = LATER) -> list[tuple[str, str]]:
    return [(item.organisation.number, item.kind) for item in memberships.memberships_on(person, day)]


def test_a_second_club_leaves_the_home_club_as_it_is_and_twice_is_once(
    people: list[Person], other: Organisation, club: Organisation, officer: User
) -> None:
    for _ in range(2):
        memberships.join(people[0], other, Kind.ALTERNATE, on=DAY, by=officer)
    people[0].refresh_from_db()
    assert people[0].home_club == club
    assert belongs(people[0]) == [("1002", "alternate")]
    assert Change.objects.filter(person=people[0], what="join", by=officer).count() == 1


def test_a_transfer_to_the_other_club_makes_it_the_home_club_alone(
    people: list[Person], other: Organisation, officer: User
) -> None:
    memberships.join(people[0], other, Kind.ALTERNATE, on=DAY, by=officer)
    memberships.transfer(people[0], other, on=LATER, by=officer)
    assert belongs(people[0]) == [("1002", "home")]
    assert people[0].memberships.get(kind="alternate").last_day == date(2026, 8, 31)


def test_there_is_one_primary_county_at_a_time(
    people: list[Person], county: Organisation, second_county: Organisation, officer: User
) -> None:
    memberships.join(people[0], county, Kind.PRIMARY, on=DAY, by=officer)
    memberships.join(people[0], second_county, Kind.PRIMARY, on=LATER, by=officer)
    assert belongs(people[0]) == [("20", "primary")]
    assert people[0].memberships.count() == 2


def test_a_club_is_left_once_and_was_there(people: list[Person], other: Organisation, officer: User) -> None:
    result = memberships.join(people[0], other, Kind.ALTERNATE, on=DAY, by=officer)
    for _ in range(2):
        memberships.leave(result, on=LATER, by=officer)
    assert belongs(people[0]) == []
    assert belongs(people[0], DAY) == [("1002", "alternate")]
    assert Change.objects.filter(person=people[0], what="leave").count() == 1


def test_a_home_club_is_not_simply_left(people: list[Person], other: Organisation, officer: User) -> None:
    memberships.transfer(people[0], other, on=DAY, by=officer)
    with pytest.raises(NotRegistered, match="cannot simply leave the home club"):
        memberships.leave(people[0].memberships.get(kind="home"), on=LATER, by=officer)


def test_what_does_not_fit_is_refused(
    people: list[Person], club: Organisation, other: Organisation, county: Organisation, officer: User
) -> None:
    Organisation.objects.filter(pk=other.pk).update(active=False)
    other.refresh_from_db()
    wrong = [(club, Kind.ALTERNATE), (county, Kind.ALTERNATE), (club, Kind.PRIMARY), (other, Kind.ALTERNATE)]
    for organisation, kind in [*wrong, (county, Kind.HOME)]:
        with pytest.raises(NotRegistered):
            memberships.join(people[0], organisation, kind, on=DAY, by=officer)
    assert Membership.objects.count() == 0
