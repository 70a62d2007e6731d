"""2.3, 2.6, 2.7, 5.1 to 5.4 and 6.2, what a club, a congress or a State may hold in a year: findings, not awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark
from masterpoint.core.events import Contest, Count, Size, Text, Told
from masterpoint.schemes.abf.e2025 import entitlements
from masterpoint.schemes.abf.e2025.congresses import TABLES_A_DIRECTOR
from masterpoint.schemes.abf.e2025.directors import FOR_CONGRESS
from masterpoint.schemes.abf.e2025.directors import LEVELS as DIRECTOR_LEVELS
from masterpoint.schemes.abf.e2025.facts import Category, Congress, Director, Grade, StateEvent
from masterpoint.schemes.abf.e2025.handbook import clause

CHAMPIONSHIPS = 6  # 2.3
STATE_LISTED = (  # 6.2.2
    "board-a-match", "daytime pairs", "daytime teams", "masters pairs", "masters teams", "individual", "pairs",
    "teams", "singles", "swiss pairs", "teams of three",
)  # fmt: skip
SELECTIONS = ("butler selection", "teams selection", "play-off")
CLUB_KINDS = ("open pairs", "open teams", "masters pairs", *STATE_LISTED)  # 2.3
REGIONAL_KINDS = ("open pairs", "open teams", "master pairs", "masters pairs")  # 2.4
LONGEST = (20, 20, 20, 10, 10, 10)  # 6.2.2
OTHERS, INDIVIDUAL = (3, 6), (2, 6)  # 6.2.2
OUTSIDE_NORMAL_TIMES = 2  # 2.6
MAJORS = {"state": 2, "novice": 2, "super": 3, "abf-super": 3, "side-national": 6, "side-international": 6}  # 5.3.1
THIRD_MAJOR = 4  # 5.3.1: sessions
TOUR_MAJORS = ("pairs", "teams", "swiss pairs", "individual")  # 5.1.2
Format = Literal["", "pairs", "teams", "swiss pairs", "individual"]


class Planned(Told, frozen=True, kw_only=True):
    """One event of the year, or of the congress."""

    name: Text
    grade: Grade = "E"
    kind: Annotated[str, Meta(max_length=60)] = ""
    """Club and regional championships: open pairs, open teams, masters pairs, or a State championship's kind."""
    state_event: StateEvent = ""
    category: Category = "open"
    format: Format = ""
    """The format of a congress event, for the acceleration."""
    contest: Contest = "pairs"
    sessions: Size = 1
    major: bool = False
    accelerated: bool = False
    eclectic: bool = False
    permission: bool = False
    """Written permission of the Masterpoint Unit, or the State's approval."""
    concurrent_with: Text = ""
    """The event it runs beside, so that both count as one (6.2.2)."""
    outside_normal_times: bool = False
    """A B4c session outside the club's regular sessions."""
    advertised_outside: bool = False


class Asked(Told, frozen=True, kw_only=True):
    """A year of a club, region or State, or one congress."""

    organisation: Literal["club", "region", "state", "congress"]
    events: tuple[Planned, ...] = ()
    club: entitlements.ClubYear | None = None
    remote_permitted: bool = False
    members: Count = 0
    congress: Congress = ""
    days: tuple[date, ...] = ()
    """The days of a congress's sessions, in order."""
    table_sessions: Decimal = Decimal(0)
    director: Director = ""
    director_playing: bool = False
    directors: Count | None = None
    tables: Count = 0
    metropolitan: bool = False
    pre_dealt: bool = True
    approved: bool = True
    approved_date: bool = True
    levies_paid: bool = True
    venue_suitable: bool = True
    advertised: bool = True
    applied_in_time: bool = True
    state_advised: bool = True
    convenor_authorised: bool = True
    local_club_players: Count = 0
    """Tours: players of a local club in a joint major event."""


def findings(asked: Asked) -> Sequence[Remark]:
    """Everything in the programme that the book does not allow."""
    rules = {"club": _club, "region": _region, "state": _state, "congress": _congress}
    return list(rules[asked.organisation](asked))


def _remark(number: str, says: str) -> Remark:
    return Remark(clause(number), says)


def _club(asked: Asked) -> Iterator[Remark]:
    """2.3, 2.6, 2.7: club championships, special sessions, interclub events."""
    championships = [event for event in asked.events if event.grade == "D"]
    if len(championships) > CHAMPIONSHIPS:
        yield _remark("2.3b", f"{len(championships)} championships of grade D; at most {CHAMPIONSHIPS} in a year")
    for event in championships:
        if not 2 <= event.sessions <= 10:
            yield _remark("2.3b", f"{event.name}: {event.sessions} sessions; a championship has 2 to 10")
        if event.kind and event.kind.lower() not in CLUB_KINDS:
            yield _remark("2.3b", f"{event.name}: {event.kind} is not among the kinds allowed")
    yield from _special(asked)
    yield from _interclub(asked)


