"""Reads a file by its path, up to a limit: its bytes, or why it cannot be opened."""

from __future__ import annotations

from pathlib import Path

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.file_size import LARGEST_FILE, too_large


def bytes_of(path: Path) -> bytes:
    """The content of a file that is not larger than any results file."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise NotReadable(Problem(str(path), "", *too_large(size)))
        return path.read_bytes()
    except OSError as error:
        raise NotReadable(Problem(str(path), "", f"cannot be opened: {error.strerror}", "check the name")) from None
    except ValueError as error:  # a name that no file system can hold
        raise NotReadable(Problem(repr(str(path)), "", f"cannot be opened: {error}", "check the name")) from None
