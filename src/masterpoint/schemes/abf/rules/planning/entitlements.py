"""2.6, 2.7 and 6.2.1, Entitlements (pages 12, 13 and 31): red sessions of a year, and how many are left."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import floor
from typing import Annotated

from msgspec import Meta

from masterpoint.core.derivation import Remark, Step, derive, fact, nothing
from masterpoint.core.events import Count, EventModel
from masterpoint.core.exact import Exact, tidy
from masterpoint.core.mechanisms import difference, total
from masterpoint.schemes.abf.rules.handbook import clause

BASIC, SCHEDULED = 6, 40  # 2.6
FIRST_GREEN, FURTHER_GREEN = 35, 65  # 2.6
REMOTE_SESSIONS, REMOTE_KM = 3, 40  # 2.6
NEW_CLUB_LEAST = 3  # 2.6
INTERCLUB, INTERCLUB_REMOTE = 5, 3  # 2.7
STATE_BASIC, STATE_MEMBERS = 10, 500  # 6.2.1


class ClubYear(EventModel, frozen=True, kw_only=True):
    """What a club's B4c entitlement for a calendar year rests on."""

    affiliated: bool = True
    """Affiliated on 30 September of the year before."""
    sessions_scheduled: Count = SCHEDULED
    """Sessions scheduled in the coming year."""
    green_points: Decimal = Decimal(0)
    """Green points issued in the twelve months to 30 September."""
    nearest_club_km: Count = 0
    remote_applied: bool = False
    """The club applied this year for the sessions of a remote club."""
    months_left: Annotated[int, Meta(ge=1, le=15)] | None = None
    """Months of the year left when a new club registered after 30 September."""
    anniversary: Count = 0
    """Years since the club's foundation, in a year it celebrates."""
    used: Count = 0


def extra_sessions(green: Exact) -> Exact:
    """2.6: one for the first 35 green points, one for each further 65."""
    points = floor(green)
    return 0 if points < FIRST_GREEN else 1 + (points - FIRST_GREEN) // FURTHER_GREEN


def b4c(asked: ClubYear) -> Sequence[Step | Remark]:
    """2.6: the sessions of grade B4c a club may hold in the year, and how many are left."""
    answers: list[Step | Remark] = []
    parts = [_basic(asked)]
    if asked.affiliated:
        green = fact(
            tidy(Fraction(asked.green_points)), clause("2.6d"), "green points in the twelve months to 30 September"
        )
        parts.append(
            derive(
                extra_sessions,
                green,
                clause=clause("2.6d"),
                message="one for the first 35, one for each further 65",
                reading="" if asked.sessions_scheduled >= SCHEDULED else "B-71",
            )
        )
    if asked.nearest_club_km > REMOTE_KM:
        if asked.remote_applied:
            parts.append(fact(REMOTE_SESSIONS, clause("2.6e"), f"more than {REMOTE_KM} km from the nearest club"))
        else:
            answers.append(Remark(clause("2.6e"), "three more sessions are there for the asking, each year anew"))
    if asked.anniversary and asked.anniversary % 25 == 0:
        answers.append(
            Remark(clause("2.6f"), "a Bridge Day on this anniversary has extra sessions, with the State's approval")
        )
    entitled = derive(total, *parts, clause=clause("2.6c"), message="B4c sessions of the year")
    return [entitled, _left(entitled, asked.used, "2.6c"), *answers]


def _basic(asked: ClubYear) -> Step:
    if asked.affiliated and asked.sessions_scheduled >= SCHEDULED:
        return fact(BASIC, clause("2.6c"), f"affiliated on 30 September, {SCHEDULED} sessions or more scheduled")
    if asked.affiliated or asked.months_left is None:
        return nothing(clause("2.6c"), f"not affiliated, or fewer than {SCHEDULED} sessions scheduled")
    months = fact(asked.months_left, clause("2.6g"), "months left when the new club registered")
    return derive(_pro_rata, months, clause=clause("2.6g"), message="part of the 6, at least 3", reading="B-41")


def _pro_rata(months: Exact) -> Exact:
    return max(NEW_CLUB_LEAST, min(BASIC, -((-BASIC * floor(months)) // 12)))


def _left(entitled: Step, used: int, number: str) -> Step:
    taken = fact(used, clause(number), "sessions used")
    return derive(difference, entitled, taken, clause=clause(number), message="sessions left")


class StateYear(EventModel, frozen=True, kw_only=True):
    """Members of a State on 30 September, and the B4s sessions used."""

    members: Annotated[int, Meta(ge=0, le=1_000_000)]
    used: Count = 0


def b4s(asked: StateYear) -> Sequence[Step | Remark]:
    """6.2.1: ten sessions, and one for each 500 members or part of it."""
    basic = fact(STATE_BASIC, clause("6.2.1b"), "sessions of every State")
    members = fact(asked.members, clause("6.2.1b"), "members on 30 September")
    more = derive(
        partial(_begun, STATE_MEMBERS), members, clause=clause("6.2.1b"), message="one for each 500 or part of it"
    )
    entitled = derive(total, basic, more, clause=clause("6.2.1b"), message="B4s sessions of the year")
    return [entitled, _left(entitled, asked.used, "6.2.1b")]


def _begun(size: int, value: Exact) -> Exact:
    return -(-floor(value) // size)


class InterclubYear(EventModel, frozen=True, kw_only=True):
    """A club's events of grade B5i in a calendar year."""

    remote_permitted: bool = False
    used: Count = 0


def b5i(asked: InterclubYear) -> Sequence[Step | Remark]:
    """2.7: five events, three more for a club in a remote area with permission."""
    parts = [fact(INTERCLUB, clause("2.7b"), "interclub events of a year")]
    if asked.remote_permitted:
        parts.append(fact(INTERCLUB_REMOTE, clause("2.7b"), "remote area, with the State's permission"))
    entitled = derive(total, *parts, clause=clause("2.7b"), message="B5i events of the year")
    return [entitled, _left(entitled, asked.used, "2.7b")]


class Authorisation(EventModel, frozen=True, kw_only=True):
    """Points a State authorised, and points a club sent in."""

    number: Annotated[str, Meta(max_length=40)]
    authorised: Decimal
    sent: tuple[Decimal, ...]


def authorisation(asked: Authorisation) -> Sequence[Step | Remark]:
    """2.6 note: the Centre takes points up to the authorised amount."""
    number = clause("2.6 note a")
    granted = fact(tidy(Fraction(asked.authorised)), number, f"points authorised by {asked.number or 'no number'}")
    sent = derive(
        total,
        *(fact(tidy(Fraction(points)), number, "points sent in") for points in asked.sent),
        clause=number,
        message="points sent in altogether",
    )
    left = derive(difference, granted, sent, clause=number, message="points left of the authorisation")
    found: list[Step | Remark] = [left]
    if not asked.number:
        found.append(Remark(number, "the authorisation number must go with the points"))
    if left.value < 0:
        found.append(Remark(number, "more than authorised: the Centre will not take the points as they stand"))
    return found
