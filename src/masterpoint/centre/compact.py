"""Fields that store JSON and files compressed, because facts are stored for ever and are repetitive.

Digests cover the data itself, never its compressed form.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

LEVEL = 6


def compress(data: bytes) -> bytes:
    return zlib.compress(data, LEVEL)


def decompress(stored: bytes | memoryview) -> bytes:
    """The decompressed data. Like bad JSON, data that was not compressed raises ValueError."""
    try:
        return zlib.decompress(bytes(stored))
    except zlib.error as error:
        raise ValueError(f"this is not compressed data: {error}") from None


def dumps(data: Any) -> bytes:
    """Plain data in its stored form."""
    return compress(msgspec.json.encode(data))


def loads(stored: bytes | memoryview) -> Any:
    return msgspec.json.decode(decompress(stored))


class PrecompressedJSON(dict[str, Any]):
    """Plain data compressed in advance, so that this takes no time under the lock. Do not change it."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.compressed = dumps(data)


class PrecompressedBytes(bytes):
    """A file compressed in advance."""

    compressed: bytes

    def __new__(cls, data: bytes) -> PrecompressedBytes:
        value = super().__new__(cls, data)
        value.compressed = compress(data)
        return value


class CompactJSON(models.Field):  # type: ignore[type-arg] # generic in the stubs alone
    """Plain data, stored as compressed JSON, which the database cannot query."""

    def get_internal_type(self) -> str:
        return "BinaryField"

    def from_db_value(self, value: Any, expression: object, connection: BaseDatabaseWrapper) -> Any:
        return None if value is None else loads(value)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if value is None:
            return None
        if isinstance(value, PrecompressedJSON):
            return _binary(connection, value.compressed)
        return _binary(connection, value if prepared else dumps(value))


class CompressedBytes(models.BinaryField):  # type: ignore[type-arg] # generic in the stubs alone
    """Bytes, stored compressed."""

    def from_db_value(self, value: Any, expression: object, connection: BaseDatabaseWrapper) -> bytes | None:
        return None if value is None else decompress(value)

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:
        if value is None:
            return None
        if isinstance(value, PrecompressedBytes):
            return _binary(connection, value.compressed)
        return _binary(connection, value if prepared else compress(bytes(value)))


def _binary(connection: BaseDatabaseWrapper, value: bytes) -> Any:
    """Bytes as this database's driver accepts them."""
    driver: Any = connection.Database  # type: ignore[attr-defined] # not in the stubs
    return driver.Binary(value)
