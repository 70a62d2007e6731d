"""The facts of a year's programme: the events of a schedule, the congresses, and the organisation that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.books import Figure
from masterpoint.core.derivation import Remark
from masterpoint.core.events import Count, EventModel, Text
from masterpoint.core.sentences import join_alternatives, sentence
from masterpoint.schemes.nz.book import Book

Class = Literal["25A", "20A", "15A", "10A", "5A", "3A", "8B", "5B", "3B", ""]
Role = Literal[
    "local",
    "additional",
    "island",
    "provincial",
    "main-regional",
    "mens-pairs",
    "womens-pairs",
    "mixed-pairs",
    "local-teams",
    "trials",
    "rubber-preliminary",
    "congress",
    "congress-extra",
    "congress-further",
    "metropolitan",
]


class ScheduledEvent(EventModel, frozen=True, kw_only=True):
    """One event of the schedule."""

    name: Text = ""
    grade: Class = ""
    contest: Literal["pairs", "teams", "individual"] = "pairs"
    role: Role = "local"
    days: tuple[date, ...] = ()
    """The day of each session."""
    boards: Count | None = None
    fewest_boards: Count | None = None
    """Boards in circulation in its shortest session."""
    clubs: Count | None = None
    """Clubs that enter."""
    open_to_all: bool = True
    grade_restriction: bool = False
    """Restricted by grade only, as allowed for it."""
    substitution_policy: bool = True
    """Follows the policy of NZ Bridge on substitutions."""
    replaces_club_sessions: bool = False
    pairs_completing: tuple[Count, ...] = ()
    """Pairs that completed it in the years before, the latest first."""
    tables: Count | None = None
    """Tables it consistently attracts."""
    approved: bool = True
    """Approved by the region."""
    applied_this_year: bool = True
    details_sent: date | None = None
    reallocated: bool = False
    """A right that another club did not use, given to this one by the region (E17)."""
    amendment_requested: date | None = None
    """The day on which another date was asked for (E14)."""


class Congress(EventModel, frozen=True, kw_only=True):
    """A regional congress: the classes of its tournaments, and how long it lasts."""

    name: Text = ""
    classes: tuple[Class, ...]
    days: Annotated[int, Meta(ge=1, le=30)]
    approved: bool = True
    """Approved by the region and confirmed by the Board."""


class YearFacts(EventModel, frozen=True, kw_only=True):
    """One organisation's year."""

    organiser: Literal["club", "region", "island"]
    name: Text = ""
    year: Annotated[int, Meta(ge=1900, le=2200)]
    schedule_made_in: Annotated[int, Meta(ge=1900, le=2200)] | None = None
    """The year in which the schedule is produced; two years ahead if left out."""
    draft_received: date | None = None
    """The day on which the draft schedule arrived."""
    sessions_offered: Count | None = None
    """Club sessions a member could play in."""
    sessions_with_points: Count | None = None
    regions: tuple[Text, ...] = ()
    """The regions of an island area."""
    events: tuple[ScheduledEvent, ...] = ()
    congresses: tuple[Congress, ...] = ()


def name_of(event: ScheduledEvent) -> str:
    """The event as a finding names it."""
    return event.name or f"{event.grade} {event.contest}".strip()


def alternatives(classes: Figure[tuple[str, ...]]) -> str:
    """Classes in a sentence: 3A, 5A or 8B."""
    return join_alternatives(classes.value)


def foreign_roles(book: Book, facts: YearFacts, roles: Sequence[str], number: str, organiser: str) -> Iterator[Remark]:
    """Events that another kind of organisation holds."""
    for event in facts.events:
        if event.role not in roles:
            message = sentence(
                "{event}: {who} does not hold {role} events", event=name_of(event), who=organiser, role=event.role
            )
            yield book.remark(number, message)
