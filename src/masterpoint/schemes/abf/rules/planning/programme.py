"""2.3, 2.4, 2.6, 2.7 and 6.2, what a club, a region or a State may hold in a year: findings, not awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor

from masterpoint.core.books import rule
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Refused
from masterpoint.core.places import ordinal
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.planning import entitlements, unasked_facts
from masterpoint.schemes.abf.rules.planning.congress_programme import congress
from masterpoint.schemes.abf.rules.planning.planned_events import PlannedEvent, PlannedYear, remark_on

STATE_LISTED = (  # 6.2.2
    "board-a-match", "daytime pairs", "daytime teams", "masters pairs", "masters teams", "individual", "pairs",
    "teams", "singles", "swiss pairs", "teams of three",
)  # fmt: skip
SELECTIONS = ("butler selection", "teams selection", "play-off")
CLUB_KINDS = ("open pairs", "open teams", "masters pairs", *STATE_LISTED)  # 2.3
REGIONAL_KINDS = ("open pairs", "open teams", "master pairs", "masters pairs")  # 2.4


def findings(book: Book, facts: PlannedYear) -> Sequence[Remark]:
    """Everything in the programme that the book does not allow."""
    if facts.organisation == "congress" and not facts.congress:
        fix = "write congress = state, novice, super, abf-super, tour, festival …"
        raise Refused(book.problem("congress", "", "which congress it is decides what it may hold", fix, "5.1"))
    checks = {"club": club, "region": region, "state": state, "congress": congress}
    return [*checks[facts.organisation](book, facts), *unasked_facts.findings(book, facts)]


@rule
def club(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """2.3, 2.6, 2.7: club championships, special sessions, interclub events."""
    figures = book.figures.clubs
    championships = [event for event in facts.events if event.grade == "D"]
    if len(championships) > figures.championships.value:
        message = sentence(
            "{count} championships of grade D; at most {most} in a year",
            count=len(championships),
            most=figures.championships.value,
        )
        yield book.remark("2.3b", message)
    minimum, maximum = figures.championship_sessions.value
    for event in championships:
        if not minimum <= event.sessions <= maximum:
            template = "{sessions} sessions; a championship has {least} to {most}"
            yield remark_on(book, "2.3b", event, template, sessions=event.sessions, least=minimum, most=maximum)
        if event.kind and event.kind.lower() not in CLUB_KINDS:
            yield remark_on(book, "2.3b", event, "{kind} is not among the kinds allowed", kind=event.kind)
    yield from _special(book, facts)
    yield from _interclub(book, facts)


def _special(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    special = [event for event in facts.events if event.grade == "B4c"]
    for event in special:
        if event.advertised_outside:
            yield remark_on(book, "2.6a", event, "B4c events may be advertised inside the club only")
    outside_events = [event for event in special if event.outside_normal_times]
    maximum = book.figures.clubs.outside_normal_times.value
    if len(outside_events) > maximum:
        message = sentence(
            "{count} B4c sessions outside normal times; at most {most}", count=len(outside_events), most=maximum
        )
        yield book.remark("2.6b", message)
    for event in outside_events:
        if event.sessions > 1:
            yield remark_on(book, "2.6b", event, "outside normal times only single sessions are allowed")
        if not event.permission:
            yield remark_on(book, "2.6b", event, "needs the State secretary's approval beforehand")
    sessions_planned = sum(event.sessions for event in special)
    quota = floor(entitlements.b4c_sessions(book, facts.club or entitlements.ClubYear()).value)
    if sessions_planned > quota:
        message = sentence("{used} B4c sessions planned, {allowed} allowed", used=sessions_planned, allowed=quota)
        yield book.remark("2.6c", message)


def _interclub(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    figures = book.figures.clubs
    events = [event for event in facts.events if event.grade == "B5i"]
    quota = figures.interclub_events.value + figures.interclub_remote.value * facts.remote_permitted
    if len(events) > quota:
        message = sentence("{count} interclub events; at most {most} in a year", count=len(events), most=quota)
        yield book.remark("2.7b", message)
    minimum, maximum = figures.interclub_sessions.value
    for event in events:
        if event.sessions > maximum:
            template = "{sessions} sessions; an interclub event has {least} to {most}"
            yield remark_on(book, "2.7b", event, template, sessions=event.sessions, least=minimum, most=maximum)
        if not event.permission:
            yield remark_on(book, "2.7a", event, "needs the State secretary's approval")


@rule
def region(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """2.4: open pairs, open teams and master pairs, once a year each."""
    kinds = Counter(event.kind.lower().replace("masters", "master") for event in facts.events if event.grade == "C")
    for kind, count in kinds.items():
        if kind not in REGIONAL_KINDS:
            template = "{kind}: a region holds open pairs, open teams and master pairs"
            yield book.remark("2.4a", sentence(template, kind=kind or "this event"))
        elif count > 1:
            yield book.remark("2.4a", sentence("{kind}: {count} in a year, one is allowed", kind=kind, count=count))


@rule
def state(book: Book, facts: PlannedYear) -> Iterator[Remark]:
    """6.2: special events within the entitlement, championships of the listed kinds and lengths."""
    special = [event for event in facts.events if event.grade == "B4s"]
    sessions_planned = sum(event.sessions for event in special)
    quota = floor(entitlements.b4s_sessions(book, facts.members).value)
    if sessions_planned > quota:
        message = sentence("{used} B4s sessions planned, {allowed} allowed", used=sessions_planned, allowed=quota)
        yield book.remark("6.2.1b", message)
    for event in special:
        if not event.permission:
            yield remark_on(book, "6.2.1a", event, "needs the State secretary's approval beforehand")
    championships = [event for event in facts.events if event.grade == "B"]
    yield from _kind_remarks(book, championships)
    yield from _lengths(book, championships)


def _kind_remarks(book: Book, championships: Sequence[PlannedEvent]) -> Iterator[Remark]:
    for event in championships:
        is_listed = event.state_event in STATE_LISTED
        if not is_listed and event.state_event not in SELECTIONS and not event.permission:
            yield remark_on(book, "6.2.2c", event, "a championship that is not listed needs written permission")
        if event.category != "open" and is_listed and event.state_event not in ("pairs", "teams"):
            yield remark_on(book, "6.2.2a", event, "only Pairs and Teams may be restricted by age or sex")
    kinds = Counter((event.state_event, event.category) for event in championships if event.state_event)
    for (kind, category), count in kinds.items():
        if count > 1:
            message = sentence(
                "{kind} ({category}): {count} in a year, one is allowed", kind=kind, category=category, count=count
            )
            yield book.remark("6.2.2a", message)
    eclectic = [event.name for event in championships if event.eclectic]
    if len(eclectic) > book.figures.state_events.eclectic.value:
        message = sentence("only one championship may be eclectic: {names}", names=", ".join(eclectic))
        yield book.remark("6.2.2c", message)


def _lengths(book: Book, championships: Sequence[PlannedEvent]) -> Iterator[Remark]:
    """6.2.2: three up to 20 sessions, three up to 10, the others 3 to 6 (Individual 2 to 6)."""
    figures = book.figures.state_events
    limits = figures.longest.value
    by_length = sorted(_longest_of_concurrent(championships), key=lambda event: event.sessions, reverse=True)
    for index, event in enumerate(by_length):
        minimum, maximum = (figures.individual if event.state_event == "individual" else figures.others).value
        longest = max(maximum, limits[index]) if index < len(limits) else maximum
        if event.sessions > longest:
            template = "{sessions} sessions; the {rank} championship may have {most}"
            rank = "longest" if index == 0 else f"{ordinal(index + 1)} longest"
            yield remark_on(book, "6.2.2d", event, template, sessions=event.sessions, rank=rank, most=longest)
        elif event.sessions < minimum and index >= len(limits):
            template = "{sessions} sessions; a championship has at least {least}"
            yield remark_on(book, "6.2.2d", event, template, sessions=event.sessions, least=minimum)


def _longest_of_concurrent(championships: Sequence[PlannedEvent]) -> list[PlannedEvent]:
    """Of events that run beside each other, only the longest counts (6.2.2)."""
    groups: list[list[PlannedEvent]] = []
    for event in championships:
        concurrent_groups = [group for group in groups if any(_concurrent(event, other) for other in group)]
        groups = [group for group in groups if group not in concurrent_groups]
        groups.append([*(other for group in concurrent_groups for other in group), event])
    return [max(group, key=lambda event: event.sessions) for group in groups]


def _concurrent(event: PlannedEvent, other: PlannedEvent) -> bool:
    return event.concurrent_with == other.name or other.concurrent_with == event.name
