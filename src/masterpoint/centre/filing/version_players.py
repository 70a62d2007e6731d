"""Who played in a version of a filing, as it is compared with other evenings.

Whoever files is compared with everything filed near that day. Versions never change, so each process keeps those it
has read lately, by the salt that no two versions share and that an erasure destroys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from masterpoint.centre.compact import loads
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.centre.statements import Query, select

PEOPLE = "SELECT id, people FROM filing_version WHERE id = ANY(%s)"
MOST_KEPT = 2_000


class Players(NamedTuple):
    """The players of a version."""

    people: Mapping[str, int]
    """Records of the register by the keys of the event."""
    keys: frozenset[str]
    """The same keys as two files may write them."""
    records: frozenset[int]


_kept: dict[str, Players] = {}


def players_of_versions(salts: Mapping[int, str]) -> dict[int, Players]:
    """The players of some versions, each given with its salt."""
    players = {version: _kept[salt] for version, salt in salts.items() if salt in _kept}
    for version, people in (row for question in players_questions(salts) for row in select(*question)):
        players[version] = players_of(loads(people))
        _keep(salts[version], players[version])
    return players


def players_questions(salts: Mapping[int, str]) -> list[Query]:
    """What has to be asked for the players of some versions: nothing where all of them are kept."""
    missing = [version for version, salt in salts.items() if salt not in _kept]
    return [(PEOPLE, missing)] if missing else []


def _keep(salt: str, players: Players) -> None:
    if not salt:
        return
    _kept[salt] = players
    for oldest in list(_kept)[: len(_kept) - MOST_KEPT]:
        _kept.pop(oldest, None)


def players_of(people: Mapping[str, int]) -> Players:
    """Those of a version, as they are compared."""
    return Players(people, frozenset(map(plain_key, people)), frozenset(people.values()))


def plain_key(key: str) -> str:
    """A key as two files may write it."""
    return f"name:{fold(key[5:])}" if key.startswith("name:") else number_key(key)
