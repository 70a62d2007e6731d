"""Chapter 2, Grades of club tournaments (pages 11 to 13): which grade a club's event has, and how long it may be."""

from __future__ import annotations

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Refused
from masterpoint.core.events import AnyEvent
from masterpoint.schemes.abf.rules.facts import Facts
from masterpoint.schemes.abf.rules.handbook import clause, problem

CHAMPIONSHIP_SESSIONS = (2, 10)  # 2.3
INTERCLUB_SESSIONS = (1, 4)  # 2.7
AUTHORISED = ("B4c", "B4s", "B5i")  # 2.6 note


def grade_of(event: AnyEvent, facts: Facts) -> tuple[str, str, str] | None:
    """The grade a club or region gives, if the event is more than ordinary play."""
    if facts.supervised:
        return "F", "2.2a", "supervised play"
    if facts.interclub:
        return "B5i", "2.7a", "play between clubs"
    if event.championship and event.organiser.level.lower() == "club" and not event.grade:
        return "D", "2.3a", "club championship"
    if event.championship and event.organiser.level.lower() == "region" and not event.grade:
        return "C", "2.4a", "regional championship"
    return None


def may_differ(follows: str, told: str) -> bool:
    """A club championship may use B4c sessions instead of grade D (2.3, 2.6)."""
    return follows == "D" and told == "B4c"


def require_length(grade: str, sessions: int) -> None:
    """2.3, 2.7: how many sessions a club championship or interclub event may have."""
    limits = {"D": ("2.3b", CHAMPIONSHIP_SESSIONS), "B5i": ("2.7b", INTERCLUB_SESSIONS)}
    if grade not in limits:
        return
    number, (least, most) = limits[grade]
    if not least <= sessions <= most:
        message = f"an event of grade {grade} has {least} to {most} sessions"
        raise Refused(problem("sessions", sessions, message, "shorten it, or give it another grade", number))


def authorisation_remarks(grade: str, facts: Facts, points: object) -> list[Remark]:
    """2.6 note: the authorisation number and how many points it covers."""
    if grade not in AUTHORISED:
        return []
    number = clause("2.6 note a")
    if not facts.authorisation:
        return [
            Remark(
                number, f"grade {grade}: where the State takes part, its authorisation number must go with the points"
            )
        ]
    if facts.authorised_points is not None and points > facts.authorised_points:  # type: ignore[operator]
        return [
            Remark(
                number,
                f"authorisation {facts.authorisation} covers {facts.authorised_points} points only: ask for more",
            )
        ]
    return [Remark(number, f"send authorisation number {facts.authorisation} with the points")]
