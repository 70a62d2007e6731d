"""Who the players of an event are: by their numbers, by what somebody decided, and where that leaves a question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import msgspec

from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.filing.newcomers import newcomer
from masterpoint.centre.registry.codes import stands_for
from masterpoint.centre.registry.earlier_names import names_of
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.name_fit import fits, fits_any
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
Decided = Mapping[str, int | str]
"""Who players are, by their keys: a person of the register, or `NEW`."""


class Unknown(msgspec.Struct, frozen=True):
    """A player somebody has to say more about: who that is, and who it may be."""

    key: str
    name: str
    number: str
    matches: list[Match]
    why: str
    registered: Person | None = None
    """Whose number it is in the register, where the choice may be "it is them all the same"."""
    place: str = ""
    """Where the player finished, as far as known."""

    @property
    def who(self) -> str:
        return self.name or self.number

    @property
    def is_new(self) -> bool:
        """Nobody in the register is meant, so far as anybody knows: may be a visitor."""
        return self.registered is None


class Identified(NamedTuple):
    """The players of an event that are known, those yet to be registered among them, and those to ask about."""

    known: dict[str, Person]
    """The record each number belongs to, though it may be merged into another; newcomers are not saved yet."""
    unknown: list[Unknown]
    remarks: list[str]
    """Whom somebody has said a numbered player to be, for the officer who looks at it later."""
    statuses: Mapping[int, str]
    """What those who are registered were on the day, by their whole record."""

    @property
    def merged(self) -> bool:
        """Whether a record of theirs is merged into another."""
        return any(person.merged_into_id for person in self.known.values())

    @property
    def new(self) -> dict[str, Person]:
        return {key: person for key, person in self.known.items() if person.pk is None}


def identify(
    organisation: Organisation,
    event: AnyEvent,
    decided: Decided,
    before: Collection[str] = (),
    beside: Iterable[Query] = (),
) -> Identified:
    """Everybody an event names, asked about at once; `before` are the keys of the version it corrects.

    `beside`: what will be asked next in any case.
    """
    written = _written(event)
    known = _known(organisation, written, decided)
    records = list(dict.fromkeys(survivor(person).pk for person in known.values() if person.pk))
    prefetch(periods_query(records, event.day), merged_query(records), *beside)
    remarks = [
        f"{written[key][0].name or key} (number {key} in the file) is {known[key]}, as decided on filing"
        for key in decided
        if key in written and key in known and not key.startswith("name:") and known[key].pk
    ]
    statuses = _statuses(known, event)
    questions = _questions(organisation, event, written, known, decided, before, statuses)
    return Identified(known, questions, remarks, statuses)


def numbers_of(event: AnyEvent) -> list[str]:
    """The numbers that are looked up for an event."""
    return [players[0].id for players in _written(event).values()]


def questions_about(
    organisation: Organisation,
    event: AnyEvent,
    known: Mapping[str, Person],
    decided: Decided,
    before: Collection[str] = (),
) -> list[Unknown]:
    """The players somebody has to say more about, each with the people they may be."""
    return _questions(organisation, event, _written(event), known, decided, before, _statuses(known, event))


def _questions(
    organisation: Organisation,
    event: AnyEvent,
    written: Mapping[str, list[Player]],
    known: Mapping[str, Person],
    decided: Decided,
    before: Collection[str],
    statuses: Mapping[int, str],
) -> list[Unknown]:
    why = (
        _without_record(organisation.federation, written, known)
        | _doubtful_numbers(written, known, decided)
        | _deceased(known, event, statuses)
        | _twice(event, known, decided, before)
    )
    if not why:
        return []
    places = _places(event)
    matches = likely_matches_of(organisation.federation, (written[key][0].name for key in why), organisation)
    return [
        Unknown(
            key,
            written[key][0].name,
            written[key][0].id,
            matches[written[key][0].name],
            reason,
            known.get(key) if key not in decided else None,
            places.get(key, ""),
        )
        for key, reason in why.items()
    ]


def _written(event: AnyEvent) -> dict[str, list[Player]]:
    """The players by their keys, each as often as they are written."""
    written: dict[str, list[Player]] = {}
    for player in players_of(event):
        if stands_for(event.scheme, player.id):
            continue
        written.setdefault(key_of(player), []).append(player)
    return written


def _known(organisation: Organisation, written: Mapping[str, list[Player]], decided: Decided) -> dict[str, Person]:
    by_number = records_by_numbers(organisation.federation, [players[0].id for players in written.values()])
    records = {key: by_number[players[0].id] for key, players in written.items() if players[0].id in by_number}
    wanted = {key: pk for key, pk in decided.items() if key in written and pk != NEW}
    chosen = Person.objects.filter(federation=organisation.federation).in_bulk(wanted.values()) if wanted else {}
    named = {key: chosen[pk] for key, pk in wanted.items() if pk in chosen}
    new = [key for key, pk in decided.items() if key in written and pk == NEW]
    in_use = {person.number for person in records.values()}
    people = {key: newcomer(organisation, written[key][0], in_use) for key in new if written[key][0].name.strip()}
    return records | named | people


def _without_record(
    federation: Federation, written: Mapping[str, list[Player]], known: Mapping[str, Person]
) -> dict[str, str]:
    missing = {key: players[0] for key, players in written.items() if key not in known}
    elsewhere = _elsewhere(federation, [player.id for player in missing.values()])
    return {
        key: elsewhere.get(player.id)
        or (f"the register does not know number {player.id}" if player.id else "the register does not know this player")
        for key, player in missing.items()
        if player.name or player.id
    }


def _elsewhere(federation: Federation, numbers: Iterable[str]) -> dict[str, str]:
    """Numbers that another federation of this Centre has given."""
    wanted = [number for number in numbers if number and not is_guest(number)]
    if not wanted:
        return {}
    people = Person.objects.filter(number__in=wanted).exclude(federation=federation).select_related("federation")
    return {
        person.number: f"number {person.number} is not in this register, but in that of the {person.federation.name}"
        for person in people
    }


def _doubtful_numbers(
    written: Mapping[str, list[Player]], known: Mapping[str, Person], decided: Decided
) -> dict[str, str]:
    """Right number, wrong name: the register's name, its earlier ones and those of merged records are all fine."""
    numbered = {key: [player.name for player in players if player.name] for key, players in written.items()}
    two_names = {
        key: f"number {key} has two names: {' and '.join(dict.fromkeys(names))}; correct the file"
        for key, names in numbered.items()
        if not key.startswith("name:") and not is_guest(key) and not all(fits(names[0], name) for name in names)
    }
    odd = {
        key: known[key]
        for key, names in numbered.items()
        if key not in decided
        and key not in two_names
        and key in known
        and not all(fits(name, known[key].name) for name in names)
    }
    earlier = names_of(odd.values())
    return two_names | {
        key: f"number {person.number} is {_shown_name(person)} in the register"
        for key, person in odd.items()
        if not all(fits_any(name, earlier[person.pk]) for name in numbered[key])
    }


