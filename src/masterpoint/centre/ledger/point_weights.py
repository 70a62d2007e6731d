"""What a point of each colour counts for when all points of a player are put together, as each book says."""

from __future__ import annotations

from collections.abc import Mapping

WORTH: dict[str, Mapping[str, int]] = {
    "ebu": {"local": 1, "blue": 100, "green": 100},  # 2.6.1; gold (2.5.2) and online points stand apart
    "wbu": {"local": 1, "green": 100},  # 1.4.1(b): 100 local points are a master point; gold stands apart (1.5.2)
    "sbu": {"local": 1, "national": 1},  # 2.9
    "nz": {"A": 1, "B": 1},  # E7.5a: the aggregate of A and B; C points count once they are B points (E6.3e)
    "abf": {"green": 1, "red": 1, "gold": 1},  # 1.8d
}


def worth(scheme: str, colour: str) -> int:
    """How much one point counts for; nothing where the book keeps the colour apart."""
    return WORTH[scheme].get(colour, 0) if scheme in WORTH else 1
