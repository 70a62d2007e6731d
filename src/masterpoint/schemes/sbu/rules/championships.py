"""Pages 14 and 15, Annual Major and Minor Championships: what suits them, and what they change."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.derivation import Remark, Step, derive, fact
from masterpoint.core.errors import Problem
from masterpoint.core.events import (
    AnyEvent,
    ConsolationEvent,
    Contest,
    FinalEvent,
    LadderEvent,
    MatchEvent,
    TournamentEvent,
)
from masterpoint.core.mechanisms import product
from masterpoint.core.rounding import nearest_whole
from masterpoint.schemes.sbu.rules.facts import Facts
from masterpoint.schemes.sbu.rules.handbook import FULL_HANDBOOK, clause, problem

MAJOR_FACTOR = Fraction(3, 2)  # 14.2
MINOR_SHARE = Fraction(3, 4)  # 15.4
AGGREGATED, RESTRICTED_FINAL, SWISS = "aggregated", "aggregated with restricted final", "swiss"
MULTIPLE, CARRY_FORWARD, SINGLE_SESSION = "multiple teams", "carry forward", "single session"
LISTS = {"pairs": "14.4", "individual": "14.5", "teams": "14.6"}
SUITABLE: dict[Contest, dict[str, int]] = {  # 14.4 to 14.6: the format, and the events or rounds it needs
    "pairs": {AGGREGATED: 2, RESTRICTED_FINAL: 4, "qualifying and final": 0, "all play through": 0, SWISS: 0},
    "individual": {AGGREGATED: 2, RESTRICTED_FINAL: 3, "qualifying and final": 0, "all play through": 0},
    "teams": {
        AGGREGATED: 3,
        "single elimination": 0,
        "qualifying and final": 0,
        "all play through": 0,
        MULTIPLE: 0,
        CARRY_FORWARD: 0,
        "perfect teams": 0,
        SWISS: 0,
    },
}


def format_of(event: AnyEvent, facts: Facts) -> str:
    """The format of an event in the words of the lists on page 14."""
    if isinstance(event, LadderEvent):
        return RESTRICTED_FINAL if event.final else AGGREGATED
    if isinstance(event, FinalEvent | ConsolationEvent) and not getattr(event, "carry_forward", False):
        return RESTRICTED_FINAL
    if isinstance(event, TournamentEvent) and facts.aggregate:
        return AGGREGATED
    if isinstance(event, MatchEvent) and event.style == "swiss":
        return SWISS
    if facts.carry_forward or getattr(event, "carry_forward", False):
        return CARRY_FORWARD
    return MULTIPLE if event.contest == "teams" else SINGLE_SESSION


def championship_problems(event: AnyEvent, facts: Facts) -> Iterator[Problem]:
    """14.3 to 14.7, 15.1: what keeps this event from being the championship it says it is."""
    if not event.championship:
        return
    played = format_of(event, facts)
    if played not in SUITABLE[event.contest]:
        message = f"the guide does not list a {played} among the {event.contest} championships"
        fix = f"leave `championship` out, or play one of: {', '.join(SUITABLE[event.contest])}"
        yield problem("championship", event.championship, message, fix, LISTS[event.contest])
    if facts.includes:
        message = "the events of a championship must belong to it alone"
        fix = "leave `championship` out, or count other events"
        yield problem("facts.includes", ", ".join(facts.includes), message, fix, "14.7")
    if played == SWISS and event.championship == "major" and not facts.permission:
        fix = "ask Member Services beforehand, then set facts.permission"
        yield problem(
            "facts.permission", "false", "a major championship may be a Swiss only by permission", fix, "14.3"
        )
    if played == SWISS and event.championship == "minor":
        message = "the guide does not say what a minor championship run as a Swiss earns"
        yield problem("championship", "minor", message, f"leave `championship` out, or {FULL_HANDBOOK}", "15.4")


def raised_scale(top: Step, championship: str) -> Step:
    """14.2, 15.3: a championship played on a basic scale of under 36 boards."""
    if championship == "major":
        return major(top, "14.2")
    if championship == "minor":
        same = fact(1, clause("15.3"), "minor championship of fewer than 36 boards: the basic scale")
        return derive(product, top, same, clause=clause("15.3"), message="top award")
    return top


def raised_bonus(top: Step, championship: str, *, major_clause: str = "14.2", minor_clause: str = "15.4") -> Step:
    """14.8, 15.4, 15.5: the bonus or final of a championship; under 36 boards do not occur over several events."""
    if championship == "major":
        return major(top, major_clause)
    if championship == "minor":
        share = fact(MINOR_SHARE, clause("15.4"), "minor championship of 36 boards or more: 75% of a major")
        as_major = major(top, major_clause)
        return derive(product, as_major, share, clause=clause(minor_clause), message="75% of the award of a major")
    return top


def major(top: Step, number: str) -> Step:
    factor = fact(MAJOR_FACTOR, clause("14.2"), "major championship: 1.5 times")
    return derive(product, top, factor, clause=clause(number), message="top award of a major championship")


def whole_top(top: Step, number: str, reading: str) -> Step:
    """S-14, S-15: a top award that comes out with a fraction goes to the nearest whole number, halves up."""
    if isinstance(top.value, int):
        return top
    return derive(nearest_whole, top, clause=clause(number), message="top award, to the nearest whole", reading=reading)


def championship_remarks(event: AnyEvent, facts: Facts) -> list[Remark]:
    """What a championship does not change, and what it rests on."""
    if not event.championship:
        return []
    remarks = []
    if format_of(event, facts) == AGGREGATED:
        message = "the factor touches this bonus only; the single events earn the basic scales"
        remarks.append(Remark(clause("14.10"), message))
    if format_of(event, facts) == SWISS:
        remarks.append(Remark(clause("21.1"), "no further factor: the Swiss scale of a major is raised already"))
        remarks.append(Remark(clause("21.2"), "permission of Member Services was given in advance"))
    number = "14.1" if event.championship == "major" else "15.1"
    message = f"one {event.contest} competition a year may be the {event.championship} championship"
    return [*remarks, Remark(clause(number), message)]
