"""Files that are written whole or not at all: a full disk leaves no half of one, and what was there before stays."""

from __future__ import annotations

import shutil
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the file, then put it in its place; what is no file, such as a pipe, is written to as it is."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.write_bytes(data)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
