"""A file that a command writes is complete, or stays as it was, even on a disk that refuses."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from masterpoint.cli.atomic_files import open_atomically, write_atomically

BEFORE, AFTER = b"last month", b"this month " * 1000


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """The system accepts only this many bytes in one file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("exists", [True, False])
def test_half_a_file_is_never_left(tmp_path: Path, exists: bool) -> None:
    path = tmp_path / "report.csv"
    if exists:
        path.write_bytes(BEFORE)
    with room_for(len(AFTER) // 2), pytest.raises(OSError, match=r"report\.csv'$"):
        write_atomically(path, AFTER)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [BEFORE] * exists


def test_a_file_that_could_not_be_finished_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "awards.jsonl"
    with pytest.raises(ValueError, match="no such event"), open_atomically(path) as file:
        file.write(AFTER)
        raise ValueError("no such event")
    assert list(tmp_path.iterdir()) == []


def test_another_file_that_fails_meanwhile_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="events"), open_atomically(tmp_path / "awards.jsonl"):
        (tmp_path / "events").read_text()


def test_a_file_is_replaced_and_stays_as_private_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    path.write_bytes(BEFORE)
    path.chmod(0o600)
    link = tmp_path / "newest.csv"
    link.symlink_to(path)
    write_atomically(link, AFTER)
    assert link.is_symlink() and path.read_bytes() == AFTER
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(path, BEFORE)
        assert os.read(reading, 100) == BEFORE
    finally:
        os.close(reading)
