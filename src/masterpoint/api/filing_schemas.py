"""What the API answers about filings, typed."""

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
    """A player who must be identified, by the key that `people` uses: why, and who it may be."""

    key: str
    name: str
    number: str
    why: str
    """Not in the register, a name that does not fit the number, a member who had died, somebody in the list twice."""
    registered: str
    """The number to confirm, where the file's number may still be right."""
    matches: list[MatchOut]


class PreviewOut(Schema):
    """What filing would do. With unknown players it would be refused until `people` says who they are."""

    already: str | None
    """The receipt, where the event is filed already."""
    similar: list[str]
    """Receipts of filings that may be the same evening: filing is refused until `not_same_as` names them."""
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
    """The answer to a filing."""

    receipt: str
    filed_at: datetime
    already: bool
    """The event had been filed before: nothing changed."""
    superseded: bool = False
    """It had been filed before, and was corrected since."""
