"""The vocabulary of events, version 1: what was played and how it finished, said one way for every book.

The *form* says how it was played. Entries stand in ranking lists; matches are given in groups of equal length;
scheme-specific facts go in `[facts]`, which each edition types for itself. `masterpoint schema` prints all this
as JSON Schema, `masterpoint example FORM` shows it filled in.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

VOCABULARY = 1

Count = Annotated[int, Meta(ge=0, le=100_000)]
Size = Annotated[int, Meta(ge=1, le=100_000)]
Boards = Annotated[int, Meta(ge=1, le=2_000)]
Tables = Annotated[Decimal, Meta(description="a number of tables; halves are allowed")]
Text = Annotated[str, Meta(max_length=400)]
PlaceWritten = Annotated[
    int | str, Meta(description="1, 2, 3 …; a tie as 3= or as the same number repeated", examples=[1, "3="])
]
Contest = Literal["pairs", "teams", "individual"]
Scoring = Literal["matchpoints", "imps", "butler", "cross-imps", "aggregate", "victory-points", "percentage"]


class EventModel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of all that is given about an event: every field has a name, and nothing else is taken."""


class Matches(EventModel, frozen=True, kw_only=True):
    """A group of matches of equal length: how many were won, drawn and lost."""

    boards: Boards
    """Boards in each match."""
    won: Count = 0
    drawn: Count = 0
    lost: Count = 0
    margins: tuple[Annotated[int, Meta(ge=-10_000, le=10_000)], ...] | None = None
    """IMPs won (or lost, negative) in each match, in order, where the scheme needs margins."""
    scores: tuple[Decimal, ...] | None = None
    """Victory points or percentages gained in each match, in order, where no margins are known."""
    mini: bool = False
    """Mini-matches of a triangle: two of them make a full match; `boards` are those of one mini-match."""
    conceded: Literal["", "behind", "unplayed"] = ""
    """The opponents gave up: while behind (it counts), or before play (it does not)."""
    stage: Text = ""
    """The stage, segment or session these matches belong to, where that matters."""
    last_rounds: bool = False
    """Last rounds played apart by the leaders while the rest of the field played on."""


class Player(EventModel, frozen=True, kw_only=True):
    """One player of an entry. Give what the scheme asks for; a name or a number is enough for most events."""

    name: Text = ""
    id: Annotated[str, Meta(max_length=40)] = ""
    boards: Count | None = None
    """Boards played in this stage, where not all (teams of five or six, substitutes)."""
    sessions: Count | None = None
    deemed: Count = 0
    """Boards conceded or cancelled while the player was present and free to play them."""
    matches: tuple[Matches, ...] | None = None
    """The player's own matches, where they differ from the team's."""
    membership: Annotated[str, Meta(max_length=40)] = "member"
    """member, lapsed, potential, suspended, none, visitor: what the player was on the day."""
    rank: Text = ""
    grade: Text = ""
    substitute: bool = False
    captain: bool = False
    """A captain who did not play."""
    earned_elsewhere: bool = False
    """Already had the award this event would give (a comparable final this season, the same heat)."""


class RoundResult(EventModel, frozen=True, kw_only=True):
    """What happened to an entry in one round of a knock-out."""

    round: Annotated[int, Meta(ge=0, le=30)]
    """The round, counted from 1 as played; 0 for a preliminary round before it."""
    result: Literal["won", "lost", "bye", "won-both", "won-one", "lost-both", "drawn", "walkover", "won-conceded"]
    """won-both, won-one, lost-both tell of a triangle; walkover was not played; won-conceded: they gave up behind."""


class Entry(EventModel, frozen=True, kw_only=True):
    """One contestant: a pair, a team or a player, and where it finished."""

    place: PlaceWritten = 0
    """0 where there is no ranking (knock-outs)."""
    name: Text = ""
    number: Annotated[str, Meta(max_length=40)] = ""
    players: tuple[Player, ...] = ()
    score: Decimal | None = None
    matches: tuple[Matches, ...] = ()
    rounds: tuple[RoundResult, ...] = ()
    standing: Literal["full", "matches", "none"] = "full"
    """Playing without standing: only match awards, or none."""
    category: Annotated[str, Meta(max_length=10)] = ""
    """Category of a stratified event (A is the top), or the class of an entry."""
    outside: bool = False
    """From outside the organising body, where the status depends on it."""
    boards: Count | None = None
    """Boards this entry played, where fewer than scheduled."""
    sessions: Count | None = None
    """Sessions this entry played, where contestants played different numbers."""
    team_size: Annotated[int, Meta(ge=4, le=64)] | None = None
    """Players at the table at any one time, where more than four (teams of eight)."""


