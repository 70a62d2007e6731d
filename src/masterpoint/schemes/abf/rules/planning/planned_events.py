"""The plans of a club, region, State or congress: the facts that the checks of `programme` need."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta

from masterpoint.core.derivation import Remark
from masterpoint.core.events import Contest, Count, EventModel, Size, Text
from masterpoint.core.sentences import sentence
from masterpoint.schemes.abf.book import Book
from masterpoint.schemes.abf.rules.facts import Category, Congress, Director, Grade, StateEvent
from masterpoint.schemes.abf.rules.planning import entitlements

Format = Literal["", "pairs", "teams", "swiss pairs", "individual"]


class PlannedEvent(EventModel, frozen=True, kw_only=True):
    """One event of the year, or of the congress."""

    name: Text
    grade: Grade | Literal[""] = ""
    """Left out: grade E in a club, the grade the book gives in a congress."""
    kind: Annotated[str, Meta(max_length=60)] = ""
    """Club and regional championships: open pairs, open teams, masters pairs, or a State championship's kind."""
    state_event: StateEvent = ""
    category: Category = "open"
    """State championships and major championships of a congress; only open ones are the Open Pairs or Teams."""
    format: Format = ""
    """The format of a congress event, for the acceleration."""
    contest: Contest = "pairs"
    sessions: Size = 1
    major: bool = False
    walk_in: bool = False
    restricted: bool = False
    """A restricted event of a congress, which keeps the grade of the championships (5.3.2)."""
    accelerated: bool = False
    eclectic: bool = False
    permission: bool = False
    """Written permission of the Masterpoint Unit, or the State's approval."""
    concurrent_with: Text = ""
    """The event it runs beside, so that both count as one (6.2.2)."""
    outside_normal_times: bool = False
    """A B4c session outside the club's regular sessions."""
    advertised_outside: bool = False


class PlannedYear(EventModel, frozen=True, kw_only=True):
    """A year of a club, region or State, or one congress."""

    organisation: Literal["club", "region", "state", "congress"]
    events: tuple[PlannedEvent, ...] = ()
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


def has_open_majors(book: Book, congress: str) -> bool:
    """5.3.1: whether the majors of a congress are an Open Pairs and an Open Teams, and at most one more."""
    return congress in book.figures.congresses.majors.value and not congress.startswith("side")


def remark_on(book: Book, number: str, event: PlannedEvent, template: str, **values: object) -> Remark:
    """A problem with one event of the programme."""
    return book.remark(number, sentence("{name}: " + template, name=event.name, **values))
