"""Points that clubs report by player: several credit files at once, posted as reported."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import File, Form, Query, Router, Schema
from ninja.files import UploadedFile
from ninja.responses import Status
from pydantic import Field

from masterpoint.api.callers import account, organisation_to_file_for
from masterpoint.api.errors import TooLarge
from masterpoint.api.params import PRINTABLE, PRINTABLE_OR_EMPTY, Code, Number, Reason
from masterpoint.centre.accounts.models import User
from masterpoint.centre.crediting import files as credit_files
from masterpoint.centre.crediting import services
from masterpoint.centre.crediting.returns import CreditReturn, ReportedLine, ReturnFile, check_return, read_heading
from masterpoint.centre.records.manual_entries import hundredths_of
from masterpoint.core.errors import Problem
from masterpoint.core.exact import figure_text, tidy
from masterpoint.core.file_size import LARGEST_FILE, too_large

router = Router(tags=["Filings"], auth=account("file"))
Word = Annotated[str, Field(max_length=200, pattern=PRINTABLE)]


class HeadingIn(Schema):
    """What the points are for."""

    event: Word
    day: Annotated[str, Field(max_length=10, description="the last day of play, such as 2026-11-15")]
    authorisation: Word = ""
    authorised: Annotated[str, Field(max_length=12, description="points allowed under the authorisation")] = ""
    grade: Annotated[str, Field(max_length=10, description="of the event, if the levy depends on it")] = ""
    colour: Annotated[str, Field(max_length=20, description="for files whose extension gives none")] = ""


class CreditOut(Schema):
    """The points of one player."""

    number: str
    name: str
    colour: str
    points: str


class CreditReturnOut(Schema):
    """A return that was posted, or would be."""

    posting: Annotated[int | None, Field(description="its number in the ledger; none if nothing was posted")]
    event: str
    day: str
    players: int
    totals: dict[str, str]
    credits: list[CreditOut]
    charges: Annotated[list[str], Field(description="what it costs the organisation, and why")]
    remarks: list[str]


@router.post(
    "/federations/{code}/organisations/{number}/credits",
    response={200: CreditReturnOut, 201: CreditReturnOut},
    operation_id="report-credits",
)
def report_credits(
    request: HttpRequest,
    code: Code,
    number: Number,
    heading: Form[HeadingIn],
    file: File[list[UploadedFile]],
    dry_run: Annotated[bool, Query(description="show what would be posted, and change nothing")] = False,
    late_reason: Reason = "",
) -> Status[Any]:
    """Check up to twenty credit files against the register, and post them as reported, without deriving the points.

    All problems of all files are reported at once, each with file and line. The same credits for the same event are
    refused a second time.
    """
    user, organisation = organisation_to_file_for(request, code, number)
    read, problems = read_heading(organisation.federation, heading.model_dump())
    credit_return = credit_files.read_files(
        organisation, [_read_upload(upload) for upload in file], read, problems=problems, colour=heading.colour
    )
    return _post(credit_return, user, late_reason, dry_run)


class KeyedCredit(Schema):
    """Points of one colour for one player."""

    number: Number
    colour: Annotated[str, Field(max_length=20)]
    points: Annotated[str, Field(max_length=12, description="exact text, such as 0.42")]


class KeyedIn(Schema):
    """The awards register, or points of other players, typed in a program."""

    event: Word
    day: Annotated[str, Field(max_length=10, description="the last day of play, such as 2026-11-15")]
    authorisation: Annotated[str, Field(max_length=200, pattern=PRINTABLE_OR_EMPTY)] = ""
    authorised: Annotated[str, Field(max_length=12, description="points allowed under the authorisation")] = ""
    grade: Annotated[str, Field(max_length=10, description="of the event, if the levy depends on it")] = ""
    credits: Annotated[list[KeyedCredit], Field(min_length=1, max_length=5000)]


@router.post(
    "/federations/{code}/organisations/{number}/credits/keyed",
    response={200: CreditReturnOut, 201: CreditReturnOut},
    operation_id="key-credits",
)
def key_credits(
    request: HttpRequest,
    code: Code,
    number: Number,
    entries: KeyedIn,
    dry_run: Annotated[bool, Query(description="show what would be posted, and change nothing")] = False,
    late_reason: Reason = "",
) -> Status[Any]:
    """Check the awards register and sundry entries, player by player, and post them as reported, without deriving the
    points.
    """
    user, organisation = organisation_to_file_for(request, code, number)
    heading, problems = read_heading(organisation.federation, entries.model_dump(exclude={"credits"}))
    lines = []
    for at, credit in enumerate(entries.credits, 1):
        amount = hundredths_of(credit.points)
        if amount is None:
            problems.append(
                Problem(f"credits {at}", credit.points, "this is not a number of points", "write it as 0.42")
            )
        else:
            lines.append(ReportedLine(f"credits {at}", credit.number.strip(), credit.colour, amount))
    credit_return = check_return(organisation, heading, lines, problems=problems)
    return _post(credit_return, user, late_reason, dry_run)


def _post(credit_return: CreditReturn, user: User, late_reason: str, dry_run: bool) -> Status[Any]:
    if dry_run:
        return Status(200, _return_out(credit_return, None))
    posting = services.post_return(credit_return, by=user, late_reason=late_reason)
    return Status(201, _return_out(credit_return, posting.number))


def _read_upload(upload: UploadedFile) -> ReturnFile:
    return ReturnFile(*sent_file(upload))


def sent_file(upload: UploadedFile) -> tuple[str, bytes]:
    """The name and the content of a file in a form."""
    if (upload.size or 0) > LARGEST_FILE:
        raise TooLarge(Problem(upload.name or "file", "", *too_large(upload.size or 0)))
    name = "".join(char for char in upload.name or "" if char.isprintable())[:100]
    return name or "file", upload.read()


def _return_out(credit_return: CreditReturn, posting: int | None) -> CreditReturnOut:
    return CreditReturnOut(
        posting=posting,
        event=credit_return.heading.event,
        day=credit_return.heading.day.isoformat(),
        players=credit_return.players,
        totals={colour: _points(amount) for colour, amount in credit_return.sums.items()},
        credits=[
            CreditOut(number=person.number, name=person.name, colour=colour, points=_points(amount))
            for person, colour, amount in credit_return.rows
        ],
        charges=credit_return.reasons,
        remarks=credit_return.remarks,
    )


def _points(hundredths: int) -> str:
    return figure_text(tidy(Fraction(hundredths, 100)))
