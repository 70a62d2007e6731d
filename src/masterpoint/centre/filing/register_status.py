"""What the players of an event were on the day of play, as the register has it: membership, rank, grade."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.filing.judging import fields_with_players, key_of
from masterpoint.centre.records.grades import Grade, grades_with_ratings
from masterpoint.centre.records.official_rank import ranks_on
from masterpoint.centre.registry.models import Person
from masterpoint.centre.registry.queries import statuses_on, survivor
from masterpoint.core.events import AnyEvent, Player
from masterpoint.core.federations import Grading
from masterpoint.schemes import FEDERATIONS

MEMBERSHIP = {
    Person.Status.ACTIVE: "member",
    Person.Status.LAPSED: "lapsed",
    Person.Status.INACTIVE: "lapsed",
    Person.Status.POTENTIAL: "potential",
    Person.Status.SUSPENDED: "suspended",
    Person.Status.DECEASED: "none",
}
"""What the vocabulary of events calls each status of the register; every edition knows these words."""


class PlayerStatus(NamedTuple):
    """What a player was."""

    membership: str
    rank: str = ""
    grade: str = ""
    is_rated: bool = False
    """Whether a rating in force stands behind the grade."""


def with_standing_on_the_day(
    event: AnyEvent, known: Mapping[str, Person], statuses: Mapping[int, str] | None = None
) -> AnyEvent:
    """The event with each player's membership, and rank and grade where the book looks at them."""
    return filled(event, standing_of(known, event.scheme, event.day, statuses))


def standing_of(
    known: Mapping[str, Person], scheme: str, day: date, statuses: Mapping[int, str] | None = None
) -> dict[str, PlayerStatus]:
    """What each player was, by the key the event knows them by; a handful of queries, however many players.

    `statuses`: those of the register, where they were looked up already.
    """
    new = {
        key: PlayerStatus(MEMBERSHIP[Person.Status(person.status)]) for key, person in known.items() if not person.pk
    }
    registered = {key: survivor(person) for key, person in known.items() if person.pk}
    people = list(registered.values())
    status = statuses_on(people, day) if statuses is None else statuses
    ranks = ranks_on(people, day) if FEDERATIONS[scheme].looks_at_rank else {}
    grades = grades_with_ratings(scheme, people, day, ranks) if FEDERATIONS[scheme].looks_at_grade else {}
    return new | {
        key: _status(MEMBERSHIP[Person.Status(status[person.pk])], ranks.get(person.pk, ""), grades.get(person.pk))
        for key, person in registered.items()
    }


def _status(membership: str, rank: str, grade: Grade | None) -> PlayerStatus:
    if grade is None:
        return PlayerStatus(membership, rank)
    return PlayerStatus(membership, rank, grade.name.lower(), grade.year is not None)


def filled(event: AnyEvent, standing: Mapping[str, PlayerStatus]) -> AnyEvent:
    """The event with what the register knows; parts without a change stay the very same."""
    data: AnyEvent = _filled(event, standing, FEDERATIONS[event.scheme].grading)
    return data


def _filled(data: Any, standing: Mapping[str, PlayerStatus], grading: Grading | None) -> Any:
    if type(data) is Player:
        return _player(data, standing.get(key_of(data)), grading)
    if type(data) is tuple:
        items = [_filled(item, standing, grading) for item in data]
        return data if all(first is second for first, second in zip(items, data, strict=True)) else tuple(items)
    changed = {}
    kind: Any = type(data)
    for name in fields_with_players(kind):
        before = getattr(data, name)
        after = _filled(before, standing, grading)
        if after is not before:
            changed[name] = after
    return msgspec.structs.replace(data, **changed) if changed else data


def _player(player: Player, was: PlayerStatus | None, grading: Grading | None) -> Player:
    if was is None:
        return player
    rank = was.rank or player.rank
    grade = _grade(player.grade, was, grading)
    if (was.membership, rank, grade) == (player.membership, player.rank, player.grade):
        return player
    return msgspec.structs.replace(player, membership=was.membership, rank=rank, grade=grade)


def _grade(written: str, was: PlayerStatus, grading: Grading | None) -> str:
    """The grade of the rating in force; without one, the higher of the book's and the file's.

    A word that is no grade stays, for the book to refuse it.
    """
    if grading is None or not was.grade or (written and not grading.is_grade(written)):
        return written
    return was.grade if was.is_rated else grading.higher(was.grade, written)
