"""The forms of an event: how it was played. `masterpoint example FORM` shows each filled in."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.event_parts import (
    Boards,
    Contest,
    Count,
    Division,
    Entry,
    Event,
    Part,
    RankingList,
    Round,
    Session,
    Size,
    Tables,
)


class SessionEvent(Event, frozen=True, kw_only=True, tag="session"):
    """A single session, or several played by the same field: one ranking per list."""

    boards: Boards
    """Boards scheduled for each contestant, over all sessions."""
    lists: tuple[RankingList, ...]
    """The rankings: one for a field, or one for each direction."""
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    """Sessions it was played in."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""
    stage: Literal["", "qualifying"] = ""
    """Whether it is a qualifying stage."""


class FinalEvent(Event, frozen=True, kw_only=True, tag="final"):
    """The final, or a later stage, of an event for which contestants had to qualify."""

    boards: Boards
    """Boards each contestant plays."""
    lists: tuple[RankingList, ...]
    """The rankings: one for a field, or one for each direction."""
    original_tables: Tables
    """Tables (teams: teams) in the first stage."""
    stages_before: Annotated[int, Meta(ge=1, le=20)] = 1
    """Stages before this one."""
    last: bool = True
    """False for a later qualifying stage."""
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    """Sessions it was played in."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""
    carry_forward: bool = False
    """Scores are carried forward from the stage before."""


class ConsolationEvent(Event, frozen=True, kw_only=True, tag="consolation"):
    """A second or third final for contestants who did not reach the premier one."""

    boards: Boards
    """Boards each contestant plays."""
    lists: tuple[RankingList, ...]
    """The rankings: one for a field, or one for each direction."""
    original_tables: Tables
    """Tables (teams: teams) in the first stage."""
    premier_tables: Tables
    """Tables in the final ranked just above this one."""
    above_tables: Tables | None = None
    """Tables in all finals above this one, for a third final."""
    order: Annotated[int, Meta(ge=2, le=10)] = 2
    """2 for the consolation, 3 for a third final."""
    stages_before: Annotated[int, Meta(ge=1, le=20)] = 1
    """Stages before this one."""
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    """Sessions it was played in."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""


class MatchEvent(Event, frozen=True, kw_only=True, tag="matches"):
    """An award for each match won and a ranking: Swiss, round robin, multiple teams."""

    boards: Boards
    """Boards each contestant plays over the event."""
    lists: tuple[RankingList, ...]
    """The rankings: one for a field, or one for each direction."""
    original_tables: Tables | None = None
    """Tables of the first stage, if contestants qualified for this one."""
    premier_tables: Tables | None = None
    """Tables of the premier final, if this is a consolation."""
    last: bool = True
    """False for a qualifying stage."""
    sessions: Annotated[int, Meta(ge=1, le=100)] = 1
    """Sessions it was played in."""
    matches_planned: Count | None = None
    """Matches planned for each contestant, if not all were played."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""
    style: Literal["swiss", "round-robin", "multiple", "other"] = "swiss"
    """How the matches were arranged."""


class KnockoutEvent(Event, frozen=True, kw_only=True, tag="knockout"):
    """A knock-out: rounds as played, and what each contestant did in them."""

    rounds: tuple[Round, ...]
    """Each round as it was played."""
    entries: tuple[Entry, ...]
    """The contestants, each with what it did in every round."""
    elimination: Literal["single", "double"] = "single"
    """Whether contestants leave after one match lost or after two."""
    original_entry: Size | None = None
    """Contestants in the first stage, if they qualified for the knock-out in another way."""
    main_entry: Count = 0
    """Contestants in the main knock-out stage, if this is its consolation."""
    consolation: bool = False
    """This is the consolation of a knock-out."""


class LeagueEvent(Event, frozen=True, kw_only=True, tag="league"):
    """A league of one or more divisions."""

    divisions: tuple[Division, ...]
    """The divisions, the top one first."""
    boards: Boards
    """Boards each team plays over the season."""


class SectionsEvent(Event, frozen=True, kw_only=True, tag="sections"):
    """One event in sections of differing status; section 1 is the highest."""

    boards: Boards
    """Boards each contestant plays."""
    parts: tuple[Part, ...]
    """The sections, each with its rankings."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""


class LadderEvent(Event, frozen=True, kw_only=True, tag="ladder"):
    """A series of separate games with a bonus on the overall ranking (ladder, aggregate, walk-in, eclectic)."""

    lists: tuple[RankingList, ...]
    """The overall ranking."""
    games: Annotated[int, Meta(ge=1, le=1_000)]
    """Games available for play."""
    counted: Annotated[int, Meta(ge=1, le=1_000)]
    """Results counted in the ranking, or needed to qualify for it."""
    average_tables: Tables | None = None
    """Full tables on average in each game."""
    unit: Contest | None = None
    """What is ranked, if not the contest itself (a pairs series may rank individuals)."""
    final: bool = False
    """The ladder decided who entered a final; the lists are the final's."""
    final_boards: Boards | None = None
    """Boards of that final."""


class StratifiedEvent(Event, frozen=True, kw_only=True, tag="stratified"):
    """One field, ranked again within categories; entries carry their category."""

    boards: Boards
    """Boards each contestant plays."""
    lists: tuple[RankingList, ...]
    """The rankings: one for a field, or one for each direction."""
    match_won: bool = False
    """Each match won earns an award; the categories then share the ranking bonus."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""


class SimultaneousEvent(Event, frozen=True, kw_only=True, tag="simultaneous"):
    """The overall ranking of a simultaneous event played in many clubs."""

    boards: Boards
    """Boards each contestant plays."""
    lists: tuple[RankingList, ...]
    """The overall ranking of all heats."""
    heats: Annotated[int, Meta(ge=1, le=10_000)] = 1
    """Heats that took part."""
    movement_boards: Boards | None = None
    """Boards in play in the movement, if more than each contestant plays."""


class TournamentEvent(Event, frozen=True, kw_only=True, tag="tournament"):
    """Several sessions, each with its own ranking, and an overall one."""

    boards: Boards
    """Boards each contestant plays over the event."""
    sessions: tuple[Session, ...]
    """Each session with its rankings."""
    overall: tuple[RankingList, ...]
    """The overall ranking."""
    plate: tuple[RankingList, ...] = ()
    """Overall ranking of the plate or consolation, if the field was split for the last stage."""
    carry_forward: bool = False
    """Scores are carried forward from session to session."""


class FlightedEvent(Event, frozen=True, kw_only=True, tag="flighted"):
    """A Swiss in flights; flight A is the stronger."""

    boards: Boards
    """Boards each contestant plays."""
    parts: tuple[Part, ...]
    """The flights, each with its rankings."""


class FinalsEvent(Event, frozen=True, kw_only=True, tag="finals"):
    """A qualifying round followed by finals A, B, C … and an open event, over one field."""

    boards: Boards
    """Boards each contestant plays over the event."""
    qualifying: tuple[RankingList, ...]
    """The rankings of the qualifying round."""
    parts: tuple[Part, ...]
    """The finals A, B, C … and the open event, each with its rankings."""
    carry_forward: bool = False
    """Scores are carried forward from the qualifying round."""
