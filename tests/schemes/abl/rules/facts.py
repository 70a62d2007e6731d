"""What only the ABL asks of an event."""

from __future__ import annotations

from masterpoint.core.events import EventModel, Text


class Facts(EventModel, frozen=True, kw_only=True):
    charity: bool = False
    """A charity game (2.4)."""
    sanction: Text = ""
    """The number of the sanction (3.2)."""
