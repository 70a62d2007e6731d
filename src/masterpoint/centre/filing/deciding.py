"""Who the players are that the register does not know: somebody in it, or a new person whose points are held."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, players_of
from masterpoint.centre.filing.models import Draft
from masterpoint.centre.filing.services import NotFiled
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent

NEW = "new"
LONGEST_NAME = 80


def new_person(organisation: Organisation, name: str, *, on: date, by: User | None) -> Person:
    """Somebody who is no member yet: what they win waits until they join."""
    given, _, family = name.strip().rpartition(" ")
    return registering.register(
        organisation.federation,
        given[:LONGEST_NAME],
        family[:LONGEST_NAME],
        on=on,
        by=by,
        club=organisation,
        status=Person.Status.POTENTIAL,
    )


@transaction.atomic
def decide(draft: Draft, player: str, person: Person | None, *, name: str, by: User | None) -> None:
    """Remember in a draft who a player is: a person, or a new one. Pressed twice, nobody is registered twice."""
    kept = Draft.objects.select_for_update(of=("self",)).select_related("organisation__federation").get(pk=draft.pk)
    people = kept.choices.get("people", {})
    if person is None and player in people:
        return
    chosen = person or new_person(kept.organisation, name, on=date.today(), by=by)
    kept.choices = kept.choices | {"people": people | {player: chosen.pk}}
    kept.save(update_fields=["choices"])


def decided(
    organisation: Organisation, event: AnyEvent, data: Mapping[str, str], *, on: date, by: User | None
) -> dict[str, int]:
    """Players by their keys to people: a number, or `new`. To be called in the transaction that files.

    Every decision that cannot be followed is told at once, and nobody is registered then.
    """
    if not data:
        return {}
    players = {key_of(player): player for player in players_of(event)}
    found = by_numbers(organisation.federation, [number for number in data.values() if number != NEW])
    problems = list(_problems(data, players, found))
    if problems:
        raise NotFiled(problems)
    return {
        key: found[number].pk if number != NEW else new_person(organisation, players[key].name, on=on, by=by).pk
        for key, number in data.items()
    }


def _problems(data: Mapping[str, str], players: Mapping[str, object], found: Mapping[str, Person]) -> list[Problem]:
    strangers = [
        Problem(f"people.{key}", number, "the event names no such player", "write the key as the problem told it")
        for key, number in data.items()
        if key not in players
    ]
    unknown = [
        Problem(f"people.{key}", number, "the register has no such number", f"give a member's number, or {NEW}")
        for key, number in data.items()
        if number != NEW and number not in found
    ]
    nameless = [
        Problem(f"people.{key}", number, "a new person needs a name, and the event has none", "put it into the event")
        for key, number in data.items()
        if number == NEW and key in players and not getattr(players[key], "name", "").strip()
    ]
    return [*strangers, *unknown, *nameless]
