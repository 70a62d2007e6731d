"""From facts to awards for people: who the players are, what they were on the day, what the edition pays them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from masterpoint import schemes
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.centre.registry.queries import Match, by_numbers, likely_matches, status_on
from masterpoint.core.derivation import Award, Result
from masterpoint.core.events import AnyEvent, Player
from masterpoint.core.exact import Exact
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.telling import result_as_data

MEMBERSHIP = {"active": "member", "inactive": "lapsed", "deceased": "lapsed"}
"""What the vocabulary calls a person's status; the others have the same name in both."""


class Unknown(msgspec.Struct, frozen=True):
    """A player the register does not know, and who it may be."""

    key: str
    name: str
    number: str
    matches: list[Match]


def players_of(event: AnyEvent) -> Iterator[Player]:
    """Every player an event names, wherever they stand."""
    yield from _players(event)


def _players(told: Any) -> Iterator[Player]:
    if isinstance(told, Player):
        yield told
    elif isinstance(told, msgspec.Struct):
        for name in told.__struct_fields__:
            yield from _players(getattr(told, name))
    elif isinstance(told, tuple):
        for item in told:
            yield from _players(item)


def key_of(player: Player) -> str:
    """How a version remembers who a player is: by number, or by name where there is none."""
    return player.id.strip() or f"name:{' '.join(player.name.casefold().split())}"


def known_people(federation: Federation, event: AnyEvent, decided: Mapping[str, int]) -> dict[str, Person]:
    """Who the players are: by their numbers, and by what the scorer decided about the others."""
    players = {key_of(player): player for player in players_of(event)}
    found = by_numbers(federation, [player.id for player in players.values() if player.id])
    chosen = Person.objects.in_bulk([pk for key, pk in decided.items() if key in players])
    named = {key: chosen[pk] for key, pk in decided.items() if key in players and pk in chosen}
    return {key: person for key, person in found.items() if key in players} | {
        key: person for key, person in named.items() if person.federation_id == federation.pk
    }


def unknown_players(
    federation: Federation, club: Organisation | None, event: AnyEvent, known: Mapping[str, Person]
) -> list[Unknown]:
    """Players the register does not know, each with the people it may be."""
    missing = {key_of(player): player for player in players_of(event) if key_of(player) not in known}
    return [
        Unknown(key, player.name, player.id, likely_matches(federation, player.name, club))
        for key, player in missing.items()
        if player.name or player.id
    ]


def with_standing_on_the_day(event: AnyEvent, known: Mapping[str, Person]) -> AnyEvent:
    """The event with each player's membership as the register has it on the day of play."""
    status = {key: status_on(person, event.day) for key, person in known.items()}
    raw = msgspec.to_builtins(event)
    _fill(raw, {key: MEMBERSHIP.get(one, one) for key, one in status.items()})
    filled: AnyEvent = msgspec.convert(raw, type(event))
    return filled


def _fill(raw: Any, membership: Mapping[str, str]) -> None:
    if isinstance(raw, dict):
        for player in raw.get("players", ()):
            key = player.get("id", "").strip() or f"name:{' '.join(player.get('name', '').casefold().split())}"
            if key in membership:
                player["membership"] = membership[key]
        for value in raw.values():
            _fill(value, membership)
    elif isinstance(raw, list | tuple):
        for item in raw:
            _fill(item, membership)


def judge(event: AnyEvent) -> Result:
    """What the edition in force on the day of play awards."""
    return schemes.award(event)


def hundredths(points: Exact) -> int:
    """Points as the ledger keeps them."""
    whole = nearest_whole(points * 100)
    assert isinstance(whole, int)
    return whole


def lines_of(result: Result, known: Mapping[str, Person]) -> list[NewLine]:
    """The ledger lines of a result: one for each award of each player who receives something."""
    lines = []
    for index, award in enumerate(result.awards):
        amount = hundredths(award.points)
        if amount:
            lines += [
                NewLine(known[key_of(player)].pk, award.colour, amount, result.event.day, index)
                for player in award.recipients
                if key_of(player) in known
            ]
    return lines


def unnamed(result: Result) -> list[Award]:
    """Awards that pay something to nobody in particular."""
    return [award for award in result.awards if award.points and not award.recipients]


def packed(result: Result) -> bytes:
    """A result with every step, compressed: what a version keeps for ever."""
    return zlib.compress(json.dumps(result_as_data(result), ensure_ascii=False, separators=(",", ":")).encode(), 6)


def unpacked(data: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(zlib.decompress(bytes(data)))
    return told
