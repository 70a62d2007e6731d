"""Acts on filings: file once only, preview, correct with a new version, withdraw with a reason."""

from __future__ import annotations

import hashlib
import json
from datetime import date
from typing import Annotated, Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from ninja.responses import Status

from masterpoint import intake
from masterpoint.api import problems, rendering
from masterpoint.api.callers import account, account_of, organisation_to_file_for
from masterpoint.api.filing_answers import correction_out, receipt_answer
from masterpoint.api.filing_schemas import CorrectionOut, FilingOut, PreviewOut, ReceiptOut, WithdrawalAsked
from masterpoint.api.filings import filing_of, filing_out
from masterpoint.api.judging import preview_data
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.params import (
    Code,
    DecisionsAsked,
    IdempotencyWord,
    Number,
    Reason,
    ReceiptNumber,
    Why,
)
from masterpoint.api.requests import Submission, read_submission, require_content_type
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import correcting, deciding, ending, queries, services
from masterpoint.centre.filing.examining import Decisions, examine
from masterpoint.centre.filing.judging import judge
from masterpoint.centre.filing.keys import Answer, Remember, once, once_within
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.serialisation import problem_as_data, result_as_data

router = Router(tags=["Filings"], auth=account("file"))
FILINGS = "/federations/{code}/organisations/{number}/filings"
DryRun = Annotated[bool, Query(description="show what would happen without changing anything")]


@router.post(
    FILINGS,
    response={201: ReceiptOut, 200: ReceiptOut},
    operation_id="file",
    openapi_extra=EVENT_OR_FILE,
)
def file(
    request: HttpRequest,
    response: HttpResponse,
    code: Code,
    number: Number,
    decisions: Query[DecisionsAsked],
    idempotency_key: IdempotencyWord = None,
    late_reason: Reason = "",
) -> Status[Any]:
    """File an event: facts, original file and awards are stored, and the answer is a receipt. Filing it again changes
    nothing.

    The status is 201 for a new filing, and 200 if the event was filed before; `superseded` means that it was corrected
    since. An event similar to an existing filing is refused until `not_same_as` names that filing.
    """
    user, organisation = organisation_to_file_for(request, code, number)
    submission = read_submission(request)

    def act(remember: Remember) -> Answer:
        imported, original = _import(organisation, submission)
        receipt = services.file_event(
            organisation,
            imported.event,
            original,
            by=user,
            choices=deciding.read_choices(organisation, imported.event, submission.added.people),
            late_reason=late_reason,
            not_same_as=decisions.not_same_as,
            organiser_confirmed=decisions.organiser_confirmed,
            on_receipt=lambda receipt: remember(receipt_answer(receipt)),
        )
        return receipt_answer(receipt)

    key_parts = [code, number, *filter(None, [late_reason]), *decisions.key_parts()]
    return _status(response, once_within(user, idempotency_key or "", submission.digest(*key_parts), act))


@router.post(
    f"{FILINGS[:-7]}preview", response=PreviewOut, operation_id="preview", openapi_extra=EVENT_OR_FILE, by_alias=True
)
def preview(
    request: HttpRequest, code: Code, number: Number, decisions: Query[DecisionsAsked]
) -> dict[str, Any] | HttpResponse:
    """What filing would pay and why, the players whom the register does not know with possible matches, and existing
    filings.

    If part of the file cannot be read, the problem has a member `preview` with the awards of unaffected players.
    """
    user, organisation = organisation_to_file_for(request, code, number)
    submission = read_submission(request)
    try:
        imported, _ = _import(organisation, submission)
    except MasterpointError as error:
        readable_part = None if isinstance(error, NotFiled) else _readable_part(organisation, submission)
        if readable_part is None:
            raise
        kind = problems.kind_of(error)
        return problems.answer(kind, error.problems, instance=request.path, preview=preview_data(readable_part))
    people = deciding.read_choices(organisation, imported.event, submission.added.people)
    examination = examine(
        organisation,
        imported.event,
        Decisions(people, decisions.not_same_as, decisions.organiser_confirmed),
        imported=imported,
    )
    positions = PlayerPositions(imported)
    if examination.result is None:
        examination.reasons(positions).require_none()
    assert examination.result is not None, "an event that the book refuses has reasons"
    return {
        "already": examination.existing.receipt if examination.existing else None,
        "similar": [event.filing.receipt for event in examination.similar],
        "unknown": [rendering.unknown(user, unknown, positions) for unknown in examination.unknown],
        "problems": [problem_as_data(problem) for problem in examination.reasons(positions).problems],
        "result": result_as_data(examination.result),
    }


