"""A year's events of one organisation, as the checks of 1.2 need them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark
from masterpoint.core.events import Contest, Count, EventModel, Size, Text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Exemption, Kind

Level = Literal["club", "online club", "district league", "county", "inter-county", "licensed organiser"]
Form = Literal[
    "session",
    "final",
    "matches",
    "knockout",
    "league",
    "sections",
    "ladder",
    "stratified",
    "simultaneous",
    "tournament",
]


class PlannedEvent(EventModel, frozen=True, kw_only=True):
    """One event of the year, held or planned; a series of regular games may be given as one with its number."""

    name: Text
    day: date
    """The first day of play."""
    form: Form = "session"
    contest: Contest = "pairs"
    kind: Kind = "regular"
    colour: Literal["local", "blue", "green"] = "local"
    championship: Literal["", "major", "minor"] = ""
    games: Size = 1
    """Regular games of a series."""
    centres: Size = 1
    """Centres or times at which a regular game is held: each counts (4.9.3)."""
    boards: Count | None = None
    sessions: Size = 1
    enhanced_sessions: Count | None = None
    """Sessions of a major championship at the raised status."""
    divisions: Size = 1
    elimination: Literal["single", "double"] = "single"
    members_only: bool = False
    open_event: bool = False
    restricted_to: Text = ""
    licence: Annotated[str, Meta(max_length=40)] = ""
    permission: bool = False
    """Granted by the Tournament Committee (6.1.4, 6.1.5, 6.5.1)."""
    in_congress: bool = False
    """Part of the organisation's annual congress."""
    congress_is_green: bool = False
    """That congress otherwise gives Green Points (5.2.2)."""
    counties: Count | None = None
    inter_club: bool = False
    unaffiliated_clubs: bool = False
    charity: bool = False
    ladder: Text = ""
    """The ladder this one is part of, where each section of an event has its own (4.11.9)."""
    results_counted: Count | None = None
    """Results a ladder counts."""
    exempt: Exemption = ""
    """Free of charge by 1.3.1."""
    gives_points: bool = True
    all_own_members: bool = False


class Year(EventModel, frozen=True, kw_only=True):
    """One organisation's year."""

    level: Level
    name: Text = ""
    starts: date
    """First day of the year in which the quotas are counted."""
    events: Annotated[tuple[PlannedEvent, ...], Meta(max_length=10_000)]
    player_sessions: Count | None = None
    """A club's player sessions a year, where free charity sessions are claimed (1.3.1)."""


def finding(book: Book, number: str, event: PlannedEvent, template: str, **values: object) -> Remark:
    """What is wrong with one event, after its name."""
    return book.remark(number, sentence("{name}: " + template, name=event.name, **values))


def names_of(events: Sequence[PlannedEvent]) -> str:
    names = [event.name for event in events]
    return ", ".join(names[:6]) + (" …" if len(names) > 6 else "")


def too_many(
    book: Book, number: str, events: Sequence[PlannedEvent], maximum: int, kind: str, fix: str
) -> Iterator[Remark]:
    """A finding on a quota: how many there are, how many are allowed, and what to do."""
    if len(events) > maximum:
        yield book.remark(
            number,
            sentence(
                "{count} {kind} ({names}); allowed a year: {most}. {fix}",
                count=len(events),
                kind=kind,
                names=names_of(events),
                most=maximum,
                fix=fix,
            ),
        )
