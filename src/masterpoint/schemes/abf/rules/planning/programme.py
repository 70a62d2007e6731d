"""2.3, 2.4, 2.6, 2.7 and 6.2, what a club, a region or a State may hold in a year: findings, not awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor

from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Refused
from masterpoint.schemes.abf.rules.handbook import problem
from masterpoint.schemes.abf.rules.planning import entitlements
from masterpoint.schemes.abf.rules.planning.congress_programme import congress
from masterpoint.schemes.abf.rules.planning.planned import Asked, Planned, remark

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


def findings(asked: Asked) -> Sequence[Remark]:
    """Everything in the programme that the book does not allow."""
    if asked.organisation == "congress" and not asked.congress:
        fix = "write congress = state, novice, super, abf-super, tour, festival …"
        raise Refused(problem("congress", "", "which congress it is decides what it may hold", fix, "5.1"))
    rules = {"club": _club, "region": _region, "state": _state, "congress": congress}
    return list(rules[asked.organisation](asked))


def _club(asked: Asked) -> Iterator[Remark]:
    """2.3, 2.6, 2.7: club championships, special sessions, interclub events."""
    championships = [event for event in asked.events if event.grade == "D"]
    if len(championships) > CHAMPIONSHIPS:
        yield remark("2.3b", f"{len(championships)} championships of grade D; at most {CHAMPIONSHIPS} in a year")
    for event in championships:
        if not 2 <= event.sessions <= 10:
            yield remark("2.3b", f"{event.name}: {event.sessions} sessions; a championship has 2 to 10")
        if event.kind and event.kind.lower() not in CLUB_KINDS:
            yield remark("2.3b", f"{event.name}: {event.kind} is not among the kinds allowed")
    yield from _special(asked)
    yield from _interclub(asked)


def _special(asked: Asked) -> Iterator[Remark]:
    special = [event for event in asked.events if event.grade == "B4c"]
    for event in special:
        if event.advertised_outside:
            yield remark("2.6a", f"{event.name}: B4c events may be advertised inside the club only")
    away = [event for event in special if event.outside_normal_times]
    if len(away) > OUTSIDE_NORMAL_TIMES:
        yield remark("2.6b", f"{len(away)} B4c sessions outside normal times; at most {OUTSIDE_NORMAL_TIMES}")
    for event in away:
        if event.sessions > 1:
            yield remark("2.6b", f"{event.name}: outside normal times only single sessions are allowed")
        if not event.permission:
            yield remark("2.6b", f"{event.name}: needs the State secretary's approval beforehand")
    used = sum(event.sessions for event in special)
    entitled = entitlements.b4c(asked.club or entitlements.ClubYear())[0]
    allowed = floor(getattr(entitled, "value", 0))
    if used > allowed:
        yield remark("2.6c", f"{used} B4c sessions planned, {allowed} allowed")


def _interclub(asked: Asked) -> Iterator[Remark]:
    events = [event for event in asked.events if event.grade == "B5i"]
    allowed = entitlements.INTERCLUB + entitlements.INTERCLUB_REMOTE * asked.remote_permitted
    if len(events) > allowed:
        yield remark("2.7b", f"{len(events)} interclub events; at most {allowed} in a year")
    for event in events:
        if event.sessions > 4:
            yield remark("2.7b", f"{event.name}: {event.sessions} sessions; an interclub event has 1 to 4")
        if not event.permission:
            yield remark("2.7a", f"{event.name}: needs the State secretary's approval")


def _region(asked: Asked) -> Iterator[Remark]:
    """2.4: open pairs, open teams and master pairs, once a year each."""
    kinds = Counter(event.kind.lower().replace("masters", "master") for event in asked.events if event.grade == "C")
    for kind, count in kinds.items():
        if kind not in REGIONAL_KINDS:
            yield remark("2.4a", f"{kind or 'this event'}: a region holds open pairs, open teams and master pairs")
        elif count > 1:
            yield remark("2.4a", f"{kind}: {count} in a year, one is allowed")


def _state(asked: Asked) -> Iterator[Remark]:
    """6.2: special events within the entitlement, championships of the listed kinds and lengths."""
    special = [event for event in asked.events if event.grade == "B4s"]
    used = sum(event.sessions for event in special)
    allowed = entitlements.STATE_BASIC - (-asked.members // entitlements.STATE_MEMBERS)
    if used > allowed:
        yield remark("6.2.1b", f"{used} B4s sessions planned, {allowed} allowed")
    for event in special:
        if not event.permission:
            yield remark("6.2.1a", f"{event.name}: needs the State secretary's approval beforehand")
    championships = [event for event in asked.events if event.grade == "B"]
    yield from _listed(championships)
    yield from _lengths(championships)


def _listed(championships: Sequence[Planned]) -> Iterator[Remark]:
    kinds = Counter((event.state_event, event.category) for event in championships if event.state_event)
    for event in championships:
        known = event.state_event in STATE_LISTED or event.state_event in SELECTIONS
        if not known and not event.permission:
            yield remark("6.2.2c", f"{event.name}: not a listed championship, needs written permission")
        if (
            event.category != "open"
            and event.state_event in STATE_LISTED
            and event.state_event not in ("pairs", "teams")
        ):
            yield remark("6.2.2a", f"{event.name}: only Pairs and Teams may be restricted by age or sex")
    for (kind, category), count in kinds.items():
        if count > 1:
            yield remark("6.2.2a", f"{kind} ({category}): {count} in a year, one is allowed")
    eclectic = [event.name for event in championships if event.eclectic]
    if len(eclectic) > 1:
        yield remark("6.2.2c", f"only one championship may be eclectic: {', '.join(eclectic)}")


def _lengths(championships: Sequence[Planned]) -> Iterator[Remark]:
    """6.2.2: three up to 20 sessions, three up to 10, the others 3 to 6 (Individual 2 to 6)."""
    ordered = sorted(_counted(championships), key=lambda event: event.sessions, reverse=True)
    for index, event in enumerate(ordered):
        least, most = INDIVIDUAL if event.state_event == "individual" else OTHERS
        longest = max(most, LONGEST[index]) if index < len(LONGEST) else most
        if event.sessions > longest:
            message = f"{event.name}: {event.sessions} sessions; the {index + 1}. longest may have {longest}"
            yield remark("6.2.2d", message)
        elif event.sessions < least and index >= len(LONGEST):
            yield remark("6.2.2d", f"{event.name}: {event.sessions} sessions; at least {least}")


def _counted(championships: Sequence[Planned]) -> list[Planned]:
    """Of events that run beside each other the longest stands for all (6.2.2)."""
    found: list[list[Planned]] = []
    for event in championships:
        beside = [group for group in found if any(_concurrent(event, other) for other in group)]
        found = [group for group in found if group not in beside]
        found.append([*(one for group in beside for one in group), event])
    return [max(group, key=lambda one: one.sessions) for group in found]


def _concurrent(one: Planned, other: Planned) -> bool:
    return one.concurrent_with == other.name or other.concurrent_with == one.name
