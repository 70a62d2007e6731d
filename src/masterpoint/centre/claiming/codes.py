"""Codes that people copy by hand from a letter or a screen."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that do not look alike: no 0 and O, no 1, I and L, no U."""
GROUPS, GROUP = 3, 4


def new_code() -> str:
    """A code of fifty-eight bits, in groups that people can copy: `K7QM-3XTP-9WHD`."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def new_digits() -> str:
    """Six digits to confirm an address. They are valid for a few minutes only."""
    return f"{secrets.randbelow(1_000_000):06d}"


def digest(code: str, salt: object) -> str:
    """The digest of a code for storage, the same however the code is typed."""
    plain = "".join(char for char in code.upper() if char.isalnum())
    return hashlib.sha256(f"{salt}:{plain}".encode()).hexdigest()


def fits(code: str, salt: object, stored_digest: str) -> bool:
    return secrets.compare_digest(digest(code, salt), stored_digest)
