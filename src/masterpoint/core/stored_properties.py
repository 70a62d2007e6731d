"""A property computed once: `functools.cached_property` without the lock that Python 3.12 removed from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class stored_property(Generic[T]):  # noqa: N801 # reads like `property`
    """Computed on first use and kept in the object's `__dict__`."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> T:
        value = instance.__dict__[self.name] = self.work_out(instance)
        return value
