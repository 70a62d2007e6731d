"""Judge an event: the players, their statuses on the day, and the awards that the edition gives."""

from __future__ import annotations

import zlib
from functools import cache
from inspect import get_annotations
from typing import Any, NamedTuple

import msgspec

from masterpoint import schemes
from masterpoint.core.derivation import Award, Result
from masterpoint.core.events import AnyEvent, Player
from masterpoint.core.exact import Exact
from masterpoint.core.rounding import nearest_whole
from masterpoint.core.serialisation import result_as_data

HOLDERS = ("Player", "Entry", "RankingList", "Session", "Division", "Part")
"""The parts of the vocabulary that contain players."""
COMPRESSION = 2
"""The data is at most a tenth larger than with the strongest setting, and takes a third of the time."""


def players_of(event: AnyEvent) -> list[Player]:
    """Every player an event names, anywhere in it."""
    players: list[Player] = []
    _collect(event, players)
    return players


def _collect(fields: Any, players: list[Player]) -> None:
    if type(fields) is tuple:
        for item in fields:
            _collect(item, players)
    elif type(fields) is Player:
        players.append(fields)
    else:
        kind: Any = type(fields)
        for name in fields_with_players(kind):
            _collect(getattr(fields, name), players)


@cache
def fields_with_players(kind: type) -> tuple[str, ...]:
    """The fields of a part of an event that may contain players at any depth."""
    types = {name: str(fields) for base in kind.__mro__[::-1] for name, fields in get_annotations(base).items()}
    names = getattr(kind, "__struct_fields__", ())
    return tuple(name for name in names if any(holder in types.get(name, "") for holder in HOLDERS))


def key_of(player: Player) -> str:
    """The key of a player in a version: the number, or the name without one."""
    return player.id.strip() or f"name:{' '.join(player.name.casefold().split())}"


FROM_REGISTER = frozenset({"player.membership", "player.rank", "player.grade"})


def judge(event: AnyEvent) -> Result:
    """Judge an event by the edition in force on the day of play, without remarks on facts that the register knows."""
    return schemes.award(event, FROM_REGISTER)


def judge_again(event: AnyEvent) -> Result:
    """Judge an event for `verify`, without remarks on facts that change nothing."""
    return schemes.award_again(event, FROM_REGISTER)


def hundredths(points: Exact) -> int:
    """Points in hundredths, as in the ledger."""
    if type(points) is int:
        return points * 100
    amount = nearest_whole(points * 100)
    assert isinstance(amount, int)
    return amount


class Share(NamedTuple):
    """What a player receives from a result, by the player's key.

    It becomes a line of the ledger once people are known.
    """

    key: str
    colour: str
    hundredths: int
    award: int


def shares_of(result: Result) -> list[Share]:
    """The shares of a result, one for each award of each player."""
    shares = []
    for index, award in enumerate(result.awards):
        amount = hundredths(award.points)
        if amount:
            shares += [Share(key_of(player), award.colour, amount, index) for player in award.recipients]
    return shares


def awards_without_players(result: Result) -> list[Award]:
    """Awards with points that name no player."""
    return [award for award in result.awards if award.points and not award.recipients]


def compress_result(result: Result) -> bytes:
    """A result with every step, compressed for storage."""
    return zlib.compress(msgspec.json.encode(result_as_data(result)), COMPRESSION)


def load_result(data: bytes | memoryview) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(zlib.decompress(bytes(data)))
    return fields
