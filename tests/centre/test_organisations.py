"""The parts of a federation: as its book names them, in their right place, set aside instead of deleted."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from answers import existing
from centre.making import ORIGINAL, session
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import services as filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.registry import organisations
from masterpoint.centre.registry.audit import NotRegistered
from masterpoint.centre.registry.models import Change, Federation, Organisation, Person
from masterpoint.schemes import FEDERATIONS

DAY = date(2026, 11, 1)


def add(federation: Federation, number: str, name: str, **options: Any) -> Organisation:
    return organisations.add_organisation(federation, number, name, on=DAY, by=None, **options)


def change(organisation: Organisation, officer: User, **options: Any) -> Organisation:
    data = {"name": organisation.name, "parent": organisation.parent, "active": organisation.active} | options
    return organisations.change_organisation(organisation, data.pop("name"), by=officer, **data)


@pytest.mark.parametrize("scheme", sorted(FEDERATIONS))
def test_every_part_a_book_names_finds_its_place(db: None, scheme: str) -> None:
    federation = Federation.objects.create(code=scheme, name=scheme, scheme=scheme)
    national = Organisation.objects.create(federation=federation, level="national", number="1", name="The Body")
    created = {"national": national}
    for number, (level, parents) in enumerate(organisations.levels(federation).items(), 2):
        created[level] = add(federation, str(number), f"A {level}", level=level, parent=created[parents[0]])
        assert created[level].parent == created[parents[0]]
    assert {"club"} < set(created)


def test_one_without_a_place_told_stands_under_the_national_body(county: Organisation, federation: Federation) -> None:
    assert add(federation, "77", "  New   Club ").parent == county.parent
    assert Organisation.objects.get(number="77").name == "New Club"


@pytest.mark.parametrize(
    ("place", "fields"),
    [
        ("number", {"number": "1001"}),
        ("number", {"number": "a b"}),
        ("number", {"number": ""}),
        ("name", {"name": " "}),
        ("kind", {"level": "area"}),
        ("kind", {"level": "national"}),
        ("under", {"parent": "1001"}),
        ("under", {"level": "county", "parent": "10"}),
    ],
)
def test_what_does_not_fit_is_refused_in_its_place(
    club: Organisation, federation: Federation, place: str, fields: dict[str, Any]
) -> None:
    fields = {"number": "77", "name": "New"} | fields
    if "parent" in fields:
        fields["parent"] = Organisation.objects.get(number=fields["parent"])
    with pytest.raises(NotRegistered) as refused:
        add(federation, fields.pop("number"), fields.pop("name"), **fields)
    assert [problem.place for problem in refused.value.problems] == [place]
    assert Organisation.objects.count() == 3


def test_a_club_is_renamed_and_moved_and_both_are_noted_once(
    club: Organisation, county: Organisation, officer: User, federation: Federation
) -> None:
    other = add(federation, "20", "Heathershire", level="county", parent=county.parent)
    for _ in range(2):
        change(club, officer, name="Riverside and District", parent=other)
    organisation = Organisation.objects.get(pk=club.pk)
    assert (organisation.name, organisation.parent, organisation.number) == ("Riverside and District", other, "1001")
    (entry,) = Change.objects.filter(what="organisation changed")
    assert (entry.by, entry.detail["before"]["under"], entry.detail["after"]["under"]) == (officer, "10", "20")


def test_a_club_is_set_aside_files_nothing_new_and_can_come_back(
    club: Organisation, people: list[Person], officer: User
) -> None:
    receipt = filing.file_event(club, session(people), ORIGINAL, by=officer, choices={})
    change(club, officer, active=False)
    later = session(people, day="2026-11-12")
    with pytest.raises(NotFiled, match="no longer active"):
        filing.file_event(club, later, ORIGINAL, by=officer, choices={})
    assert filing.file_event(club, session(people), ORIGINAL, by=officer, choices={}).filing == receipt.filing
    change(club, officer, active=True)
    assert not filing.file_event(club, later, ORIGINAL, by=officer, choices={}).filed_before


def test_what_others_stand_under_stays_at_work(club: Organisation, county: Organisation, officer: User) -> None:
    with pytest.raises(NotRegistered, match="1 active organisation is still part of it"):
        change(county, officer, active=False)
    change(club, officer, active=False)
    change(county, officer, active=False)
    with pytest.raises(NotRegistered, match="no longer active"):
        change(club, officer, active=True)
    with pytest.raises(NotRegistered, match="the federation itself"):
        change(existing(county.parent), officer, active=False)
