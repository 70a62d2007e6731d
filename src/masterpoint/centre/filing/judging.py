"""From facts to awards for people: who the players are, what they were on the day, what the edition pays them."""

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
"""The parts of the vocabulary that hold players."""
COMPRESSION = 2
"""Within a tenth of the size of the strongest setting, in a third of the time."""


def players_of(event: AnyEvent) -> list[Player]:
    """Every player an event names, wherever they stand."""
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
    """The fields of a part of an event that may hold players, however deep."""
    types = {name: str(fields) for base in kind.__mro__[::-1] for name, fields in get_annotations(base).items()}
    names = getattr(kind, "__struct_fields__", ())
    return tuple(name for name in names if any(word in types.get(name, "") for word in HOLDERS))


def key_of(player: Player) -> str:
    """How a version remembers who a player is: by number, or by name where there is none."""
    return player.id.strip() or f"name:{' '.join(player.name.casefold().split())}"


FROM_REGISTER = frozenset({"player.membership", "player.rank", "player.grade"})


def judge(event: AnyEvent) -> Result:
    """What the edition in force on the day of play awards; what the register knows of players nobody has given."""
    return schemes.award(event, FROM_REGISTER)


def judge_again(event: AnyEvent) -> Result:
    """The same for `verify`, which compares awards and charges: nothing is said of facts that change nothing."""
    return schemes.award_again(event, FROM_REGISTER)


def hundredths(points: Exact) -> int:
    """Points as the ledger keeps them."""
    if type(points) is int:
        return points * 100
    whole = nearest_whole(points * 100)
    assert isinstance(whole, int)
    return whole


class Share(NamedTuple):
    """What one player of a result receives, the player by key: a ledger line before people are known."""

    key: str
    colour: str
    hundredths: int
    award: int


def shares_of(result: Result) -> list[Share]:
    """One for each award of each player who receives something."""
    shares = []
    for index, award in enumerate(result.awards):
        amount = hundredths(award.points)
        if amount:
            shares += [Share(key_of(player), award.colour, amount, index) for player in award.recipients]
    return shares


def awards_without_players(result: Result) -> list[Award]:
    """Awards that pay something to nobody in particular."""
    return [award for award in result.awards if award.points and not award.recipients]


def compress_result(result: Result) -> bytes:
    """A result with every step, compressed: what a version keeps for ever."""
    return zlib.compress(msgspec.json.encode(result_as_data(result)), COMPRESSION)


def load_result(data: bytes | memoryview) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(zlib.decompress(bytes(data)))
    return fields
