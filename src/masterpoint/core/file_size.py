"""The limit on the size of a file, the same for pages, commands and the API."""

from __future__ import annotations

MEGABYTE = 1024 * 1024
LARGEST_FILE = 10 * MEGABYTE
LIMIT = f"{LARGEST_FILE // MEGABYTE} MB"


def too_large(size: int) -> tuple[str, str]:
    """(what is wrong, what to do) for a file that is larger than any results file."""
    return f"This file is too large: {-(-size // MEGABYTE)} MB.", f"Send the results of one event, at most {LIMIT}."