class RankingList(EventModel, frozen=True, kw_only=True):
    """One ranking list: a field, or one direction of it."""

    section: Text = ""
    direction: Literal["", "NS", "EW", "N", "S", "E", "W"] = ""
    """Lists of one section that differ in direction make a two-winner (or four-winner) movement."""
    entries: tuple[Entry, ...] = ()
    places: Annotated[str, Meta(max_length=100_000)] = ""
    """Instead of entries, without names: `1 2= 2= 4 5`."""
    size: Size | None = None
    """How many contestants were in the field, where not all are listed."""
    tables: Tables | None = None
    """Tables of the field, halves allowed, where they do not follow from the entries."""


class Session(EventModel, frozen=True, kw_only=True):
    """One session of a longer event."""

    name: Text = ""
    boards: Boards
    lists: tuple[RankingList, ...] = ()
    stage: Literal["", "qualifying", "final", "plate", "consolation"] = ""
    movement_boards: Boards | None = None
    day: date | None = None


class Division(EventModel, frozen=True, kw_only=True):
    """A division of a league; parallel divisions share a level."""

    level: Annotated[int, Meta(ge=1, le=60)]
    name: Text = ""
    entries: tuple[Entry, ...] = ()
    size: Size | None = None


class Part(EventModel, frozen=True, kw_only=True):
    """A section of an event that is rated on its own: a section of differing status, a flight, a final."""

    name: Text
    """1, 2, 3 for sections; A, B for flights; A, B, C, open for finals; plate, consolation."""
    lists: tuple[RankingList, ...] = ()


class Round(EventModel, frozen=True, kw_only=True):
    """A round of a knock-out as it was played."""

    round: Annotated[int, Meta(ge=0, le=30)]
    boards: Boards
    contestants: Size
    byes: Count = 0
    triangles: Count = 0
    earned_byes: Count = 0
    """Byes of undefeated teams late in a double elimination."""


class Organiser(EventModel, frozen=True, kw_only=True):
    """Who ran it. The level is said in the scheme's words: club, county, area, region, state, national …"""

    level: Annotated[str, Meta(max_length=40)]
    name: Text = ""
    id: Annotated[str, Meta(max_length=40)] = ""


class Event(EventModel, frozen=True, kw_only=True, tag_field="form", dict=True, gc=True):
    """What every event tells. Beside its fields it keeps what follows from them (`core.given`)."""

    masterpoint: Annotated[int, Meta(ge=1, le=1)] = VOCABULARY
    """The version of this vocabulary."""
    scheme: Annotated[str, Meta(max_length=20)]
    day: date
    """The day of play; of the last session, where there are several."""
    organiser: Organiser
    contest: Contest
    name: Text = ""
    grade: Annotated[str, Meta(max_length=40)] = ""
    """How it is rated, in the scheme's words (a status, a grade, a class), where it does not follow from the rest."""
    colour: Annotated[str, Meta(max_length=20)] = ""
    """The colour it is licensed to give, where not the ordinary one."""
    championship: Literal["", "major", "minor"] = ""
    scoring: Scoring = "matchpoints"
    handicap: bool = False
    """The ranking rests on a handicap."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What only this scheme asks for; each edition types it."""


class SessionEvent(Event, frozen=True, kw_only=True, tag="session"):
    """A single session, or the same field playing through: one ranking per list."""

    boards: Boards
    """Boards scheduled for each contestant, over all sessions."""
    lists: tuple[RankingList, ...]
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    movement_boards: Boards | None = None
    """Boards in play in the movement, where more than each contestant plays."""
    stage: Literal["", "qualifying"] = ""


class FinalEvent(Event, frozen=True, kw_only=True, tag="final"):
    """The final, or a later stage, of an event for which contestants had to qualify."""

    boards: Boards
    lists: tuple[RankingList, ...]
    original_tables: Tables
    """Tables (teams: teams) in the first stage."""
    stages_before: Annotated[int, Meta(ge=1, le=20)] = 1
    last: bool = True
    """False for a later qualifying stage."""
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    movement_boards: Boards | None = None
    carry_forward: bool = False


class ConsolationEvent(Event, frozen=True, kw_only=True, tag="consolation"):
    """A second or third final for contestants who did not reach the premier one."""

    boards: Boards
    lists: tuple[RankingList, ...]
    original_tables: Tables
    premier_tables: Tables
    """Tables in the final ranked just above this one."""
    above_tables: Tables | None = None
    """Tables in all finals above this one, for a third final."""
    order: Annotated[int, Meta(ge=2, le=10)] = 2
    """2 for the consolation, 3 for a third final."""
    stages_before: Annotated[int, Meta(ge=1, le=20)] = 1
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    movement_boards: Boards | None = None


