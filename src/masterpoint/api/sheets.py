"""The office's forms, sent as files. A form is filed as a whole, or answered with its list of errors."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from django.db import transaction
from django.http import HttpRequest
from ninja import File, Router, Schema
from ninja.files import UploadedFile
from ninja.responses import Status
from pydantic import Field

from masterpoint.api import rendering
from masterpoint.api.callers import account, account_of
from masterpoint.api.credit_returns import sent_file
from masterpoint.api.params import Code, Number
from masterpoint.centre.registry import access
from masterpoint.centre.sheets import letters, services
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.errors import NotReadable

router = Router(tags=["Filings"], auth=account("file"))
FormName = Annotated[str, Field(max_length=40, pattern=r"^[a-z-]+$", description="such as session-result or addition")]


class SheetOut(Schema):
    """A form that was received."""

    sheet: int
    form: str
    state: Annotated[str, Field(description="`filed`, or `waiting` if other stages of the event are missing")]
    receipt: Annotated[str, Field(description="of the filing, if the form has the result of an event")]
    done: Annotated[list[str], Field(description="the outcome of each line")]


@router.post(
    "/federations/{code}/organisations/{number}/sheets/{form}",
    response={201: SheetOut},
    operation_id="file-sheet",
)
def file_sheet(
    request: HttpRequest, code: Code, number: Number, form: FormName, file: File[UploadedFile]
) -> Status[Any]:
    """Send a form filled in as CSV, as a spreadsheet, or as the template with comments.

    If anything is wrong, the answer is the complete list of errors, and nothing is stored. Correct the form and send it
    again.
    """
    user, _ = account_of(request)
    organisation = rendering.organisation_of(rendering.federation_of(code), number)
    access.require(user, services.action_for(form), organisation)
    name, data = sent_file(file)
    with transaction.atomic():
        sheet = services.file_sheet(organisation, form, data, source=name, by=user, today=date.today())
        if sheet.state == Sheet.State.RETURNED:
            raise NotReadable(letters.problems_of(sheet))
    return Status(
        201, SheetOut(sheet=sheet.pk, form=sheet.form, state=sheet.state, receipt=sheet.receipt, done=sheet.done)
    )
