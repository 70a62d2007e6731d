"""What commands are given: files, the standard input, and `key=value` arguments."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from masterpoint.core.errors import NotReadable, Problem
from masterpoint.core.file_size import LARGEST_FILE, too_large
from masterpoint.core.parsing import parse

STDIN = Path("-")


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or of the standard input for `-`, up to a limit."""
    if path == STDIN:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise NotReadable(Problem("-", "", *too_large(len(data))))
        return data
    from masterpoint.intake.files import bytes_of  # the readers are loaded with the first file

    return bytes_of(path)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, up to a limit."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadable(
            Problem(str(path), "", "this is not a text file in UTF-8", "save it as plain text (UTF-8)")
        ) from None


def read_raw(path: Path) -> dict[str, Any]:
    return parse(read_text(path), source=str(path))


def assignments(arguments: Sequence[str]) -> dict[str, str]:
    """Arguments of the form `key=value`, as a dictionary."""
    pairs, problems = {}, []
    for argument in arguments:
        key, separator, value = argument.partition("=")
        if not separator or not key:
            problems.append(Problem("arguments", argument, "this is not a fact", "write it as name=value"))
        elif key.strip() in pairs:
            problems.append(Problem("arguments", argument, "this is given twice", "give it once"))
        pairs[key.strip()] = value.strip()
    if problems:
        raise NotReadable(problems)
    return pairs


def set_nested(raw: dict[str, Any], keys: Sequence[str], value: Any) -> None:
    """Set a value at a path such as `facts.members_only`."""
    for key in keys[:-1]:
        raw = raw.setdefault(key, {})
    raw[keys[-1]] = value
