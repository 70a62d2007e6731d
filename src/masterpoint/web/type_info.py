"""Cached type information about the event vocabulary, because msgspec analyses the annotations on every call."""

from __future__ import annotations

from functools import cache

from msgspec import inspect


@cache
def type_info(kind: type) -> inspect.Type:
    """The fields of a type."""
    return inspect.type_info(kind)
