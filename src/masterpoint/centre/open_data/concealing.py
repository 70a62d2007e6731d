"""The facts of a result as everybody may see them, without the names that its page hides.

Anonymous members and players who are not in the register get an alias that is valid in one event only. Their rank and
grade from the register are removed, and so are the names of their teams. What is concealed already stays as it is. So
data that was loaded is written again unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from masterpoint.centre.filing.judging import key_of
from masterpoint.centre.filing.public_results import GUEST
from masterpoint.centre.registry import access
from masterpoint.centre.registry.codes import code_meaning
from masterpoint.core.events import Entry, Player
from masterpoint.core.serialisation import entry_name

TEAM = "Team"
ALIAS = re.compile(rf"(?:{access.ANONYMOUS}|{GUEST}|{TEAM}) [0-9]+")
REGISTER_FACTS = ("rank", "grade")
"""Facts from the register, which are removed for concealed players."""


class VisiblePerson(NamedTuple):
    """A person who may be named."""

    number: str
    name: str


class Concealer:
    """Conceals names in one event. A player has the same alias in all of it."""

    def __init__(self, scheme: str, keys: Mapping[str, int], visible: Mapping[int, VisiblePerson]) -> None:
        self.scheme, self.keys, self.visible = scheme, keys, visible
        self.aliases: dict[str, str] = {}
        self.written: set[str] = set()
        self.teams: dict[str, str] = {}
        """Aliases by team name, because other facts may name teams, too."""
        self.contestant_names: dict[str, str] = {}
        """The concealed name of each contestant, by the name in the awards."""

    def facts(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """The event's facts as everybody may see them."""
        self.written = set(_names(event))
        facts: dict[str, Any] = self._with_team_aliases(self._conceal(event))
        return facts

    def awards(self, awards: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The awards of the event, without their explanations, which follow from the facts."""
        return [
            {
                **{name: award[name] for name in ("place", "list", "kind", "colour", "points")},
                "who": self.contestant_names.get(award["who"], ""),
                "players": [self._name_and_number(player) for player in award["players"]],
            }
            for award in awards
        ]

    def player_label(self, name: str, number: str) -> str:
        """A player of the file: the number if the player may be named, otherwise the alias."""
        player = {"name": name, "id": number}
        identity = self._name_and_number(player)
        return identity["id"] if self._is_visible(player) else identity["name"]

    def _conceal(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {
                key: [self._entry(entry) for entry in item] if key == "entries" else self._conceal(item)
                for key, item in value.items()
            }
        return [self._conceal(item) for item in value] if isinstance(value, list | tuple) else value

    def _with_team_aliases(self, value: Any) -> Any:
        """The data with an alias for every concealed name of a team."""
        if isinstance(value, Mapping):
            return {key: self._with_team_aliases(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._with_team_aliases(item) for item in value]
        return self.teams.get(value, value) if isinstance(value, str) else value

    def _entry(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        players = [self._player(player) for player in entry.get("players", ())]
        plain = {**entry, "players": players} if "players" in entry else dict(entry)
        if plain.get("name") and not (players and all(map(self._is_visible, entry["players"]))):
            plain["name"] = self.teams[entry["name"]] = self._alias(TEAM, f"team:{entry['name']}", entry["name"])
        self.contestant_names[_entry_name(entry)] = _entry_name(plain)
        return plain

    def _player(self, player: Mapping[str, Any]) -> dict[str, Any]:
        fields = (
            player
            if self._is_visible(player)
            else {key: item for key, item in player.items() if key not in REGISTER_FACTS}
        )
        return {**fields, **self._name_and_number(player)}

    def _name_and_number(self, player: Mapping[str, Any]) -> dict[str, str]:
        """A player's name and number, as everybody may see them."""
        name, number = player.get("name", ""), player.get("id", "")
        key = key_of(Player(name=name, id=number))
        person = self.keys.get(key)
        if person is not None and person in self.visible:
            return {"name": self.visible[person].name, "id": self.visible[person].number}
        code = number if number and code_meaning(self.scheme, number) else ""
        if not name and (code or not number):
            return {"name": "", "id": code}
        kind = GUEST if person is None else access.ANONYMOUS
        return {"name": self._alias(kind, f"{kind}:{key}:{name if code else ''}", name), "id": code}

    def _is_visible(self, player: Mapping[str, Any]) -> bool:
        return self.keys.get(key_of(Player(name=player.get("name", ""), id=player.get("id", "")))) in self.visible

    def _alias(self, kind: str, key: str, name: str) -> str:
        if ALIAS.fullmatch(name):
            return name
        if key not in self.aliases:
            number = len(self.aliases) + 1
            while f"{kind} {number}" in self.written:
                number += 1
            self.aliases[key] = f"{kind} {number}"
            self.written.add(self.aliases[key])
        return self.aliases[key]


def _entry_name(entry: Mapping[str, Any]) -> str:
    players = tuple(Player(name=player.get("name", ""), id=player.get("id", "")) for player in entry.get("players", ()))
    return entry_name(Entry(name=entry.get("name", ""), number=entry.get("number", ""), players=players))


def _names(value: Any) -> Iterable[str]:
    """Every name in an event."""
    if isinstance(value, Mapping):
        if isinstance(value.get("name"), str):
            yield value["name"]
        for item in value.values():
            yield from _names(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names(item)
