"""Questions in the words of the ORM that it puts into SQL once: to do so takes it longer than most answers.

    @asked_often
    def _merged(federation: Any) -> QuerySet[Change, tuple[int, str]]:
        return Change.objects.filter(federation=federation, what="merged").values_list("person", "what")

    for person, what in _merged(federation.pk): ...

The function is called once, with places for its values, and gives a queryset, of models or of `values_list`; whoever
asks gets its rows, or so many at `most`. A value is a key, a number, a text, a day or a list of such.
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
RELATED: Any = get_related_populators
"""How the ORM fills in related rows; its types are those of a later Django, which takes one value more."""


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
    shaped: Callable[[Iterable[tuple[Any, ...]]], list[Any]]
    compiler: SQLCompiler
    converters: Any

    def answer(self, values: tuple[Value, ...]) -> list[Any]:
        rows: Any = select(
            self.statement, *(values[each.number] if isinstance(each, _Place) else each for each in self.given)
        )
        if self.converters:
            rows = map(tuple, self.compiler.apply_converters(rows, self.converters))
        return self.shaped(rows)


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
    return _Prepared(
        statement.replace(IN, ANY), list(given), _shape(rows, compiler), compiler, compiler.get_converters(columns)
    )


def _shape(rows: QuerySet[Model, Any], compiler: SQLCompiler) -> Callable[[Iterable[tuple[Any, ...]]], list[Any]]:
    """What a question makes of the rows of a database."""
    if issubclass(rows._iterable_class, ModelIterable):
        return _models(rows.model, compiler)
    if issubclass(rows._iterable_class, FlatValuesListIterable):
        return lambda answer: [value for (value,) in answer]
    return list


def _models(model: type[Model], compiler: Any) -> Callable[[Iterable[tuple[Any, ...]]], list[Model]]:
    """Rows as the ORM has them, each with the related ones that were selected beside it."""
    places = compiler.klass_info["select_fields"]
    names = [compiler.select[place][0].target.attname for place in places]
    own = slice(places[0], places[-1] + 1)
    beside = RELATED(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)

    def made(row: tuple[Any, ...]) -> Model:
        made = model.from_db(DEFAULT_DB_ALIAS, names, row[own])
        for related in beside:
            related.populate(row, made)
        return made

    return lambda answer: [made(row) for row in answer]
