"""Chapter 6, Green Point awards: which clause pays an event of each form that gives them."""

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
from masterpoint.schemes.ebu.book import Book
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

__all__ = [
    "award_flights",
    "consolation",
    "final",
    "finals",
    "knockout",
    "league",
    "matches",
    "session",
    "tournament",
]


def session(book: Book, event: SessionEvent, ordinary: Awarding) -> Result:
    """6.2.3, 6.3: a stage of a county's championship that pays no match awards."""
    if not is_championship(event):
        require_allowed(book, event, [session_problem(book, event)])
    if event.contest == "teams":
        return county_heats.qualifying(book, event, ordinary)
    if event.stage == "qualifying":
        require_allowed(book, event)
        return county_pairs.qualifying(book, event, ordinary)
    return county_pairs.played_through(book, event, ordinary)


def session_problem(book: Book, event: SessionEvent) -> Problem:
    """6.4: the formats of one-day events."""
    return book.problem(
        "form",
        "session",
        "one-day Green Point events are Swiss events, multiple teams, or multiple pairs of two sessions",
        'give multiple pairs as a tournament or as finals; a championship has `championship = "major"`',
        "6.4.5" if event.contest == "pairs" else "6.4.4",
    )


def final(book: Book, event: FinalEvent, ordinary: Awarding) -> Result:
    """6.2.3(d), 6.3.1: a later stage of a county's championship."""
    if event.contest == "teams":
        return county_heats.qualifying(book, event, ordinary)
    if event.last:
        return county_pairs.final(book, event, ordinary)
    require_allowed(book, event, championship=True)
    return county_pairs.local_stage(book, event, ordinary)


def consolation(book: Book, event: ConsolationEvent, ordinary: Awarding) -> Result:
    """6.3.1(h): spare awards of the pairs final may pass to a consolation; others give Local Points (6.1.3)."""
    require_allowed(book, event, championship=True)
    if event.contest == "pairs" and event.order == 2:
        return county_pairs.consolation(book, event, ordinary)
    return county_pairs.local_stage(book, event, ordinary)


def knockout(book: Book, event: KnockoutEvent, ordinary: Awarding) -> Result:
    """6.2.2: the county's teams championship."""
    if not event.consolation:
        return county_teams.knockout(book, event)
    require_allowed(book, event, championship=True)
    return county_heats.local_stage(book, event, ordinary)


def matches(book: Book, event: MatchEvent, ordinary: Awarding) -> Result:
    """6.2.3 for a qualifying stage of the teams championship, 6.4.1 and 6.4.2 for Swiss events."""
    if not is_championship(event):
        return swiss.award(book, event)
    if event.contest == "teams":
        return county_heats.qualifying(book, event, ordinary)
    require_allowed(book, event, county_pairs.concluding_problems(book, event))
    return county_pairs.local_stage(book, event, ordinary)


def league(book: Book, event: LeagueEvent, ordinary: Awarding) -> Result:
    """6.5: inter-county teams leagues."""
    return inter_county.award(book, event, ordinary)


def award_flights(book: Book, event: FlightedEvent, ordinary: Awarding) -> Result:
    """6.4.3."""
    return swiss.award_flights(book, event)


def finals(book: Book, event: FinalsEvent, ordinary: Awarding) -> Result:
    """6.4.4 for teams; 6.4.6 and 6.4.7 for pairs."""
    return multiple_teams.award(book, event) if event.contest == "teams" else multiple_pairs.finals(book, event)


def tournament(book: Book, event: TournamentEvent, ordinary: Awarding) -> Result:
    """6.4.5."""
    return multiple_pairs.played_through(book, event)
