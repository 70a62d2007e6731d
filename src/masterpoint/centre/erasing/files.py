"""Results files as they came: the name is taken out where that leaves a file that reads; otherwise the file goes."""

from __future__ import annotations

import re
from collections.abc import Collection

from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.registry.name_keys import fold
from masterpoint.core.errors import MasterpointError
from masterpoint.formats import read_results

DELETED = b""
"""What is kept of a file that could not be kept without the name."""
WORD = re.compile(r"\w+")


def without_name(data: bytes, redaction: Redaction, *, source: str, others: Collection[str]) -> bytes:
    """A file without somebody's name, or nothing.

    `others`: the names of everybody else in it. Whatever word of the name is left must be one of theirs.
    """
    text = _decoded(data)
    if text is None:
        return DELETED
    content, encoding = text
    written = redaction.in_columns(content)
    if _left(written, redaction, others):
        return DELETED
    changed = written.encode(encoding)
    return changed if changed == data or _still_reads(data, changed, source) else DELETED


def _decoded(data: bytes) -> tuple[str, str] | None:
    """The text of a file and its encoding; none for a database, a spreadsheet or whatever else is no text."""
    if b"\0" in data or data[:4] in (b"PK\x03\x04", b"\x1f\x8b\x08\x00"):
        return None
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return None


def _left(text: str, redaction: Redaction, others: Collection[str]) -> bool:
    """Whether a word of the name still stands there that is nobody else's."""
    known = {word for name in others for word in fold(name).split()}
    wanted = {word for words in redaction.words() for word in fold(words).split() if len(word) > 1} - known
    return not wanted.isdisjoint(fold(" ".join(WORD.findall(text))).split())


def _still_reads(before: bytes, after: bytes, source: str) -> bool:
    """Whether the file reads as well as it did: with as many contestants and boards."""
    try:
        first = read_results(before, source=source)
    except MasterpointError:  # an event file, which the version keeps as facts
        return True
    try:
        second = read_results(after, source=source)
    except MasterpointError:
        return False
    return (len(first.entries), len(first.boards)) == (len(second.entries), len(second.boards))
