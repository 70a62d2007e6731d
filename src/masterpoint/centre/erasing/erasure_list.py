"""The list of erasures by federation and number, in a file beside the database, for restores of older backups."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec
from django.conf import settings

from masterpoint.core.errors import NotReadable, Problem

Erasure = tuple[str, str]
"""The federation's code, and a number."""


def path() -> Path:
    return Path(settings.HOME) / "erased.json"


def read() -> list[Erasure]:
    """The erasures on the list."""
    if not path().exists():
        return []
    try:
        return msgspec.json.decode(path().read_bytes(), type=list[Erasure])
    except ValueError:
        fix = "restore the file; if there is no copy, delete it, and erase the people again whom a backup names"
        raise NotReadable(Problem(str(path()), "", "the list of those who were erased is damaged", fix)) from None


def write(entries: Iterable[Erasure]) -> None:
    """Add to the list. The file is complete at every moment."""
    stored = read()
    merged = sorted({*stored, *entries})
    if merged == stored:
        return
    temporary = path().with_suffix(".unfinished")
    temporary.parent.mkdir(parents=True, exist_ok=True)
    temporary.write_text(json.dumps(merged, indent=0), encoding="utf-8")
    temporary.replace(path())