def _special(asked: Asked) -> Iterator[Remark]:
    special = [event for event in asked.events if event.grade == "B4c"]
    for event in special:
        if event.advertised_outside:
            yield _remark("2.6a", f"{event.name}: B4c events may be advertised inside the club only")
    away = [event for event in special if event.outside_normal_times]
    if len(away) > OUTSIDE_NORMAL_TIMES:
        yield _remark("2.6b", f"{len(away)} B4c sessions outside normal times; at most {OUTSIDE_NORMAL_TIMES}")
    for event in away:
        if event.sessions > 1:
            yield _remark("2.6b", f"{event.name}: outside normal times only single sessions are allowed")
        if not event.permission:
            yield _remark("2.6b", f"{event.name}: needs the State secretary's approval beforehand")
    used = sum(event.sessions for event in special)
    entitled = entitlements.b4c(asked.club or entitlements.ClubYear())[0]
    allowed = floor(getattr(entitled, "value", 0))
    if used > allowed:
        yield _remark("2.6c", f"{used} B4c sessions planned, {allowed} allowed")


def _interclub(asked: Asked) -> Iterator[Remark]:
    events = [event for event in asked.events if event.grade == "B5i"]
    allowed = entitlements.INTERCLUB + entitlements.INTERCLUB_REMOTE * asked.remote_permitted
    if len(events) > allowed:
        yield _remark("2.7b", f"{len(events)} interclub events; at most {allowed} in a year")
    for event in events:
        if event.sessions > 4:
            yield _remark("2.7b", f"{event.name}: {event.sessions} sessions; an interclub event has 1 to 4")
        if not event.permission:
            yield _remark("2.7a", f"{event.name}: needs the State secretary's approval")


def _region(asked: Asked) -> Iterator[Remark]:
    """2.4: open pairs, open teams and master pairs, once a year each."""
    kinds = Counter(event.kind.lower().replace("masters", "master") for event in asked.events if event.grade == "C")
    for kind, count in kinds.items():
        if kind not in REGIONAL_KINDS:
            yield _remark("2.4a", f"{kind or 'this event'}: a region holds open pairs, open teams and master pairs")
        elif count > 1:
            yield _remark("2.4a", f"{kind}: {count} in a year, one is allowed")


