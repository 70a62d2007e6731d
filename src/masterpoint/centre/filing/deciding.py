"""Decisions about a draft or a request: who the players are, and that it is another event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db import transaction

from masterpoint.centre.filing.examining import Decisions
from masterpoint.centre.filing.identifying import NEW, Choices, identify
from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Player

ALL_OTHERS = "*"
"""A key for all players who are not in the register."""


def decisions_of(draft: Draft) -> Decisions:
    """The decisions about a draft so far."""
    choices = draft.choices
    return Decisions(
        choices.get("people", {}), choices.get("not_same_as", []), bool(choices.get("organiser_confirmed"))
    )


def decide(draft: Draft, players: Collection[str], person: Person | None) -> None:
    """Store who some players are: a registered person, or new people, who are registered when the draft is filed."""
    choice = person.pk if person else NEW
    _update_choices(draft, lambda choices: {"people": choices.get("people", {}) | dict.fromkeys(players, choice)})


def decide_not_the_same(draft: Draft, receipt: str) -> None:
    """Store that a similar filing is another event, or that this event is filed again on purpose."""
    _update_choices(draft, lambda choices: {"not_same_as": sorted({*choices.get("not_same_as", []), receipt})})


def confirm_organiser(draft: Draft) -> None:
    """Store that this is the organisation's own event, although the file names another."""
    _update_choices(draft, lambda choices: {"organiser_confirmed": True})


@transaction.atomic
def _update_choices(draft: Draft, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Update a draft's choices under a lock, so that two tabs do not overwrite each other."""
    locked = Draft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    locked.choices = locked.choices | change(locked.choices)
    locked.save(update_fields=["choices"])


def read_choices(organisation: Organisation, event: AnyEvent, data: Mapping[str, str]) -> Choices:
    """The people chosen for players by key: a person, or `new`. Nobody is registered here.

    Raises all impossible choices at once.
    """
    if not data:
        return {}
    players = {key_of(player): player for player in players_of(event)}
    numbers = {key: number for key, number in data.items() if key != ALL_OTHERS}
    members = by_numbers(organisation.federation, [number for number in numbers.values() if number != NEW])
    problems = [*_problems(numbers, players, members), *_wrong_sweep(data)]
    if problems:
        raise NotFiled(problems)
    people = {key: members[number].pk if number != NEW else NEW for key, number in numbers.items()}
    if ALL_OTHERS in data:
        unidentified = identify(organisation, event, people).unknown
        people |= {
            player.key: NEW for player in unidentified if player.is_new and player.name and player.key not in people
        }
    return people


def _wrong_sweep(data: Mapping[str, str]) -> list[Problem]:
    if data.get(ALL_OTHERS, NEW) == NEW:
        return []
    message = "all the others can only be new people"
    return [Problem(f"people.{ALL_OTHERS}", data[ALL_OTHERS], message, f"write {NEW}, or name each player")]


def _problems(data: Mapping[str, str], players: Mapping[str, Player], members: Mapping[str, Person]) -> list[Problem]:
    strangers = [
        Problem(f"people.{key}", number, "the event has no such player", "write the key as the problem gave it")
        for key, number in data.items()
        if key not in players
    ]
    unknown_numbers = [
        Problem(f"people.{key}", number, "nobody in the register has this number", f"give a member's number, or {NEW}")
        for key, number in data.items()
        if number != NEW and number not in members
    ]
    nameless = [
        Problem(
            f"people.{key}", number, "a new person needs a name, and the event has none", "add the name to the event"
        )
        for key, number in data.items()
        if number == NEW and key in players and not players[key].name.strip()
    ]
    return [*strangers, *unknown_numbers, *nameless]