def _statuses(known: Mapping[str, Person], event: AnyEvent) -> dict[int, str]:
    return statuses_on([survivor(person) for person in known.values() if person.pk], event.day)


def _deceased(known: Mapping[str, Person], event: AnyEvent, statuses: Mapping[int, str]) -> dict[str, str]:
    people = {key: survivor(person) for key, person in known.items() if person.pk}
    return {
        key: f"number {person.number} belongs to {_shown_name(person)}, who had died by {event.day:%-d %B %Y}"
        for key, person in people.items()
        if statuses[person.pk] == Person.Status.DECEASED
    }


def _twice(event: AnyEvent, known: Mapping[str, Person], decided: Decided, before: Collection[str]) -> dict[str, str]:
    """One person in a list twice, by two numbers or by a number and a name; the same number twice is refused before.

    Two numbers that a version has already may belong to records merged since: it is corrected all the same.
    """
    names: dict[str, str] = {}
    for _, entries in entry_lists(event):
        seen: dict[int, tuple[str, Entry]] = {}
        keys = [(key_of(player), entry) for entry in entries for player in entry.players]
        for key, entry in sorted(keys, key=lambda pair: (pair[0] in decided, pair[0].startswith("name:"))):
            person = known.get(key)
            if person is None or person.pk is None:
                continue
            first, place = seen.setdefault(survivor(person).pk, (key, entry))
            if first != key and not {first, key} <= set(before):
                shown = f"in place {place.place}" if place.place else "already"
                names[key] = (
                    f"number {survivor(person).number} is in the list {shown}, as {first.removeprefix('name:')}"
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
