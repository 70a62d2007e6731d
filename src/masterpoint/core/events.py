"""The vocabulary of events, version 1: what was played and how it finished, in one form for every book.

The *form* says how it was played. Ranking lists hold the entries; matches are given in groups of equal length;
scheme-specific facts go in `[facts]`, which each edition types for itself. `masterpoint schema` prints all this
as JSON Schema, `masterpoint example FORM` shows it filled in.
"""

from __future__ import annotations

from masterpoint.core.event_forms import (
    ConsolationEvent,
    FinalEvent,
    FinalsEvent,
    FlightedEvent,
    KnockoutEvent,
    LadderEvent,
    LeagueEvent,
    MatchEvent,
    SectionsEvent,
    SessionEvent,
    SimultaneousEvent,
    StratifiedEvent,
    TournamentEvent,
)
from masterpoint.core.event_parts import (
    UNPLAYED,
    VOCABULARY,
    Boards,
    Contest,
    Count,
    Division,
    Entry,
    Event,
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
    "UNPLAYED",
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
