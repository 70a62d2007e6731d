"""What only the Australian manual asks of an event; `[facts]` of an event file."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.events import Boards, Count, EventModel, Size, Tables

Grade = Literal["F", "E", "D", "C", "B5i", "B4c", "B4s", "B5", "B4", "B3", "B", "A2", "A"]
Congress = Literal[
    "",
    "state",
    "novice",
    "super",
    "abf-super",
    "tour",
    "festival",
    "super-festival",
    "side-national",
    "side-international",
]
Category = Literal["open", "women", "men", "mixed", "youth", "juniors", "seniors", "veterans"]
StateEvent = Literal[
    "",
    "board-a-match",
    "daytime pairs",
    "daytime teams",
    "masters pairs",
    "masters teams",
    "individual",
    "pairs",
    "teams",
    "singles",
    "butler selection",
    "teams selection",
    "swiss pairs",
    "teams of three",
    "play-off",
    "australia-wide pairs",
]
Director = Literal["", "club", "congress", "state", "national 3", "national 2", "national 1"]
Key = Annotated[str, Meta(max_length=400)]


class Facts(EventModel, frozen=True, kw_only=True):
    """`[facts]` of an ABF event. Players are named by their number, or by name if they have none."""

    rounding: Literal["half_up", "half_even"] = "half_up"
    """How exact halves of 0.01 are rounded (4.4.2): up, as in all it prints, or to even, as its text says."""
    congress: Congress = ""
    """The congress the event belongs to (5.1); its championships are given by `championship = "major"`."""
    walk_in: bool = False
    """A walk-in event of a congress (5.3.3)."""
    accelerated: bool | None = None
    """The congress acceleration of one session (5.4.2), if it does not follow from the rest."""
    supervised: bool = False
    """Supervised play: grade F (2.2)."""
    teaching: bool = False
    """A teaching session of a tour or cruise (5.1.2)."""
    interclub: bool = False
    """Played between two or more clubs: grade B5i (2.7)."""
    restricted: bool = False
    """A restricted or novice event of a congress: the Master Factor applies (5.3.2)."""
    master_factor: Literal["", "median", "average"] = ""
    """A master event (4.4.9): which of the two lawful factors is used."""
    ranks: dict[Key, Count] = {}
    """How many players of each rank took part, if the entries do not show it."""
    limit: Size | None = None
    """Entry is limited to players with fewer masterpoints than this (100 for a novice event, 300 for a restricted)."""
    holdings: dict[Key, Decimal] = {}
    """Masterpoints of players at the date of an entry limit."""
    category: Category = "open"
    """Entry restricted by age or gender (4.4.10)."""
    national_event: Annotated[str, Meta(max_length=100)] = ""
    """The event as clauses 7.2 to 7.4 list it."""
    gnot_stage: Literal["", "club", "regional final", "state final", "national preliminary", "national final"] = ""
    """The stage of the Grand National Open Teams (7.5.7)."""
    direct_passage: bool = False
    """The winners of this GNOT qualifying event go straight to the National Final."""
    via_heats: bool = True
    """All teams of a GNOT regional or State final came through club heats."""
    preliminary_tables: Tables | None = None
    """Tables in the GNOT national preliminary."""
    state_event: StateEvent = ""
    """Which State championship, selection or play-off it is (6.2.2), or the Australia-Wide Pairs (6.3)."""
    percentage_awards: bool = False
    """Session awards by the percentage formula (4.2.2); entries carry their percentage as `score`."""
    maximum_score: Decimal | None = None
    """Match points of 100% in a session, if scores are percentages. They decide what is a tie (4.4.6)."""
    movement: Literal["", "mitchell", "howell", "arrow-switch"] = ""
    """The movement, if one list alone does not show it: an arrow-switched Mitchell is not a Howell (4.4.3)."""
    late_pair: bool = False
    """The movement breaks the 75% rule only because a late pair was let in (4.4.4)."""
    match_boards: Boards | None = None
    """Boards in a match of a teams or Butler session, if only the ranking is given."""
    vp_scale: Annotated[int, Meta(ge=2, le=100)] = 20
    """All victory points of a match; half of them is a draw (4.2.3 note i)."""
    qualifying_sessions: Count | None = None
    """Sessions played before a final or consolation, towards its outright award."""
    qualifying_boards: Boards | None = None
    """Boards of those sessions, if they had fewer than 24."""
    original_tables: Tables | None = None
    """Tables of the original entry, if the sessions do not show it."""
    final_tables: Tables | None = None
    """Tables in the final, of a third final or a match consolation."""
    consolations: Count | None = None
    """How many consolations were played."""
    consolation: Annotated[int, Meta(ge=1, le=20)] = 1
    """Which consolation this is, if matches are given."""
    consolations_graded: bool = True
    """Contestants were put into the consolations by merit."""
    parallel_consolation: bool = False
    """A teams final ran beside a consolation (4.3.3)."""
    session_grades: tuple[Grade, ...] = ()
    """The grade of each session, if they differ."""
    counted_elsewhere: bool = False
    """These sessions also counted towards another final placing award (4.3.1 note 1)."""
    fixed_entry: bool = True
    """The final was of fixed entry, with approved substitutes only (4.3.1 note 3)."""
    singles: bool = False
    """A Singles tournament: several partnerships, one winner (Appendix A)."""
    partnerships: dict[Key, Count] = {}
    """Singles: how many different partnerships a player had."""
    other_outright: bool = False
    """Singles: another outright award has been given for these sessions (4.3.1)."""
    qualified_tables: Tables | None = None
    """Walk-in events: tables (of pairs) that qualified, or were eligible for the final, if the list is shorter."""
    final_sessions: Count | None = None
    """Walk-in events with a final: its sessions."""
    howell_recognised: bool = True
    """Australia-Wide Pairs: the Howell sections have winners of their own (6.3)."""
    pqp: dict[Key, Decimal] = {}
    """National teams finals: per cent of the Playoff Qualifying Points of players below 40% (4.4.5 note)."""
    director: Director = ""
    """The director's accreditation (1.5.2)."""
    director_playing: bool = False
    """The director plays in the event (1.5.3)."""
    directors: Count | None = None
    """Directors on duty (5.1.3)."""
    metropolitan: bool = False
    """Held in a metropolitan area: hands must be pre-dealt (5.1.3)."""
    pre_dealt: bool | None = None
    """Hands pre-dealt, with records (5.1.3)."""
    approval: bool | None = None
    """Approved beforehand, if the book asks for it."""
    authorisation: Annotated[str, Meta(max_length=40)] = ""
    """The State's authorisation number for B4c, B4s and B5i points."""
    authorised_points: Decimal | None = None
    """The points it authorises."""
    tour_locals: tuple[Key, ...] = ()
    """Tours: players who live within 50 km of the venue and are not on the tour (5.1.2)."""
    no_local_club: bool = False
    """Tours: there is no local club, so locals are exempt."""
    other_players: tuple[Key, ...] = ()
    """Players from outside the State (6.2.2) or the GNOT club or region (7.5.7)."""
