"""Rows of a table of people, made when they are read: a page shows the first of tens of thousands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import overload

from django.db.models import QuerySet

from masterpoint.centre.registry.models import Person

Row = list[str]


class PersonRows(Sequence[Row]):
    """The rows that a function makes of people. Those of a slice are made without all others."""

    def __init__(self, people: QuerySet[Person], make: Callable[[list[Person]], list[Row]]) -> None:
        self._people, self._make = people, make

    @cached_property
    def _all(self) -> list[Row]:
        return self._make(list(self._people))

    @cached_property
    def _count(self) -> int:
        return self._people.count()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Row]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, int) or "_all" in self.__dict__:
            return self._all[index]
        return self._make(list(self._people[index]))


def member_rows(people: QuerySet[Person], cells: Callable[[Person], Row]) -> PersonRows:
    """A row for each person, made of that person alone."""
    return PersonRows(people, lambda read_people: [cells(person) for person in read_people])
