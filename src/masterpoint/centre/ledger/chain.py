"""The hash chain: each posting's digest covers its lines and the digest of the posting before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple

import msgspec

DELETE = b"\x7f"
"""The only ASCII character after the printable ones; it has always been escaped."""
LINES_AT_ONCE = 1_000
"""Lines in memory at a time: a posting may have a balance of every member."""


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
    lines: Iterable[NewLine],
    previous: str,
    detail: Mapping[str, Any] | Iterable[bytes] | None = None,
) -> str:
    """The digest of a posting, which reveals later changes of it or of any earlier posting.

    A large detail may be given as pieces of its `canonical` form.
    """
    data = [federation, number, kind, version, reverses, reason, by, at.isoformat(timespec="microseconds"), previous]
    digest_so_far = hashlib.sha256(b"[" + canonical(data) + b",[")
    remaining, separator = iter(lines), b""
    while page := list(islice(remaining, LINES_AT_ONCE)):
        digest_so_far.update(separator + _lines(page)[1:-1])
        separator = b","
    digest_so_far.update(b"]")
    if detail:
        digest_so_far.update(b",")
        for piece in [canonical(detail)] if isinstance(detail, Mapping) else detail:
            digest_so_far.update(piece)
    digest_so_far.update(b"]")
    return digest_so_far.hexdigest()


def canonical(data: Any) -> bytes:
    """The format of every digest of the ledger: ASCII, keys in order, no spaces."""
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode()


def _lines(lines: Sequence[NewLine]) -> bytes:
    """The canonical form of lines, made faster if their colours are plain words."""
    quick = msgspec.json.encode(lines, enc_hook=str)
    if quick.isascii() and b"\\" not in quick and DELETE not in quick:
        return quick
    return canonical([[person, colour, amount, day.isoformat(), award] for person, colour, amount, day, award in lines])
