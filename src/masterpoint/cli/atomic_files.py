"""Files written as a whole or not at all: a full disk leaves no half of one, and the earlier file stays."""

from __future__ import annotations

import shutil
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write a new file beside the target, then move it into place. A pipe, which is no file, is written to directly."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()
    temporary = target.with_name(f"{target.name}.unfinished")
    try:
        temporary.write_bytes(data)
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
