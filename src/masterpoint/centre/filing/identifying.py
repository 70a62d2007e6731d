"""Identify the players of an event by their numbers and by decisions, and find those who are unclear."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec

from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.filing.new_people import new_person_for
from masterpoint.centre.registry.codes import code_meaning
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_fit import fits, fits_any
from masterpoint.centre.registry.name_history import names_of
from masterpoint.centre.registry.name_matches import Match, likely_matches_of
from masterpoint.centre.registry.queries import (
    merged_query,
    periods_query,
    records_by_numbers,
    statuses_on,
    survivor,
)
from masterpoint.centre.statements import Query, prefetch
from masterpoint.core.events import AnyEvent, Entry, Player
from masterpoint.core.traversal import entry_lists
from masterpoint.intake.numbers import is_guest

NEW = "new"
Choices = Mapping[str, int | str]
"""People chosen for players by key: a person of the register, or `NEW`."""


class Unknown(msgspec.Struct, frozen=True):
    """A player who must be identified, with possible people."""

    key: str
    name: str
    number: str
    matches: list[Match]
    why: str
    registered: Person | None = None
    """The owner of the number in the register, who may still be the right person."""
    place: str = ""
    """The player's place, if known."""

    @property
    def who(self) -> str:
        return self.name or self.number

    @property
    def is_new(self) -> bool:
        """Whether the player seems not to be in the register, and may be a visitor."""
        return self.registered is None


class Identified(NamedTuple):
    """The known players of an event, including new people, and the unknown ones."""

    people: dict[str, Person]
    """The record of each number, which may be merged into another. New people are not saved yet."""
    unknown: list[Unknown]
    remarks: list[str]
    """Remarks for an officer about choices of people for numbered players."""
    statuses: Mapping[int, str]
    """Statuses of registered players on the day, by current record."""

    @property
    def has_merged(self) -> bool:
        """Whether any of their records is merged into another."""
        return any(person.merged_into_id for person in self.people.values())

    @property
    def new(self) -> dict[str, Person]:
        return {key: person for key, person in self.people.items() if person.pk is None}


def identify(
    organisation: Organisation,
    event: AnyEvent,
    choices: Choices,
    earlier_keys: Collection[str] = (),
    queries: Iterable[Query] = (),
) -> Identified:
    """Identify everybody in an event.

    `earlier_keys`: the players' keys in the version it corrects. `queries`: further queries to prefetch with the first
    ones.
    """
    players_by_key = _players_by_key(event)
    people_by_key = _people_of(organisation, players_by_key, choices)
    records = list(dict.fromkeys(survivor(person).pk for person in people_by_key.values() if person.pk))
    prefetch(periods_query(records, event.day), merged_query(records), *queries)
    remarks = [
        f"{players_by_key[key][0].name or key} (number {key} in the file) is {people_by_key[key]}, as decided on filing"
        for key in choices
        if key in players_by_key and key in people_by_key and not key.startswith("name:") and people_by_key[key].pk
    ]
    statuses = _statuses(people_by_key, event)
    unknown = _reasons_to_ask(organisation, event, players_by_key, people_by_key, choices, earlier_keys, statuses)
    return Identified(people_by_key, unknown, remarks, statuses)


def numbers_of(event: AnyEvent) -> list[str]:
    """The numbers to look up for an event."""
    return [players[0].id for players in _players_by_key(event).values()]


def unknown_players(
    organisation: Organisation,
    event: AnyEvent,
    people_by_key: Mapping[str, Person],
    choices: Choices,
    earlier_keys: Collection[str] = (),
) -> list[Unknown]:
    """The players who must be identified, each with possible people."""
    return _reasons_to_ask(
        organisation,
        event,
        _players_by_key(event),
        people_by_key,
        choices,
        earlier_keys,
        _statuses(people_by_key, event),
    )


def _reasons_to_ask(
    organisation: Organisation,
    event: AnyEvent,
    players_by_key: Mapping[str, list[Player]],
    people_by_key: Mapping[str, Person],
    choices: Choices,
    earlier_keys: Collection[str],
    statuses: Mapping[int, str],
) -> list[Unknown]:
    reasons = (
        _without_record(organisation.federation, players_by_key, people_by_key)
        | _name_mismatches(players_by_key, people_by_key, choices)
        | _deceased_reasons(people_by_key, event, statuses)
        | _duplicate_players(event, people_by_key, choices, earlier_keys)
    )
    if not reasons:
        return []
    places = _places(event)
    matches = likely_matches_of(organisation.federation, (players_by_key[key][0].name for key in reasons), organisation)
    return [
        Unknown(
            key,
            players_by_key[key][0].name,
            players_by_key[key][0].id,
            matches[players_by_key[key][0].name],
            reason,
            people_by_key.get(key) if key not in choices else None,
            places.get(key, ""),
        )
        for key, reason in reasons.items()
    ]


def _players_by_key(event: AnyEvent) -> dict[str, list[Player]]:
    """The players of an event by key, with all their occurrences."""
    players_by_key: dict[str, list[Player]] = {}
    for player in players_of(event):
        if code_meaning(event.scheme, player.id):
            continue
        players_by_key.setdefault(key_of(player), []).append(player)
    return players_by_key


