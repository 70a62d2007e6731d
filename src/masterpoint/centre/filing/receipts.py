"""Receipt numbers: short, not consecutive, with a check letter against typing errors."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8


def new_receipt(federation: str) -> str:
    """A new receipt number, such as `EBU-7KQ2-M9TR-C`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{federation.upper()}-{letters[:4]}-{letters[4:]}-{check_letter(letters)}"


def check_letter(letters: str) -> str:
    total = sum((index + 1) * ALPHABET.index(letter) for index, letter in enumerate(letters))
    return ALPHABET[total % len(ALPHABET)]
