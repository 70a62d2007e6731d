"""Copies of PostgreSQL by its own programs, which connect as the Centre does."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.db import connection

from masterpoint.centre import backups
from masterpoint.centre.disk import raise_disk_trouble
from masterpoint.core.errors import NotUnderstood, Problem

MARK = b"PGDMP"
"""The first bytes of a dump."""
BUFFER = 1 << 20


def can_save() -> bool:
    """Whether pg_dump is installed and not older than the server."""
    program = shutil.which("pg_dump")
    if program is None:
        return False
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = next((part.split(".")[0] for part in output.split() if part[:1].isdigit()), "0")
    connection.ensure_connection()
    return version.isdigit() and int(version) >= int(getattr(connection, "pg_version", 0)) // 10_000


def save(target: Path) -> None:
    """Dump the database into a file."""
    with tempfile.TemporaryFile() as errors:
        program = _start(["pg_dump", "--format=custom", "--file", str(target)], errors)
        _require_success(program, errors, "try --portable")


def load(source: Path) -> None:
    """Replace everything in this database by a dump, in one transaction.

    Tables that the dump does not have are dropped, too. A later version has made them, and its upgrade would fail over
    them.
    """
    for name in ("pg_restore", "psql"):
        if shutil.which(name) is None:
            fix = "install the client programs of PostgreSQL, or restore a portable backup"
            raise NotUnderstood(Problem(name, "", "this program is not installed", fix))
    statements = "".join(f"{statement};\n" for statement in ["BEGIN", *backups.drop_statements()])
    connection.close()
    fix = "use another copy; everything here is as it was"
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as reading_errors:
        words = ["pg_restore", "--no-owner", "--file=-", str(source)]
        reader = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=reading_errors)
        loader = _start(["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"], errors, stdin=subprocess.PIPE)
        with suppress(BrokenPipeError):  # psql has ended, and says why
            _pass_on(statements.encode(), reader, loader)
        reader.kill()
        _require_success(loader, errors, fix)
        _require_success(reader, reading_errors, fix)


def _pass_on(statements: bytes, reader: subprocess.Popen[bytes], loader: subprocess.Popen[bytes]) -> None:
    """Let psql execute the statements of a dump. Without the COMMIT at its end, nothing has happened."""
    assert reader.stdout is not None and loader.stdin is not None
    with reader.stdout, loader.stdin:
        loader.stdin.write(statements)
        shutil.copyfileobj(reader.stdout, loader.stdin, BUFFER)
        if reader.wait() == 0:
            loader.stdin.write(b"COMMIT;\n")


def _start(words: list[str], errors: IO[bytes], stdin: int | None = None) -> subprocess.Popen[bytes]:
    """Start a program on this database, over a connection that is encrypted and checked like ours."""
    data = connection.settings_dict
    connection.close()
    environment = os.environ | {"PGPASSWORD": data["PASSWORD"]}  # every user of this machine can read the arguments
    arguments = [words[0], "--dbname", connection_string(data), *words[1:]]
    return subprocess.Popen(arguments, env=environment, stdin=stdin, stdout=subprocess.DEVNULL, stderr=errors)


def _require_success(program: subprocess.Popen[bytes], errors: IO[bytes], fix: str) -> None:
    """Wait for the end of a program, and report its last message if it failed."""
    if program.wait():
        errors.seek(0)
        output = errors.read().decode(errors="replace").strip()
        raise_disk_trouble(OSError(output))
        name = str(program.args[0]) if isinstance(program.args, list) else str(program.args)
        raise NotUnderstood(Problem(name, output[-300:], "the program failed", fix))


def connection_string(data: dict[str, Any]) -> str:
    """The connection string of a database for PostgreSQL's programs, without the password."""
    from psycopg.conninfo import make_conninfo

    parameters = {"host": data["HOST"], "port": data["PORT"], "user": data["USER"], "dbname": data["NAME"]}
    return make_conninfo(**{name: value for name, value in parameters.items() if value}, **data["OPTIONS"])