def _people_of(
    organisation: Organisation, players_by_key: Mapping[str, list[Player]], choices: Choices
) -> dict[str, Person]:
    by_number = records_by_numbers(organisation.federation, [players[0].id for players in players_by_key.values()])
    records = {key: by_number[players[0].id] for key, players in players_by_key.items() if players[0].id in by_number}
    person_keys = {key: pk for key, pk in choices.items() if key in players_by_key and pk != NEW}
    people_chosen = (
        Person.objects.filter(federation=organisation.federation).in_bulk(person_keys.values()) if person_keys else {}
    )
    chosen_by_key = {key: people_chosen[pk] for key, pk in person_keys.items() if pk in people_chosen}
    new = [key for key, pk in choices.items() if key in players_by_key and pk == NEW]
    in_use = {person.number for person in records.values()}
    people = {
        key: new_person_for(organisation, players_by_key[key][0], in_use)
        for key in new
        if players_by_key[key][0].name.strip()
    }
    return records | chosen_by_key | people


def _without_record(
    federation: Federation, players_by_key: Mapping[str, list[Player]], people_by_key: Mapping[str, Person]
) -> dict[str, str]:
    missing = {key: players[0] for key, players in players_by_key.items() if key not in people_by_key}
    federation_names = _federations_of_numbers(federation, [player.id for player in missing.values()])
    return {
        key: federation_names.get(player.id)
        or (f"the register does not know number {player.id}" if player.id else "the register does not know this player")
        for key, player in missing.items()
        if player.name or player.id
    }


def _federations_of_numbers(federation: Federation, numbers: Iterable[str]) -> dict[str, str]:
    """Federations of this Centre with these numbers."""
    foreign_numbers = [number for number in numbers if number and not is_guest(number)]
    if not foreign_numbers:
        return {}
    people = (
        Person.objects.filter(number__in=foreign_numbers).exclude(federation=federation).select_related("federation")
    )
    return {
        person.number: f"number {person.number} is not in this register, but in that of the {person.federation.name}"
        for person in people
    }


def _name_mismatches(
    players_by_key: Mapping[str, list[Player]], people_by_key: Mapping[str, Person], choices: Choices
) -> dict[str, str]:
    """Numbers whose name in the file is wrong.

    The register's name, earlier names and those of merged records are accepted.
    """
    names_by_key = {key: [player.name for player in players if player.name] for key, players in players_by_key.items()}
    two_names = {
        key: f"number {key} has two names: {' and '.join(dict.fromkeys(names))}; correct the file"
        for key, names in names_by_key.items()
        if not key.startswith("name:") and not is_guest(key) and not all(fits(names[0], name) for name in names)
    }
    odd = {
        key: people_by_key[key]
        for key, names in names_by_key.items()
        if key not in choices
        and key not in two_names
        and key in people_by_key
        and not all(fits(name, people_by_key[key].name) for name in names)
    }
    earlier = names_of(odd.values())
    return two_names | {
        key: f"number {person.number} is {_shown_name(person)} in the register"
        for key, person in odd.items()
        if not all(fits_any(name, earlier[person.pk]) for name in names_by_key[key])
    }


def _statuses(people_by_key: Mapping[str, Person], event: AnyEvent) -> dict[int, str]:
    return statuses_on([survivor(person) for person in people_by_key.values() if person.pk], event.day)


def _deceased_reasons(
    people_by_key: Mapping[str, Person], event: AnyEvent, statuses: Mapping[int, str]
) -> dict[str, str]:
    people = {key: survivor(person) for key, person in people_by_key.items() if person.pk}
    return {
        key: f"number {person.number} belongs to {_shown_name(person)}, who had died by {event.day:%-d %B %Y}"
        for key, person in people.items()
        if statuses[person.pk] == Person.Status.DECEASED
    }


def _duplicate_players(
    event: AnyEvent, people_by_key: Mapping[str, Person], choices: Choices, earlier_keys: Collection[str]
) -> dict[str, str]:
    """People who appear twice in a list, by two numbers or by a number and a name. (A repeated number is refused
    earlier.)

    Two numbers of the corrected version may belong to records that were merged since. They are accepted.
    """
    names: dict[str, str] = {}
    for _, entries in entry_lists(event):
        places_by_person: dict[int, tuple[str, Entry]] = {}
        keys = [(key_of(player), entry) for entry in entries for player in entry.players]
        for key, entry in sorted(keys, key=lambda pair: (pair[0] in choices, pair[0].startswith("name:"))):
            person = people_by_key.get(key)
            if person is None or person.pk is None:
                continue
            first, place = places_by_person.setdefault(survivor(person).pk, (key, entry))
            if first != key and not {first, key} <= set(earlier_keys):
                place_text = f"in place {place.place}" if place.place else "already"
                names[key] = (
                    f"number {survivor(person).number} is in the list {place_text}, as {first.removeprefix('name:')}"
                )
    return names


def _shown_name(person: Person) -> str:
    return "an anonymous member" if person.anonymous else person.name


def _places(event: AnyEvent) -> dict[str, str]:
    return {
        key_of(player): str(entry.place)
        for _, entries in entry_lists(event)
        for entry in entries
        for player in entry.players
        if entry.place
    }
