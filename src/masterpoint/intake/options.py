"""What a person adds to a file."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a person adds to a file. Options that are left empty come from the file, or are assumed and reported."""

    scheme: str = ""
    """Whose rules, as chosen for this file."""
    home: str = ""
    """The federation of the sender: evidence for a scheme, not a choice."""
    home_level: str = ""
    """The level of the sender; the organiser has this level unless another is given."""
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
    """Whether each section is ranked on its own, even if the file ranks them together; if not set, the book decides."""
    more: dict[str, Any] = {}
    """Any other field of the event: stage, original_tables, facts …"""
