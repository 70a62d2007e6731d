"""What every hash chain of the Centre has: a beginning, and a head that seals everything before it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import NamedTuple

BEGINNING = "0" * 64


def new_salt() -> str:
    """A salt for one digest: once it is destroyed, nobody can try names against the digest."""
    return secrets.token_hex(16)


class Head(NamedTuple):
    """The last link of a federation's chain: its hash seals every one before it."""

    number: int
    hash: str
    at: datetime | None
