"""What only the EBU asks of an event: its kind, who may enter, its licence, where it stands in a longer event."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.events import Count, EventModel

Kind = Literal[
    "regular",
    "licensed",
    "invitation",
    "inter-county",
    "inter-organisation",
    "open-beside-finals",
    "novice",
    "green-stage",
]
Exemption = Literal["", "teaching", "social", "charity", "children-in-need", "special"]


class Facts(EventModel, frozen=True, kw_only=True):
    """`[facts]` of an EBU event."""

    # Who may play, and under which clause the event is held
    kind: Kind = "regular"
    """regular games, championships and leagues; or an event whose status follows from its entry (1.2.6, 1.2.7, 1.6).

    A green-stage is a stage of a county's Green Point championship given in Local Points (6.1.3).
    """
    members_only: bool = False
    """Entry is restricted to EBU members."""
    open_event: bool = False
    """Open to all, not only to the organiser's own members (1.4.1, 5.2.1)."""
    restricted_to: Annotated[str, Meta(max_length=100)] = ""
    """Who alone may enter, where not all members may (mixed pairs, seniors)."""
    open_to_non_members: bool = False
    """The Tournament Committee opened this event of National status to non-members (1.1.3)."""
    inter_club: bool = False
    """Clubs enter it, not players (1.1.1, 1.2.6(b))."""
    unaffiliated_clubs: bool = False
    """Clubs that are not affiliated take part (1.1.1, 1.2.5, 1.2.6(b)); their entries have standing `none`."""
    all_own_members: bool = False
    """Everybody in an inter-organisation event is a member of the organiser (1.2.7(c))."""
    counties: Count | None = None
    """Counties that take part in an inter-county league (1.2.6(e))."""
    team_letter: Annotated[str, Meta(max_length=1, pattern="^[A-Z]?$")] = ""
    """Inter-county leagues: which of a county's teams play in this division (1.2.6(e))."""
    outside_entries: Count | None = None
    """Entries from outside an invitation event's county, where they are not marked one by one (1.2.6(d))."""
    per_county: Literal["", "one team, two pairs or four individuals"] = ""
    """An invitation event limited to so many from every county invited (1.2.6(d))."""

    # Its licence
    licence: Annotated[str, Meta(max_length=40)] = ""
    """The number of the licence, where there is one."""
    special_status: bool = False
    """The licence itself quotes the status given as `grade` (1.6.1, 1.6.3)."""
    outside_entry: bool = False
    """A significant entry from outside the area is likely (1.6.1)."""
    major_event: bool = False
    """Granted the status of a major event by the Board (1.6.1(c))."""
    provisional_year: bool = False
    """A major event that missed its standards may keep its status for one further year (1.6.1(c))."""
    best_four_average_tables: Count | None = None
    """Average tables over the four best sessions of the previous year (1.6.1(c))."""
    in_green_congress: bool = False
    """Part of a congress that otherwise gives Green Points (5.2.2)."""
    permission: bool = False
    """The Tournament Committee allowed this green event (6.1.4, 6.5.1)."""
    charity: bool = False
    """Held in aid of charity (1.8)."""
    abroad: bool = False
    """A commercial event held outside England (code 71)."""
    exempt: Exemption = ""
    """Why no charge is due (1.3.1), where that is so."""
    points_only: bool = False
    """A second file for sessions that were submitted before, only to credit points (2.8.2)."""

    # Where it stands in a longer event
    whole_boards: Count | None = None
    """Boards of the whole event over all its stages (1.2.4)."""
    whole_sessions: Count | None = None
    """Sessions of the whole event over all its stages (1.2.4, 1.6.1(c))."""
    enhanced_sessions: Count | None = None
    """Sessions of a major championship played at the raised status (1.2.4)."""
    earlier_stage_boards: Count | None = None
    """Boards each contestant was to play in the shortest earlier stage (3.1.3)."""
    fed_by_sessions: Count | None = None
    """Separate sessions, each with other competitors, that decided who is in this final (3.7.4)."""
    qualified_by_handicap: bool = False
    """Contestants reached this stage by a handicap ranking (3.9.1)."""
    sit_out_boards: Count = 0
    """Boards that some contestants are scheduled to sit out (3.1.2)."""
    sections_scored_as_one: bool = False
    """Several sections were scored over the whole field (3.8)."""
    same_boards: bool = True
    """The sections played the same boards (3.8.1)."""
    play_off_division: Annotated[int, Meta(ge=1, le=60)] | None = None
    """A knock-out between the winners of parallel divisions of a league: the division they share (4.8.9)."""
    play_off_divisions: Annotated[int, Meta(ge=1, le=60)] | None = None
    """How many divisions that league has (4.8.9)."""
    heat_of: Annotated[str, Meta(max_length=100)] = ""
    """The event this session is a club heat of."""

    # A ladder of one section, and what chapter 6 asks of Green Point events
    ladder_section: Annotated[int, Meta(ge=1, le=60)] | None = None
    """The section this ladder is for, where the games are held in sections of differing status (4.11.9)."""
    ladder_sections: Annotated[int, Meta(ge=1, le=60)] | None = None
    """How many such sections there are (4.9.4)."""
    qualifying_stage: Literal["", "earlier", "last"] = ""
    """Green teams championship with several qualifying stages: which this is (6.2.3)."""
    qualifying_boards: Count | None = None
    """Boards of all its qualifying stages together (6.2.3)."""
    one_day: bool = False
    """The county pairs championship is a single event of one day and two sessions (6.3.2)."""
    all_play_all: bool = True
    """Everybody in the final meets everybody else (6.3.1, 6.3.2)."""
    boards_per_round: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Boards in each round against the same opponents (6.3.1, 6.3.2)."""
    finalists: Count | None = None
    """Qualifying round of a green pairs championship: pairs in the final, so that spare awards pass down (6.3.1)."""
    triangle_victory_points: Annotated[int, Meta(ge=1, le=1_000)] = 20
    """Victory points at stake in the two mini-matches of a short triangle together (6.4.8)."""
