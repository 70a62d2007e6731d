"""Reads of the register: search, records by number, and statuses on a day. `name_matches` searches by name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet, prefetch_related_objects

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.registry.codes import number_forms
from masterpoint.centre.registry.models import Federation, NameWord, Organisation, Person, StatusPeriod
from masterpoint.centre.registry.name_keys import LAST_CHARACTER, fold, number_key
from masterpoint.centre.statements import Query, select, select_models, with_columns
from masterpoint.schemes import edition_or_first

OWN_RECORDS = "SELECT {columns} FROM registry_person WHERE account_id = %s ORDER BY federation_id"
PEOPLE_BY_NUMBER = "SELECT {columns} FROM registry_person WHERE federation_id = %s AND number = ANY(%s)"
MERGED_INTO = "SELECT id, merged_into_id FROM registry_person WHERE merged_into_id = ANY(%s)"
PERIODS = """
SELECT person_id, status FROM registry_statusperiod
WHERE person_id = ANY(%s) AND first_day <= %s AND (last_day IS NULL OR last_day >= %s) ORDER BY first_day, id
"""


def search(federation: Federation, text: str) -> QuerySet[Person]:
    """People by number or by the beginning of any word of their name, without merged records."""
    people = Person.objects.filter(federation=federation, merged_into=None).select_related("home_club")
    words = fold(text).split()
    if not words:
        return people.none()
    condition = Q()
    for word in words:
        condition &= Q(pk__in=_people_with_word(word))
    if any(char.isdigit() for char in text):
        condition |= Q(number__in=number_forms(federation.scheme, text))
    return people.filter(condition).order_by("sort_key", "pk")


def _people_with_word(start: str) -> QuerySet[NameWord, int]:
    """People with a word in their name that begins like this, by the condition for which a database uses its index."""
    if connection.vendor == "sqlite":
        condition = Q(word__gte=start, word__lt=f"{start}{LAST_CHARACTER}")
    else:
        condition = Q(word__startswith=start)
    return NameWord.objects.filter(condition).values_list("person", flat=True)


def own_records(user: User) -> list[Person]:
    """The records of an account, one for each federation it belongs to."""
    return select_models(Person, OWN_RECORDS, user.pk)


def person_in(federation: str, number: str) -> Person | None:
    """The person with exactly this number, or None."""
    return next(iter(_with_number(federation, number)), None)


@cached_query
def _with_number(federation: Any, number: Any) -> QuerySet[Person]:
    people = Person.objects.filter(federation=federation, number=number)
    return people.select_related("federation", "home_club", "merged_into")


def by_numbers(federation: Federation, numbers: Iterable[str]) -> dict[str, Person]:
    """People by the numbers of a file, as written there; for a merged record, the record it was merged into."""
    return {number: survivor(person) for number, person in records_by_numbers(federation, numbers).items()}


def records_by_numbers(federation: Federation, numbers: Iterable[str]) -> dict[str, Person]:
    """The record of each number, in whatever form it is written."""
    numbers_by_key: dict[str, list[str]] = {}
    number_list = list(numbers)
    for number in number_list:
        if number.strip():
            numbers_by_key.setdefault(number_key(number), []).append(number)
    people = select_models(Person, *numbers_query(federation, number_list))
    prefetch_related_objects([person for person in people if person.merged_into_id], "merged_into")
    return {number: person for person in people for number in numbers_by_key.get(number_key(person.number), ())}


def numbers_query(federation: Federation, numbers: Iterable[str]) -> Query:
    """The query of `records_by_numbers`, with all forms of the numbers."""
    forms = {form for number in numbers if number.strip() for form in number_forms(federation.scheme, number)}
    return with_columns(Person, PEOPLE_BY_NUMBER), federation.pk, sorted(forms)


def merged_keys(federation: Federation) -> dict[int, int]:
    """The keys of merged records, each with the record it was merged into."""
    return dict(_merges(federation.pk))


@cached_query
def _merges(federation: Any) -> QuerySet[Person, tuple[int, Any]]:
    people = Person.objects.filter(federation=federation, merged_into__isnull=False)
    return people.values_list("pk", "merged_into")


def survivor(person: Person) -> Person:
    """The record a merged one is now part of, after any number of merges."""
    while person.merged_into_id is not None:
        assert person.merged_into is not None
        person = person.merged_into
    return person


def records_of(people: Iterable[int]) -> dict[int, int]:
    """The owner of every record of some people, including those merged into theirs."""
    owners = {pk: pk for pk in people}
    level = dict(owners)
    while level:
        level = {pk: owners[target] for pk, target in select(*merged_query(level))}
        owners |= level
    return owners


def merged_query(records: Iterable[int]) -> Query:
    """The query for the records merged into some records."""
    return MERGED_INTO, list(records)


def records_by_person(people: Collection[Person]) -> dict[int, frozenset[int]]:
    """Every record of each person: their own, the one it was merged into, and all merged into that."""
    survivors = {person.pk: survivor(person).pk for person in people}
    records: dict[int, set[int]] = {}
    for record, target in records_of(survivors.values()).items():
        records.setdefault(target, set()).add(record)
    # A reader without a lock may see half of a merge. Then the survivor that was read first counts.
    return {pk: frozenset(records.get(target, {pk, target})) for pk, target in survivors.items()}


def status_on(person: Person, day: date) -> str:
    """A person's status on a day of play: from the period that covers the day, or else the current status."""
    statuses = _status_on(person.pk, day)
    return statuses[0] if statuses else person.status


@cached_query
def _status_on(person: Any, day: Any) -> QuerySet[StatusPeriod, str]:
    """The status of the last period that covers a day."""
    periods = StatusPeriod.objects.filter(person=person, first_day__lte=day)
    current_periods = periods.filter(Q(last_day=None) | Q(last_day__gte=day)).order_by("-first_day", "-pk")
    return current_periods.values_list("status", flat=True)[:1]


def statuses_on(people: Collection[Person], day: date) -> dict[int, str]:
    """Each person's status on a day of play, in one query."""
    by_person = {person.pk: person.status for person in people}
    periods = select(*periods_query(by_person, day))
    return by_person | _still_alive(by_person, day) | dict(periods)


def periods_query(people: Iterable[int], day: date) -> Query:
    """The query for the status of some people on a day."""
    return PERIODS, list(people), day, day


def _still_alive(statuses: Mapping[int, str], day: date) -> dict[int, str]:
    """People who died after a day. Unless a period says otherwise, they were members on that day."""
    deceased = [pk for pk, status in statuses.items() if status == Person.Status.DECEASED]
    if not deceased:
        return {}
    deaths = StatusPeriod.objects.filter(person__in=deceased, status=Person.Status.DECEASED, first_day__gt=day)
    return dict.fromkeys(deaths.values_list("person", flat=True), Person.Status.ACTIVE.value)


def rank_named(federation: Federation, text: str, on: date) -> str | None:
    """A rank of the book on a day, in any case, with or without `Master`; None if there is no such rank."""
    bare_text = _plain_rank(text)
    rungs = edition_or_first(federation.scheme, on).ranks.rungs_up_to(0)
    return next((rung.name for rung in rungs if _plain_rank(rung.name) == bare_text), None)


def _plain_rank(rank: str) -> str:
    return " ".join(rank.casefold().replace("master", "").split())


def descendants(organisation: Organisation) -> list[int]:
    """The keys of an organisation and everything under it."""
    keys, level = [organisation.pk], [organisation.pk]
    while level:
        level = list(Organisation.objects.filter(parent_id__in=level).values_list("pk", flat=True))
        keys += level
    return keys
