"""The parts of an event: players, entries, matches, rounds, ranking lists, sessions, divisions, and who ran it.

`Event` holds the fields that every form of event has in common.
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
Tables = Decimal
"""A number of tables; halves are allowed."""
Text = Annotated[str, Meta(max_length=400)]
PlaceWritten = Annotated[int | str, Meta(examples=[1, "3="])]
Contest = Literal["pairs", "teams", "individual"]
Scoring = Literal["matchpoints", "imps", "butler", "cross-imps", "aggregate", "victory-points", "percentage"]


class EventModel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of everything that describes an event: unknown fields are refused."""


class Matches(EventModel, frozen=True, kw_only=True):
    """A group of matches of equal length: how many were won, drawn and lost."""

    boards: Boards
    """Boards in each match."""
    won: Count = 0
    """Matches won."""
    drawn: Count = 0
    """Matches drawn."""
    lost: Count = 0
    """Matches lost."""
    margins: tuple[Annotated[int, Meta(ge=-10_000, le=10_000)], ...] | None = None
    """IMPs won (or lost, negative) in each match, in order, if the scheme needs margins."""
    scores: tuple[Decimal, ...] | None = None
    """Victory points or percentages gained in each match, in order, if no margins are known."""
    mini: bool = False
    """Mini-matches of a triangle: two of them make a full match; `boards` are those of one mini-match."""
    conceded: Literal["", "behind", "unplayed"] = ""
    """The opponents gave up: while behind (it counts), or before play (it does not)."""
    stage: Text = ""
    """The stage, segment or session these matches belong to, if that matters."""
    last_rounds: bool = False
    """Last rounds played apart by the leaders while the rest of the field played on."""


class Player(EventModel, frozen=True, kw_only=True):
    """One player of an entry. Give what the scheme asks for; a name or a number is enough for most events."""

    name: Text = ""
    """As the club writes it."""
    id: Annotated[str, Meta(max_length=40)] = ""
    """Membership number."""
    boards: Count | None = None
    """Boards played in this stage, if not all (teams of five or six, substitutes)."""
    sessions: Count | None = None
    """Sessions played, if not all."""
    deemed: Count = 0
    """Boards conceded or cancelled while the player was present and free to play them."""
    matches: tuple[Matches, ...] | None = None
    """The player's own matches, if they differ from the team's."""
    membership: Annotated[str, Meta(max_length=40)] = "member"
    """What the player was on the day: member, lapsed, potential, suspended, none or visitor."""
    rank: Text = ""
    """The player's rank on the day, if awards depend on it."""
    grade: Text = ""
    """The player's grade on the day, if awards depend on it."""
    substitute: bool = False
    """Played in place of a member of the team or the pair."""
    captain: bool = False
    """A captain who did not play."""
    earned_elsewhere: bool = False
    """Already had the award this event would give (a comparable final this season, the same heat)."""


class RoundResult(EventModel, frozen=True, kw_only=True):
    """What happened to an entry in one round of a knock-out."""

    round: Annotated[int, Meta(ge=0, le=30)]
    """The round, counted from 1 as played; 0 for a preliminary round before it."""
    result: Literal["won", "lost", "bye", "won-both", "won-one", "lost-both", "drawn", "walkover", "won-conceded"]
    """won-both, won-one and lost-both: in a triangle; walkover: not played; won-conceded: they gave up behind."""


UNPLAYED = ("bye", "walkover")
"""The results of rounds in which an entry played no boards."""


class Entry(EventModel, frozen=True, kw_only=True):
    """One contestant: a pair, a team or a player, and where it finished."""

    place: PlaceWritten = 0
    """1, 2, 3 …; a tie as `3=` or as the same number twice; 0 if there is no ranking (knock-outs)."""
    name: Text = ""
    """Name of the team or the pair, besides its players' names."""
    number: Annotated[str, Meta(max_length=40)] = ""
    """Number of the pair or the team in the movement."""
    players: tuple[Player, ...] = ()
    """Who they are."""
    score: Decimal | None = None
    """The score that decides the place."""
    matches: tuple[Matches, ...] = ()
    """Matches played, in groups of equal length."""
    rounds: tuple[RoundResult, ...] = ()
    """What it did in each round of a knock-out."""
    standing: Literal["full", "matches", "none"] = "full"
    """Playing without standing: match awards only, or none."""
    category: Annotated[str, Meta(max_length=10)] = ""
    """Category of a stratified event (A is the top), or the class of an entry."""
    outside: bool = False
    """From outside the organising body, if the status depends on it."""
    boards: Count | None = None
    """Boards this entry played, if fewer than scheduled."""
    sessions: Count | None = None
    """Sessions this entry played, if contestants played different numbers."""
    team_size: Annotated[int, Meta(ge=4, le=64)] | None = None
    """Players at the table at any one time, if more than four (teams of eight)."""


