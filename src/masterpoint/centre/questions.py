"""Questions in the words of the ORM that it puts into SQL once: to do so takes it longer than most answers.

    @asked_often
    def _merged(federation: Any) -> QuerySet[Change, tuple[int, str]]:
        return Change.objects.filter(federation=federation, what="merged").values_list("person", "what")

    for person, what in _merged(federation.pk): ...

The function is called once, with places for its values, and gives a queryset of `values_list`; whoever asks gets its
rows, or so many at `most`. A value is a key, a number, a text, a day or a list of such.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import FlatValuesListIterable
from django.db.models.sql.compiler import SQLCompiler

from masterpoint.centre.statements import ANY, IN, Value, select

Row = TypeVar("Row")


class _Place(Expression):
    """Where a value goes, or a list of them."""

    def __init__(self, number: int, *, many: bool) -> None:
        super().__init__()
        self.number, self.many = number, many

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        return IN.removeprefix("IN ") if self.many else "%s", (self,)


class _Prepared(NamedTuple):
    """A statement, what goes into it, and what a database gives otherwise than the program has it."""

    statement: str
    given: list[Any]
    flat: bool
    compiler: SQLCompiler
    converters: Any

    def answer(self, values: tuple[Value, ...]) -> list[Any]:
        rows: Any = select(
            self.statement, *(values[each.number] if isinstance(each, _Place) else each for each in self.given)
        )
        if self.converters:
            rows = map(tuple, self.compiler.apply_converters(rows, self.converters))
        return [value for (value,) in rows] if self.flat else list(rows)


def asked_often(question: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """The rows of a question whose SQL is made once, for each kind of database."""

    @cache
    def prepared(vendor: str, many: tuple[bool, ...], most: int | None) -> _Prepared:
        rows = question(*(_Place(number, many=each) for number, each in enumerate(many)))
        return _prepared(rows if most is None else rows[:most])

    @wraps(question)
    def answer(*values: Value, most: int | None = None) -> list[Row]:
        return prepared(connection.vendor, tuple(isinstance(value, list) for value in values), most).answer(values)

    return answer


def _prepared(rows: QuerySet[Model, Any]) -> _Prepared:
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    statement, given = compiler.as_sql()
    columns = [column for column, *_ in compiler.select]
    flat = issubclass(rows._iterable_class, FlatValuesListIterable)
    return _Prepared(statement.replace(IN, ANY), list(given), flat, compiler, compiler.get_converters(columns))
