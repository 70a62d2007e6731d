"""What the hash chains of the Centre have in common: a beginning, and a head that seals everything before it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import NamedTuple

BEGINNING = "0" * 64


def new_salt() -> str:
    """A salt for one digest. Once it is destroyed, nobody can test names against the digest."""
    return secrets.token_hex(16)


class Head(NamedTuple):
    """The last link of a federation's chain, whose hash seals all links before it."""

    number: int
    hash: str
    at: datetime | None