class RankingList(EventModel, frozen=True, kw_only=True):
    """One ranking list: a field, or one direction of it."""

    section: Text = ""
    """Name of the section."""
    direction: Literal["", "NS", "EW", "N", "S", "E", "W"] = ""
    """Lists of one section that differ in direction make a two-winner (or four-winner) movement."""
    entries: tuple[Entry, ...] = ()
    """The contestants, each with its place."""
    places: Annotated[str, Meta(max_length=100_000)] = ""
    """Instead of entries, without names: `1 2= 2= 4 5`."""
    size: Size | None = None
    """How many contestants were in the field, if not all are listed."""
    tables: Tables | None = None
    """Tables of the field, halves allowed, if they do not follow from the entries."""


class Session(EventModel, frozen=True, kw_only=True):
    """One session of a longer event."""

    name: Text = ""
    """What the session is called."""
    boards: Boards
    """Boards each contestant plays in this session."""
    lists: tuple[RankingList, ...] = ()
    """The rankings of this session."""
    stage: Literal["", "qualifying", "final", "plate", "consolation"] = ""
    """Which stage of the event it belongs to, if not an ordinary one."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""
    day: date | None = None
    """The day of this session, if not that of the event."""


class Division(EventModel, frozen=True, kw_only=True):
    """A division of a league; parallel divisions share a level."""

    level: Annotated[int, Meta(ge=1, le=60)]
    """1 for the top division, 2 for those below it, and so on."""
    name: Text = ""
    """What the division is called."""
    entries: tuple[Entry, ...] = ()
    """Its teams, each with its place and its matches."""
    size: Size | None = None
    """How many teams were in the division, if not all are listed."""


class Part(EventModel, frozen=True, kw_only=True):
    """A section of an event that is rated on its own: a section of differing status, a flight, a final."""

    name: Text
    """1, 2, 3 for sections; A, B for flights; A, B, C, open for finals; plate, consolation."""
    lists: tuple[RankingList, ...] = ()
    """The rankings of this part."""


class Round(EventModel, frozen=True, kw_only=True):
    """A round of a knock-out as it was played."""

    round: Annotated[int, Meta(ge=0, le=30)]
    """The round, counted from 1 as played; 0 for a preliminary round."""
    boards: Boards
    """Boards in each match."""
    contestants: Size
    """Contestants in this round, byes included."""
    byes: Count = 0
    """How many of them had a bye."""
    triangles: Count = 0
    """How many triangles were played."""
    earned_byes: Count = 0
    """Byes of undefeated teams late in a double elimination."""


class Organiser(EventModel, frozen=True, kw_only=True):
    """Who ran it. The level uses the scheme's words: club, county, area, region, state, national …"""

    level: Annotated[str, Meta(max_length=40)]
    """Its level, in the scheme's words."""
    name: Text = ""
    """Name of the organiser."""
    id: Annotated[str, Meta(max_length=40)] = ""
    """Number of the organiser."""


class Event(EventModel, frozen=True, kw_only=True, tag_field="form", dict=True, gc=True):
    """The fields that every event has. Values derived from them are cached on it (`core.event_fields`)."""

    masterpoint: Annotated[int, Meta(ge=1, le=1)] = VOCABULARY
    """The version of this vocabulary."""
    scheme: Annotated[str, Meta(max_length=20)]
    """The federation whose book judges it, by its code: `ebu`."""
    day: date
    """The day of play; the day of the last session, if there are several."""
    organiser: Organiser
    """Who ran it."""
    contest: Contest
    """Who competed: pairs, teams or single players."""
    name: Text = ""
    """What the event is called."""
    grade: Annotated[str, Meta(max_length=40)] = ""
    """How it is rated, in the scheme's words (a status, a grade, a class), if that does not follow from the rest."""
    colour: Annotated[str, Meta(max_length=20)] = ""
    """The colour it is licensed to give, if not the ordinary one."""
    championship: Literal["", "major", "minor"] = ""
    """Whether it is a championship, and which kind."""
    scoring: Scoring = "matchpoints"
    """How it was scored."""
    handicap: bool = False
    """The ranking rests on a handicap."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Facts that only this scheme asks for; each edition defines their types."""
