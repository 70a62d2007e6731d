"""A folder for the records of one measurement."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def temporary_home(name: str) -> Iterator[Path]:
    """A folder that the Centre of this process keeps its records in, deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"masterpoint-{name}-") as folder:
        os.environ["MASTERPOINT_HOME"] = folder
        os.environ.setdefault("MASTERPOINT_HOSTS", "localhost,127.0.0.1")
        yield Path(folder)
