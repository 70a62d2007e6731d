"""What the API answers, typed. Numbers of people are text; points are exact text: `18`, `0.75`, `1/3`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import Field

from masterpoint.api.words import PRINTABLE


class ProblemTold(Schema):
    """One thing that is wrong, and what would make it right."""

    place: str
    value: str
    says: str
    cure: str
    clause: str


class ProblemDetails(Schema):
    """RFC 9457 problem+json, with everything that is wrong listed at once."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    problems: list[ProblemTold]


class SchemeTold(Schema):
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


class ClauseTold(Schema):
    """A clause, its gist in our own words, and what the program does with it."""

    clause: str
    chapter: str
    treatment: str
    kinds: list[str]
    gist: str


class ReadingTold(Schema):
    """Where a book misprints, contradicts itself or is silent: what is taken, and why."""

    id: str
    where: str
    printed: str
    taken: str
    why: str
    kind: str


class ExampleTold(Schema):
    """A commented event of a form, in TOML: it can be sent to `award` as it is."""

    form: str
    event: str


class StepTold(Schema):
    """One figure on the way to an award."""

    id: int
    value: str
    clause: str
    says: str
    from_: list[int] = Field(default=[], alias="from")
    """The steps it was worked out from."""
    reading: str = ""


class PlayerTold(Schema):
    name: str
    id: str


class AwardTold(Schema):
    """What one entry, or some of its players, receive."""

    place: str
    who: str
    players: list[PlayerTold]
    list: str
    kind: str
    colour: str
    points: str
    step: int
    """The step that is the figure."""


class RemarkTold(Schema):
    clause: str
    says: str


class ResultTold(Schema):
    """All awards of an event, every step behind them once, and what should be said beside them."""

    masterpoint: int
    scheme: str
    edition: str
    form: str
    day: date
    name: str
    awards: list[AwardTold]
    steps: list[StepTold]
    remarks: list[RemarkTold]
    readings: list[str]


class AwardedTold(ResultTold):
    """A result, with the format the file was in and what had to be assumed."""

    format: str
    assumed: list[str]


class FindingTold(ProblemTold):
    severity: Literal["error", "warning"]


class CheckTold(Schema):
    """Everything found in a file. Without an error, the awards it would give."""

    name: str
    good: bool
    findings: list[FindingTold]
    result: AwardedTold | None


class ExplainedTold(Schema):
    """One award with its steps in reading order; the last one is the award."""

    edition: str
    place: str
    who: str
    players: list[PlayerTold]
    list: str
    kind: str
    colour: str
    points: str
    steps: list[StepTold]


class FederationTold(Schema):
    code: str
    name: str
    scheme: str


class OrganisationTold(Schema):
    number: str
    name: str
    level: str


class OfficeTold(OrganisationTold):
    federation: str


class AccountTold(Schema):
    """The account behind a token, and the organisations it may file for."""

    name: str
    scopes: list[str]
    files_for: list[OfficeTold]


class Page(Schema):
    page: int
    pages: int
    total: int


class PersonTold(Schema):
    """A player, as this caller may see them."""

    number: str
    name: str
    club: OrganisationTold | None
    rank: str
    """As last announced."""


class PeoplePage(Page):
    items: list[PersonTold]


class GapTold(Schema):
    what: str
    missing: str


class RecordTold(Schema):
    """A player's holding by colour, rank and the way to the next, as at a day."""

    federation: str
    number: str
    name: str
    club: OrganisationTold | None
    as_at: date | None
    holding: dict[str, str]
    held: dict[str, str]
    """Of the holding, what waits until the player is a member."""
    rank: str
    rank_reached_on: date | None
    next_rank: str
    gaps: list[GapTold]
    grade: str
    status: str | None
    """Only for those who may see the record in full."""


class LineTold(Schema):
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
    items: list[LineTold]


class LineExplained(LineTold):
    """A line and why: the award it rests on, where it is one."""

    posting: int
    posted_at: datetime
    digest: str
    award: ExplainedTold | None


class MatchTold(PersonTold):
    """Somebody who may be meant, how like the name is in percent, and why."""

    likeness: int
    reason: str


class Entrant(Schema):
    """A number or name that was asked for; the rest is empty where nobody public has it, or several have."""

    asked: str
    known: bool
    number: str = ""
    name: str = ""
    club: OrganisationTold | None = None
    rank: str = ""
    points: dict[str, str] = {}
    grade: str = ""
    matches: list[MatchTold] = []
    """Where it is not known who is meant: who it may be."""


class LookupAsked(Schema):
    """Up to 500 numbers or names, and the day that counts."""

    numbers: list[str] = Field(min_length=1, max_length=500)
    as_at: date | None = None


class LookupTold(Schema):
    as_at: date | None
    players: list[Entrant]


class LeaderTold(Schema):
    """A place on a leaderboard; equal points share it. Anonymous members have neither number nor club."""

    place: int
    number: str | None
    name: str
    club: OrganisationTold | None
    rank: str
    points: str


class MonthTold(Schema):
    """A month with filings, and whether it is open, closed or announced."""

    month: str
    state: Literal["open", "closed", "announced"]
    filings: int


class LeadersTold(Schema):
    federation: str
    page: int
    year: int | None
    colour: str
    within: str
    rank: str
    leaders: list[LeaderTold]


class FilingTold(Schema):
    """A filing without its awards."""

    receipt: str
    federation: str
    organisation: OrganisationTold
    name: str
    day: date
    form: str
    state: str
    state_reason: str
    late_reason: str
    filed_at: datetime


class FilingsPage(Page):
    items: list[FilingTold]


class VersionTold(Schema):
    number: int
    at: datetime
    edition: str
    engine: str
    format: str
    reason: str


class FilingInFull(FilingTold):
    """A filing with its versions and the awards of the newest one."""

    versions: list[VersionTold]
    result: ResultTold


class UnknownTold(Schema):
    """A player the register does not know, by the key that `people` uses, and who it may be."""

    key: str
    name: str
    number: str
    matches: list[MatchTold]


class PreviewTold(Schema):
    """What filing would do. With unknown players it would be refused until `people` says who they are."""

    already: str | None
    """The receipt, where the event is filed already."""
    similar: list[str]
    """Receipts of the same kind of event on the same day."""
    unknown: list[UnknownTold]
    result: ResultTold


class ChangeTold(Schema):
    """What a correction changes for one player in one colour."""

    number: str
    name: str
    colour: str
    before: str
    after: str
    gain: str


class UndoneTold(Schema):
    """A promotion already announced that the points no longer support: flagged, not revoked."""

    number: str
    name: str
    rank: str


class CorrectionTold(Schema):
    """What a correction did, or in a dry run would do: who gains, who loses."""

    receipt: str
    version: int
    dry_run: bool
    changes: list[ChangeTold]
    undone: list[UndoneTold]


class WithdrawalAsked(Schema):
    """Why the filing is taken back."""

    reason: Annotated[str, Field(min_length=1, max_length=300, pattern=PRINTABLE)]


class ReceiptTold(Schema):
    """What a filing is answered with."""

    receipt: str
    filed_at: datetime
    already: bool
    """The event had been filed before: nothing changed."""
