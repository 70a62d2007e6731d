"""The parts of an event: players, entries, matches, rounds, ranking lists, sessions, divisions, and who ran it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

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
    """won-both, won-one, lost-both belong to a triangle; walkover was not played; won-conceded: they gave up behind."""


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
