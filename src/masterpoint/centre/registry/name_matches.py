"""Who may be meant by a name without a number: of all whose names begin alike, the most promising, looked at closely.

A file may have a hundred names that fit nobody: all of them are looked up in one question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_keys import LAST_CHARACTER, folded, words_in_order

LIKELY = 0.75
MOST_CANDIDATES = 200
MOST_MATCHES = 5
START = 3
"""So many letters of a word decide who is looked at."""
OUR_MEMBER = 0.08
"""What it adds to somebody's likeness to be a member of the club whose event it is."""
ASKED = {
    "postgresql": """
SELECT (item ->> 0)::integer AS name, (item ->> 1)::integer AS place, item ->> 2 AS start,
item ->> 3 AS forward, item ->> 4 AS backward FROM json_array_elements(%s::json) item
""",
    "sqlite": """
SELECT JSON_EXTRACT(value, '$[0]') AS name, JSON_EXTRACT(value, '$[1]') AS place, JSON_EXTRACT(value, '$[2]') AS start,
JSON_EXTRACT(value, '$[3]') AS forward, JSON_EXTRACT(value, '$[4]') AS backward FROM json_each(%s)
""",
}
BEGINS = {
    "postgresql": "word.word ~>=~ asked.start AND word.word ~<~ (asked.start || %s)",
    "sqlite": "word.word >= asked.start AND word.word < (asked.start || %s)",
}
"""As the index of words can be read."""
CANDIDATES = """
WITH asked AS ({asked}), candidate AS (
    SELECT asked.name, person.id, person.sort_key, person.home_club_id,
    ROW_NUMBER() OVER (
        PARTITION BY asked.name
        ORDER BY MAX(CASE WHEN person.sort_key IN (asked.forward, asked.backward) THEN 1 ELSE 0 END) DESC,
        COUNT(DISTINCT asked.place) DESC, CASE WHEN person.home_club_id = %s THEN 1 ELSE 0 END DESC,
        person.sort_key, person.id
    ) AS place
    FROM asked JOIN registry_nameword word ON {begins} JOIN registry_person person ON person.id = word.person_id
    WHERE person.federation_id = %s AND person.merged_into_id IS NULL AND person.status <> %s
    GROUP BY asked.name, person.id, person.sort_key, person.home_club_id
)
SELECT name, id, sort_key, home_club_id FROM candidate WHERE place <= %s ORDER BY name, place
"""
"""A federation may have thousands who share a word of a name: the most promising of each are looked at closely."""


class Match(NamedTuple):
    """A person who may be meant, how likely, and why."""

    person: Person
    score: float
    reason: str


class Scored(NamedTuple):
    """The same, before the person is read."""

    person: int
    score: float
    reason: str


def likely_matches(federation: Federation, name: str, club: Organisation | None = None) -> list[Match]:
    """Who a name without a number may be, best first."""
    return likely_matches_of(federation, [name], club)[name]


def likely_matches_of(
    federation: Federation, names: Iterable[str], club: Organisation | None = None
) -> dict[str, list[Match]]:
    """The same of several names."""
    asked = list(dict.fromkeys(names))
    scored = _scored(federation, asked, club)
    wanted = {match.person for matches in scored.values() for match in matches}
    people = Person.objects.select_related("home_club").in_bulk(wanted) if wanted else {}
    return {name: _matches(scored.get(name, []), people) for name in asked}


def _matches(scored: Iterable[Scored], people: Mapping[int, Person]) -> list[Match]:
    return [Match(people[match.person], match.score, match.reason) for match in scored if match.person in people]


def _scored(federation: Federation, names: list[str], club: Organisation | None) -> dict[str, list[Scored]]:
    """The best of each name."""
    plain = [folded(name) for name in names]
    rows = [row for index, name in enumerate(plain) for row in _asked(index, name.split())]
    if not rows:
        return {}
    statement = CANDIDATES.format(asked=ASKED[connection.vendor], begins=BEGINS[connection.vendor])
    ours = club.pk if club else None
    values = (json.dumps(rows), ours, LAST_CHARACTER, federation.pk, Person.Status.DECEASED.value, MOST_CANDIDATES)
    matches: dict[str, list[Scored]] = {}
    for index, person, sort_key, home in _planned_anew(statement, *values):
        match = _match(person, plain[index], sort_key, is_ours=ours is not None and home == ours)
        if match is not None:
            matches.setdefault(names[index], []).append(match)
    return {name: sorted(own, key=lambda match: -match.score)[:MOST_MATCHES] for name, own in matches.items()}


def _planned_anew(statement: str, *values: str | int | None) -> list[tuple[int, int, str, int | None]]:
    """Planned with its values: a plan that is kept reads every word of the register for each that is asked for."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _asked(index: int, words: list[str]) -> list[tuple[int, int, str, str, str]]:
    """A name as it is asked for, word by word."""
    forward, backward = " ".join(words), " ".join(words[::-1])
    return [(index, place, word[:START], forward, backward) for place, word in enumerate(words)]


def _match(person: int, name: str, sort_key: str, *, is_ours: bool) -> Scored | None:
    """How alike they are; nothing where that is too little. What cannot be enough is not worked out."""
    more = OUR_MEMBER if is_ours else 0.0
    comparison = SequenceMatcher(None, words_in_order(name), words_in_order(sort_key))
    for likeness in (comparison.real_quick_ratio, comparison.quick_ratio, comparison.ratio):
        score = min(1.0, likeness() + more)
        if score < LIKELY:
            return None
    reasons = ["same name" if comparison.ratio() > 0.99 else "similar name", "member of this club"]
    return Scored(person, score, ", ".join(reasons if is_ours else reasons[:1]))
