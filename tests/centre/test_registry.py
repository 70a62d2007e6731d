"""The register: search before create, transfers, merges that lose no point, members from CSV."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from answers import existing
from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger import verify
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.people import merging, statuses
from masterpoint.centre.registry import access, audit, memberships, offices, queries, registering, renames
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.loading import load_members
from masterpoint.centre.registry.models import Change, Federation, Membership, Organisation, Person
from masterpoint.centre.registry.name_matches import likely_matches, likely_matches_of
from masterpoint.core.errors import NotReadable

TODAY = date(2026, 11, 15)


def test_a_new_person_gets_a_number_for_life(federation: Federation, club: Organisation, officer: User) -> None:
    first = registering.register(federation, "Gwen", "Grove", on=TODAY, by=officer, club=club)
    second = registering.register(federation, "Hal", "Heath", on=TODAY, by=officer, club=club)
    assert first.number != second.number
    assert Change.objects.filter(what="registered").count() == 2


def test_a_number_that_is_taken_is_never_issued(federation: Federation, club: Organisation, officer: User) -> None:
    registering.register(federation, "Ivy", "Ing", on=TODAY, by=officer, number="1")
    assert registering.register(federation, "Jo", "Judd", on=TODAY, by=officer).number == "2"


@pytest.mark.parametrize("text", ["ashby", "Ada Ash", "ADA", "100", "0100", " ashby ada "])
def test_search_finds_by_name_and_number(federation: Federation, people: list[Person], text: str) -> None:
    assert people[0] in queries.search(federation, text)


def test_search_ignores_accents(federation: Federation, officer: User) -> None:
    person = registering.register(federation, "Zoë", "Müller-Søren", on=TODAY, by=officer)
    assert list(queries.search(federation, "zoe muller")) == [person]


def test_likely_matches_are_ranked_with_reasons(
    federation: Federation, club: Organisation, people: list[Person]
) -> None:
    best = likely_matches(federation, "Ashby Ada", club)[0]
    assert best.person == people[0]
    assert "member of this club" in best.reason
    assert likely_matches(federation, "Xerxes Quill", club) == []


def test_many_names_are_looked_up_at_once_and_each_as_if_alone(
    federation: Federation,
    club: Organisation,
    people: list[Person],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    names = ["Ashby Ada", "Ada Brook", "Bem Brook", "Ash", "", *(f"Xerxes{n} Quill{n}" for n in range(120))]
    with django_assert_max_num_queries(2):  # who they may be, and those people
        matches = likely_matches_of(federation, names, club)
    assert list(matches) == names
    assert matches == {name: likely_matches(federation, name, club) for name in names}
    assert matches["Bem Brook"][0].person == people[1] and matches["Xerxes7 Quill7"] == []


def test_a_new_name_is_found_and_the_old_one_is_noted(
    federation: Federation, people: list[Person], officer: User
) -> None:
    person = renames.rename(people[0], "Ada", "O'Neill-Ashby", by=officer, reason="married")
    assert person.number == "100"
    assert list(queries.search(federation, "neill")) == list(queries.search(federation, "ada ashb")) == [person]
    change = Change.objects.get(what="renamed")
    assert (change.detail, change.reason) == ({"before": "Ada Ashby", "after": "Ada O'Neill-Ashby"}, "married")


@pytest.mark.parametrize(("family", "reason"), [("", "typing error"), (" - ", "typing error"), ("Ashby-Brook", " ")])
def test_a_name_is_changed_only_to_one_with_a_reason(
    people: list[Person], officer: User, family: str, reason: str
) -> None:
    with pytest.raises(audit.NotRegistered):
        renames.rename(people[0], "Ada", family, by=officer, reason=reason)
    people[0].refresh_from_db()
    assert people[0].name == "Ada Ashby"


def test_the_right_person_is_found_among_hundreds_who_share_a_word_of_the_name(
    federation: Federation, club: Organisation
) -> None:
    crowd = [registering.NewMember(f"Ada{chr(97 + n % 26)}{n}", "Ashton", date(2020, 1, 1), club) for n in range(300)]
    registering.register_all(federation, crowd, by=None)
    registered = registering.register_all(
        federation, [registering.NewMember("Zeno", "Ashby", date(2020, 1, 1), None)], by=None
    )
    assert likely_matches(federation, "Zeno Ashby", club)[0].person == registered[0]


def test_transfer_keeps_one_home_club(
    federation: Federation, county: Organisation, people: list[Person], officer: User
) -> None:
    other = Organisation.objects.create(
        federation=federation, parent=county, level="club", number="1002", name="Hilltop"
    )
    memberships.transfer(people[0], other, on=date(2026, 12, 1), by=officer)
    homes = Membership.objects.filter(person=people[0], kind="home", last_day=None)
    assert [home.organisation for home in homes] == [other]


def test_a_suspension_ends_by_itself(people: list[Person], officer: User) -> None:
    statuses.set_status(
        people[0], "suspended", on=date(2026, 3, 1), last_day=date(2026, 5, 31), by=officer, reason="conduct"
    )
    assert queries.status_on(people[0], date(2026, 4, 1)) == "suspended"
    assert queries.status_on(people[0], date(2026, 6, 1)) == "active"


def test_merge_and_split_lose_no_point(federation: Federation, people: list[Person], officer: User) -> None:
    lines = [
        NewLine(people[n].pk, colour, amount, TODAY)
        for n, colour, amount in ((0, "local", 500), (1, "local", 70), (1, "green", 25))
    ]
    ledger.post(federation, "awards", lines, by=officer)
    before = [ledger_queries.holding(person) for person in people[:2]]
    merging.merge(people[1], people[0], by=officer, reason="same person, two numbers")
    assert ledger_queries.holding(people[0]) == {"local": 570, "green": 25}
    assert ledger_queries.holding(people[1]) == {}
    assert queries.by_numbers(federation, ["101"])["101"] == people[0]
    merging.split(people[1], by=officer, reason="they were cousins")
    people[1].refresh_from_db()
    assert [ledger_queries.holding(person) for person in people[:2]] == before
    assert people[1].merged_into is None
    assert list(verify.chain_differences(federation)) == []
    assert list(verify.total_differences()) == []


def test_a_record_is_not_merged_into_itself_or_without_a_reason(people: list[Person], officer: User) -> None:
    with pytest.raises(audit.NotRegistered) as refused:
        merging.merge(people[0], people[0], by=officer, reason="")
    assert len(refused.value.problems) == 2


def test_members_from_csv(federation: Federation, club: Organisation, officer: User) -> None:
    data = (
        "Number,Given name,Family name,Club,Status,Joined\n00500,Kim,Knoll,1001,,2019-09-01\n,Lee,Lane,1001,lapsed,\n"
    )
    assert load_members(federation, data.encode(), source="members.csv", by=officer, today=TODAY) == 2
    assert Person.objects.get(number="500").home_club == club
    assert Person.objects.get(family_name="Lane").status == "lapsed"


def test_everything_wrong_with_a_member_file_comes_at_once_and_nothing_is_written(
    federation: Federation, club: Organisation, people: list[Person], officer: User
) -> None:
    data = "\n".join(
        [
            "number,given_name,family_name,club,status,joined,born",
            "100,Ada,Again,1001,,,",
            "600,Max,,1001,,,",
            "601,Mia,Moor,9999,,,",
            "602,Ned,Nook,1001,retired,,",
            "603,Oda,Oak,1001,,2031-01-01,",
            "604,Pia,Peel,1001,,yesterday,1850",
            "605,Quin,Quay,1001,,,",
            "605,Rae,Rowe,1001,,,",
        ]
    )
    count = Person.objects.count()
    with pytest.raises(NotReadable) as refused:
        load_members(federation, data.encode(), source="members.csv", by=officer, today=TODAY)
    lines = [int(problem.place.rsplit(" ", 1)[1]) for problem in refused.value.problems]
    assert lines == [2, 3, 4, 5, 6, 7, 7, 8, 9]
    assert Person.objects.count() == count


def test_offices_reach_down_the_tree_and_no_further(
    federation: Federation, county: Organisation, club: Organisation, officer: User, people: list[Person]
) -> None:
    other = Organisation.objects.create(
        federation=federation, parent=county.parent, level="county", number="20", name="Otherset"
    )
    far = Organisation.objects.create(federation=federation, parent=other, level="club", number="2001", name="Far Club")
    offices.appoint(officer, county, "secretary", on=date(2020, 1, 1), by=None)
    assert access.may(officer, Action.FILE, club)
    assert access.may(officer, Action.MEMBERS, club)
    assert not access.may(officer, Action.APPROVE, club)
    assert not access.may(officer, Action.FILE, far)
    assert not access.may(None, Action.FILE, club)
    assert club in access.organisations_for(officer, Action.FILE)
    assert far not in access.organisations_for(officer, Action.FILE)
    with pytest.raises(access.NotAllowed):
        access.require(officer, Action.FILE, far)


@pytest.mark.parametrize("role", ["scorer", "organiser", "treasurer"])
def test_no_role_sees_members_but_those_who_keep_them(
    role: str, club: Organisation, officer: User, people: list[Person]
) -> None:
    offices.appoint(officer, club, role, on=date(2020, 1, 1), by=None)
    assert not access.may(officer, Action.MEMBERS, club)
    assert not access.sees_in_full(officer, people[0])


def test_the_federations_staff_see_members_without_a_club_in_full(
    county: Organisation, officer: User, people: list[Person]
) -> None:
    loner = people[0]
    loner.home_club, loner.anonymous = None, True
    loner.save()
    offices.appoint(officer, county, "secretary", on=date(2020, 1, 1), by=None)
    assert not access.sees_in_full(officer, loner)
    offices.appoint(officer, existing(county.parent), "staff", on=date(2020, 1, 1), by=None)
    assert access.sees_in_full(officer, loner)
    elsewhere = Federation.objects.create(code="nz", name="New Zealand Bridge", scheme="nz")
    Organisation.objects.create(federation=elsewhere, level="national", number="1", name="Elsewhere")
    loner.federation = elsewhere
    assert not access.sees_in_full(officer, loner)


def test_nobody_has_a_name_that_cannot_be_read(federation: Federation) -> None:
    """Too long, it was cut without a word; a character that turns the text around was registered as it was."""
    file = [
        "family_name,given_name",
        "Sm\x1b[31mith,Ada",
        f"Ashby,{'b' * 81}",
        "Ashby,Ada\u202eB",
        "O\xa0Brien,Ann",
        "Łoś,Žofie",
    ]
    with pytest.raises(NotReadable) as refusal:
        load_members(federation, "\n".join(file).encode(), source="members.csv", by=None, today=TODAY)
    places = [(problem.place, problem.message) for problem in refusal.value.problems]
    unseen = "this name has invisible characters"
    assert places == [
        ("members.csv, line 2", unseen),
        ("members.csv, line 3", "this name has more than 80 characters"),
        ("members.csv, line 4", unseen),
    ]
    assert all(problem.value.isprintable() for problem in refusal.value.problems)
    for given_name, family_name in (("Ada", "Ash\u200bby"), ("b" * 81, "Ashby")):
        with pytest.raises(audit.NotRegistered):
            registering.register(federation, given_name, family_name, on=TODAY, by=None)
    person = registering.register(federation, "Žofie", "O\xa0Brien", on=TODAY, by=None)
    with pytest.raises(audit.NotRegistered, match="invisible characters"):
        renames.rename(person, "Žofie", "O\x07Brien", by=None, reason="married")
