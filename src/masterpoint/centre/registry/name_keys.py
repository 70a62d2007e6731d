"""Names folded for search and matching: no accents, no case, no punctuation."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

LAST_CHARACTER = "\U0010ffff"
"""No word goes on behind it."""


def folded(name: str) -> str:
    """A name as search compares it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = (char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join("".join(kept).split())


def sort_key(given: str, family: str) -> str:
    return folded(f"{family} {given}")


def likeness(first: str, second: str) -> float:
    """How alike two names are, from 0 to 1, whatever the order of their parts."""
    return SequenceMatcher(None, words_in_order(folded(first)), words_in_order(folded(second))).ratio()


def words_in_order(name: str) -> str:
    """A folded name as it is compared with another one whose parts may stand otherwise."""
    return " ".join(sorted(name.split()))


@lru_cache(maxsize=100_000)
def number_key(number: str) -> str:
    """A member number as two files may write it: no spaces, no leading zeros."""
    return number.replace(" ", "").lstrip("0").upper()
