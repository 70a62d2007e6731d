"""Writes a file completely or not at all: a full disk leaves no half of it, and the earlier file stays."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

STDOUT = Path("-")


def write_atomically(path: Path, data: bytes) -> None:
    """Write a new file next to the target, then move it into place."""
    with open_atomically(path) as file:
        file.write(data)


@contextmanager
def open_atomically(path: Path) -> Iterator[BinaryIO]:
    """A new file next to the target, which replaces the target at the end.

    A pipe is written to directly, and so is the standard output, `-`.
    """
    if path == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
    else:
        with _replacing(path) as file:
            yield file


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    target = path.resolve()
    temporary = target.with_name(f"{target.name}.unfinished")
    try:
        with temporary.open("wb") as file:
            yield file
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        if error.filename in (None, str(temporary)):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        with suppress(OSError):
            temporary.unlink()
