"""E42 to E47, qualifying, final and plate: how a tournament's points are divided over its stages."""

from __future__ import annotations

from masterpoint.core.derivation import Remark, Step, fact
from masterpoint.core.events import Contest, TournamentEvent
from masterpoint.core.places import size_of
from masterpoint.schemes.nz.rules.classes import BESIDE_A_CONSOLATION, DIVISION, TournamentClass, scale_of
from masterpoint.schemes.nz.rules.club_sessions import several
from masterpoint.schemes.nz.rules.conditions import circulating, stages_of
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import A, clause
from masterpoint.schemes.nz.rules.interprovincial import trials_remarks
from masterpoint.schemes.nz.rules.match_play import is_told, match_remarks

METROPOLITAN_PAIRS = 20  # E17.5d.A.ii


def total_field(event: TournamentEvent, kind: TournamentClass, facts: Facts) -> Step:
    """E42.Q2b: the total field, whatever the size of final and plate."""
    consolation = "consolation" in stages_of(event)
    placed = sum(size_of(ranking) for ranking in (*event.overall, *(() if consolation else event.plate)))
    first = [
        sum(size_of(ranking) for ranking in session.lists)
        for session in event.sessions
        if session.stage == "qualifying"
    ]
    size = max([placed, *first, facts.total_field or 0])
    if not (event.plate or first or facts.total_field):
        unit = "teams" if event.contest == "teams" else "pairs"
        if event.contest == "individual":
            return fact(size, clause("E37.1d"), "players; an individual uses the scale for pairs")
        return fact(size, clause("E37.1b"), f"{unit} in the field")
    number, reading = division_clause(event.contest, kind, "final", consolation, facts)
    return fact(size, clause(number), "contestants in the total field", reading=reading)


def division_clause(
    contest: Contest, kind: TournamentClass, stage: str, consolation: bool, facts: Facts
) -> tuple[str, str]:
    """Where the manual says how a stage is paid; it does so for 15A and 10A, the rest by reading N-50."""
    if consolation and stage in BESIDE_A_CONSOLATION:
        return BESIDE_A_CONSOLATION[stage], ""
    found = DIVISION.get((kind.name, scale_of(contest), stage))
    if found:
        return found, "N-21" if stage == "plate" else "N-22" if stage == "qualifying" else ""
    if facts.metropolitan:
        return "E16.5d.vi-viii", "N-50"
    return "E44.Q" if contest == "teams" else "E42.Q2b", "N-50"


def stage_remarks(event: TournamentEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """How the points are divided over the stages, and what the sessions mean."""
    remarks = [] if event.contest == "teams" else _sessions_said(event, kind)
    message = {
        "qualifying": "qualifying stage: session awards for the total field, section by section",
        "final": "final stage: session awards for the final, overall placings for the total field",
        "plate": "plate: session awards for the plate, overall placings go on after the last finalist",
        "consolation": "consolation with new entries: a 3A event of its own size",
    }
    consolation = "consolation" in stages_of(event)
    for stage in [stage for stage in message if stage in stages_of(event) | ({"plate"} if event.plate else set())]:
        if stage == "plate" and consolation:
            continue
        number, reading = division_clause(event.contest, kind, stage, consolation, facts)
        remarks.append(Remark(clause(number), message[stage] + (f" (reading {reading})" if reading else "")))
    if any(is_told(session.lists) for session in event.sessions):
        remarks += match_remarks(kind.match_factor)
    told = circulating(event)
    if 0 < told < event.boards:
        missing = f"the sessions told have {told} of the event's {event.boards} deals: tell the others too"
        remarks.append(Remark(clause(kind.minimum_clause), missing))
    return [*remarks, *metropolitan_remarks(event, kind, facts), *trials_remarks(facts)]


def _sessions_said(event: TournamentEvent, kind: TournamentClass) -> list[Remark]:
    remarks = [Remark(clause("E3.D2"), "C Points are the Basic Table times the factor of the event")]
    if kind.session_point and kind.colour == A:
        remarks.append(Remark(clause("E19.3a"), "session winners have one A Point besides their C Points"))
    if any(several(session.lists, event.contest) for session in event.sessions):
        remarks.append(Remark(clause("E19.3f"), "each section is a separate competition"))
    return remarks


def metropolitan_remarks(event: TournamentEvent, kind: TournamentClass, facts: Facts) -> list[Remark]:
    """E16, E17: what a metropolitan event may do, and how many pairs one for A Points needs."""
    if not facts.metropolitan:
        return []
    remarks = [
        Remark(
            clause("E17.5d.ix"), "points for each session and for the whole event; the aggregate of a day earns none"
        ),
        Remark(clause("E5.D31c"), "a metropolitan event need not be played on consecutive days"),
    ]
    completing = sum(size_of(ranking) for ranking in (*event.overall, *event.plate))
    if kind.colour == A and event.contest == "pairs" and 0 < completing < METROPOLITAN_PAIRS:
        message = f"only {completing} pairs completed it: below {METROPOLITAN_PAIRS} two years running it becomes an 8B"
        remarks.append(Remark(clause("E17.5d.A.ii"), message))
    return remarks
