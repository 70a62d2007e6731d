"""What a point of each colour counts for when all points of a player are put together, as each book says."""

from __future__ import annotations

from masterpoint.schemes import FEDERATIONS


def point_weight(scheme: str, colour: str) -> int:
    """How much one point counts for; nothing where the book keeps the colour apart."""
    return FEDERATIONS[scheme].point_weights.get(colour, 0)
