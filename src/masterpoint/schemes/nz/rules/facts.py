"""What only New Zealand asks of an event."""

from __future__ import annotations

from typing import Literal

from masterpoint.core.events import Boards, Count, EventModel, Size, Text

Division = Literal["", "open", "women", "senior", "youth", "intermediate"]


class Facts(EventModel, frozen=True, kw_only=True):
    """`[facts]` of a New Zealand event."""

    game: Literal["duplicate", "rubber"] = "duplicate"
    """Only duplicate bridge earns points (E11)."""
    affiliated: bool = True
    """The club is affiliated to NZ Bridge (E24)."""
    deals_all_played: Count | None = None
    """Deals that every contestant of the section played, if some deals were not and scoring is not by match points."""

    graded_night: Literal["", "intermediate", "junior"] = ""
    """A club night meant for this grade and below (E10)."""
    graded_system: Literal["gross", "handicap", "as-tournament"] = "gross"
    """How the club awards points on a graded night: the three ways of E10."""
    handicap_system: bool | None = None
    """The club has an established handicap system (E10)."""

    in_schedule: bool = True
    """The tournament is in the National Tournament Schedule (E36)."""
    forms_circulated: bool = True
    """Entry forms went to all clubs of the region (E18, E22)."""
    entry: Literal["open", "invitation", "closed"] = "open"
    """Who may enter; an invitation must be approved by the Board (E18)."""
    invitation_approved: bool = False
    """The Board has approved the invitation (E18)."""
    multigrade: bool = False
    """Prizes for grade combinations, one overall result (E15)."""
    restricted: bool = False
    """An 8B without Open-Open pairs (E15)."""
    board_overrules: bool = False
    """The Board lets partner and team mates of a non-member have their points (E9)."""
    line_up_sheets: bool = False
    """Line-up sheets say who played in which match (E19)."""
    total_field: Size | None = None
    """Contestants of all stages, if the lists do not show them (E42 to E47)."""
    total_deals: Boards | None = None
    """Deals over all stages, if the event is one stage only."""

    national_congress: bool = False
    """An event of the National Congress: A Points of Australian players are transferred (E8)."""
    metropolitan: bool = False
    """A metropolitan or area event: sessions need not be on consecutive days (E16)."""
    interprovincial: Literal["", "trials", "championship"] = ""
    """Interprovincial trials or championship (E48)."""
    division: Division = ""
    """The class of an interprovincial event (E48)."""
    open_to_region: bool = True
    """Trials were open to all members of the region (E48)."""
    class_of_main_event: Text = ""
    """A consolation's main event, if not given as the grade (E43)."""
