"""Codes that people copy by hand from a letter or a screen."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters and digits that look alike: 0 and O, 1, I and L, U and V."""
GROUPS, GROUP = 3, 4


def new_code() -> str:
    """Fifty-eight bits, in groups that people can copy: `K7QM-3XTP-9WHD`."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def new_digits() -> str:
    """Six digits to confirm an address: short, and valid for a few minutes only."""
    return f"{secrets.randbelow(1_000_000):06d}"


def digest(code: str, salt: object) -> str:
    """The stored digest of a code, however it is typed."""
    plain = "".join(char for char in code.upper() if char.isalnum())
    return hashlib.sha256(f"{salt}:{plain}".encode()).hexdigest()


def fits(code: str, salt: object, stored_digest: str) -> bool:
    return secrets.compare_digest(digest(code, salt), stored_digest)