class MatchEvent(Event, frozen=True, kw_only=True, tag="matches"):
    """An award for each match won and a ranking: Swiss, round robin, multiple teams."""

    boards: Boards
    """Boards each contestant plays over the event."""
    lists: tuple[RankingList, ...]
    original_tables: Tables | None = None
    """Tables of the first stage, where contestants qualified for this one."""
    premier_tables: Tables | None = None
    """Tables of the premier final, where this is a consolation."""
    last: bool = True
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    matches_planned: Count | None = None
    movement_boards: Boards | None = None
    style: Literal["swiss", "round-robin", "multiple", "other"] = "swiss"


class KnockoutEvent(Event, frozen=True, kw_only=True, tag="knockout"):
    """A knock-out: rounds as played, and what each contestant did in them."""

    rounds: tuple[Round, ...]
    entries: tuple[Entry, ...]
    elimination: Literal["single", "double"] = "single"
    original_entry: Size | None = None
    """Contestants of the first stage, where they qualified for the knock-out by other means."""
    main_entry: Count = 0
    """Contestants in the main knock-out stage, where this is its consolation."""
    consolation: bool = False


class LeagueEvent(Event, frozen=True, kw_only=True, tag="league"):
    """A league of one or more divisions."""

    divisions: tuple[Division, ...]
    boards: Boards
    """Boards each team plays over the season."""


class SectionsEvent(Event, frozen=True, kw_only=True, tag="sections"):
    """One event in sections of differing status; section 1 is the highest."""

    boards: Boards
    parts: tuple[Part, ...]
    movement_boards: Boards | None = None


class LadderEvent(Event, frozen=True, kw_only=True, tag="ladder"):
    """A series of separate games with a bonus on the overall ranking (ladder, aggregate, walk-in, eclectic)."""

    lists: tuple[RankingList, ...]
    games: Annotated[int, Meta(ge=1, le=1_000)]
    """Games available for play."""
    counted: Annotated[int, Meta(ge=1, le=1_000)]
    """Results counted in the ranking, or needed to qualify for it."""
    average_tables: Tables | None = None
    unit: Contest | None = None
    """What is ranked, where not the contest itself (a pairs series may rank individuals)."""
    final: bool = False
    """The ladder decided who entered a final; the lists are the final's."""
    final_boards: Boards | None = None


class StratifiedEvent(Event, frozen=True, kw_only=True, tag="stratified"):
    """One field, ranked again within categories; entries carry their category."""

    boards: Boards
    lists: tuple[RankingList, ...]
    match_won: bool = False
    """Each match won earns an award; the categories then share the ranking bonus."""
    movement_boards: Boards | None = None


class SimultaneousEvent(Event, frozen=True, kw_only=True, tag="simultaneous"):
    """The overall ranking of a simultaneous event played in many clubs."""

    boards: Boards
    lists: tuple[RankingList, ...]
    heats: Annotated[int, Meta(ge=1, le=10_000)] = 1
    movement_boards: Boards | None = None


class TournamentEvent(Event, frozen=True, kw_only=True, tag="tournament"):
    """Several sessions, each with its own ranking, and an overall one."""

    boards: Boards
    """Boards each contestant plays over the event."""
    sessions: tuple[Session, ...]
    overall: tuple[RankingList, ...]
    plate: tuple[RankingList, ...] = ()
    """Overall ranking of the plate or consolation, where the field was split for the last stage."""
    carry_forward: bool = False


class FlightedEvent(Event, frozen=True, kw_only=True, tag="flighted"):
    """A Swiss in flights; flight A is the stronger."""

    boards: Boards
    parts: tuple[Part, ...]


class FinalsEvent(Event, frozen=True, kw_only=True, tag="finals"):
    """A qualifying round followed by finals A, B, C … and an open event, over one field."""

    boards: Boards
    """Boards each contestant plays over the event."""
    qualifying: tuple[RankingList, ...]
    parts: tuple[Part, ...]
    carry_forward: bool = False


AnyEvent = (
    SessionEvent
    | FinalEvent
    | ConsolationEvent
    | MatchEvent
    | KnockoutEvent
    | LeagueEvent
    | SectionsEvent
    | LadderEvent
    | StratifiedEvent
    | SimultaneousEvent
    | TournamentEvent
    | FlightedEvent
    | FinalsEvent
)

FORMS: dict[str, type[Event]] = {
    "session": SessionEvent,
    "final": FinalEvent,
    "consolation": ConsolationEvent,
    "matches": MatchEvent,
    "knockout": KnockoutEvent,
    "league": LeagueEvent,
    "sections": SectionsEvent,
    "ladder": LadderEvent,
    "stratified": StratifiedEvent,
    "simultaneous": SimultaneousEvent,
    "tournament": TournamentEvent,
    "flighted": FlightedEvent,
    "finals": FinalsEvent,
}


_FORM_OF: dict[type[Event], str] = {kind: form for form, kind in FORMS.items()}


def form_of(event: AnyEvent) -> str:
    """The form as an event file writes it."""
    return _FORM_OF[type(event)]
