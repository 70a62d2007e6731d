"""The players of a version, for comparison with other evenings.

A new filing is compared with everything filed near its day. Versions never change, so each process caches recent ones.
The cache key is the salt, which is unique to a version and destroyed by an erasure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from masterpoint.centre.compact import loads
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.centre.statements import Query, select

PEOPLE = "SELECT id, people FROM filing_version WHERE id = ANY(%s)"
MAX_CACHED = 2_000


class Players(NamedTuple):
    """The players of a version."""

    people: Mapping[str, int]
    """Records of the register by the keys of the event."""
    keys: frozenset[str]
    """The keys in a normal form, for comparison between files."""
    records: frozenset[int]


_cache: dict[str, Players] = {}


def players_of_versions(salts: Mapping[int, str]) -> dict[int, Players]:
    """The players of some versions, given with their salts."""
    players = {version: _cache[salt] for version, salt in salts.items() if salt in _cache}
    for version, people in (row for query in player_queries(salts) for row in select(*query)):
        players[version] = players_of(loads(people))
        _cache_players(salts[version], players[version])
    return players


def player_queries(salts: Mapping[int, str]) -> list[Query]:
    """The queries for the players of some versions; none if all of them are cached."""
    missing = [version for version, salt in salts.items() if salt not in _cache]
    return [(PEOPLE, missing)] if missing else []


def _cache_players(salt: str, players: Players) -> None:
    if not salt:
        return
    _cache[salt] = players
    for oldest in list(_cache)[: len(_cache) - MAX_CACHED]:
        _cache.pop(oldest, None)


def players_of(people: Mapping[str, int]) -> Players:
    """The players of a version for comparison."""
    return Players(people, frozenset(map(plain_key, people)), frozenset(people.values()))


def plain_key(key: str) -> str:
    """A key in a normal form."""
    return f"name:{fold(key[5:])}" if key.startswith("name:") else number_key(key)
