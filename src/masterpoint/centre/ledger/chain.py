"""The hash chain: each posting's digest covers its lines and the digest of the posting before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple


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
    """The digest of a posting; any later change of any of this, or of any posting before, shows."""
    data = [federation, number, kind, version, reverses, reason, by, at.isoformat(timespec="microseconds"), previous]
    written = {day: day.isoformat() for day in {line.day for line in lines}}
    body = [[person, colour, amount, written[day], award] for person, colour, amount, day, award in lines]
    everything = [data, body, detail] if detail else [data, body]
    return hashlib.sha256(json.dumps(everything, separators=(",", ":"), sort_keys=True).encode()).hexdigest()
