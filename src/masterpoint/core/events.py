"""The vocabulary of events, version 1: what was played and how it finished, said one way for every book.

The *form* says how it was played. Entries stand in ranking lists; matches are given in groups of equal length;
scheme-specific facts go in `[facts]`, which each edition types for itself. `masterpoint schema` prints all this
as JSON Schema, `masterpoint example FORM` shows it filled in.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from masterpoint.core.event_parts import (
    Boards,
    Contest,
    Count,
    Division,
    Entry,
    EventModel,
    Matches,
    Organiser,
    Part,
    PlaceWritten,
    Player,
    RankingList,
    Round,
    RoundResult,
    Scoring,
    Session,
    Size,
    Tables,
    Text,
)

__all__ = [
    "FORMS",
    "VOCABULARY",
    "AnyEvent",
    "Boards",
    "ConsolationEvent",
    "Contest",
    "Count",
    "Division",
    "Entry",
    "Event",
    "EventModel",
    "FinalEvent",
    "FinalsEvent",
    "FlightedEvent",
    "KnockoutEvent",
    "LadderEvent",
    "LeagueEvent",
    "MatchEvent",
    "Matches",
    "Organiser",
    "Part",
    "PlaceWritten",
    "Player",
    "RankingList",
    "Round",
    "RoundResult",
    "Scoring",
    "SectionsEvent",
    "Session",
    "SessionEvent",
    "SimultaneousEvent",
    "Size",
    "StratifiedEvent",
    "Tables",
    "Text",
    "TournamentEvent",
    "form_of",
]

VOCABULARY = 1


class Event(EventModel, frozen=True, kw_only=True, tag_field="form", dict=True, gc=True):
    """What every event gives. Beside its fields it keeps what follows from them (`core.given`)."""

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
