"""Explain awards with the steps stored in a version."""

from __future__ import annotations

from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.judging import key_of, load_result
from masterpoint.centre.filing.models import Version
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.core.derivation import Result
from masterpoint.core.events import Player
from masterpoint.core.serialisation import result_as_data

AWARDS_SHOWN = 1000
"""The number of awards in the table on a page, which also shows the total number."""


def award_of(version: Version, index: int) -> dict[str, Any]:
    """One award of a version with its steps in reading order; the last step is the award itself."""
    return with_steps(load_result(version.result), index)


def as_seen_by(user: User | None, version: Version, award: dict[str, Any]) -> dict[str, Any]:
    """An award with the names of players, partners and opponents as this reader may see them.

    The name of an entry may contain anybody's, so it is hidden as soon as one player of the event is.
    """
    people = Person.objects.select_related("home_club").in_bulk(version.people.values())
    hidden_keys = {key for key, pk in version.people.items() if pk in people and access.is_hidden(user, people[pk])}
    if not hidden_keys:
        return award
    players = [
        {"name": access.ANONYMOUS, "id": ""} if key_of(Player(**player)) in hidden_keys else player
        for player in award["players"]
    ]
    return award | {"players": players, "who": " & ".join(player["name"] or player["id"] for player in players)}


def with_steps(data: dict[str, Any], index: int) -> dict[str, Any]:
    award: dict[str, Any] = data["awards"][index]
    return award | {"steps": trail(data["steps"], award["step"]), "edition": data["edition"]}


def trail(steps: list[dict[str, Any]], last_index: int) -> list[dict[str, Any]]:
    """Every step of a figure once, each before the steps that use it."""
    numbers: set[int] = set()
    waiting = [last_index]
    while waiting:
        number = waiting.pop()
        if number not in numbers:
            numbers.add(number)
            waiting += steps[number].get("from", [])
    return [steps[number] for number in sorted(numbers)]


def for_page(result: Result) -> dict[str, Any]:
    """A result as data, with sentences for the awards on a page."""
    return result_as_data(result, sentence_limit=AWARDS_SHOWN)


def awards_for_page(data: dict[str, Any]) -> list[dict[str, Any]]:
    """All awards of a result; those on a page with their steps."""
    awards: list[dict[str, Any]] = data["awards"]
    return [with_steps(data, index) for index in range(len(awards[:AWARDS_SHOWN]))] + awards[AWARDS_SHOWN:]
