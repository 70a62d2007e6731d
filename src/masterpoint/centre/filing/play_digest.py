"""Digests that identify a filing: by the facts of play, not by the bytes of the file or facts from the register."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from masterpoint.centre.registry.codes import code_meaning
from masterpoint.centre.registry.name_keys import fold, number_key
from masterpoint.core.events import AnyEvent

COSMETIC = ("name", "masterpoint", "organiser")
"""Fields that may differ in a re-saved file of the same event."""
REGISTERED = ("membership", "rank", "grade")
"""Facts of players from the register. They may differ between two imports of one file."""


def event_as_data(event: AnyEvent) -> dict[str, Any]:
    """An event as plain data, as it is stored."""
    data: dict[str, Any] = msgspec.to_builtins(event, builtin_types=())
    return data


def storable(data: Mapping[str, Any]) -> bool:
    """Whether a database can store every text in the event: no NUL, no half of a character."""
    try:
        return b"\\u0000" not in msgspec.json.encode(data, enc_hook=str)
    except UnicodeEncodeError:
        return False


class EventPlay(NamedTuple):
    """An event, its plain data, and the digest that two filings of the same play share, all computed once."""

    event: AnyEvent
    data: dict[str, Any]
    digest: str

    def data_of(self, judged_event: AnyEvent) -> dict[str, Any]:
        """The data of the event as judged. It differs only if the register knew more about its players."""
        return self.data if judged_event is self.event else event_as_data(judged_event)


def play_of(organisation: int, event: AnyEvent) -> EventPlay:
    """The play of an event that an organisation files."""
    data = event_as_data(event)
    return EventPlay(event, data, digest_of_data(organisation, data))


def digest_of_data(organisation: int, data: Mapping[str, Any]) -> str:
    """The digest of the play from a version's stored facts."""
    facts = {key: value for key, value in data.items() if key not in COSMETIC}
    return hashlib.sha256(_encode_sorted([organisation, _plain_play(facts, str(data.get("scheme", "")))])).hexdigest()


_encode_sorted = msgspec.json.Encoder(order="sorted").encode
"""Encodes equal data as equal bytes."""


def _plain_play(value: Any, scheme: str) -> Any:
    """The play, with players by number where they have one, and independent of the order of entries.

    Codes that identify nobody keep the name.
    """
    if isinstance(value, dict):
        plain_fields = {key: _without_register_facts(item) if key == "players" else item for key, item in value.items()}
        plain = {
            key: _plain_play(item, scheme) if isinstance(item, dict | list | tuple) else item
            for key, item in plain_fields.items()
            if item
        }
        if isinstance(plain.get("id"), str):
            plain["id"] = number_key(plain["id"])
            if not (scheme and code_meaning(scheme, plain["id"])):
                plain.pop("name", None)
        if isinstance(plain.get("name"), str):
            plain["name"] = fold(plain["name"]) or plain["name"]
        if "place" in plain:
            plain["place"] = str(plain["place"]).strip("= ")
        return plain
    if isinstance(value, list | tuple):
        items = [_plain_play(item, scheme) for item in value]
        return sorted(items, key=_encode_sorted)
    return value


def _without_register_facts(players: Any) -> Any:
    """Players without facts from the register."""
    return [{key: item for key, item in player.items() if key not in REGISTERED} for player in players]
