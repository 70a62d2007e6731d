"""What only the WBU asks of an event: its kind, who may enter, its licence, which heat it is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.events import Count, EventModel

Kind = Literal[
    "regular",
    "recruiting",
    "no-fear",
    "junior",
    "invitation",
    "inter-area",
    "inter-club",
    "inter-organisation",
    "licensed",
    "open-beside-finals",
    "agm",
    "joint-venture",
]


class Facts(EventModel, frozen=True, kw_only=True):
    """`[facts]` of a WBU event."""

    kind: Kind = "regular"
    """regular games, championships and leagues; or what gives an event another status (3.2.7, 3.3, 3.6, 5.5, 5.6)."""
    open_to: Literal["members", "area", "outside"] = "members"
    """Who may enter a club's event besides its members and their guests: nobody, the Area, anybody (3.4)."""
    permission: bool = False
    """The Area Association permitted a club's event that is open to the Area (3.4)."""
    licence: Annotated[str, Meta(max_length=40)] = ""
    """The number of the licence, where there is one."""
    special_status: bool = False
    """The WBU granted the status given as `grade` (3.1.5, 3.6.4)."""
    members_only: bool = False
    """Entry is restricted to WBU members (3.6.1)."""
    open_to_non_members: bool = False
    """The Council opened this National event to non-members (3.1.5)."""
    outside_entry: bool = False
    """A significant entry from outside the District or Area is likely (3.6.1)."""
    major_congress: bool = False
    """Granted the status of a major congress by the Council (3.6.1(c))."""
    provisional_year: bool = False
    """The Council let a major congress keep its status for one year below the standard (3.6.1(c))."""
    congress_sessions: Count | None = None
    """Sessions of the whole congress (3.6.1(c))."""
    best_four_average_tables: Count | None = None
    """Average tables over the four best sessions of the previous year (3.6.1(c))."""
    limited_entry: bool = False
    """At most one team, two pairs or four individuals from each body invited (3.2.7(e), 3.3.4)."""
    areas: Count | None = None
    """Areas taking part in an inter-Area league (3.2.7(h))."""
    team_letter: Annotated[str, Meta(max_length=1, pattern="^[A-Z]?$")] = ""
    """Inter-Area leagues: which of an Area's teams play in this event (3.2.7(h))."""
    reserves_permitted: bool = False
    """The Union allowed non-members as reserves in a league of teams of eight or more (3.2.7(f))."""
    restricted_to: Annotated[str, Meta(max_length=100)] = ""
    """Who alone may enter, where not all members may (mixed pairs, seniors)."""
    sections_scored_as_one: bool = False
    """Several sections were scored over the whole field (2.8)."""
    same_boards: bool = True
    """The sections played the same boards (2.8.1)."""
    fed_by_sessions: Count | None = None
    """Separate sessions, each with other competitors, that decided who is in this final (2.7.4)."""
    premier_boards: Annotated[int, Meta(ge=1, le=2_000)] | None = None
    """Consolations: boards of the premier final, whose length may have raised its status (4.3.5(a))."""
    qualified_by_handicap: bool = False
    """Contestants reached this stage on a handicap (2.9.1)."""
    boards_per_round: Count | None = None
    """Boards contestants meet for, where that matters (4.5.1, 5.4.1)."""
    all_play_all: bool = True
    """Everybody in an Area final meets everybody else (5.3.2, 5.4.1)."""
    one_day: bool = True
    """Both sessions of an Area teams final were on one day (5.3.2)."""
    heat_of: Annotated[str, Meta(max_length=60)] = ""
    """Club heats: Open Pairs, Mixed Pairs, Webber Cup, Area major or Area championship (5.1.1, 5.2.3, 5.2.4)."""
    play_off: Literal["", "parallel divisions", "division winners"] = ""
    """A play-off after a league: between winners of parallel divisions, or of different ones (4.8.8)."""
    play_off_divisions: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Play-offs: divisions of the league (4.8.8)."""
    play_off_division: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Play-offs: the division whose winners play off (4.8.8)."""
    ladder_section: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Ladders: the section of differing status this ladder is for (4.11.9, note (c))."""
    ladder_sections: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Ladders: how many such sections there are."""
    overall_winner: Annotated[str, Meta(max_length=100)] = ""
    """Multiple teams: name or number of the overall winner of the C final (5.6.4)."""
