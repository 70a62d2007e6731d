"""Plain data as typed values, also where several threads need a type for the first time.

msgspec works out what a type looks like when it is first used. A second thread that uses it meanwhile would find it
half worked out, and end the whole process.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar, overload

import msgspec

Hook = Callable[[type, Any], Any]
_lock = Lock()
_prepared: set[Any] = set()


T = TypeVar("T")


@overload
def convert(data: Any, kind: type[T], *, strict: bool = ..., dec_hook: Hook | None = ...) -> T: ...


@overload
def convert(data: Any, kind: Any, *, strict: bool = ..., dec_hook: Hook | None = ...) -> Any: ...


def convert(data: Any, kind: Any, *, strict: bool = True, dec_hook: Hook | None = None) -> Any:
    """The data as a value of this type, as `msgspec.convert` makes it."""
    if kind not in _prepared:
        _prepare(kind)
    return msgspec.convert(data, kind, strict=strict, dec_hook=dec_hook)


def _prepare(kind: Any) -> None:
    """Let msgspec work out a type, one at a time."""
    with _lock:
        msgspec.msgpack.Decoder(kind)
        _prepared.add(kind)
