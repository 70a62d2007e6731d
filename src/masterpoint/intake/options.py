"""What a person adds to a file."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a person adds to a file; whatever is left empty is taken from the file, or assumed and said so."""

    scheme: str = ""
    """Whose rules, as chosen for this file."""
    home: str = ""
    """The federation of whoever sends the file: evidence for a scheme, not a choice."""
    home_level: str = ""
    """The level of whoever sends the file: that of the organiser, where nobody says another."""
    form: str = ""
    level: str = ""
    """Who ran it, in the scheme's words: `club`, `county` …"""
    grade: str = ""
    colour: str = ""
    scoring: str = ""
    """How the boards were scored, in the words of an event: matchpoints, cross-imps, butler, aggregate."""
    boards: int | None = None
    day: date | None = None
    session: str = ""
    sections_apart: bool | None = None
    """Each section ranked on its own, though the file ranks them together; unsaid, the book decides."""
    more: dict[str, Any] = {}
    """Any other field of the event: stage, original_tables, facts …"""
