"""Records that may be one person: equal names, and new people with a name like somebody in the register."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count

from masterpoint.centre.accounts.models import User
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.registry.name_matches import likely_matches_of

DIFFERENT = "two different people"
MAX_NAMES = 100
MAX_NEW_PEOPLE = 50


class Pair(NamedTuple):
    """Two records, and the reason why they may be one person. The older one would be kept."""

    older: Person
    newer: Person
    reason: str


def likely_duplicates(federation: Federation) -> list[Pair]:
    """Pairs that nobody has marked as different people, most likely first."""
    by_key = {_key(pair.older, pair.newer): pair for pair in [*_new_people(federation), *_same_names(federation)]}
    different = _different_people(federation)
    pairs = [pair for key, pair in by_key.items() if key not in different and not _have_different_birth_years(pair)]
    return sorted(pairs, key=lambda pair: (-pair.reason.count(","), pair.older.sort_key, pair.older.pk))


def _key(left: Person, right: Person) -> tuple[str, str]:
    first, second = sorted((left.number, right.number))
    return first, second


def _same_names(federation: Federation) -> list[Pair]:
    people = Person.objects.filter(federation=federation, merged_into=None).exclude(status=Person.Status.DECEASED)
    duplicate_names = people.values("sort_key").annotate(count=Count("pk")).filter(count__gt=1).order_by("sort_key")
    names = [row["sort_key"] for row in duplicate_names[:MAX_NAMES]]
    by_name: dict[str, list[Person]] = {}
    for person in people.filter(sort_key__in=names).select_related("home_club").order_by("pk"):
        by_name.setdefault(person.sort_key, []).append(person)
    return [_pair(first, second, "same name") for group in by_name.values() for first, second in combinations(group, 2)]


def _new_people(federation: Federation) -> list[Pair]:
    """Pairs with people whose points wait: they were registered from a results file."""
    new_people = Person.objects.filter(federation=federation, merged_into=None, status=Person.Status.POTENTIAL)
    newest = list(new_people.select_related("home_club").order_by("-pk")[:MAX_NEW_PEOPLE])
    matches = likely_matches_of(federation, (person.name for person in newest))
    return [
        _pair(match.person, person, match.reason.split(",")[0])
        for person in newest
        for match in matches[person.name]
        if match.person.pk != person.pk
    ]


def _pair(first: Person, second: Person, reason: str) -> Pair:
    older, newer = sorted((first, second), key=lambda person: (person.status == Person.Status.POTENTIAL, person.pk))
    reasons = [reason]
    if older.home_club_id and older.home_club_id == newer.home_club_id:
        reasons.append("same club")
    if older.born_in and older.born_in == newer.born_in:
        reasons.append("born in the same year")
    return Pair(older, newer, ", ".join(reasons))


def _have_different_birth_years(pair: Pair) -> bool:
    return bool(pair.older.born_in and pair.newer.born_in and pair.older.born_in != pair.newer.born_in)


def _different_people(federation: Federation) -> set[tuple[str, str]]:
    details = Change.objects.filter(federation=federation, what=DIFFERENT).values_list("detail", flat=True)
    return {(detail["one"], detail["other"]) for detail in details}


@transaction.atomic
def mark_as_different(left: Person, right: Person, *, by: User | None) -> None:
    """Mark two records as two people, so that the pair is not shown again."""
    first, second = _key(left, right)
    if (first, second) not in _different_people(left.federation):
        note_act(left.federation, DIFFERENT, {}, by=by, one=first, other=second)
