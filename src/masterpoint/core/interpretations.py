"""The register of readings: where a book misprints, contradicts itself or is silent, what is taken and why."""

from __future__ import annotations

import msgspec


class Reading(msgspec.Struct, frozen=True):
    """One entry of an edition's register."""

    id: str
    where: str
    printed: str
    """What the book prints, or the question it leaves open."""
    taken: str
    why: str = ""
    kind: str = "ambiguity"
    """misprint: a cell or statement that its own rule contradicts; ambiguity: open; restored: lost in the scan."""
