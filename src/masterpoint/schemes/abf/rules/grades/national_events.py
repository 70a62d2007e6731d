"""Chapter 7, Gold point tournaments other than congresses (pages 33 to 37): the listed events and their own rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

import msgspec

from masterpoint.core.derivation import Clause, Step, fact
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent
from masterpoint.core.exact import Exact
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.handbook import BOOK, clause, problem

GRADE = {"7.2.1": "A2", "7.2.2": "A2", "7.3.1": "A", "7.3.2": "A", "7.3.3": "A", "7.4": "A2"}
CATEGORIES = {"women", "men", "mixed", "youth", "juniors", "seniors", "veterans"}
GNOT = "Grand National Open Teams"
RULES = {  # events with a clause of their own in 7.5
    "australian teams selection": "play-off",
    "national open teams": "national open teams",
    "australian butler pairs, final": "butler final",
    "interstate teams": "interstate teams",
    "interstate pairs": "interstate pairs",
}
Rule = Literal["", "play-off", "national open teams", "butler final", "interstate teams", "interstate pairs", "gnot"]
AMPLIFIED: dict[str, tuple[Exact, str]] = {  # 7.5.3, 7.5.5, 7.5.6, 7.5.8
    "play-off": (3, "7.5.3c"),
    "interstate teams": (3, "7.5.5"),
    "national open teams": (3, "7.5.8"),
    "interstate pairs": (Fraction(3, 2), "7.5.6"),
}
ALL_PAID = {"play-off": "7.5.3c", "interstate teams": "7.5.5", "national open teams": "7.5.8", "gnot": "7.5.7e"}
FEW_TEAMS = 4  # 7.5.3
FEW_TABLES = 8  # 7.5.7
STATE_FINALS = ("regional final", "state final")
STATE_FINAL_SESSIONS, STATE_FINAL_TEAMS = 3, 10  # 7.5.7
LONG_SEGMENT = 12  # 7.5.3


class Listed(msgspec.Struct, frozen=True):
    """A line of 7.2 to 7.4."""

    clause: str
    event: str
    category: str
    venue: str


@cache
def listed_events() -> tuple[Listed, ...]:
    """7.2 to 7.4, as printed."""
    return tuple(Listed(**row) for row in BOOK.tables["gold_events"].rows())


def _plain(name: str) -> str:
    return " ".join(name.replace("’", "'").lower().split())


def listed(name: str) -> Listed | None:
    """The listed event of this name, whatever the capitals and apostrophes."""
    return next((one for one in listed_events() if _plain(one.event) == _plain(name)), None)


def rule_of(facts: Facts) -> Rule:
    """Which clause of 7.5 an event has to itself; a State play-off follows the national ones (6.2.2)."""
    if facts.gnot_stage or _plain(facts.national_event).startswith(_plain(GNOT)):
        return "gnot"
    if facts.state_event == "play-off":
        return "play-off"
    return RULES.get(_plain(facts.national_event), "")  # type: ignore[return-value]


def grade_of(event: AnyEvent, facts: Facts) -> tuple[str, str, str] | None:
    """7.2 to 7.5: the grade of a listed event."""
    if facts.gnot_stage:
        if facts.gnot_stage.startswith("national"):
            return "A", "7.5.7b", f"GNOT, {facts.gnot_stage}"
        return "A2", "7.5.7a", f"GNOT qualifying, {facts.gnot_stage}"
    if not facts.national_event:
        return None
    if _plain(facts.national_event) == "interstate pairs":
        return "A", "7.5.6", "Interstate Pairs Championship"
    found = listed(facts.national_event)
    if found is None:
        raise Refused(
            problem(
                "facts.national_event",
                facts.national_event,
                "not among the listed national events",
                "write the name as 7.2 to 7.4 print it, or leave it out and give the grade",
                "7.2.2",
            )
        )
    if found.clause == "7.4" and facts.walk_in:
        return "B4", "5.3.3b", f"walk-in of {found.event}"
    if found.clause == "7.4" and event.championship == "minor":
        return "B3", "5.3.3a", f"minor event of {found.event}"
    return GRADE[found.clause], found.clause, f"listed: {found.event}"


def is_congress(facts: Facts) -> bool:
    """7.4: one of the gold point congresses."""
    found = listed(facts.national_event) if facts.national_event else None
    return found is not None and found.clause == "7.4"


def is_first_stage(facts: Facts) -> bool:
    """7.5.4: stage I of the Australian Butler Pairs, whose outright award is that of both stages together."""
    return _plain(facts.national_event) == "australian butler pairs, stage i"


def contest_named(facts: Facts) -> str:
    """The contest the name of a listed event tells, where it names one: Teams, or Pairs."""
    if facts.gnot_stage:
        return "teams"
    name = facts.state_event if facts.state_event else "" if is_congress(facts) else _plain(facts.national_event)
    named = [word for word in ("teams", "pairs") if word in name]
    return named[0] if len(named) == 1 else ""


def category_of(facts: Facts) -> str:
    """Open, or restricted by age or gender: as told, or as the list prints it where it names one category."""
    if facts.category != "open" or not facts.national_event:
        return facts.category
    found = listed(facts.national_event)
    word = _plain(found.category).split(",")[0] if found else ""
    return word if word in CATEGORIES else "open"


def limited_by_points(facts: Facts) -> str:
    """The masterpoint limit a listed event prints (Under Life, Under 150 mps …), if it has one."""
    found = listed(facts.national_event) if facts.national_event else None
    category = found.category if found else ""
    return category if category.startswith("Under") or "Restricted" in category else ""


def finals_premium(rule: Rule, facts: Facts, teams_left: int, *, sessions: int = 1) -> Step | None:
    """7.5: whether a stage is one that pays half as much again; `teams_left` is the field of that stage."""
    half_more = Fraction(3, 2)
    if rule == "play-off" and teams_left <= FEW_TEAMS:
        return fact(half_more, clause("7.5.3a"), f"{teams_left} teams: 0.12 a board at grade A, not 0.08")
    if rule == "national open teams":
        return fact(half_more, clause("7.5.8"), "National Open Teams: the 50% premium applies throughout")
    if rule == "butler final":
        return fact(half_more, clause("7.5.4"), "stage 2 of the Butler: 0.12 a board")
    if rule == "gnot":
        return _gnot_premium(facts, teams_left, sessions)
    return None


def _gnot_premium(facts: Facts, teams_left: int, sessions: int) -> Step | None:
    if facts.gnot_stage in STATE_FINALS:
        enough = sessions >= STATE_FINAL_SESSIONS and teams_left >= STATE_FINAL_TEAMS and facts.via_heats
        words = f"{facts.gnot_stage} of {sessions} sessions and {teams_left} teams through heats: 0.06 a board"
        return fact(Fraction(3, 2), clause("7.5.7a"), words) if enough else None
    if gnot_national(facts) and teams_left <= FEW_TABLES:
        return fact(Fraction(3, 2), clause("7.5.7b"), f"{teams_left} tables left: the finals, 0.12 a board")
    return None


def amplification(rule: Rule, category: str) -> Step | None:
    """7.5: the factor on the tables of a field that was cut down by selection."""
    if rule not in AMPLIFIED or (rule == "play-off" and category == "mixed"):
        return None
    factor, number = AMPLIFIED[rule]
    return fact(factor, clause(number), "table amplification factor, for the outright award only")


def gnot_national(facts: Facts) -> bool:
    """7.5.7: the national preliminary and final, as opposed to the qualifying rounds in the States."""
    return facts.gnot_stage.startswith("national") or _plain(facts.national_event).endswith("(final stage)")


def all_paid(rule: Rule, category: str, facts: Facts) -> Clause | None:
    """7.5: the clause that gives the outright award to everybody, where one does."""
    if rule not in ALL_PAID or (rule == "play-off" and category == "mixed"):
        return None
    if rule == "gnot" and not gnot_national(facts):
        return None
    return clause(ALL_PAID[rule])


def segments(boards: int, margins: tuple[int, ...]) -> list[tuple[int, int]]:
    """7.5.3: (boards, margin) of each segment, short ones joined until they have at least 12 boards."""
    together = -(-LONG_SEGMENT // boards)
    groups = [margins[start : start + together] for start in range(0, len(margins), together)]
    if len(groups) > 1 and len(groups[-1]) < together:
        groups[-2:] = [groups[-2] + groups[-1]]
    return [(boards * len(group), sum(group)) for group in groups]
