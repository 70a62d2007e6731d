"""The schemas of the API's answers about filings."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from masterpoint.api.params import PRINTABLE
from masterpoint.api.people_schemas import MatchOut, OrganisationOut, Page
from masterpoint.api.schemas import ProblemOut, ResultOut


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
    """A player who must be identified, by the key for `people`: why, and who it may be."""

    key: str
    name: str
    number: str
    why: str
    """The player is not in the register, the name does not match the number, the member has died, or appears twice in a
    list.
    """
    registered: str
    """The number to confirm, if the number in the file may still be right."""
    matches: list[MatchOut]


class PreviewOut(Schema):
    """What filing would do. If there are unknown players, it would be refused until `people` says who they are."""

    already: str | None
    """The receipt, if the event is already filed."""
    similar: list[str]
    """Receipts of filings that may be the same evening. Filing is refused until `not_same_as` names them."""
    unknown: list[UnknownOut]
    problems: list[ProblemOut]
    """Every problem that would prevent filing, including those above."""
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
    """An announced promotion that the points no longer support. It is flagged, not revoked."""

    number: str
    name: str
    rank: str


class CorrectionOut(Schema):
    """What a correction did, or would do in a dry run: who gains and who loses."""

    receipt: str
    version: int
    dry_run: bool
    waits: bool
    """The points are official, so the federation's office decides. Until then the approved version counts."""
    changes: list[ChangeOut]
    undone: list[UndoneOut]


class WithdrawalAsked(Schema):
    """The reason for withdrawing the filing."""

    reason: Annotated[str, Field(min_length=1, max_length=300, pattern=PRINTABLE)]


class ReceiptOut(Schema):
    """The answer to a filing."""

    receipt: str
    filed_at: datetime
    already: bool
    """The event was filed before, so nothing changed."""
    superseded: bool = False
    """It was filed before, and corrected since."""
