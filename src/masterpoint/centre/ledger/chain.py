"""The hash chain: each posting's digest covers its lines and the digest of the posting before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

BEGINNING = "0" * 64


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
) -> str:
    """The digest of a posting; any later change of any of this, or of any posting before, shows."""
    told = [federation, number, kind, version, reverses, reason, by, at.isoformat(timespec="microseconds"), previous]
    body = [[line.person, line.colour, line.hundredths, line.day.isoformat(), line.award] for line in lines]
    return hashlib.sha256(json.dumps([told, body], separators=(",", ":")).encode()).hexdigest()
