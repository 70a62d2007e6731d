"""Questions whose SQL is kept: the same rows as the ORM gives, whatever is asked and however often."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db.models import QuerySet
from django.forms import model_to_dict
from pytest_django import DjangoAssertNumQueries

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.registry.renames import rename

pytestmark = pytest.mark.django_db
CALLED: list[str] = []


def _members(federation: Any, numbers: Any, day: Any) -> QuerySet[Person, tuple[int, str, date | None]]:
    CALLED.append("members")
    people = Person.objects.filter(federation=federation, number__in=numbers, joined_on__lte=day)
    return people.order_by("-number").values_list("pk", "number", "joined_on")


@cached_query
def _details(person: Any) -> QuerySet[Change, Any]:
    return Change.objects.filter(person=person).order_by("pk").values_list("detail", flat=True)


def test_the_rows_are_those_of_the_orm_and_the_sql_is_made_once(federation: Federation, people: list[Person]) -> None:
    CALLED.clear()
    members = cached_query(_members)
    numbers, day = [people[0].number, people[3].number, "none"], date(2020, 1, 1)
    expected = [(person.pk, person.number, day) for person in (people[3], people[0])]
    assert members(federation.pk, numbers, day) == members(federation.pk, numbers, day) == expected
    assert members(federation.pk, numbers, date(2019, 12, 31)) == members("sbu", numbers, day) == []
    assert members(federation.pk, [], day) == []
    assert CALLED == ["members"]


def test_so_many_at_most(federation: Federation, people: list[Person]) -> None:
    members, numbers = cached_query(_members), [person.number for person in people]
    for limit in (1, 2, 6):
        assert len(members(federation.pk, numbers, date(2020, 1, 1), limit=limit)) == limit
    assert len(members(federation.pk, numbers, date(2020, 1, 1))) == len(people)


def test_what_a_database_keeps_otherwise_comes_as_the_program_has_it(people: list[Person], officer: User) -> None:
    rename(people[0], "Ada", 'O\'Ashby "%s"', by=officer, reason="100 % right")
    assert _details(people[0].pk) == [{"before": "Ada Ashby", "after": 'Ada O\'Ashby "%s"'}]


@cached_query
def _with_clubs(numbers: Any) -> QuerySet[Person]:
    people = Person.objects.filter(number__in=numbers).select_related("home_club__federation", "merged_into")
    return people.order_by("-number")


def test_models_come_whole_and_with_what_was_selected_beside_them(
    people: list[Person], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        answer = _with_clubs([people[0].number, people[3].number])
        clubs = [person.home_club and person.home_club.federation.name for person in answer]
        assert [person.merged_into for person in answer] == [None, None]
    expected = list(Person.objects.filter(pk__in=[people[0].pk, people[3].pk]).order_by("-number"))
    assert [model_to_dict(person) for person in answer] == [model_to_dict(person) for person in expected]
    assert clubs == [person.home_club and person.home_club.federation.name for person in expected]
    assert not any(person._state.adding for person in answer)