def _state(asked: Asked) -> Iterator[Remark]:
    """6.2: special events within the entitlement, championships of the listed kinds and lengths."""
    special = [event for event in asked.events if event.grade == "B4s"]
    used = sum(event.sessions for event in special)
    allowed = entitlements.STATE_BASIC - (-asked.members // entitlements.STATE_MEMBERS)
    if used > allowed:
        yield _remark("6.2.1b", f"{used} B4s sessions planned, {allowed} allowed")
    for event in special:
        if not event.permission:
            yield _remark("6.2.1a", f"{event.name}: needs the State secretary's approval beforehand")
    championships = [event for event in asked.events if event.grade == "B"]
    yield from _listed(championships)
    yield from _lengths(championships)


def _listed(championships: Sequence[Planned]) -> Iterator[Remark]:
    kinds = Counter((event.state_event, event.category) for event in championships if event.state_event)
    for event in championships:
        known = event.state_event in STATE_LISTED or event.state_event in SELECTIONS
        if not known and not event.permission:
            yield _remark("6.2.2c", f"{event.name}: not a listed championship, needs written permission")
        if (
            event.category != "open"
            and event.state_event in STATE_LISTED
            and event.state_event not in ("pairs", "teams")
        ):
            yield _remark("6.2.2a", f"{event.name}: only Pairs and Teams may be restricted by age or sex")
    for (kind, category), count in kinds.items():
        if count > 1:
            yield _remark("6.2.2a", f"{kind} ({category}): {count} in a year, one is allowed")
    eclectic = [event.name for event in championships if event.eclectic]
    if len(eclectic) > 1:
        yield _remark("6.2.2c", f"only one championship may be eclectic: {', '.join(eclectic)}")


def _lengths(championships: Sequence[Planned]) -> Iterator[Remark]:
    """6.2.2: three up to 20 sessions, three up to 10, the others 3 to 6 (Individual 2 to 6)."""
    names = {event.name for event in championships}
    counted = [event for event in championships if event.concurrent_with not in names]
    ordered = sorted(counted, key=lambda event: event.sessions, reverse=True)
    for index, event in enumerate(ordered):
        least, most = INDIVIDUAL if event.state_event == "individual" else OTHERS
        longest = max(most, LONGEST[index]) if index < len(LONGEST) else most
        if event.sessions > longest:
            says = f"{event.name}: {event.sessions} sessions; the {index + 1}. longest may have {longest}"
            yield _remark("6.2.2d", says)
        elif event.sessions < least and index >= len(LONGEST):
            yield _remark("6.2.2d", f"{event.name}: {event.sessions} sessions; at least {least}")


def _congress(asked: Asked) -> Iterator[Remark]:
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
        yield _remark(number, f"the director needs {needed} accreditation or higher, and has {asked.director}")
    if tour:
        if not asked.convenor_authorised or not asked.approved:
            yield _remark("5.1.2a", "the convenor must be authorised by the State secretary")
        if not asked.state_advised:
            yield _remark("5.1.2a", "the State Associations concerned must be told of the tour")
        return
    if asked.director_playing:
        yield _remark("5.1.1a", "the director of a congress does not play")
    if sum(event.sessions for event in asked.events) < 2:
        yield _remark("5.1.1a", "a congress has at least two sessions")
    if any(later - earlier > timedelta(days=1) for earlier, later in zip(asked.days, asked.days[1:], strict=False)):
        yield _remark("5.1.1a", "adjacent sessions must be on the same or consecutive days")
    for kept, says in (
        (asked.approved, "the congress needs approval beforehand"),
        (asked.approved_date, "it must be held on the approved date"),
        (asked.levies_paid, "State levies must be paid before the credits are forwarded"),
        (asked.venue_suitable, "the venue must be of suitable quality"),
        (asked.advertised, "the congress must be advertised"),
        (asked.applied_in_time, "the application came after the date the State set"),
    ):
        if not kept:
            yield _remark("5.1.4a" if number == "5.1.4a" and says.startswith("the congress needs") else "5.1.1a", says)
    if needed == "state":
        if asked.directors and asked.tables > TABLES_A_DIRECTOR * asked.directors:
            yield _remark("5.1.3a", f"{asked.tables} tables need a director for every {TABLES_A_DIRECTOR}")
        if asked.metropolitan and not asked.pre_dealt:
            yield _remark("5.1.3a", "in a metropolitan area all hands must be pre-dealt, with hand records")


def _majors(congress: str, majors: Sequence[Planned]) -> Iterator[Remark]:
    most = MAJORS[congress]
    number = "5.3.1b" if congress.startswith("side") else "5.3.1a"
    if len(majors) > most:
        yield _remark(number, f"{len(majors)} major championships; at most {most}")
    for event in majors:
        if event.sessions < 2:
            yield _remark(number, f"{event.name}: a major championship has at least two sessions")
        if congress == "side-national" and event.grade == "A2":
            yield _remark("5.3.1b", f"{event.name}: no side event may be played at A2")
    if (
        congress in ("super", "abf-super")
        and len(majors) == most
        and max(event.sessions for event in majors) < THIRD_MAJOR
    ):
        yield _remark("5.3.1a", f"the additional major championship has at least {THIRD_MAJOR} sessions")


def _accelerated(asked: Asked, majors: Sequence[Planned]) -> Iterator[Remark]:
    """5.1.5, 5.3.3, 5.4.2: one of each format, and additional ones of large congresses."""
    fast = [event for event in asked.events if event.accelerated]
    count = Fraction(asked.table_sessions)
    extra = 0 if count <= 200 else floor((count - 100) / 100)
    repeated = sum(number - 1 for number in Counter(event.format or event.contest for event in fast).values())
    if repeated > extra:
        yield _remark("5.4.2b", f"{repeated} accelerated events repeat a format; {extra} additional ones are allowed")
    if asked.congress in ("festival", "super-festival") and len(fast) > 2 + extra:
        yield _remark("5.1.5", f"{len(fast)} accelerated events; {2 + extra} are allowed, one pairs and one teams")
    for event in fast:
        if event.sessions < 2:
            yield _remark("5.3.3d", f"{event.name}: an accelerated championship has at least two sessions")
    minors = [event for event in fast if not event.major]
    if asked.congress in MAJORS and len(minors) > extra:
        yield _remark("5.3.3d", f"{len(minors)} accelerated minor championships; {extra} are allowed")


def _tour(asked: Asked) -> Iterator[Remark]:
    """5.1.2: one of each major event, one of them at B4, and no acceleration."""
    majors = [event for event in asked.events if event.major]
    for name, count in Counter(event.format or event.contest for event in majors).items():
        if count > 1:
            yield _remark("5.1.2b", f"{count} major events of the kind {name}; one of each")
        if name not in TOUR_MAJORS:
            yield _remark("5.1.2b", f"{name}: majors are pairs, teams, Swiss pairs and individual")
    if sum(event.grade == "B4" for event in majors) > 1:
        yield _remark("5.1.2b", "only one major event at B4, the others at B5")
    for event in majors:
        if event.sessions < 2:
            yield _remark("5.1.2b", f"{event.name}: a major event has at least two sessions")
    for event in asked.events:
        if event.accelerated:
            yield _remark("5.1.2d", f"{event.name}: no acceleration on tours and cruises")
        if not event.major and event.grade not in ("E", "F"):
            yield _remark("5.1.2c", f"{event.name}: other sessions are green, grade E or F")
    if asked.local_club_players:
        yield _remark("5.1.2f", "red points of the local club's players come from its B4c sessions")
