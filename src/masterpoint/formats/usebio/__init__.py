"""USEBIO XML, versions 1.0 to 1.3: reads every variant seen, and writes 1.2 and 1.3."""

from __future__ import annotations

from masterpoint.formats.usebio.reading import read, read_all
from masterpoint.formats.usebio.writing import write

__all__ = ["read", "read_all", "write"]
