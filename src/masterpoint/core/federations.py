"""A federation: everything the Centre asks of it. Its folder in `schemes` says it, and nothing outside does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import msgspec

from masterpoint.core.editions import Edition


class Federation(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One federation and the editions of its handbook."""

    code: str
    name: str
    load_editions: Callable[[], tuple[Edition, ...]]

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions of its handbook, earliest first."""
        return self.load_editions()
