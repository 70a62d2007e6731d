"""E48, Interprovincial Teams Trials and Championships: three places, by class."""

from __future__ import annotations

from collections.abc import Iterator

from masterpoint.core.derivation import Remark, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.schemes.nz.rules.classes import MATCH_FACTOR, TournamentClass
from masterpoint.schemes.nz.rules.facts import Facts
from masterpoint.schemes.nz.rules.handbook import A, B, clause, problem

TRIALS = {  # 1st, 2nd, 3rd and the colour
    **dict.fromkeys(("open", "women", "senior"), ((5, 3, 1), A)),
    "youth": ((3, 2, 1), A),
    "intermediate": ((5, 3, 1), B),
}
TRIALS_DEALS = {"open": 72, "women": 72, "senior": 72, "youth": 60, "intermediate": 48}  # E48.T3
CHAMPIONSHIPS = {
    "open": (15, 8, 4),
    "women": (10, 5, 3),
    "senior": (10, 5, 3),
    "youth": (5, 3, 1),
    "intermediate": (5, 3, 1),
}


def interprovincial_class(facts: Facts) -> TournamentClass:
    """What an interprovincial event pays."""
    division = facts.division
    if facts.interprovincial == "trials":
        podium, colour = TRIALS[division]
        sessions = fact(
            1 if division == "intermediate" else 2,
            clause("E48.T4b"),
            f"factor for a session of {division} trials",
            reading="N-25",
        )
        matches = fact(1, clause("E48.T4a"), "factor for a match of the trials", reading="N-25")
        least, number = TRIALS_DEALS[division], "E48.T5"
    else:
        podium, colour = CHAMPIONSHIPS[division], A
        sessions = fact(1, clause("E48.C"), "no session awards are printed for the championships")
        factor = MATCH_FACTOR[f"{podium[0]}A"]
        matches = fact(factor, clause("E20.4c"), f"factor for a match of a {podium[0]}A event", reading="N-44")
        least, number = 1, "E48.C"
    return TournamentClass(
        f"{division} {facts.interprovincial}",
        colour,
        least,
        "E48.T3",
        sessions,
        "E48.T4b",
        matches,
        session_point=False,
        limit="intermediate" if division == "intermediate" else "",
        podium=podium,
        podium_clause=number,
    )


def interprovincial_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """What an interprovincial event must tell."""
    number = "E48.T5" if facts.interprovincial == "trials" else "E48.C"
    if not facts.division:
        fix = f"write one of: {', '.join(CHAMPIONSHIPS)}"
        yield problem("facts.division", "", "the class of an interprovincial event is missing", fix, number)
    if event.grade:
        fix = "leave the grade out: the class follows from facts.division"
        yield problem("grade", event.grade, "an interprovincial event has awards of its own", fix, number)
    if facts.interprovincial == "championship" and event.contest != "teams":
        yield problem("contest", event.contest, "the championships are for teams", "give contest teams", "E48.C")
    if facts.interprovincial == "championship" and event.organiser.level.lower() != "national":
        fix = "give the national body as organiser"
        yield problem("organiser.level", event.organiser.level, "the championships are a national event", fix, "E48.C")


def closed_trials(facts: Facts) -> bool:
    """E48.T2: trials that were not open to all members of the region earn nothing at all."""
    return facts.interprovincial == "trials" and not facts.open_to_region


def trials_remarks(facts: Facts) -> list[Remark]:
    if facts.interprovincial != "trials":
        return []
    least = TRIALS_DEALS[facts.division]
    return [Remark(clause("E48.T3"), f"{facts.division} trials: at least {least} deals")]
