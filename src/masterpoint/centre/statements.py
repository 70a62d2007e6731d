"""SQL for what every filing asks and writes: the ORM makes each statement anew, which costs more than the answer.

A statement is written as PostgreSQL has it. `= ANY(%s)` takes a list; SQLite gets it as JSON.
PostgreSQL plans each of them once for a connection; the ORM's it plans every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import DateTimeField, Field, ForeignKey, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.sql.compiler import SQLCompiler

from masterpoint.centre.together import Held, Writes, writes_of

ANY, IN = "= ANY(%s)", "IN (SELECT value FROM json_each(%s))"
ROWS_AT_ONCE = 200
ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"'})
"""How text in an array writes what would end it."""
PLAIN = {int, date}
"""Kinds that an array has as they are written."""
ARRAYS = {int: "bigint", str: "varchar", date: "date", type(None): "integer"}
Scalar = str | int | date | datetime | None
M = TypeVar("M", bound=Model)
Value = Scalar | list[str] | list[int] | list[date]
Answers = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""The rows of questions that were asked ahead, by the question."""
Question = tuple[Any, ...]
"""A statement that reads, and its values: what `select` takes."""


class _WithCursor(Protocol):
    """The connection to either database (`centre.postgres`, `centre.sqlite`)."""

    def prepared_cursor(self) -> CursorWrapper: ...


class _Postgres(Protocol):
    """The connection to PostgreSQL (`centre.postgres`)."""

    together: Writes | None
    answers: Answers | None

    def prepared_cursor(self, number: int = 0) -> CursorWrapper: ...

    def numbered_cursor(self) -> CursorWrapper: ...


def prepared_cursor() -> CursorWrapper:
    """A cursor for what is asked again and again; its rows are fetched at once, and it is left open."""
    return _cursor_of(connections[DEFAULT_DB_ALIAS])


def _cursor_of(database: BaseDatabaseWrapper) -> CursorWrapper:
    return cast(_WithCursor, database).prepared_cursor()


@contextmanager
def sent_together(held: Held) -> Iterator[None]:
    """PostgreSQL gets what is written in here as one statement (`centre.together`); whoever opens it has the lock.

    What goes wrong shows when it is sent; the transaction is lost either way.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    postgres = cast(_Postgres, database)
    writes = Writes(held, postgres.numbered_cursor())
    postgres.together = writes
    try:
        with database.execute_wrapper(writes.before):
            yield
            writes.send()
    finally:
        postgres.together = None


def _write(database: BaseDatabaseWrapper, statement: str, values: list[Any]) -> None:
    """At once, or together with what else is written."""
    writes = writes_of(database)
    if writes is None:
        _cursor_of(database).execute(statement, values)
    else:
        writes.add(statement, values)


@contextmanager
def answers_kept() -> Iterator[None]:
    """What is asked ahead in here (`ask_ahead`) is answered from there, once, to whoever asks the same in here.

    Whoever opens it knows that nobody changes the answers meanwhile: it sees a single moment, or has the lock.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "postgresql":
        yield
        return
    postgres = cast(_Postgres, database)
    before, postgres.answers = postgres.answers, {}
    try:
        yield
    finally:
        postgres.answers = before


def ask_ahead(*questions: Question) -> None:
    """Several questions in one message: PostgreSQL takes longer over each message than over most answers."""
    database = connections[DEFAULT_DB_ALIAS]
    postgres = cast(_Postgres, database)
    if database.vendor != "postgresql" or postgres.answers is None:
        return
    asked = [(statement, *_given(values)) for statement, *values in questions]
    cursors = [postgres.prepared_cursor(number) for number in range(len(asked))]
    driver: Any = database.connection
    with database.wrap_database_errors:
        with driver.pipeline():
            for cursor, (statement, *values) in zip(cursors, asked, strict=True):
                cursor.execute(statement, values)
        for cursor, question in zip(cursors, asked, strict=True):
            postgres.answers[question] = list(cursor.cursor.fetchall())


def select(statement: str, *values: Value) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "sqlite":
        cursor = _cursor_of(database)
        cursor.execute(_embedded(statement), [_adapted(value) for value in values])
    else:
        given = _given(values)
        answers = cast(_Postgres, database).answers
        if answers and (rows := answers.pop((statement, *given), None)) is not None:
            return rows
        cursor = _cursor_of(database)
        cursor.execute(statement, given)
    with database.wrap_database_errors:
        return list(cursor.cursor.fetchall())


def _given(values: Iterable[Value]) -> list[Scalar]:
    """Values as PostgreSQL takes them."""
    return [_array(value) if isinstance(value, list) else value for value in values]


