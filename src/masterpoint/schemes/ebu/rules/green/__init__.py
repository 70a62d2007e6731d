"""Chapter 6, Green Point awards: which clause answers an event of each form that gives them."""

from __future__ import annotations

from masterpoint.core.derivation import Result
from masterpoint.core.editions import Awarding
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    ConsolationEvent,
    FinalEvent,
    FinalsEvent,
    FlightedEvent,
    KnockoutEvent,
    LeagueEvent,
    MatchEvent,
    SessionEvent,
    TournamentEvent,
)
from masterpoint.schemes.ebu.rules.green import (
    county_heats,
    county_pairs,
    county_teams,
    inter_county,
    multiple_pairs,
    multiple_teams,
    swiss,
)
from masterpoint.schemes.ebu.rules.green.conditions import is_championship, require_allowed
from masterpoint.schemes.ebu.rules.handbook import problem

__all__ = [
    "consolation",
    "final",
    "finals",
    "flighted",
    "knockout",
    "league",
    "matches",
    "session",
    "tournament",
]


def session(event: SessionEvent, ordinary: Awarding) -> Result:
    """6.2.3, 6.3: a stage of a county's championship that pays no match awards."""
    if not is_championship(event):
        require_allowed(event, [session_problem(event)])
    if event.contest == "teams":
        return county_heats.qualifying(event, ordinary)
    if event.stage == "qualifying":
        require_allowed(event)
        return county_pairs.qualifying(event, ordinary)
    return county_pairs.played_through(event, ordinary)


def session_problem(event: SessionEvent) -> Problem:
    """6.4: the formats of one-day events."""
    return problem(
        "form",
        "session",
        "one-day Green Point events are Swiss events, multiple teams, or multiple pairs of two sessions",
        'tell multiple pairs as a tournament or as finals; a championship has `championship = "major"`',
        "6.4.5" if event.contest == "pairs" else "6.4.4",
    )


def final(event: FinalEvent, ordinary: Awarding) -> Result:
    """6.2.3(d), 6.3.1: a later stage of a county's championship."""
    if event.contest == "teams":
        return county_heats.qualifying(event, ordinary)
    if event.last:
        return county_pairs.final(event, ordinary)
    require_allowed(event, championship=True)
    return county_pairs.local_stage(event, ordinary)


def consolation(event: ConsolationEvent, ordinary: Awarding) -> Result:
    """6.3.1(h): spare awards of the pairs final may pass to a consolation; others give Local Points (6.1.3)."""
    require_allowed(event, championship=True)
    if event.contest == "pairs" and event.order == 2:
        return county_pairs.consolation(event, ordinary)
    return county_pairs.local_stage(event, ordinary)


def knockout(event: KnockoutEvent, ordinary: Awarding) -> Result:
    """6.2.2: the county's teams championship."""
    if not event.consolation:
        return county_teams.knockout(event)
    require_allowed(event, championship=True)
    return county_heats.local_stage(event, ordinary)


def matches(event: MatchEvent, ordinary: Awarding) -> Result:
    """6.2.3 for a qualifying stage of the teams championship, 6.4.1 and 6.4.2 for Swiss events."""
    if not is_championship(event):
        return swiss.award(event)
    if event.contest == "teams":
        return county_heats.qualifying(event, ordinary)
    require_allowed(event, county_pairs.concluding_problems(event))
    return county_pairs.local_stage(event, ordinary)


def league(event: LeagueEvent, ordinary: Awarding) -> Result:
    """6.5: inter-county teams leagues."""
    return inter_county.award(event, ordinary)


def flighted(event: FlightedEvent, ordinary: Awarding) -> Result:
    """6.4.3."""
    return swiss.flighted(event)


def finals(event: FinalsEvent, ordinary: Awarding) -> Result:
    """6.4.4 for teams; 6.4.6 and 6.4.7 for pairs."""
    return multiple_teams.award(event) if event.contest == "teams" else multiple_pairs.finals(event)


def tournament(event: TournamentEvent, ordinary: Awarding) -> Result:
    """6.4.5."""
    return multiple_pairs.played_through(event)
