"""The register of readings: how a misprint, a contradiction or a silence in the book is read, and why."""

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
