"""Remove a name from texts and data without changing anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from masterpoint.centre.erasing.identity import Identity

PLAYER = "A player"
NOBODY = "erased"
"""Replaces an address."""
ADDRESS = re.compile(r"[^\s@<>,;:\"']+@[^\s@<>,;:\"']+\.[^\s@<>,;:\"']+")
SEPARATOR = r"([^\w<>\n]{1,6})"
"""Separators of given and family name: a space, a comma, or the boundary of columns."""


class Redaction:
    """Removes one person from texts and data."""

    def __init__(self, identity: Identity, replacement: str = PLAYER) -> None:
        self.identity = identity
        self.replacement = replacement
        self.pairs = [pattern for name in identity.names if all(name) for pattern in _patterns(*name)]
        self.single = frozenset(max(name, key=len).casefold() for name in identity.names if not all(name))
        addresses = "|".join(map(re.escape, sorted(identity.addresses))) or r"(?!)"
        self.addresses = re.compile(addresses, re.IGNORECASE)

    def text(self, value: str) -> str:
        """A sentence, a title or a reason without the name and the addresses."""
        if value.strip().casefold() in self.single:
            return self.replacement
        for pattern in self.pairs:
            value = pattern.sub(self.replacement, value)
        return self.addresses.sub(NOBODY, value)

    def in_columns(self, text: str) -> str:
        """A file without the name. Each part of the name is replaced separately, so that the columns stay."""
        given_name, _, family_name = PLAYER.partition(" ")
        for index, pattern in enumerate(self.pairs):
            replacement = (given_name, family_name) if index % 2 == 0 else (family_name, given_name)
            text = pattern.sub(rf"{replacement[0]}\g<1>{replacement[1]}", text)
        return self.addresses.sub(NOBODY, text)

    def data(self, value: Any) -> Any:
        """Plain data without the name, at any depth."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            if "given_name" in value and "family_name" in value and self._is_name(value):
                return {**value, "given_name": PLAYER.partition(" ")[0], "family_name": PLAYER.partition(" ")[2]}
            return {self.text(key): self.data(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.data(item) for item in value]
        return value

    def _is_name(self, value: Mapping[str, Any]) -> bool:
        return (value["given_name"], value["family_name"]) in self.identity.names

    def words(self) -> frozenset[str]:
        """The words of the names that could still identify somebody."""
        return frozenset(
            part.casefold() for name in self.identity.names for part in " ".join(name).split() if len(part) > 1
        )


def _patterns(given_name: str, family_name: str) -> list[re.Pattern[str]]:
    """Patterns of the name in either order and any case."""
    return [
        re.compile(rf"(?<!\w){first}{SEPARATOR}{last}(?!\w)", re.IGNORECASE)
        for first, last in (
            (_with_spaces(given_name), _with_spaces(family_name)),
            (_with_spaces(family_name), _with_spaces(given_name)),
        )
    ]


def _with_spaces(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))


class Teams(NamedTuple):
    """Names of contestants that contain the player's family name, and their replacements."""

    names: Mapping[str, str]

    def text(self, value: str) -> str:
        for name, substitute in self.names.items():
            value = value.replace(name, substitute)
        return value


def teams_in(entries: Iterable[tuple[str, bool]], redaction: Redaction) -> Teams:
    """The teams among contestants, given as name and whether the person plays in it."""
    families = "|".join(_with_spaces(family) for _, family in redaction.identity.names if family)
    pattern = re.compile(rf"(?<!\w)(?:{families})(?!\w)", re.IGNORECASE)
    names = {}
    for name, is_theirs in entries:
        plain = redaction.text(name)
        plain = pattern.sub(PLAYER, plain) if is_theirs and families else plain
        if plain != name:
            names[name] = plain
    return Teams(names)
