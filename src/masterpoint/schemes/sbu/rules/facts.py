"""What only the SBU guide asks of an event."""

from __future__ import annotations

from typing import Literal

from masterpoint.core.events import Boards, Count, EventModel, Size, Text

Movement = Literal[
    "",
    "howell",
    "hesitation mitchell",
    "mitchell with arrow switch",
    "bowman with arrow switch",
    "hesitation bowman",
    "mitchell",
    "skip mitchell",
    "share and relay mitchell",
    "blackpool",
    "bowman",
]
Outside = Literal["district heat", "national heat", "simultaneous", "other"]


class Facts(EventModel, frozen=True, kw_only=True):
    """`[facts]` of an SBU event."""

    affiliated: bool = True
    """The club is affiliated to the SBU (2.6)."""
    movement: Movement = ""
    """The pairs movement; it decides between one winner and two (TABLE 1)."""
    supervised: bool = False
    """A supervised play session (11.6)."""
    seeded: bool = False
    """Seeded players were paired with non-seeded ones as a condition of contest (11.4)."""
    heat_of: Text = ""
    """The national competition this session is a club heat of (19.1)."""
    simultaneous: Text = ""
    """The simultaneous pairs this session was part of (19.3)."""
    already_awarded: bool = False
    """Points for this event have been given before (3.4)."""
    perfect_teams: bool = False
    """Played as Perfect Teams, which only the full handbook describes."""
    carry_forward: bool = False
    """Teams: part of each stage's score was carried into one final list (12.1)."""
    stage_boards: tuple[Boards, ...] = ()
    """Boards of each earlier stage, in order (3.7, 11.9)."""
    stage_entries: tuple[Size, ...] = ()
    """Contestants of each earlier stage, in order (11.10)."""
    aggregate: bool = False
    """A tournament whose sessions are separate events, with a bonus on the aggregate (12.3)."""
    events: Count | None = None
    """Events each contestant had to play: for the aggregate (12.5), or before its restricted final (13.4)."""
    toe: Size | None = None
    """Total original entry of a restricted final: those who played that many events (13.7)."""
    events_played: tuple[Count, ...] = ()
    """Events that each contestant of the series played: those with enough of them are the original entry (13.7)."""
    permission: bool = False
    """Member Services allowed this major championship to be a Swiss, in advance (14.3)."""
    includes: tuple[Outside, ...] = ()
    """What else the events of a championship counted for (14.7)."""
    pairing: Literal["swiss", "danish"] = "swiss"
    """Danish: the same opponents may be met again (20.3)."""
