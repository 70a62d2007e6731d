"""Queries of the ORM whose SQL is compiled only once, because compiling takes longer than most answers.

    @cached_query
    def _merges(federation: Any) -> QuerySet[Change, tuple[int, str]]:
        return Change.objects.filter(federation=federation, what="merged").values_list("person", "what")

    for person, what in _merges(federation.pk): ...

The function is called once, with placeholders for its values, and returns a queryset of models or of `values_list`.
Callers get its rows, up to a `limit`. A value is a key, a number, a text, a day, or a list of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from masterpoint.centre.statements import ANY, IN, Value, select

Row = TypeVar("Row")
POPULATORS: Any = get_related_populators
"""How the ORM fills in related rows. The stubs are of a later Django, where it has one more argument."""


class _Parameter(Expression):
    """A placeholder for a value, or for a list of values."""

    def __init__(self, number: int, *, is_list: bool) -> None:
        super().__init__()
        self.number, self.is_list = number, is_list

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, Any]:
        return IN.removeprefix("IN ") if self.is_list else "%s", (self,)


class _CachedQuery(NamedTuple):
    """A statement, its parameters, and the converters of the database's values."""

    statement: str
    parameters: list[Any]
    shape: Callable[[Iterable[tuple[Any, ...]]], list[Any]]
    compiler: SQLCompiler
    converters: Any

    def answer(self, values: tuple[Value, ...]) -> list[Any]:
        rows: Any = select(
            self.statement,
            *(
                values[parameter.number] if isinstance(parameter, _Parameter) else parameter
                for parameter in self.parameters
            ),
        )
        if self.converters:
            rows = map(tuple, self.compiler.apply_converters(rows, self.converters))
        return self.shape(rows)


def cached_query(build: Callable[..., QuerySet[Any, Row]]) -> Callable[..., list[Row]]:
    """The rows of a query whose SQL is compiled once for each kind of database."""

    @cache
    def compiled_query(vendor: str, are_lists: tuple[bool, ...], limit: int | None) -> _CachedQuery:
        rows = build(*(_Parameter(number, is_list=is_list) for number, is_list in enumerate(are_lists)))
        return _compile(rows if limit is None else rows[:limit])

    @wraps(build)
    def answer(*values: Value, limit: int | None = None) -> list[Row]:
        return compiled_query(connection.vendor, tuple(isinstance(value, list) for value in values), limit).answer(
            values
        )

    return answer


def _compile(rows: QuerySet[Model, Any]) -> _CachedQuery:
    compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
    statement, parameters = compiler.as_sql()
    columns = [column for column, *_ in compiler.select]
    return _CachedQuery(
        statement.replace(IN, ANY), list(parameters), _shape(rows, compiler), compiler, compiler.get_converters(columns)
    )


def _shape(rows: QuerySet[Model, Any], compiler: SQLCompiler) -> Callable[[Iterable[tuple[Any, ...]]], list[Any]]:
    """A function that makes the query's rows of the database's rows."""
    if issubclass(rows._iterable_class, ModelIterable):
        return _model_rows(rows.model, compiler)
    if issubclass(rows._iterable_class, FlatValuesListIterable):
        return lambda answer: [value for (value,) in answer]
    return list


def _model_rows(model: type[Model], compiler: Any) -> Callable[[Iterable[tuple[Any, ...]]], list[Model]]:
    """A function that makes models of rows, with the related models selected along with them."""
    places = compiler.klass_info["select_fields"]
    names = [compiler.select[place][0].target.attname for place in places]
    own_columns = slice(places[0], places[-1] + 1)
    populators = POPULATORS(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)

    def build(row: tuple[Any, ...]) -> Model:
        instance = model.from_db(DEFAULT_DB_ALIAS, names, row[own_columns])
        for related in populators:
            related.populate(row, instance)
        return instance

    return lambda answer: [build(row) for row in answer]
