"""What the API answers about federations, people and their records, typed."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from ninja import Schema
from pydantic import Field

from masterpoint.api.schemas import ExplainedOut


class FederationOut(Schema):
    code: str
    name: str
    scheme: str


class OrganisationOut(Schema):
    number: str
    name: str
    level: str


class OfficeOut(OrganisationOut):
    federation: str


class AccountOut(Schema):
    """The account behind a token, and the organisations it may file for."""

    name: str
    scopes: list[str]
    files_for: list[OfficeOut]


class Page(Schema):
    page: int
    pages: int
    total: int


class PersonOut(Schema):
    """A player, as this caller may see them."""

    number: str
    name: str
    club: OrganisationOut | None
    rank: str
    """As last announced."""


class PeoplePage(Page):
    items: list[PersonOut]


class GapOut(Schema):
    what: str
    missing: str


class RecordOut(Schema):
    """A player's holding by colour, rank and the way to the next, as at a day."""

    federation: str
    number: str
    name: str
    club: OrganisationOut | None
    as_at: date | None
    holding: dict[str, str]
    held: dict[str, str]
    """The part of the holding that waits until the player is a member."""
    total: str
    """All colours together, as the book puts them together; the gap to the next rank is in the same unit."""
    rank: str
    rank_reached_on: date | None
    next_rank: str
    gaps: list[GapOut]
    grade: str
    status: str | None
    """Only for those who may see the record in full."""


class LineOut(Schema):
    """One line of a statement."""

    line: int
    day: date
    colour: str
    points: str
    kind: str
    event: str
    organisation: str
    state: str
    """Of the filing: provisional, official, withdrawn, rejected; empty where there is none."""
    reason: str


class StatementPage(Page):
    number: str
    items: list[LineOut]


class LineExplained(LineOut):
    """A line and why: the award it rests on, where it is one."""

    posting: int
    posted_at: datetime
    digest: str
    award: ExplainedOut | None


class MatchOut(PersonOut):
    """A possible match: likeness of the names in percent, and the reason."""

    likeness: int
    reason: str


class Entrant(Schema):
    """A requested number or name; the rest is empty where nobody public has it, or several have."""

    asked: str
    known: bool
    number: str = ""
    name: str = ""
    club: OrganisationOut | None = None
    rank: str = ""
    points: dict[str, str] = {}
    total: str = ""
    """All colours together, as the book puts them together."""
    grade: str = ""
    """The grade in force on the day."""
    eligible: bool | None = None
    """Whether the player may enter, where a rule was asked about."""
    ineligible: list[str] = []
    """The reasons why not, each with its clause."""
    remarks: list[str] = []
    """Somebody on the list twice; for those who may see it, a status other than active."""
    code: str = ""
    """Who is meant by this code, where it is nobody's number."""
    matches: list[MatchOut] = []
    """Where it is not known who is meant: who it may be."""


class LookupAsked(Schema):
    """Up to 500 numbers or names, and the day that counts."""

    numbers: list[str] = Field(min_length=1, max_length=500)
    as_at: date | None = None
    highest_grade: str = Field("", max_length=20)
    """For players of this grade or a lower one."""
    lowest_rank: str = Field("", max_length=60)
    highest_rank: str = Field("", max_length=60)
    fewer_points: str = Field("", max_length=20)
    """For players with fewer points than so many, all colours together."""


class LookupOut(Schema):
    as_at: date | None
    players: list[Entrant]


class LeaderOut(Schema):
    """A place on a leaderboard; equal points share it. Anonymous members have neither number nor club."""

    place: int
    number: str | None
    name: str
    club: OrganisationOut | None
    rank: str
    points: str


class MonthOut(Schema):
    """A month with filings, and whether it is open, closed or announced."""

    month: str
    state: Literal["open", "closed", "announced"]
    filings: int


class LeadersOut(Schema):
    federation: str
    page: int
    year: int | None
    colour: str
    within: str
    rank: str
    leaders: list[LeaderOut]
