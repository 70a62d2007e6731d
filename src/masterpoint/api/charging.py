"""What a filing was charged and why; corrections of its charge code, and facts that no results file has."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Router

from masterpoint.api.billing import charge_out
from masterpoint.api.billing_schemas import ChargeChange, ChargeCodeAsked, ChargeFactAsked, FilingChargesOut
from masterpoint.api.callers import account, account_of
from masterpoint.api.errors import not_found
from masterpoint.api.params import ReceiptNumber
from masterpoint.api.requests import require_content_type
from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing import charge_codes, charge_facts, payer_facts
from masterpoint.centre.billing.models import Charge, ChargeCode, ChargeFact
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action

router = Router(tags=["Accounts"])
CHARGES = "/filings/{receipt}/charges"


@router.get(CHARGES, response=FilingChargesOut, operation_id="charges", auth=account("read"))
def charges(request: HttpRequest, receipt: ReceiptNumber) -> dict[str, Any]:
    """What a filing was charged and why, its charge code, and the entered facts, newest first."""
    return _charges_out(_charged_filing(request, receipt))


@router.post(f"{CHARGES}/facts", response=FilingChargesOut, operation_id="charge-fact", auth=account("file"))
def enter_fact(request: HttpRequest, receipt: ReceiptNumber, fact: ChargeFactAsked) -> dict[str, Any]:
    """Enter a fact that a charge depends on and that no results file has. The difference is posted once.

    `facts_asked` of `GET` names the facts that the federation's book needs.
    """
    require_content_type(request, "application/json")
    filing = _charged_filing(request, receipt)
    charge_facts.enter(filing, fact.fact, fact.value, by=_user(request), reason=fact.reason)
    return _charges_out(filing)


@router.post(f"{CHARGES}/code", response=FilingChargesOut, operation_id="charge-code", auth=account("file"))
def put_code_right(request: HttpRequest, receipt: ReceiptNumber, change: ChargeCodeAsked) -> dict[str, Any]:
    """Correct the charge code. The difference is posted; the same code again changes nothing."""
    require_content_type(request, "application/json")
    filing = _charged_filing(request, receipt)
    charge_codes.correct_code(filing, change.code, by=_user(request), reason=change.reason)
    return _charges_out(filing)


def _user(request: HttpRequest) -> User:
    user, _ = account_of(request)
    return user


def _charged_filing(request: HttpRequest, receipt: str) -> Filing:
    """A filing of an organisation whose charges this account may see. For others it does not exist."""
    filing = next(iter(_filing_by_receipt(receipt)), None)
    if filing is None or not access.may(_user(request), Action.CHARGES, filing.organisation):
        raise not_found("filing", receipt)
    return filing


@cached_query
def _filing_by_receipt(receipt: Any) -> QuerySet[Filing]:
    return Filing.objects.filter(receipt=receipt).select_related("organisation", "federation")


def _charges_out(filing: Filing) -> dict[str, Any]:
    rows = Charge.objects.filter(posting__federation=filing.federation, subject=filing.receipt).order_by("pk")
    return {
        "receipt": filing.receipt,
        "currency": charging_of(filing.federation).currency.code,
        "charges": [charge_out(charge) for charge in rows],
        "code": payer_facts.charge_code(filing),
        "codes": dict(charge_codes.codes_for(filing)),
        "code_history": [_change(row, row.code) for row in charge_codes.code_history(filing)],
        "facts": payer_facts.entered_facts(filing),
        "facts_asked": charge_facts.facts_for(filing),
        "fact_history": [_change(row, row.value, row.name) for row in charge_facts.fact_history(filing)],
    }


def _change(row: ChargeCode | ChargeFact, value: Any, name: str = "code") -> ChargeChange:
    posting = row.posting
    return ChargeChange(
        name=name, value=value, at=posting.at, by=str(posting.by) if posting.by else "", reason=posting.reason
    )
