"""A disk that is full, or may only be read: reads work, writes say so in a sentence, nothing answers 500."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import commands
import databases
from masterpoint.centre import disk
from masterpoint.centre.shared_cache import SECONDS_WITHOUT_DISK, SharedCache

SENTENCE = "the disk is full or cannot be written"
MAY_MOUNT = os.geteuid() == 0 and shutil.which("mount") is not None


def answers(how: Any, home: Path, database: str) -> Any:
    environment = os.environ | {
        "MASTERPOINT_DATABASE": database,
        "MASTERPOINT_HOME": str(home),
    }
    rows = commands.rows_of(Path(__file__).with_name("disk_program.py"), environment, how)
    return {row["where"]: row for row in rows}


def wrong(rows: dict[str, Any], sentence: str) -> Iterator[Any]:
    """What is not as it should be: each place with its answer."""
    for place, row in rows.items():
        kind, status, text = place.split()[0], row["status"], row["text"]
        if kind in ("read", "check") and status != 200:
            yield place, status
        if kind == "write" and (status != 503 or sentence not in text):
            yield place, status, text[-400:]
        if place == "command statement" and status != 0:
            yield place, text
        if place in ("command close", "command housekeeping") and (status not in (2, 3) or sentence not in text):
            yield place, status, text[-400:]
        if place == "command restore" and (status not in (2, 3) or "the disk " not in text):
            yield place, status, text[-400:]
        if "Traceback" in text:
            yield place, text[-400:]


class TestEmbedded:
    __test__ = not databases.ON_POSTGRES

    @pytest.fixture(scope="class", params=["full", "read-only"])
    @classmethod
    def rows(
        cls, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None
    ) -> Any:
        """Every answer of a Centre on a small disk of its own."""
        if not MAY_MOUNT:
            pytest.skip("only the administrator can make a small disk")
        home = tmp_path_factory.mktemp("disk")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(home)], check=True)
        try:
            databases.embedded(home)
            rows = answers(request.param, home, "")
        finally:
            subprocess.run(["umount", str(home)], check=True)
        return SENTENCE, rows

    def test_reads_work_and_writes_say_why_not(self, rows: tuple[str, dict[str, Any]]) -> None:
        sentence, answered = rows
        assert len(answered) > 20
        assert list(wrong(answered, sentence)) == []

    def test_the_state_of_the_centre_says_so(self, rows: tuple[str, dict[str, Any]]) -> None:
        _, answered = rows
        full = answered["ballast"]["status"]
        assert answered["state of the disk"]["status"] == ("needs a look" if full else "out of order")

    def test_a_backup_says_so_and_leaves_nothing_behind(self, rows: tuple[str, dict[str, Any]]) -> None:
        _, answered = rows
        backup, export = answered["command backup"], answered["command export"]
        assert backup["status"] == 2 and "no backup was made: the disk" in backup["text"]
        assert export["status"] == 2 and "disk: the disk" in export["text"]
        assert answered["left over"]["status"] == []


@pytest.mark.skipif(databases.ON_POSTGRES or not MAY_MOUNT, reason="only the administrator can make a small disk")
def test_a_backup_that_fills_the_disk_leaves_nothing_there(django_db_setup: None, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    databases.embedded(tmp_path)
    with sqlite3.connect(tmp_path / "masterpoint.sqlite3") as database:  # more than SQLite writes at once
        database.execute("CREATE TABLE ballast AS SELECT zeroblob(8000000)")
    environment = os.environ | {"MASTERPOINT_HOME": str(tmp_path), "MASTERPOINT_DATABASE": ""}
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)], check=True)
    try:
        result = commands.run(["backup", str(small / "copy")], environment)
        assert result.returncode == 2 and "no backup was made: the disk is full" in result.stderr
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


class TestServer:
    __test__ = databases.ON_POSTGRES

    def test_reads_work_and_writes_say_why_not(self, new_database: Callable[..., Any], tmp_path: Path) -> None:
        rows = answers("read-only-server", tmp_path, new_database("readonly"))
        assert list(wrong(rows, "the disk can only be read")) == []
        assert rows["command backup"]["status"] == 0, "a backup only reads"


class DiskFull(Exception):
    sqlstate = "53100"


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), disk.FULL),
        (OSError(errno.EROFS, "Read-only file system"), disk.READ_ONLY),
        (OSError(errno.ENOENT, "No such file"), None),
        (sqlite3.OperationalError("database or disk is full"), disk.FULL),
        (sqlite3.OperationalError("disk I/O error"), disk.NOT_WRITABLE),
        (sqlite3.OperationalError("attempt to write a readonly database"), disk.NOT_WRITABLE),
        (sqlite3.OperationalError("database is locked"), None),
        (DiskFull("could not extend file"), disk.FULL),
        (OSError("pg_dump: error: could not open output file: Permission denied"), disk.READ_ONLY),
        (OSError("pg_restore: error: ERROR:  permission denied for schema public"), None),
        (ValueError("the disk is full"), None),
    ],
)
def test_what_is_about_the_disk(error: Exception, problem: Any) -> None:
    assert disk.problem_of(error) is problem
    outer = RuntimeError("could not be written")
    outer.__cause__ = error
    assert disk.problem_of(outer) is problem


def test_the_reason_is_the_end_of_a_sentence() -> None:
    assert disk.reason_of(OSError("refused\n\tIs it running there?\n")) == "refused Is it running there"


def test_without_a_disk_each_process_counts_for_itself(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = SharedCache(str(tmp_path / "file" / "counts.sqlite3"), {})
    with pytest.raises(OSError, match="File exists"):
        cache.add("n", 1)
    (tmp_path / "full").symlink_to("/dev/full")
    full = SharedCache(str(tmp_path / "full"), {})
    assert full.add("n", 1) and full.incr("n") == 2 and full.get("n") == 2


def test_what_was_counted_before_the_disk_was_full_is_counted_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache, clock = SharedCache(str(tmp_path / "counts.sqlite3"), {}), [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    cache.add("n", 4, timeout=None)
    cache._connection().execute("PRAGMA query_only = ON")
    assert cache.incr("n") == 5
    assert not cache.add("n", 1) and cache.incr("n") == 6 and cache.get("n") == 6
    assert cache.add("m", 1) and cache.incr("m") == 2
    cache._connection().execute("PRAGMA query_only = OFF")
    assert cache.incr("n") == 7, "the disk rests for a minute"
    clock[0] += SECONDS_WITHOUT_DISK
    assert cache.incr("n") == 5 and cache.get("m") is None