def select_models(model: type[M], statement: str, *values: Value) -> list[M]:
    """Rows of a table as the ORM has them, without its signals; the statement asks for its `{columns}`."""
    names, _ = _reading(model)
    rows = select(with_columns(model, statement), *values)
    compiler, converters = _converting(model, connection.vendor)
    if converters:
        rows = [tuple(row) for row in compiler.apply_converters(rows, converters)]
    return [_model_of(model, names, row) for row in rows]


def with_columns(model: type[Model], statement: str) -> str:
    """A statement that asks for the columns of a table where it has `{columns}`."""
    return statement.format(columns=_reading(model)[1])


def _model_of(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """A row that is there already: what `from_db` makes, without asking each field how it is set."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    state = row._state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    return row


@cache
def _reading(model: type[Model]) -> tuple[list[str], str]:
    fields = _fields_read(model)
    return [field.attname for field in fields], ", ".join(f'"{field.column}"' for field in fields)


@cache
def _converting(model: type[Model], vendor: str) -> tuple[SQLCompiler, Any]:
    """What a database of this kind gives otherwise than the program has it."""
    compiler = QuerySet(model).query.get_compiler(DEFAULT_DB_ALIAS)
    return compiler, compiler.get_converters([field.get_col(model._meta.db_table) for field in _fields_read(model)])


def _fields_read(model: type[Model]) -> list[Field[Any, Any]]:
    """All but moments, which are read when somebody looks at them: the driver takes longest over these."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, DateTimeField)]


@cache
def _embedded(statement: str) -> str:
    return statement.replace(ANY, IN)


def _adapted(value: Value) -> Any:
    """A value as the driver of SQLite takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value, default=date.isoformat) if isinstance(value, list) else value


def write_rows(statement: str, rows: Sequence[tuple[Scalar, ...]]) -> None:
    """A statement with all its rows at once, where it has `{rows}`."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        columns = list(zip(*rows, strict=True))
        arrays = ", ".join(f"%s::{ARRAYS[type(column[0])]}[]" for column in columns)
        _write(database, statement.format(rows=f"SELECT * FROM unnest({arrays})"), [*map(_array, columns)])
        return
    cursor = _cursor_of(database)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        page = rows[start : start + ROWS_AT_ONCE]
        places = f"({', '.join(['%s'] * len(page[0]))})"
        listed = f"VALUES {', '.join([places] * len(page))}"
        values = [_adapted(value) if isinstance(value, date) else value for row in page for value in row]
        cursor.execute(statement.format(rows=listed), values)


def _array(column: Sequence[Scalar]) -> str:
    """A column as PostgreSQL writes an array: the driver would look at every value for its kind."""
    plain = {*map(type, column)} <= PLAIN
    return f"{{{','.join(map(str if plain else array_element, column))}}}"


def array_element(value: Scalar) -> str:
    if value is None:
        return "NULL"
    if not isinstance(value, str):
        return str(value)
    return f'"{value.translate(ESCAPED)}"'


def insert(row: Model) -> None:
    """Write a new row and give it its key, as `save(force_insert=True)` does; nobody listens for these rows."""
    database = connections[DEFAULT_DB_ALIAS]
    writes = writes_of(database)
    key = writes.key_for(type(row)) if writes else None
    if key is not None:
        row.pk = key
        _write(database, *_insertion_of(row, database, "key"))
    else:
        cursor = _cursor_of(database)
        cursor.execute(*_insertion_of(row, database, "" if database.vendor == "sqlite" else "returning"))
        with database.wrap_database_errors:
            row.pk = cursor.cursor.lastrowid if database.vendor == "sqlite" else cursor.cursor.fetchone()[0]
    row._state.adding, row._state.db = False, database.alias


def insert_last(row: Model) -> None:
    """The same of a row that nothing points to: it does not learn its key."""
    database = connections[DEFAULT_DB_ALIAS]
    _write(database, *_insertion_of(row, database, ""))


def _insertion_of(row: Model, database: BaseDatabaseWrapper, way: str) -> tuple[str, list[Any]]:
    statement, fields = _insertion(type(row), way)
    return statement, [field.get_db_prep_save(_value(row, field), database) for field in fields]


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """What a field holds; the key of another row may have come after it was named here."""
    if isinstance(field, ForeignKey) and field.is_cached(row) and (related := field.get_cached_value(row)) is not None:
        setattr(row, field.attname, related.pk)
        field.set_cached_value(row, related)  # a key that changes would forget it
    return field.pre_save(row, add=True)


@cache
def _insertion(model: type[Model], way: str) -> tuple[str, list[Field[Any, Any]]]:
    """A statement that is given the `key`, answers with it (`returning`), or neither."""
    key = model._meta.pk
    fields = [field for field in model._meta.local_concrete_fields if field is not key or way == "key"]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(["%s"] * len(fields))
    answer = f' RETURNING "{key.column}"' if way == "returning" else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){answer}', fields
