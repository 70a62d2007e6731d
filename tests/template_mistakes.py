"""What templates read that does not exist, noted by every process of a run, and known to the test that caused it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

NOTES = "TEMPLATE_MISTAKES"
"""The environment variable with the path of the notes. Servers and commands that a test starts have it too."""


def begin() -> None:
    """Begin a run: all its processes write to a new file."""
    number, path = tempfile.mkstemp(prefix="template-mistakes-")
    os.close(number)
    os.environ[NOTES] = path


def end() -> None:
    Path(os.environ.pop(NOTES)).unlink(missing_ok=True)


def note(mistake: str) -> None:
    if NOTES in os.environ:
        with Path(os.environ[NOTES]).open("a", encoding="utf-8") as notes:
            notes.write(f"{mistake}\n")


def mistakes() -> list[str]:
    """The mistakes noted since the last call, each once."""
    path = Path(os.environ[NOTES])
    if not path.stat().st_size:
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    os.truncate(path, 0)
    return sorted(set(lines))
