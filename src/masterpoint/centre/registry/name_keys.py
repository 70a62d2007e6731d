"""Names folded for search and matching: no accents, no case, no punctuation."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher


def folded(name: str) -> str:
    """A name as search compares it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = (char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join("".join(kept).split())


def sort_key(given: str, family: str) -> str:
    return folded(f"{family} {given}")


def likeness(first: str, second: str) -> float:
    """How alike two names are, from 0 to 1, whatever the order of their parts."""
    left, right = (" ".join(sorted(folded(name).split())) for name in (first, second))
    return SequenceMatcher(None, left, right).ratio()


def number_key(number: str) -> str:
    """A member number as two files may write it: no spaces, no leading zeros."""
    return number.replace(" ", "").lstrip("0").upper()
