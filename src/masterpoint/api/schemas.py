"""What the API answers, typed. Numbers of people are text; points are exact text: `18`, `0.75`, `1/3`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from masterpoint.api.params import PRINTABLE


class ProblemOut(Schema):
    """One thing that is wrong, and what would make it right."""

    place: str
    value: str
    message: str
    fix: str
    clause: str


class ProblemDetails(Schema):
    """RFC 9457 problem+json, with everything that is wrong listed at once."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    problems: list[ProblemOut]


class SchemeOut(Schema):
    """An edition of a federation's book."""

    scheme: str
    title: str
    in_force_from: date
    forms: list[str]
    colours: list[str]
    levels: list[str]
    clauses: dict[str, int]
    """How many clauses are computed, checked, recorded, left to people."""
    readings: int


class ClauseOut(Schema):
    """A clause, its gist in our own words, and what the program does with it."""

    clause: str
    chapter: str
    treatment: str
    kinds: list[str]
    gist: str


class ReadingOut(Schema):
    """Where a book misprints, contradicts itself or is silent: what is taken, and why."""

    id: str
    where: str
    printed: str
    taken: str
    why: str
    kind: str


class ExampleOut(Schema):
    """A commented event of a form, in TOML: it can be sent to `award` as it is."""

    form: str
    event: str


class StepOut(Schema):
    """One figure on the way to an award."""

    id: int
    value: str
    clause: str
    message: str
    from_: list[int] = Field(default=[], alias="from")
    """The steps it was worked out from."""
    reading: str = ""


class PlayerOut(Schema):
    name: str
    id: str


class AwardOut(Schema):
    """What one entry, or some of its players, receive."""

    place: str
    who: str
    players: list[PlayerOut]
    list: str
    kind: str
    colour: str
    points: str
    step: int
    """The step that is the figure."""


class RemarkOut(Schema):
    clause: str
    message: str


class ResultOut(Schema):
    """All awards of an event, every step behind them once, and what should be said beside them."""

    masterpoint: int
    scheme: str
    edition: str
    form: str
    day: date
    name: str
    awards: list[AwardOut]
    steps: list[StepOut]
    remarks: list[RemarkOut]
    readings: list[str]


class AwardedOut(ResultOut):
    """A result, with the format the file was in and what had to be assumed."""

    format: str
    assumed: list[str]


class FindingOut(ProblemOut):
    severity: Literal["error", "warning"]


class CheckOut(Schema):
    """Everything found in a file. Without an error, the awards it would give."""

    name: str
    good: bool
    findings: list[FindingOut]
    result: AwardedOut | None


Steps = list[StepOut]


class ExplainedOut(Schema):
    """One award with its steps in reading order; the last one is the award."""

    edition: str
    place: str
    who: str
    players: list[PlayerOut]
    list: str
    kind: str
    colour: str
    points: str
    steps: Steps


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
    """Of the holding, what waits until the player is a member."""
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
    """Somebody who may be meant, how like the name is in percent, and why."""

    likeness: int
    reason: str


class Entrant(Schema):
    """A number or name that was asked for; the rest is empty where nobody public has it, or several have."""

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
    """Why not, each with the clause."""
    remarks: list[str] = []
    """Somebody on the list twice; for those who may see it, a status other than active."""
    code: str = ""
    """Who is entered under this code, where it is nobody's number."""
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


class FilingOut(Schema):
    """A filing without its awards."""

    receipt: str
    federation: str
    organisation: OrganisationOut
    name: str
    day: date
    form: str
    state: str
    state_reason: str
    late_reason: str
    filed_at: datetime


class FilingsPage(Page):
    items: list[FilingOut]


class VersionOut(Schema):
    number: int
    at: datetime
    edition: str
    engine: str
    format: str
    reason: str


class FilingInFull(FilingOut):
    """A filing with its versions and the awards of the newest one."""

    versions: list[VersionOut]
    result: ResultOut


class UnknownOut(Schema):
    """A player somebody has to say more about, by the key that `people` uses: why, and who it may be."""

    key: str
    name: str
    number: str
    why: str
    """Not in the register, a name that does not fit the number, a member who had died, somebody in the list twice."""
    registered: str
    """The number to confirm, where the file's number may be right all the same."""
    matches: list[MatchOut]


class PreviewOut(Schema):
    """What filing would do. With unknown players it would be refused until `people` says who they are."""

    already: str | None
    """The receipt, where the event is filed already."""
    similar: list[str]
    """Receipts of what may be the same evening: it would be refused until `not_same_as` names them."""
    unknown: list[UnknownOut]
    problems: list[ProblemOut]
    """Everything that would keep it from being filed, these included."""
    result: ResultOut


class ChangeOut(Schema):
    """What a correction changes for one player in one colour."""

    number: str
    name: str
    colour: str
    before: str
    after: str
    gain: str


class UndoneOut(Schema):
    """A promotion already announced that the points no longer support: flagged, not revoked."""

    number: str
    name: str
    rank: str


class CorrectionOut(Schema):
    """What a correction did, or in a dry run would do: who gains, who loses."""

    receipt: str
    version: int
    dry_run: bool
    waits: bool
    """The points are official: the federation's office decides, and until then the approved version counts."""
    changes: list[ChangeOut]
    undone: list[UndoneOut]


class WithdrawalAsked(Schema):
    """Why the filing is taken back."""

    reason: Annotated[str, Field(min_length=1, max_length=300, pattern=PRINTABLE)]


class ReceiptOut(Schema):
    """What a filing is answered with."""

    receipt: str
    filed_at: datetime
    already: bool
    """The event had been filed before: nothing changed."""
    superseded: bool = False
    """It had been filed before, and was corrected since."""
