"""Original files: remove the name if the file can still be read afterwards; otherwise delete the file."""

from __future__ import annotations

import re
from collections.abc import Collection

from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.registry.name_keys import fold
from masterpoint.core.errors import MasterpointError
from masterpoint.formats import read_results

DELETED = b""
"""The content that replaces a deleted file."""
WORD = re.compile(r"\w+")


def without_name(data: bytes, redaction: Redaction, *, source: str, other_names: Collection[str]) -> bytes:
    """A file without somebody's name, or empty.

    `other_names`: the names of everybody else in it. Any word of the name that remains must be one of theirs.
    """
    text = _decode(data)
    if text is None:
        return DELETED
    content, encoding = text
    redacted_text = redaction.in_columns(content)
    if _name_remains(redacted_text, redaction, other_names):
        return DELETED
    redacted_data = redacted_text.encode(encoding)
    return redacted_data if redacted_data == data or _has_same_results(data, redacted_data, source) else DELETED


def _decode(data: bytes) -> tuple[str, str] | None:
    """The text of a file and its encoding; None for a database, a spreadsheet or another binary file."""
    if b"\0" in data or data[:4] in (b"PK\x03\x04", b"\x1f\x8b\x08\x00"):
        return None
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return None


def _name_remains(text: str, redaction: Redaction, other_names: Collection[str]) -> bool:
    """Whether a word of the name remains that belongs to nobody else."""
    other_words = {word for name in other_names for word in fold(name).split()}
    own_words = {word for words in redaction.words() for word in fold(words).split() if len(word) > 1} - other_words
    return not own_words.isdisjoint(fold(" ".join(WORD.findall(text))).split())


def _has_same_results(old_data: bytes, new_data: bytes, source: str) -> bool:
    """Whether the file can be read as before, with the same number of contestants and boards."""
    try:
        old_results = read_results(old_data, source=source)
    except MasterpointError:  # an event file, whose facts are in the version
        return True
    try:
        new_results = read_results(new_data, source=source)
    except MasterpointError:
        return False
    return (len(old_results.entries), len(old_results.boards)) == (len(new_results.entries), len(new_results.boards))