@router.post(
    "/filings/{receipt}/versions",
    response={201: CorrectionOut, 200: CorrectionOut},
    operation_id="correct",
    openapi_extra=EVENT_OR_FILE,
)
def correct(
    request: HttpRequest,
    response: HttpResponse,
    receipt: ReceiptNumber,
    reason: Why,
    decisions: Query[DecisionsAsked],
    dry_run: DryRun = False,
    idempotency_key: IdempotencyWord = None,
) -> Status[Any]:
    """Correct a filing with a new version. The answer lists who gains and who loses, before and after. Both versions
    stay.

    If the filing is official, the federation's office must accept the correction: the answer says `waits`, and the
    approved version counts until then.

    The status is 201 when it is done, and 200 in a dry run.
    """
    user, _ = account_of(request)
    filing = _correctable(user, receipt)
    submission = read_submission(request)

    @transaction.atomic
    def act() -> Answer:
        amounts_before = list(queries.amounts_of(queries.current_version(filing)))
        imported, original = _import(filing.organisation, submission)
        correction = correcting.correct(
            filing,
            imported.event,
            original,
            by=user,
            reason=reason,
            choices=deciding.read_choices(filing.organisation, imported.event, submission.added.people),
            not_same_as=decisions.not_same_as,
            organiser_confirmed=decisions.organiser_confirmed,
        )
        fields = correction_out(user, correction, amounts_before, dry_run)
        transaction.set_rollback(dry_run)
        return Answer(200 if dry_run else 201, fields.model_dump(mode="json"), filing)

    key = "" if dry_run else idempotency_key or ""
    key_parts = [receipt, reason, *decisions.key_parts()]
    return _status(response, once(user, key, submission.digest(*key_parts), act))


@router.post("/filings/{receipt}/withdrawal", response=FilingOut, operation_id="withdraw")
def withdraw(
    request: HttpRequest,
    response: HttpResponse,
    receipt: ReceiptNumber,
    withdrawal: WithdrawalAsked,
    idempotency_key: IdempotencyWord = None,
) -> Status[Any]:
    """Withdraw a filing, with a reason. Its points are reversed, and the same event may be filed again.

    An official filing stays official until the federation's office has accepted the withdrawal.
    """
    require_content_type(request, "application/json")
    user, _ = account_of(request)
    filing = _organisation_filing(user, receipt)

    @transaction.atomic
    def act() -> Answer:
        withdrawn_filing = ending.withdraw(filing, by=user, reason=withdrawal.reason)
        return Answer(200, filing_out(withdrawn_filing).model_dump(mode="json"), withdrawn_filing)

    digest = hashlib.sha256(json.dumps(["withdraw", receipt, withdrawal.reason]).encode()).hexdigest()
    return _status(response, once(user, idempotency_key or "", digest, act))


def _status(response: HttpResponse, answer: Answer) -> Status[Any]:
    response["Location"] = f"/api/v1/filings/{answer.filing.receipt}"
    return Status(answer.status, answer.data)


def _correctable(user: User | None, receipt: str) -> Filing:
    """A filing that this account may correct: one of its organisation, or one that it filed."""
    filing = filing_of(user, receipt)
    queries.require_may_correct(user, filing)
    return filing


def _organisation_filing(user: User | None, receipt: str) -> Filing:
    """A filing of an organisation that this account may act for."""
    filing = filing_of(user, receipt)
    access.require(user, Action.CORRECT, filing.organisation)
    return filing


def _import(organisation: Organisation, submission: Submission) -> tuple[intake.ImportedFile, services.Original]:
    federation = organisation.federation
    imported = submission.read_event(federation.scheme, organisation.level)
    if imported.event.scheme != federation.scheme:
        message = f"{federation.name} judges by another book"
        raise NotFiled(Problem("scheme", imported.event.scheme, message, f"write {federation.scheme}"))
    return imported, services.Original(submission.data, submission.name, imported.format, imported)


def _readable_part(organisation: Organisation, submission: Submission) -> intake.Preview | None:
    """The awards of players whom no problem affects; None if the file cannot be read at all."""
    try:
        contents, options = (
            submission.contents(),
            submission.options(organisation.federation.scheme, organisation.level),
        )
    except MasterpointError:
        return None
    return intake.preview_of(contents, options, today=date.today(), award=judge)
