"""What somebody decides about a draft or a request: who the players are, and that it is an event of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db import transaction

from masterpoint.centre.filing.examining import Decisions
from masterpoint.centre.filing.identifying import NEW, Decided, identify
from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, Player

EVERYBODY_ELSE = "*"
"""In place of a key: all players the register does not know."""


def decisions_of(draft: Draft) -> Decisions:
    """What was decided about a draft so far."""
    choices = draft.choices
    return Decisions(
        choices.get("people", {}), choices.get("not_same_as", []), bool(choices.get("organiser_confirmed"))
    )


def decide(draft: Draft, players: Collection[str], person: Person | None) -> None:
    """Remember in a draft who some players are: a person of the register, or new ones, who are registered on filing."""
    chosen = person.pk if person else NEW
    _keep(draft, lambda choices: {"people": choices.get("people", {}) | dict.fromkeys(players, chosen)})


def decide_not_the_same(draft: Draft, receipt: str) -> None:
    """Somebody has looked at a filing that looks like this draft: it is another event, or is filed again knowingly."""
    _keep(draft, lambda choices: {"not_same_as": sorted({*choices.get("not_same_as", []), receipt})})


def confirm_organiser(draft: Draft) -> None:
    """It is this organisation's, though the file names another."""
    _keep(draft, lambda choices: {"organiser_confirmed": True})


@transaction.atomic
def _keep(draft: Draft, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Two tabs that decide at once lose nothing of each other's."""
    kept = Draft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    kept.choices = kept.choices | change(kept.choices)
    kept.save(update_fields=["choices"])


def decided(organisation: Organisation, event: AnyEvent, data: Mapping[str, str]) -> Decided:
    """Players by their keys to people, as a request writes them: a number, or `new`. Nobody is registered here.

    Every decision that cannot be followed is named at once.
    """
    if not data:
        return {}
    players = {key_of(player): player for player in players_of(event)}
    named = {key: number for key, number in data.items() if key != EVERYBODY_ELSE}
    members = by_numbers(organisation.federation, [number for number in named.values() if number != NEW])
    problems = [*_problems(named, players, members), *_wrong_sweep(data)]
    if problems:
        raise NotFiled(problems)
    people = {key: members[number].pk if number != NEW else NEW for key, number in named.items()}
    if EVERYBODY_ELSE in data:
        unknown = identify(organisation, event, people).unknown
        people |= {player.key: NEW for player in unknown if player.is_new and player.name and player.key not in people}
    return people


def _wrong_sweep(data: Mapping[str, str]) -> list[Problem]:
    if data.get(EVERYBODY_ELSE, NEW) == NEW:
        return []
    message = "all the others can only be new people"
    return [Problem(f"people.{EVERYBODY_ELSE}", data[EVERYBODY_ELSE], message, f"write {NEW}, or name each player")]


def _problems(data: Mapping[str, str], players: Mapping[str, Player], members: Mapping[str, Person]) -> list[Problem]:
    strangers = [
        Problem(f"people.{key}", number, "the event has no such player", "write the key as the problem gave it")
        for key, number in data.items()
        if key not in players
    ]
    unknown = [
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
    return [*strangers, *unknown, *nameless]
