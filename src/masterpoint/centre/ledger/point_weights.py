"""The weight of each colour in the total of all points, by each book."""

from __future__ import annotations

from masterpoint.schemes import FEDERATIONS


def point_weight(scheme: str, colour: str) -> int:
    """The weight of one point; 0 if the book keeps the colour apart."""
    return FEDERATIONS[scheme].point_weights.get(colour, 0)
