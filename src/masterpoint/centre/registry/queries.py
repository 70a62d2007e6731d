"""Reads of the register: search before create, what a person was on a day. Names: `name_matches`."""

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
from masterpoint.centre.registry.name_keys import LAST_CHARACTER, folded, number_key
from masterpoint.centre.statements import Query, select, select_models, with_columns
from masterpoint.schemes import edition_or_first

OWN = "SELECT {columns} FROM registry_person WHERE account_id = %s ORDER BY federation_id"
NUMBERED = "SELECT {columns} FROM registry_person WHERE federation_id = %s AND number = ANY(%s)"
JOINED = "SELECT id, merged_into_id FROM registry_person WHERE merged_into_id = ANY(%s)"
PERIODS = """
SELECT person_id, status FROM registry_statusperiod
WHERE person_id = ANY(%s) AND first_day <= %s AND (last_day IS NULL OR last_day >= %s) ORDER BY first_day, id
"""


def search(federation: Federation, text: str) -> QuerySet[Person]:
    """People by number or by the beginning of any word of their name; merged records lead to the one they joined."""
    people = Person.objects.filter(federation=federation, merged_into=None).select_related("home_club")
    words = folded(text).split()
    if not words:
        return people.none()
    named = Q()
    for word in words:
        named &= Q(pk__in=_with_word(word))
    if any(char.isdigit() for char in text):
        named |= Q(number__in=number_forms(federation.scheme, text))
    return people.filter(named).order_by("sort_key", "pk")


def _with_word(start: str) -> QuerySet[NameWord, int]:
    """Who has a word in their name that begins like this, each database by the way its index can be read."""
    if connection.vendor == "sqlite":
        begins = Q(word__gte=start, word__lt=f"{start}{LAST_CHARACTER}")
    else:
        begins = Q(word__startswith=start)
    return NameWord.objects.filter(begins).values_list("person", flat=True)


def own_records(user: User) -> list[Person]:
    """The records of an account, one for each federation it belongs to."""
    return select_models(Person, OWN, user.pk)


def person_in(federation: str, number: str) -> Person | None:
    """The person with exactly this number."""
    return next(iter(_with_number(federation, number)), None)


@cached_query
def _with_number(federation: Any, number: Any) -> QuerySet[Person]:
    people = Person.objects.filter(federation=federation, number=number)
    return people.select_related("federation", "home_club", "merged_into")


def by_numbers(federation: Federation, numbers: Iterable[str]) -> dict[str, Person]:
    """People by the numbers a file wrote, each as written; merged records give the one they joined."""
    return {number: survivor(person) for number, person in records_by_numbers(federation, numbers).items()}


def records_by_numbers(federation: Federation, numbers: Iterable[str]) -> dict[str, Person]:
    """The record each number belongs to, however often and in whatever ways it is written."""
    written: dict[str, list[str]] = {}
    given = list(numbers)
    for number in given:
        if number.strip():
            written.setdefault(number_key(number), []).append(number)
    people = select_models(Person, *numbers_question(federation, given))
    prefetch_related_objects([person for person in people if person.merged_into_id], "merged_into")
    return {number: person for person in people for number in written.get(number_key(person.number), ())}


def numbers_question(federation: Federation, numbers: Iterable[str]) -> Query:
    """What `records_by_numbers` asks, in whatever ways the numbers are written."""
    forms = {form for number in numbers if number.strip() for form in number_forms(federation.scheme, number)}
    return with_columns(Person, NUMBERED), federation.pk, sorted(forms)


def merged_keys(federation: Federation) -> dict[int, int]:
    """Everybody whose record was merged into another, and into which."""
    return dict(_merged(federation.pk))


@cached_query
def _merged(federation: Any) -> QuerySet[Person, tuple[int, Any]]:
    people = Person.objects.filter(federation=federation, merged_into__isnull=False)
    return people.values_list("pk", "merged_into")


def survivor(person: Person) -> Person:
    """The record a merged one has become part of, however many merges lie between."""
    while person.merged_into_id is not None:
        assert person.merged_into is not None
        person = person.merged_into
    return person


def records_of(people: Iterable[int]) -> dict[int, int]:
    """Every record of some people, those merged into theirs too, and whose it is."""
    owners = {pk: pk for pk in people}
    level = dict(owners)
    while level:
        level = {pk: owners[into] for pk, into in select(*joined_question(level))}
        owners |= level
    return owners


def joined_question(records: Iterable[int]) -> Query:
    """Which records were merged into some."""
    return JOINED, list(records)


def records_by_person(people: Collection[Person]) -> dict[int, frozenset[int]]:
    """Every record each person has: their own, the one it joined, and all that joined that one."""
    wholes = {person.pk: survivor(person).pk for person in people}
    records: dict[int, set[int]] = {}
    for record, whole in records_of(wholes.values()).items():
        records.setdefault(whole, set()).add(record)
    # Who looks without a lock may see a merge half way: then the survivor read first counts.
    return {pk: frozenset(records.get(whole, {pk, whole})) for pk, whole in wholes.items()}


def status_on(person: Person, day: date) -> str:
    """What a person was on a day of play: the period that covers it, or what they are now."""
    covering = _status_on(person.pk, day)
    return covering[0] if covering else person.status


@cached_query
def _status_on(person: Any, day: Any) -> QuerySet[StatusPeriod, str]:
    """By the period that covers a day; the last that began counts."""
    begun = StatusPeriod.objects.filter(person=person, first_day__lte=day)
    covering = begun.filter(Q(last_day=None) | Q(last_day__gte=day)).order_by("-first_day", "-pk")
    return covering.values_list("status", flat=True)[:1]


def statuses_on(people: Collection[Person], day: date) -> dict[int, str]:
    """What each of some people was on a day of play, in one query."""
    by_person = {person.pk: person.status for person in people}
    periods = select(*periods_question(by_person, day))
    return by_person | _still_alive(by_person, day) | dict(periods)


def periods_question(people: Iterable[int], day: date) -> Query:
    """What some people were on a day."""
    return PERIODS, list(people), day, day


def _still_alive(statuses: Mapping[int, str], day: date) -> dict[int, str]:
    """Those who died after a day, and of whom nothing is noted before it, were members then."""
    deceased = [pk for pk, status in statuses.items() if status == Person.Status.DECEASED]
    if not deceased:
        return {}
    later = StatusPeriod.objects.filter(person__in=deceased, status=Person.Status.DECEASED, first_day__gt=day)
    return dict.fromkeys(later.values_list("person", flat=True), Person.Status.ACTIVE.value)


def rank_named(federation: Federation, written: str, on: date) -> str | None:
    """A rank of the book on a day, whatever the capitals, with or without `Master`; nothing where it has none."""
    wanted = _bare(written)
    rungs = edition_or_first(federation.scheme, on).ranks.rungs_up_to(0)
    return next((rung.name for rung in rungs if _bare(rung.name) == wanted), None)


def _bare(rank: str) -> str:
    return " ".join(rank.casefold().replace("master", "").split())


def below(organisation: Organisation) -> list[int]:
    """An organisation and everything under it."""
    keys, level = [organisation.pk], [organisation.pk]
    while level:
        level = list(Organisation.objects.filter(parent_id__in=level).values_list("pk", flat=True))
        keys += level
    return keys
