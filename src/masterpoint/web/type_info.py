"""The types of what an event can give, described once: msgspec reads the annotations anew whenever it is asked."""

from __future__ import annotations

from functools import cache

from msgspec import inspect


@cache
def type_info(kind: type) -> inspect.Type:
    """What a type holds, field by field."""
    return inspect.type_info(kind)
