"""What only the EBU asks of an event: its kind, who may enter, its licence."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.events import Count, Told

Kind = Literal["regular", "licensed", "invitation", "inter-county", "inter-organisation", "open-beside-finals"]


class Facts(Told, frozen=True, kw_only=True):
    """`[facts]` of an EBU event."""

    kind: Kind = "regular"
    """regular games, championships and leagues; or an event whose status follows from its entry (1.2.6, 1.6)."""
    members_only: bool = False
    """Entry is restricted to EBU members."""
    licence: Annotated[str, Meta(max_length=40)] = ""
    """The number of the licence, where there is one."""
    special_status: bool = False
    """The licence itself quotes the status given as `grade` (1.6.1, 1.6.3)."""
    outside_entry: bool = False
    """A significant entry from outside the area is likely (1.6.1)."""
    major_event: bool = False
    """Granted the status of a major event by the Board (1.6.1(c))."""
    best_four_average_tables: Count | None = None
    """Average tables over the four best sessions of the previous year (1.6.1(c))."""
    per_county: Literal["", "one team, two pairs or four individuals"] = ""
    """An invitation event limited to so many from every county invited (1.2.6(d))."""
    team_letter: Annotated[str, Meta(max_length=1, pattern="^[A-Z]?$")] = ""
    """Inter-county leagues: which of a county's teams play in this division (1.2.6(e))."""
    restricted_to: Annotated[str, Meta(max_length=100)] = ""
    """Who alone may enter, where not all members may (mixed pairs, seniors)."""
    sections_scored_as_one: bool = False
    """Several sections were scored over the whole field (3.8)."""
    same_boards: bool = True
    """The sections played the same boards (3.8.1)."""
    heat_of: Annotated[str, Meta(max_length=100)] = ""
    """The event this session is a club heat of."""
    enhanced_sessions: Count | None = None
    """Sessions of a major championship played at the raised status (1.2.4)."""
    open_event: bool = False
    """Open to all, not only to the organiser's own members (1.4.1, 5.2.1)."""
    in_green_congress: bool = False
    """Part of a congress that otherwise gives Green Points (5.2.2)."""
    permission: bool = False
    """The Tournament Committee allowed this green event (6.1.4, 6.5.1)."""
    charity: bool = False
