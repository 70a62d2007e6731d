"""A federation: everything the Centre asks of it. Its folder in `schemes` says it, and nothing outside does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from importlib.resources.abc import Traversable

import msgspec

from masterpoint.core.editions import Edition
from masterpoint.core.errors import NotUnderstood, Problem

Folders = Mapping[str, Traversable]
"""Folders of editions by name."""


class Federation(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One federation and the editions of its handbook."""

    code: str
    name: str
    load_editions: Callable[[Folders], tuple[Edition, ...]]
    """Its editions, earliest first, with those of further folders."""

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions of its handbook, earliest first."""
        return self.load_editions({})

    def edition(self, name: str) -> Edition:
        """An edition by the name of its folder, whether in force or not: `2014`."""
        editions = {edition.name: edition for edition in self.editions}
        if name not in editions:
            raise NotUnderstood(Problem("edition", name, "no such edition", f"write one of: {', '.join(editions)}"))
        return editions[name]

    def with_editions(self, folders: Folders) -> Federation:
        """The same federation with further editions: a proposal, or the next book before it is printed."""
        return msgspec.structs.replace(self, load_editions=partial(_load_with, self.load_editions, folders))


def _load_with(load: Callable[[Folders], tuple[Edition, ...]], folders: Folders, more: Folders) -> tuple[Edition, ...]:
    return load({**folders, **more})
