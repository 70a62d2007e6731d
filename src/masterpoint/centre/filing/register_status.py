"""Statuses of an event's players on the day of play, from the register: membership, rank, grade."""

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
from masterpoint.schemes.ranks import rank_on

MEMBERSHIP = {
    Person.Status.ACTIVE: "member",
    Person.Status.LAPSED: "lapsed",
    Person.Status.INACTIVE: "lapsed",
    Person.Status.POTENTIAL: "potential",
    Person.Status.SUSPENDED: "suspended",
    Person.Status.DECEASED: "none",
}
"""The name of each status of the register in the vocabulary of events."""


class PlayerStatus(NamedTuple):
    """The status of a player."""

    membership: str
    rank: str = ""
    grade: str = ""
    is_rated: bool = False
    """Whether the grade has a rating in force."""


def with_statuses(
    event: AnyEvent, people_by_key: Mapping[str, Person], statuses: Mapping[int, str] | None = None
) -> AnyEvent:
    """The event with each player's membership, and with rank and grade if the book uses them."""
    return fill_in(event, statuses_of(people_by_key, event.scheme, event.day, statuses))


def statuses_of(
    people_by_key: Mapping[str, Person], scheme: str, day: date, statuses: Mapping[int, str] | None = None
) -> dict[str, PlayerStatus]:
    """The status of each player by key, in a few queries, however many players there are.

    `statuses`: those of the register, if already read.
    """
    new = {
        key: PlayerStatus(MEMBERSHIP[Person.Status(person.status)])
        for key, person in people_by_key.items()
        if not person.pk
    }
    members = {key: survivor(person) for key, person in people_by_key.items() if person.pk}
    people = list(members.values())
    status = statuses_on(people, day) if statuses is None else statuses
    ranks = ranks_on(people, day) if FEDERATIONS[scheme].looks_at_rank else {}
    grades = grades_with_ratings(scheme, people, day, ranks) if FEDERATIONS[scheme].looks_at_grade else {}
    return new | {
        key: _status(
            MEMBERSHIP[Person.Status(status[person.pk])],
            rank_on(scheme, ranks.get(person.pk, ""), day),
            grades.get(person.pk),
        )
        for key, person in members.items()
    }


def _status(membership: str, rank: str, grade: Grade | None) -> PlayerStatus:
    if grade is None:
        return PlayerStatus(membership, rank)
    return PlayerStatus(membership, rank, grade.name.lower(), grade.year is not None)


def fill_in(event: AnyEvent, player_statuses: Mapping[str, PlayerStatus]) -> AnyEvent:
    """The event with facts from the register; unchanged parts stay the same objects."""
    data: AnyEvent = _fill(event, player_statuses, FEDERATIONS[event.scheme].grading)
    return data


def _fill(data: Any, player_statuses: Mapping[str, PlayerStatus], grading: Grading | None) -> Any:
    if type(data) is Player:
        return _player(data, player_statuses.get(key_of(data)), grading)
    if type(data) is tuple:
        items = [_fill(item, player_statuses, grading) for item in data]
        return (
            data if all(new_item is old_item for new_item, old_item in zip(items, data, strict=True)) else tuple(items)
        )
    changes = {}
    kind: Any = type(data)
    for name in fields_with_players(kind):
        old_value = getattr(data, name)
        new_value = _fill(old_value, player_statuses, grading)
        if new_value is not old_value:
            changes[name] = new_value
    return msgspec.structs.replace(data, **changes) if changes else data


def _player(player: Player, status: PlayerStatus | None, grading: Grading | None) -> Player:
    if status is None:
        return player
    rank = status.rank or player.rank
    grade = _grade(player.grade, status, grading)
    if (status.membership, rank, grade) == (player.membership, player.rank, player.grade):
        return player
    return msgspec.structs.replace(player, membership=status.membership, rank=rank, grade=grade)


def _grade(text: str, status: PlayerStatus, grading: Grading | None) -> str:
    """The grade of the rating in force; without a rating, the higher of the book's grade and the file's.

    An unknown grade stays, so that the book refuses it.
    """
    if grading is None or not status.grade or (text and not grading.is_grade(text)):
        return text
    return status.grade if status.is_rated else grading.higher(status.grade, text)
