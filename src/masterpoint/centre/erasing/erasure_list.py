"""Who was erased, by federation and number, in a file beside the database: an older backup still has them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

Erased = tuple[str, str]
"""The federation's code, and a number."""


def path() -> Path:
    return Path(settings.HOME) / "erased.json"


def read() -> list[Erased]:
    """Everybody on the list; nobody, where there is none."""
    if not path().exists():
        return []
    return [(code, number) for code, number in json.loads(path().read_text(encoding="utf-8"))]


def write(erased: Iterable[Erased]) -> None:
    """Put some more on the list. The file is whole at every moment."""
    before = read()
    everybody = sorted({*before, *erased})
    if everybody == before:
        return
    unfinished = path().with_suffix(".unfinished")
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    unfinished.write_text(json.dumps(everybody, indent=0), encoding="utf-8")
    unfinished.replace(path())
