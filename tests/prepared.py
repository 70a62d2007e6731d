"""SQLite databases that are prepared once and kept beside the tests' cache: the tables alone, and the demo.

A database is kept under a digest of all it is made of: whoever changes the program or the demo gets a new one. The
tests work on copies, most of them in memory.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.db import connection

TESTS = Path(__file__).parent
MADE_OF = (TESTS.parent / "src" / "masterpoint", TESTS / "demo_centre.py", TESTS.parent / "constraints.txt")
IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
"""Where Django keeps the database of the tests."""


class Prepared:
    """One prepared database, by its name, in a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / f"{name}-{_digest()}.sqlite3"

    def exists(self) -> bool:
        return self.path.exists()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else makes it meanwhile: other runs wait, and find it made."""
        name = self.path.name.partition("-")[0]
        with self.path.with_name(f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def keep(self) -> None:
        """Keep the tests' database as it is now, and none that was made of something else."""

        def copy(name: str) -> None:
            with connection.cursor() as cursor:
                cursor.execute(f"VACUUM INTO '{name}'")

        self.keep_file(copy)

    def keep_file(self, make: Callable[[str], None]) -> None:
        """Keep what is made under a name of its own, as soon as it is whole."""
        temporary = self.path.with_suffix(f".{os.getpid()}")
        make(str(temporary))
        temporary.rename(self.path)
        for other in self.path.parent.glob(f"{self.path.name.partition('-')[0]}-*.sqlite3"):
            if other != self.path:
                other.unlink(missing_ok=True)

    def load(self) -> None:
        """Put its contents in place of those of the tests' database."""
        connection.ensure_connection()
        _copy(self.path, connection.connection)


def opened(path: Path) -> sqlite3.Connection:
    """The tests' database with the contents of a file, before Django has opened it; there until this is closed."""
    memory = sqlite3.connect(IN_MEMORY, uri=True)
    _copy(path, memory)
    return memory


def _copy(path: Path, target: sqlite3.Connection) -> None:
    source = sqlite3.connect(path)
    source.backup(target)
    source.close()


@cache
def _digest() -> str:
    result = hashlib.sha256()
    for root in MADE_OF:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file() and path.suffix != ".pyc":
                result.update(f"{path.relative_to(TESTS.parent)}\0".encode() + path.read_bytes())
    return result.hexdigest()[:16]
