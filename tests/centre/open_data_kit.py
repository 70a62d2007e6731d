"""Open data in tests: what a zip holds, what a page says, and a Centre of which nothing else is left."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.db import transaction

T = TypeVar("T")

KEY = re.compile(r"/why/\d+/")
"""Lines of a statement lead to their explanation by the database's own key."""


class Undone(Exception):
    """What was built is taken away again."""


def left_of(build: Callable[[], T]) -> T:
    """What `build` gives; of everything it wrote nothing is left."""
    try:
        with transaction.atomic():
            built = build()
            raise Undone
    except Undone:
        return built


def rows_of(archive: Path) -> dict[str, list[list[str]]]:
    """The rows of every table, sorted."""
    with zipfile.ZipFile(archive) as opened:
        names = [name for name in opened.namelist() if name.endswith(".csv")]
        return {name: sorted(csv.reader(io.StringIO(opened.read(name).decode(), newline=""))) for name in names}


def shown_on(answer: Any) -> tuple[int, list[str]]:
    """What a page or a file says, without the number of the request that asked for it."""
    data = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = data.decode().replace(answer.headers["X-Request-ID"], "")
    if "<main" in text:
        text = text.partition("<main")[2].partition("</main>")[0]
    lines = (KEY.sub("", line.strip()) for line in text.splitlines())
    return answer.status_code, [line for line in lines if line]
