"""Portable backups: a whole Centre as compressed JSON lines with a checksum, the same for every database.

The first line says what the file is. Then each table has a line with its columns and a line for every row. The last
line has the number of rows and the digest of everything before it. A file that was cut short or changed is refused, and
a file is restored completely or not at all.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, cast

import msgspec
from django.apps import apps
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader

from masterpoint import __version__
from masterpoint.centre import new_tables
from masterpoint.centre.backup_files import complete, damage_error, remove, remove_if_possible, replace_file
from masterpoint.centre.backup_rows import insert_page
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem

FORMAT = "masterpoint backup 1"
EXCLUDED_APPS = ("contenttypes", "auth", "axes", "sessions", "operations")
"""Tables that a new database fills itself, or that nobody needs again: sign-ins, and times of background work."""
FUNCTIONS = tuple(f"masterpoint_{name}" for name in ("append_only", "lines_known", "evenings_known", "has_lines"))
"""The functions of the triggers on PostgreSQL."""
PAGE = 500
BUFFER = 1 << 20
Progress = Callable[[int], None]


def stored_models(tables: Apps = apps) -> list[type[models.Model]]:
    """Every table of the Centre, after the tables it refers to."""
    stored = [
        model for model in tables.get_models() if model._meta.app_label not in EXCLUDED_APPS and model._meta.managed
    ]
    result: list[type[models.Model]] = []
    while len(result) < len(stored):
        for model in stored:
            if model not in result and _dependencies(model, stored) <= {*result, model}:
                result.append(model)
                break
        else:
            # accounts.User and registry.Person refer to each other; constraints are checked when the transaction ends.
            result.append(next(model for model in stored if model not in result))
    return result


def _dependencies(model: type[models.Model], stored: Iterable[type[models.Model]]) -> set[type[models.Model]]:
    targets = {field.related_model for field in model._meta.concrete_fields if field.is_relation}
    return {related for related in stored if related in targets}


def row_count() -> int:
    return sum(model._default_manager.count() for model in stored_models(_current_models()))


def _current_models() -> Apps:
    """The models of this database. Before an upgrade, they are those of an earlier version."""
    loader = MigrationLoader(connection)
    applied = [step for step in loader.applied_migrations if step in loader.graph.nodes]
    if len(applied) == len(loader.graph.nodes):
        return apps
    return loader.project_state(_last_steps(applied)).apps


def _last_steps(steps: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The last step of each application."""
    return list(dict(sorted(steps)).items())


def save(target: Path, progress: Progress = lambda _: None) -> int:
    """Write everything as at one moment. The file gets its name only when it is complete."""
    temporary = target.with_name(f"{target.name}.unfinished")
    digest, rows = hashlib.sha256(), 0
    with gzip.open(temporary, "wb", compresslevel=4) as file, snapshot():
        for line, counts in _lines():
            digest.update(line)
            file.write(line)
            rows += counts
            progress(counts)
        file.write(_line({"rows": rows, "sha256": digest.hexdigest()}))
    complete(temporary, target)
    return rows


def require_empty() -> None:
    """Refuse to replace existing records."""
    if connection.vendor == "sqlite" and not Path(str(connection.settings_dict["NAME"])).exists():
        return
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
    present_models = [model for model in stored_models() if model._meta.db_table in tables]
    if any(
        model._default_manager.exists() for model in present_models if model._meta.app_label in ("registry", "accounts")
    ):
        message = "it has records, and all of them would be lost"
        fix = "to replace everything here, use `masterpoint restore --replace`"
        raise NotUnderstood(Problem("this Centre", "", message, fix))


def _lines() -> Iterator[tuple[bytes, int]]:
    stored = stored_models(_current_models())
    yield _line({"format": FORMAT, "engine": __version__, "migrations": migrations(stored)}), 0
    for model in stored:
        columns = [field.attname for field in model._meta.concrete_fields]
        yield _line({"table": model._meta.label, "columns": columns}), 0
        for row in model._default_manager.order_by("pk").values_list(*columns).iterator(chunk_size=PAGE):
            yield _line([_plain(value) for value in row]), 1


def migrations(stored: Iterable[type[models.Model]]) -> list[list[str]]:
    """The migrations that were applied to the tables."""
    labels = {model._meta.app_label for model in stored}
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        return [[app, name] for app, name in cursor.fetchall() if app in labels]


