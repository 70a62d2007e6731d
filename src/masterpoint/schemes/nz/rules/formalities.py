"""E8, E10, E24 and E35 to E36: what goes with the results of an event, when, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent, ConsolationEvent, TournamentEvent
from masterpoint.core.exact import shown
from masterpoint.core.parsing import facts_from
from masterpoint.core.places import size_of
from masterpoint.core.traversal import ranking_lists
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import clause
from masterpoint.schemes.nz.rules.records import CLUB_FEE, TOURNAMENT_FEE, a_month_after, end_of_month

SEATS = {"pairs": 2, "teams": 4, "individual": 1}


def formalities(event: AnyEvent) -> Sequence[Remark]:
    """Sheets, deadline and session fee of an event."""
    facts: Facts = facts_from(event, Facts)
    tournament = bool(event.grade or facts.interprovincial) or isinstance(event, ConsolationEvent)
    remarks = [Remark(clause("E35.3a"), "names and computer numbers of all players stand on every sheet")]
    remarks += _tournament(event) if tournament else _club(event)
    return [*remarks, _fee(event, tournament)]


def _tournament(event: AnyEvent) -> list[Remark]:
    due = a_month_after(event.day)
    sheet = "teams-result" if event.contest == "teams" else "tournament-input"
    return [
        Remark(clause("E10.11"), f"A and B sheets reach NZ Bridge within one calendar month: by {due}"),
        Remark(clause("E36.5e"), "nothing is processed before overall and session results have all arrived"),
        Remark(clause("E8.7d"), f"10% off the session fee for complete results by {due}"),
        Remark(clause("E36.5b"), f"input sheet: {sheet}, with the awards of the tables"),
        Remark(clause("E36.5d"), "overall result with every player's home club; copies to regions and clubs"),
    ]


def _club(event: AnyEvent) -> list[Remark]:
    sheet = "teams-result" if event.contest == "teams" else "session-result"
    return [
        Remark(clause("E10.10"), f"result sheet: {sheet}"),
        Remark(clause("E10.11"), f"sessions are sent at least monthly: by {end_of_month(event.day)}"),
    ]


def _fee(event: AnyEvent, tournament: bool) -> Remark:
    rate = TOURNAMENT_FEE if tournament else CLUB_FEE
    played = players_in_sessions(event)
    message = f"{played} players in sessions at ${shown(rate)}: ${shown(rate * played)}"
    if tournament:
        message += ", and $1 for each A Point"
    return Remark(clause("E8.7b" if tournament else "E8.7a"), message)


def players_in_sessions(event: AnyEvent) -> int:
    """Competing players, counted once for each session."""
    seats = SEATS[event.contest]
    if isinstance(event, TournamentEvent):
        return sum(seats * size_of(ranking) for session in event.sessions for ranking in session.lists)
    sessions = getattr(event, "sessions", 1)
    return sum(seats * size_of(ranking) for _, ranking in ranking_lists(event)) * sessions
