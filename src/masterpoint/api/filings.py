"""Filings: one's own and those of one's organisations, why each award, and filing an event once and no more."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Header, Query, Router
from ninja.responses import Status

from masterpoint.api import idempotency, shown
from masterpoint.api.answers import (
    AccountTold,
    ExplainedTold,
    FilingInFull,
    FilingsPage,
    FilingTold,
    OfficeTold,
    ReceiptTold,
    VersionTold,
)
from masterpoint.api.callers import account, user_of
from masterpoint.api.errors import not_found
from masterpoint.api.openapi import EVENT_OR_FILE
from masterpoint.api.paging import paged
from masterpoint.api.sent import Sent, sent
from masterpoint.api.words import Code, IdempotencyWord, Index, Number, Paging, Reason, ReceiptNumber
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import explaining, queries, services
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.registry.queries import by_numbers
from masterpoint.core.errors import Problem

router = Router(tags=["Filings"])


@router.get("/account", response=AccountTold, operation_id="account", auth=account("read"))
def own_account(request: HttpRequest):
    """The account behind the token, and the organisations it may file for."""
    user = user_of(request)
    return AccountTold(
        name=str(user),
        scopes=sorted(tokens.scopes_of(request.auth.token)),
        files_for=[
            OfficeTold(federation=one.federation_id, number=one.number, name=one.name, level=one.level)
            for one in access.organisations_for(user, Action.FILE)
        ],
    )


@router.get("/filings", response=FilingsPage, operation_id="filings", auth=account("read"))
def filings(request: HttpRequest, paging: Query[Paging], whose: Literal["own", "organisations", "all"] = "all"):
    """What the account filed, what its organisations filed, or both; newest first."""
    user = user_of(request)
    kept = access.organisations_for(user, Action.FILE) if whose != "own" else []
    found = queries.filings_of(kept)
    if whose == "own":
        found = queries.filings_by(user)
    elif whose == "all":
        found = found | queries.filings_by(user)
    return paged(found.order_by("-filed_at", "-pk"), paging, _told)


@router.get("/filings/{receipt}", response=FilingInFull, operation_id="filing", auth=account("read"), by_alias=True)
def filing(request: HttpRequest, receipt: ReceiptNumber):
    """A filing with its versions, and the awards of the newest one."""
    found = _filing(user_of(request), receipt)
    versions = found.versions.order_by("-number")
    names = VersionTold.model_fields
    return _told(found).model_dump() | {
        "versions": [VersionTold(**{name: getattr(one, name) for name in names}) for one in versions],
        "result": queries.result_of(queries.current_version(found)),
    }


@router.get(
    "/filings/{receipt}/awards/{index}",
    response=ExplainedTold,
    operation_id="explain-award",
    auth=account("read"),
    by_alias=True,
)
def explain(request: HttpRequest, receipt: ReceiptNumber, index: Index):
    """Why one award of a filing: every step, each with the clause it rests on."""
    version = queries.current_version(_filing(user_of(request), receipt))
    told = queries.result_of(version)
    if index >= len(told["awards"]):
        raise not_found("award", index)
    return explaining.with_steps(told, index)


@router.post(
    "/federations/{code}/organisations/{number}/filings",
    response={201: ReceiptTold, 200: ReceiptTold},
    operation_id="file",
    auth=account("file"),
    openapi_extra=EVENT_OR_FILE,
)
def file(
    request: HttpRequest,
    response: HttpResponse,
    code: Code,
    number: Number,
    idempotency_key: Annotated[IdempotencyWord | None, Header(alias="Idempotency-Key")] = None,
    late_reason: Reason = "",
):
    """File an event: facts, original and awards are kept, and there is a receipt. The same event again changes nothing.

    201 for a new filing, 200 where the event had been filed before.
    """
    user = user_of(request)
    organisation = shown.organisation_of(shown.federation_of(code), number)
    access.require(user, Action.FILE, organisation)
    given = sent(request)

    def act() -> services.Receipt:
        return _file(user, organisation, given, late_reason)

    if idempotency_key:
        words = (code, number, late_reason) if late_reason else (code, number)
        told = idempotency.once(user, idempotency_key, given.digest(*words), act)
    else:
        told = idempotency.told(act())
    response["Location"] = f"/api/v1/filings/{told.receipt}"
    return Status(200 if told.already else 201, told)


def _file(user: User, organisation: Organisation, given: Sent, late_reason: str) -> services.Receipt:
    federation = organisation.federation
    taken = given.take(federation.scheme, organisation.level)
    if taken.event.scheme != federation.scheme:
        says = f"{federation.name} judges by another book"
        raise services.NotFiled(Problem("scheme", taken.event.scheme, says, f"write {federation.scheme}"))
    original = services.Original(given.data, given.name, taken.format, taken)
    decided = _decided(organisation, given)
    return services.file_event(organisation, taken.event, original, by=user, decided=decided, late_reason=late_reason)


def _decided(organisation: Organisation, given: Sent) -> dict[str, int]:
    """Who the sender says that players without a known number are."""
    people = given.added.people
    found = by_numbers(organisation.federation, people.values())
    problems = [
        Problem(f"people.{key}", number, "the register has no such number", "give a member's number")
        for key, number in people.items()
        if number not in found
    ]
    if problems:
        raise services.NotFiled(problems)
    return {key: found[number].pk for key, number in people.items()}


def _filing(user: User | None, receipt: str) -> Filing:
    found = Filing.objects.select_related("organisation__federation").filter(receipt=receipt).first()
    if found is None or not _may_see(user, found):
        raise not_found("filing", receipt)
    return found


def _may_see(user: User | None, filing: Filing) -> bool:
    return filing.filed_by_id == getattr(user, "pk", 0) or access.may(user, Action.FILE, filing.organisation)


def _told(found: Filing) -> FilingTold:
    return FilingTold(
        receipt=found.receipt,
        federation=found.federation_id,
        organisation=shown.organisation(found.organisation),
        name=found.name,
        day=found.day,
        form=found.form,
        state=found.state,
        state_reason=found.state_reason,
        late_reason=found.late_reason,
        filed_at=found.filed_at,
    )
