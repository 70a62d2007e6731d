"""The schemas of the API's answers about federations, people and their records."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from masterpoint.api.schemas import ExplainedOut

LONGEST_LINE = 120
"""The maximum length of a name or number to look up, in characters."""


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
    """The account behind a token, and the organisations for which it may file."""

    name: str
    scopes: list[str]
    files_for: list[OfficeOut]


class Page(Schema):
    page: int
    pages: int
    total: int


class PersonOut(Schema):
    """A player, as far as this caller may see them."""

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
    """A player's holding by colour, the rank and what the next rank still needs, as at a day."""

    federation: str
    number: str
    name: str
    club: OrganisationOut | None
    as_at: date | None
    holding: dict[str, str]
    held: dict[str, str]
    """The part of the holding that is held until the player is a member."""
    total: str
    """The total of all colours by the book's rule. The gap to the next rank is in the same unit."""
    rank: str
    rank_reached_on: date | None
    next_rank: str
    gaps: list[GapOut]
    grade: str
    status: str | None
    """Only for callers who may see the whole record."""


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
    """The state of the filing: provisional, official, withdrawn or rejected; empty if there is no filing."""
    reason: str


class StatementPage(Page):
    number: str
    items: list[LineOut]


class LineExplained(LineOut):
    """A line with its explanation, and its award if it has one."""

    posting: int
    posted_at: datetime
    digest: str
    award: ExplainedOut | None


class MatchOut(PersonOut):
    """A possible match: the similarity of the names in percent, and the reason."""

    likeness: int
    reason: str


class Entrant(Schema):
    """A requested number or name. The other fields are empty if no public record has it, or several have."""

    asked: str
    known: bool
    number: str = ""
    name: str = ""
    club: OrganisationOut | None = None
    rank: str = ""
    points: dict[str, str] = {}
    total: str = ""
    """The total of all colours by the book's rule."""
    grade: str = ""
    """The grade in force on the day."""
    eligible: bool | None = None
    """Whether the player may enter, if the request had a rule."""
    ineligible: list[str] = []
    """The reasons against it, each with its clause."""
    remarks: list[str] = []
    """A player who is on the list twice or, for callers who may see it, has a status other than active."""
    code: str = ""
    """The meaning of this code, if it is not a player's number."""
    matches: list[MatchOut] = []
    """The possible people, if the entry is not clear."""


class LookupAsked(Schema):
    """Up to 500 numbers or names, and the day for which to look them up."""

    numbers: list[Annotated[str, Field(max_length=LONGEST_LINE)]] = Field(min_length=1, max_length=500)
    as_at: date | None = None
    highest_grade: str = Field("", max_length=20)
    """Only players of this grade or a lower one may enter."""
    lowest_rank: str = Field("", max_length=60)
    highest_rank: str = Field("", max_length=60)
    fewer_points: str = Field("", max_length=20)
    """Only players with fewer points than this, in all colours, may enter."""


class LookupOut(Schema):
    as_at: date | None
    players: list[Entrant]


class LeaderOut(Schema):
    """A place on a leaderboard. Players with equal points share it. Anonymous members have neither number nor club."""

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
