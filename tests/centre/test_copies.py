"""A copy is complete and matches its checksum, or has no name; PostgreSQL's programs connect as the Centre does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as django_settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from masterpoint.centre import backup_files, copies, settings, upgrading
from masterpoint.centre.dumps import connection_string
from masterpoint.centre.environment import Environment
from masterpoint.core.errors import NotReadable, NotUnderstood

OVER_A_NETWORK = "postgres://points:secret@db.example.org:5433/records?sslmode=verify-full&sslrootcert=/etc/our.pem"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (
            OVER_A_NETWORK,
            {
                "host": "db.example.org",
                "port": "5433",
                "user": "points",
                "dbname": "records",
                "sslmode": "verify-full",
                "sslrootcert": "/etc/our.pem",
            },
        ),
        (
            "postgres://points@/records?host=/var/run/postgresql",
            {"host": "/var/run/postgresql", "user": "points", "dbname": "records"},
        ),
    ],
)
def test_all_but_the_password_is_in_the_words(address: str, words: dict[str, str]) -> None:
    assert conninfo_to_dict(connection_string(settings._database(address))) == words


def write_file(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize("steps", range(3))
def test_a_copy_that_is_replaced_can_be_restored_at_every_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """The process ends after so many files were renamed."""
    target, left, rename = tmp_path / "copy", [steps], Path.replace
    backup_files.complete(write_file(tmp_path / "copy.unfinished", "of last week"), target)

    def replace(file: Path, other: Any) -> Path:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return rename(file, other)

    monkeypatch.setattr(Path, "replace", replace)
    unfinished = write_file(tmp_path / "copy.unfinished", "of today")
    if steps < 2:
        with pytest.raises(KeyboardInterrupt):
            backup_files.complete(unfinished, target)
    else:
        backup_files.complete(unfinished, target)
    assert target.read_text() == ("of today" if steps else "of last week")
    backup_files.require_unchanged(target)
    assert [file.name for file in tmp_path.glob("*.sha256")] == ["copy.sha256"] * (steps == 2)


def test_a_damaged_checksum_refuses_a_copy(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    backup_files.complete(write_file(tmp_path / "copy.unfinished", "of today"), target)
    target.with_name("copy.sha256").write_bytes(b"\xff\xfe")
    with pytest.raises(NotReadable, match="damaged"):
        backup_files.require_unchanged(target)


@pytest.mark.parametrize("left", [b"", b"\xff", b"a secret"])
def test_a_demo_starts_whatever_is_left_of_its_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bytes
) -> None:
    monkeypatch.setattr(settings, "HOME", tmp_path)
    monkeypatch.setattr(settings, "ENVIRONMENT", Environment({}))
    (tmp_path / "demo-secret").write_bytes(left)
    secret = settings._secret()
    assert secret and settings._secret() == secret


@pytest.mark.parametrize("note", ["{", "[1]", '{"backup": 1}'])
def test_a_damaged_note_of_an_upgrade_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: str) -> None:
    monkeypatch.setattr(django_settings, "HOME", tmp_path)
    write_file(tmp_path / "unfinished-upgrade.json", note)
    with pytest.raises(NotReadable, match=r"unfinished-upgrade\.json.*damaged"):
        upgrading.unfinished_backup(upgrading.Schema(False, [], []))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite finds out itself who uses its file")
@pytest.mark.django_db
def test_records_that_another_program_uses_are_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "SECONDS_TO_DISCONNECT", 0)
    copy = write_file(tmp_path / "copy", "of last week")
    connection.ensure_connection()
    address, password = connection.connection.info.dsn, connection.settings_dict["PASSWORD"]
    with psycopg.connect(address, password=password), pytest.raises(NotUnderstood, match="stop the server"):
        copies.restore(copy)
