"""What every hash chain of the Centre has: a beginning, and a head that seals all that went before."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

BEGINNING = "0" * 64


class Head(NamedTuple):
    """The last link of a federation's chain: its hash seals every one before it."""

    number: int
    hash: str
    at: datetime | None
