"""5.1 to 5.4, what a congress, festival or tour may hold: findings, not awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from math import floor

from masterpoint.core.derivation import Remark
from masterpoint.schemes.abf.rules.grades.congresses import TABLES_A_DIRECTOR
from masterpoint.schemes.abf.rules.grades.directors import FOR_CONGRESS
from masterpoint.schemes.abf.rules.grades.directors import LEVELS as DIRECTOR_LEVELS
from masterpoint.schemes.abf.rules.planning.planned import Asked, Planned, remark

MAJORS = {"state": 2, "novice": 2, "super": 3, "abf-super": 3, "side-national": 6, "side-international": 6}  # 5.3.1
THIRD_MAJOR = 4  # 5.3.1: sessions
TOUR_MAJORS = ("pairs", "teams", "swiss pairs", "individual")  # 5.1.2


def congress(asked: Asked) -> Iterator[Remark]:
    """5.1 to 5.4: the conditions of a congress, its majors, and what is accelerated."""
    yield from _conditions(asked)
    if asked.congress == "tour":
        yield from _tour(asked)
        return
    majors = [event for event in asked.events if event.major]
    if asked.congress in MAJORS:
        yield from _majors(asked.congress, majors)
    yield from _accelerated(asked, majors)


def _conditions(asked: Asked) -> Iterator[Remark]:
    needed = FOR_CONGRESS.get(asked.congress, "congress")
    tour = asked.congress == "tour"
    number = "5.1.2a" if tour else "5.1.3a" if needed == "state" else "5.1.4a" if needed == "national 3" else "5.1.1a"
    if asked.director and DIRECTOR_LEVELS.index(asked.director) < DIRECTOR_LEVELS.index(needed):
        yield remark(number, f"the director needs {needed} accreditation or higher, and has {asked.director}")
    if tour:
        if not asked.convenor_authorised or not asked.approved:
            yield remark("5.1.2a", "the convenor must be authorised by the State secretary")
        if not asked.state_advised:
            yield remark("5.1.2a", "the State Associations concerned must be told of the tour")
        return
    if asked.director_playing:
        yield remark("5.1.1a", "the director of a congress does not play")
    if sum(event.sessions for event in asked.events) < 2:
        yield remark("5.1.1a", "a congress has at least two sessions")
    if any(later - earlier > timedelta(days=1) for earlier, later in pairwise(sorted(asked.days))):
        yield remark("5.1.1a", "adjacent sessions must be on the same or consecutive days")
    for kept, message in (
        (asked.approved, "the congress needs approval beforehand"),
        (asked.approved_date, "it must be held on the approved date"),
        (asked.levies_paid, "State levies must be paid before the credits are forwarded"),
        (asked.venue_suitable, "the venue must be of suitable quality"),
        (asked.advertised, "the congress must be advertised"),
        (asked.applied_in_time, "the application came after the date the State set"),
    ):
        if not kept:
            yield remark(
                "5.1.4a" if number == "5.1.4a" and message.startswith("the congress needs") else "5.1.1a", message
            )
    if needed == "state":
        if asked.directors and asked.tables > TABLES_A_DIRECTOR * asked.directors:
            yield remark("5.1.3a", f"{asked.tables} tables need a director for every {TABLES_A_DIRECTOR}")
        if asked.metropolitan and not asked.pre_dealt:
            yield remark("5.1.3a", "in a metropolitan area all hands must be pre-dealt, with hand records")


def _majors(congress: str, majors: Sequence[Planned]) -> Iterator[Remark]:
    most = MAJORS[congress]
    number = "5.3.1b" if congress.startswith("side") else "5.3.1a"
    if len(majors) > most:
        yield remark(number, f"{len(majors)} major championships; at most {most}")
    for event in majors:
        if event.sessions < 2:
            yield remark(number, f"{event.name}: a major championship has at least two sessions")
        if congress == "side-national" and event.grade == "A2":
            yield remark("5.3.1b", f"{event.name}: no side event may be played at A2")
    if (
        congress in ("super", "abf-super")
        and len(majors) == most
        and max(event.sessions for event in majors) < THIRD_MAJOR
    ):
        yield remark("5.3.1a", f"the additional major championship has at least {THIRD_MAJOR} sessions")


def _accelerated(asked: Asked, majors: Sequence[Planned]) -> Iterator[Remark]:
    """5.1.5, 5.3.3, 5.4.2: one of each format, and additional ones of large congresses."""
    fast = [event for event in asked.events if event.accelerated]
    count = Fraction(asked.table_sessions)
    extra = 0 if count <= 200 else floor((count - 100) / 100)
    repeated = sum(number - 1 for number in Counter(event.format or event.contest for event in fast).values())
    if repeated > extra:
        yield remark("5.4.2b", f"{repeated} accelerated events repeat a format; {extra} additional ones are allowed")
    teams = sum((event.format or event.contest) == "teams" for event in fast)
    beyond = max(0, teams - 1) + max(0, len(fast) - teams - 1)
    if asked.congress in ("festival", "super-festival") and beyond > extra:
        yield remark("5.1.5", f"{len(fast)} accelerated events; one pairs and one teams are allowed, and {extra} more")
    for event in fast:
        if event.sessions < 2:
            yield remark("5.3.3d", f"{event.name}: an accelerated championship has at least two sessions")
    minors = [event for event in fast if not event.major]
    if asked.congress in MAJORS and len(minors) > extra:
        yield remark("5.3.3d", f"{len(minors)} accelerated minor championships; {extra} are allowed")


def _tour(asked: Asked) -> Iterator[Remark]:
    """5.1.2: one of each major event, one of them at B4, and no acceleration."""
    majors = [event for event in asked.events if event.major]
    for name, count in Counter(event.format or event.contest for event in majors).items():
        if count > 1:
            yield remark("5.1.2b", f"{count} major events of the kind {name}; one of each")
        if name not in TOUR_MAJORS:
            yield remark("5.1.2b", f"{name}: majors are pairs, teams, Swiss pairs and individual")
    if sum(event.grade == "B4" for event in majors) > 1:
        yield remark("5.1.2b", "only one major event at B4, the others at B5")
    for event in majors:
        if event.sessions < 2:
            yield remark("5.1.2b", f"{event.name}: a major event has at least two sessions")
    for event in asked.events:
        if event.accelerated:
            yield remark("5.1.2d", f"{event.name}: no acceleration on tours and cruises")
        if not event.major and event.grade not in ("E", "F"):
            yield remark("5.1.2c", f"{event.name}: other sessions are green, grade E or F")
    if asked.local_club_players:
        yield remark("5.1.2f", "red points of the local club's players come from its B4c sessions")