def _line(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return {"bytes": base64.b64encode(value).decode()}
    return str(value) if isinstance(value, Decimal) else value


def is_portable(source: Path) -> bool:
    """Whether a file is one of these backups."""
    with source.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


@contextmanager
def _open_lines(source: Path) -> Iterator[Iterable[bytes]]:
    """The lines of a backup, through a buffer: reading single lines costs more than parsing them."""
    with gzip.open(source, "rb") as file, BufferedReader(cast(RawIOBase, file), BUFFER) as lines:
        yield lines


def check(source: Path) -> int:
    """The number of rows in a file. An incomplete or changed file is refused."""
    digest, rows, last_line = hashlib.sha256(), 0, b""
    try:
        with _open_lines(source) as file:
            for line in file:
                digest.update(last_line)
                rows += last_line.startswith(b"[")
                last_line = line
        data = json.loads(last_line)
        is_intact = data == {"rows": rows, "sha256": digest.hexdigest()}
    except (OSError, EOFError, ValueError, TypeError):
        is_intact = False
    if not is_intact:
        raise damage_error(source)
    return rows


def load(source: Path, progress: Progress = lambda _: None) -> int:
    """Replace everything in this Centre by a backup of this version or an earlier one, completely or not at all."""
    rows = check(source)
    if connection.vendor == "sqlite":
        _load_into_new_file(source, progress)
    else:
        with transaction.atomic():
            _drop_everything()
            _create_and_load(source, progress)
            with connection.cursor() as cursor:  # a table with deferred constraints cannot be altered
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            new_tables.apply_missing()
    return rows


def _load_into_new_file(source: Path, progress: Progress) -> None:
    """Load into a new file beside the old one, which it replaces when it is complete."""
    name = Path(str(connection.settings_dict["NAME"]))
    name.parent.mkdir(parents=True, exist_ok=True)
    new = name.with_name(f"{name.name}.restoring")
    remove(new)
    connection.close()
    connection.settings_dict["NAME"] = str(new)
    try:
        _create_and_load(source, progress)
        new_tables.apply_missing()
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        connection.close()
        remove_if_possible(new)
        raise
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(name)
    replace_file(new, name)


def drop_statements() -> list[str]:
    """The statements that drop every table of this database, with its triggers."""
    with connection.cursor() as cursor:
        tables = [connection.ops.quote_name(name) for name in connection.introspection.table_names(cursor)]
    functions = [f"DROP FUNCTION IF EXISTS {name}()" for name in FUNCTIONS]
    return [f"DROP TABLE {', '.join(tables)} CASCADE", *functions] if tables else functions


def _drop_everything() -> None:
    statements = drop_statements()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _create_and_load(source: Path, progress: Progress) -> None:
    """Create the tables as they were when the backup was made, and load all rows."""
    tables = _create_tables(source)
    with transaction.atomic():
        with _open_lines(source) as file:
            for model, columns, page in _pages(file, tables):
                insert_page(model, columns, page)
                progress(len(page))
        _reset_sequences(tables)
        connection.check_constraints()


def _create_tables(source: Path) -> Apps:
    """Create the tables of a backup and return their models. Backups of later versions are refused."""
    with gzip.open(source, "rb") as file:
        heading = json.loads(file.readline())
    applied = {(app, name) for app, name in heading.get("migrations", [])}
    if heading.get("format") != FORMAT or not applied <= new_tables.known_migrations():
        message = f"this backup was made by version {heading.get('engine', 'unknown')}, which is later than this one"
        raise NotReadable(Problem(source.name, "", message, "install that version, then restore it"))
    if applied == new_tables.known_migrations({model._meta.app_label for model in stored_models()}):
        new_tables.create_if_empty()
        return apps
    loader = MigrationLoader(connection)
    nodes = [node for node in loader.graph.leaf_nodes() if node[0] in EXCLUDED_APPS]
    final_nodes = [*nodes, *_last_steps(applied)]
    tables = loader.project_state(final_nodes).apps
    new_tables.create_if_empty(tables, {step for node in final_nodes for step in loader.graph.forwards_plan(node)})
    return tables


def _pages(file: Iterable[bytes], tables: Apps) -> Iterator[tuple[type[models.Model], list[str], list[list[Any]]]]:
    model: type[models.Model] | None = None
    columns: list[str] = []
    page: list[list[Any]] = []
    for line in file:
        data = msgspec.json.decode(line)
        if isinstance(data, list):
            page.append(data)
        if model and page and (len(page) == PAGE or isinstance(data, dict)):
            yield model, columns, page
            page = []
        if isinstance(data, dict) and "table" in data:
            model, columns = tables.get_model(data["table"]), data["columns"]


def _reset_sequences(tables: Apps) -> None:
    """Let new rows get keys after those of the restored rows."""
    statements = connection.ops.sequence_reset_sql(no_style(), stored_models(tables))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
