"""Databases for programs that the tests start: copies of one that is prepared once, of the kind the tests run on."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connection, transaction

import commands
from masterpoint.centre import upgrading
from prepared import Prepared, opened

if TYPE_CHECKING:
    from pytest_django.plugin import DjangoDbBlocker

Make = Callable[..., str]
NEW_TABLES = "import django; django.setup(); from masterpoint.centre import upgrading; upgrading.migrate()"
ON_POSTGRES = os.environ.get("MASTERPOINT_DATABASE", "").startswith("postgres")
TABLES = "masterpoint_tables"
"""On a PostgreSQL, the database that has all tables and nothing in them; those of all runs are copied from it."""
EMPTY = {"file": Path()}


def make_tables(folder: Path) -> None:
    """All tables in a database that others are copied from: whoever comes first makes it, and the others wait."""
    if not ON_POSTGRES:
        tables = Prepared(folder, "tables")
        with tables.locked():
            if not tables.exists():
                tables.keep_file(_with_tables)
        EMPTY["file"] = tables.path
        return
    with _server() as server:
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [TABLES])
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [TABLES]).rowcount:
            server.execute(f"CREATE DATABASE {TABLES}")
            _with_tables(TABLES)


def _with_tables(name: str) -> None:
    """By the short way of an empty database; `test_upgrades` holds it to that of the migrations."""
    connection.close()
    previous, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], name
    upgrading.migrate()
    if not ON_POSTGRES:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=DELETE")  # one file, to be copied as it is
    connection.close()
    connection.settings_dict["NAME"] = previous


@contextmanager
def begun_with_tables() -> Iterator[None]:
    """Whatever Django makes as the tests' database meanwhile has the tables already."""
    if ON_POSTGRES:
        connection.settings_dict["TEST"]["TEMPLATE"] = TABLES
        yield
        return
    with closing(opened(EMPTY["file"])):
        yield


@contextmanager
def maker(folder: Path) -> Iterator[Make]:
    """A function that makes a new database, with a name to know it by, and gives its address."""
    if not ON_POSTGRES:
        yield lambda name, *, empty=False: _file(folder / f"{name}-{uuid.uuid4().hex[:12]}.sqlite3", empty)
        return
    names: list[str] = []
    address = os.environ["MASTERPOINT_DATABASE"]
    with _server() as server:

        def make(name: str, *, empty: bool = False) -> str:
            names.append(f"test_{''.join(filter(str.isalpha, name))}_{uuid.uuid4().hex[:12]}")
            server.execute(
                f"CREATE DATABASE {names[-1]} TEMPLATE {'template1' if empty else TABLES} STRATEGY FILE_COPY"
            )
            return address.replace("/postgres?", f"/{names[-1]}?")

        yield make
        for name in names:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def rolled_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What several tests share, made within a transaction: those of the tests lie within it, and nothing is left."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def embedded(home: Path) -> None:
    """Put the embedded database, empty but for its tables, where a Centre with this home looks for it."""
    if not ON_POSTGRES:
        shutil.copy(EMPTY["file"], home / "masterpoint.sqlite3")
        return
    environment = os.environ | {"MASTERPOINT_HOME": str(home), "MASTERPOINT_DATABASE": ""}
    settings_of_centre = {"DJANGO_SETTINGS_MODULE": "masterpoint.centre.settings"}
    result = commands.run_program(NEW_TABLES, environment | settings_of_centre)
    assert result.returncode == 0, result.stderr


def _file(path: Path, empty: bool) -> str:
    if not empty:
        shutil.copy(EMPTY["file"], path)
    return f"sqlite:///{path}"


def _server() -> Any:
    import psycopg

    server = settings.DATABASES["default"]
    return psycopg.connect(
        dbname="postgres",
        autocommit=True,
        host=server["HOST"],
        user=server["USER"],
        password=server["PASSWORD"],
        port=server["PORT"] or None,
    )
