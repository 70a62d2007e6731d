"""The hash chain: each posting's digest covers its lines and the digest of the posting before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

import msgspec

DELETE = b"\x7f"
"""The only ASCII character after the printable ones; it has always been escaped."""


class NewLine(NamedTuple):
    """A line about to be written: whole hundredths of a colour to one person, for a day of play."""

    person: int
    colour: str
    hundredths: int
    day: date
    award: int | None = None


def digest(
    *,
    federation: str,
    number: int,
    kind: str,
    version: int | None,
    reverses: int | None,
    reason: str,
    by: int | None,
    at: datetime,
    lines: Sequence[NewLine],
    previous: str,
    detail: Mapping[str, Any] | None = None,
) -> str:
    """The digest of a posting; it reveals any later change of it, or of any earlier posting."""
    data = [federation, number, kind, version, reverses, reason, by, at.isoformat(timespec="microseconds"), previous]
    parts = [_plain(data), _lines(lines), *([_plain(detail)] if detail else [])]
    return hashlib.sha256(b"[" + b",".join(parts) + b"]").hexdigest()


def _plain(data: Any) -> bytes:
    """The format of every digest of the ledger: ASCII, keys in order, no spaces."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode()


def _lines(lines: Sequence[NewLine]) -> bytes:
    """The same bytes for lines, faster if their colours are plain words."""
    quick = msgspec.json.encode(lines, enc_hook=str)
    if quick.isascii() and b"\\" not in quick and DELETE not in quick:
        return quick
    return _plain([[person, colour, amount, day.isoformat(), award] for person, colour, amount, day, award in lines])
