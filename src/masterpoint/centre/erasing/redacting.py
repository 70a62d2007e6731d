"""A name taken out of texts and of data, as it was written there; nothing else of them changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from masterpoint.centre.erasing.identity import Identity

PLAYER = "A player"
NOBODY = "erased"
"""In place of an address."""
ADDRESS = re.compile(r"[^\s@<>,;:\"']+@[^\s@<>,;:\"']+\.[^\s@<>,;:\"']+")
SEPARATOR = r"([^\w<>\n]{1,6})"
"""What may stand between a given and a family name: a space, a comma, the end of one column and the next."""


class Redaction:
    """Takes one person out of whatever is given to it."""

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
        """A file without the name: each of its two parts is replaced where it stands, so that columns stay columns."""
        first, _, last = PLAYER.partition(" ")
        for index, pattern in enumerate(self.pairs):
            words = (first, last) if index % 2 == 0 else (last, first)
            text = pattern.sub(rf"{words[0]}\g<1>{words[1]}", text)
        return self.addresses.sub(NOBODY, text)

    def data(self, value: Any) -> Any:
        """Plain data without the name, however deep it stands."""
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
        """The words of the names by which somebody could still be recognised."""
        return frozenset(
            word.casefold() for name in self.identity.names for word in " ".join(name).split() if len(word) > 1
        )


def _patterns(given: str, family: str) -> list[re.Pattern[str]]:
    """The name in either order, whatever case it is written in."""
    return [
        re.compile(rf"(?<!\w){first}{SEPARATOR}{last}(?!\w)", re.IGNORECASE)
        for first, last in ((_spaced(given), _spaced(family)), (_spaced(family), _spaced(given)))
    ]


def _spaced(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))


class Teams(NamedTuple):
    """Names of contestants that hold the family name of a player of theirs: what each was, and what it is now."""

    names: Mapping[str, str]

    def text(self, value: str) -> str:
        for before, after in self.names.items():
            value = value.replace(before, after)
        return value


def teams_in(entries: Iterable[tuple[str, bool]], redaction: Redaction) -> Teams:
    """Of contestants, each with its name and whether the person plays in it."""
    families = "|".join(_spaced(family) for _, family in redaction.identity.names if family)
    pattern = re.compile(rf"(?<!\w)(?:{families})(?!\w)", re.IGNORECASE)
    names = {}
    for name, is_theirs in entries:
        plain = redaction.text(name)
        plain = pattern.sub(PLAYER, plain) if is_theirs and families else plain
        if plain != name:
            names[name] = plain
    return Teams(names)
