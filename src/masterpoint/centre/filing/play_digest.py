"""What makes two filings the same: the facts of play, not the bytes they came in, nor what the register adds."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.registry.codes import stands_for
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.core.events import AnyEvent

COSMETIC = ("name", "masterpoint", "organiser")
"""Fields that a re-saved file may write differently without being another event."""
REGISTERED = ("membership", "rank", "grade")
"""What the register knows of a player on the day: two readings of one file may differ in it."""


def event_as_data(event: AnyEvent) -> dict[str, Any]:
    """An event as plain data, the way it is kept for ever and read again."""
    data: dict[str, Any] = msgspec.to_builtins(event, builtin_types=())
    return data


def storable(data: Mapping[str, Any]) -> bool:
    """Whether every text in the event is one a database can keep: no NUL, no half of a character."""
    try:
        return b"\\u0000" not in msgspec.json.encode(data, enc_hook=str)
    except UnicodeEncodeError:
        return False


class PlayedEvent(NamedTuple):
    """An event, the plain data it makes, and the digest that two filings of the same play share; all made once."""

    event: AnyEvent
    data: dict[str, Any]
    digest: str

    def data_of(self, judged: AnyEvent) -> dict[str, Any]:
        """The data of the event as it was judged: the same, unless the register knew more of its players."""
        return self.data if judged is self.event else event_as_data(judged)


def played_event(organisation: int, event: AnyEvent) -> PlayedEvent:
    """An event that an organisation files."""
    data = event_as_data(event)
    return PlayedEvent(event, data, digest_of_data(organisation, data))


def digest_of_data(organisation: int, data: Mapping[str, Any]) -> str:
    """The digest of the play, for facts as a version keeps them."""
    played = {key: value for key, value in data.items() if key not in COSMETIC}
    return hashlib.sha256(_ordered([organisation, _plain(played, str(data.get("scheme", "")))])).hexdigest()


_ordered = msgspec.json.Encoder(order="sorted").encode
"""Data as bytes, the same bytes for the same data."""


def _plain(value: Any, scheme: str) -> Any:
    """Names are dropped where a number says who it is; the order of entries in a list does not matter.

    A code that stands for nobody in particular says nothing: there the name stays.
    """
    if isinstance(value, dict):
        kept = {key: _as_played(item) if key == "players" else item for key, item in value.items()}
        plain = {
            key: _plain(item, scheme) if isinstance(item, dict | list | tuple) else item
            for key, item in kept.items()
            if item
        }
        if isinstance(plain.get("id"), str):
            plain["id"] = number_key(plain["id"])
            if not (scheme and stands_for(scheme, plain["id"])):
                plain.pop("name", None)
        if isinstance(plain.get("name"), str):
            plain["name"] = fold(plain["name"]) or plain["name"]
        if "place" in plain:
            plain["place"] = str(plain["place"]).strip("= ")
        return plain
    if isinstance(value, list | tuple):
        items = [_plain(item, scheme) for item in value]
        return sorted(items, key=_ordered)
    return value


def _as_played(players: Any) -> Any:
    """Players without what the register knows of them."""
    return [{key: item for key, item in player.items() if key not in REGISTERED} for player in players]
