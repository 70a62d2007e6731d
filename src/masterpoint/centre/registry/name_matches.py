"""Possible people for a name without a number: the best of those with a word that begins alike, compared closely.

A file may have a hundred names that fit nobody, so one query looks them all up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import NamedTuple

from django.db import connection

from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_keys import LAST_CHARACTER, fold, words_in_order

MIN_SCORE = 0.75
MAX_CANDIDATES = 200
MAX_MATCHES = 5
LONGEST_NAME = 200
"""The characters of a name that are compared. Nobody has more, and each word is sent with the whole name."""
PREFIX_LENGTH = 3
"""The first letters of a word, which decide who is a candidate."""
MEMBER_BONUS = 0.08
"""The bonus for a member of the club whose event it is."""
WORD_TABLE = {
    "postgresql": """
SELECT (item ->> 0)::integer AS name, (item ->> 1)::integer AS place, item ->> 2 AS start,
item ->> 3 AS forward, item ->> 4 AS backward FROM json_array_elements(%s::json) item
""",
    "sqlite": """
SELECT JSON_EXTRACT(value, '$[0]') AS name, JSON_EXTRACT(value, '$[1]') AS place, JSON_EXTRACT(value, '$[2]') AS start,
JSON_EXTRACT(value, '$[3]') AS forward, JSON_EXTRACT(value, '$[4]') AS backward FROM json_each(%s)
""",
}
WORD_RANGE = {
    "postgresql": "word.word ~>=~ asked.start AND word.word ~<~ (asked.start || %s)",
    "sqlite": "word.word >= asked.start AND word.word < (asked.start || %s)",
}
"""The condition that uses the index of words."""
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
"""Thousands of people may share a word of a name. Only the best candidates of each name are compared closely."""


class Match(NamedTuple):
    """A possible person, how likely, and why."""

    person: Person
    score: float
    reason: str


class ScoredKey(NamedTuple):
    """A match with the key of its person, who is not loaded yet."""

    person: int
    score: float
    reason: str


def likely_matches(federation: Federation, name: str, club: Organisation | None = None) -> list[Match]:
    """Possible people for a name without a number, the best first."""
    return likely_matches_of(federation, [name], club)[name]


def likely_matches_of(
    federation: Federation, names: Iterable[str], club: Organisation | None = None
) -> dict[str, list[Match]]:
    """Possible people for each of several names, the best first."""
    unique_names = list(dict.fromkeys(names))
    scored = _score_names(federation, unique_names, club)
    keys = {match.person for matches in scored.values() for match in matches}
    people = Person.objects.select_related("home_club").in_bulk(keys) if keys else {}
    return {name: _matches(scored.get(name, []), people) for name in unique_names}


def _matches(scored: Iterable[ScoredKey], people: Mapping[int, Person]) -> list[Match]:
    return [Match(people[match.person], match.score, match.reason) for match in scored if match.person in people]


def _score_names(federation: Federation, names: list[str], club: Organisation | None) -> dict[str, list[ScoredKey]]:
    """The best matches of each name."""
    plain = [fold(name[:LONGEST_NAME]) for name in names]
    rows = [row for index, name in enumerate(plain) for row in _word_rows(index, name.split())]
    if not rows:
        return {}
    statement = CANDIDATES.format(asked=WORD_TABLE[connection.vendor], begins=WORD_RANGE[connection.vendor])
    club_key = club.pk if club else None
    values = (json.dumps(rows), club_key, LAST_CHARACTER, federation.pk, Person.Status.DECEASED.value, MAX_CANDIDATES)
    matches: dict[str, list[ScoredKey]] = {}
    for index, person, sort_key, home in _select_unprepared(statement, *values):
        match = _match(person, plain[index], sort_key, is_ours=club_key is not None and home == club_key)
        if match is not None:
            matches.setdefault(names[index], []).append(match)
    return {
        name: sorted(matches_of_name, key=lambda match: -match.score)[:MAX_MATCHES]
        for name, matches_of_name in matches.items()
    }


def _select_unprepared(statement: str, *values: str | int | None) -> list[tuple[int, int, str, int | None]]:
    """Select with a new plan for these values: a prepared plan reads every word of the register for each name."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _word_rows(index: int, words: list[str]) -> list[tuple[int, int, str, str, str]]:
    """The rows of a name in the query, one for each word."""
    forward, backward = " ".join(words), " ".join(words[::-1])
    return [(index, place, word[:PREFIX_LENGTH], forward, backward) for place, word in enumerate(words)]


def _match(person: int, name: str, sort_key: str, *, is_ours: bool) -> ScoredKey | None:
    """The match of two names; None, as soon as this is clear, if they are not alike enough."""
    bonus = MEMBER_BONUS if is_ours else 0.0
    comparison = SequenceMatcher(None, words_in_order(name), words_in_order(sort_key))
    for ratio in (comparison.real_quick_ratio, comparison.quick_ratio, comparison.ratio):
        score = min(1.0, ratio() + bonus)
        if score < MIN_SCORE:
            return None
    reasons = ["same name" if comparison.ratio() > 0.99 else "similar name", "member of this club"]
    return ScoredKey(person, score, ", ".join(reasons if is_ours else reasons[:1]))
