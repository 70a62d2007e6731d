"""The name of the engine: the version, and a digest of everything that decides an award."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import masterpoint
from masterpoint import __version__

FOLDERS = ("core", "schemes")
SUFFIXES = (".py", ".toml", ".csv")
DIGEST_LENGTH = 8


@cache
def engine() -> str:
    """The engine's name, such as `0.1.0+1f2e3d4c`. Engines with the same name give the same awards."""
    root = Path(masterpoint.__file__).parent
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:DIGEST_LENGTH]}"
