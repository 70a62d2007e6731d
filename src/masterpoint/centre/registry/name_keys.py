"""Names folded for search and matching: no accents, no case, no punctuation."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

LAST_CHARACTER = "\U0010ffff"
"""A character that sorts after every character of a word."""


def fold(name: str) -> str:
    """A name in the form that search compares."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = (char if char.isalnum() else " " for char in plain if not unicodedata.combining(char))
    return " ".join("".join(letters).split())


def sort_key(given_name: str, family: str) -> str:
    return fold(f"{family} {given_name}")


def name_similarity(first: str, second: str) -> float:
    """The similarity of two names from 0 to 1, whatever the order of their parts."""
    return SequenceMatcher(None, words_in_order(fold(first)), words_in_order(fold(second))).ratio()


def words_in_order(name: str) -> str:
    """The words of a folded name in order, to compare names whose parts are in another order."""
    return " ".join(sorted(name.split()))


@lru_cache(maxsize=100_000)
def number_key(number: str) -> str:
    """A member number without spaces and leading zeros, to compare numbers."""
    return number.replace(" ", "").lstrip("0").upper()
