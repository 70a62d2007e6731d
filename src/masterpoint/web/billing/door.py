"""Who may see which account: a club its own, a federation's finance all of them. Nobody else learns there is one."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404

from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.spans import Span, span_of
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.web.common import SignedInRequest, day_of


def finance_of(request: SignedInRequest, code: str) -> Federation:
    """The federation whose finances this account keeps."""
    kept = access.federations_for(request.user, Action.BILLING)
    chosen = next((federation for federation in kept if federation.code == code), None)
    if chosen is None:
        raise Http404
    return chosen


def keeps_finance(request: SignedInRequest, federation: Federation) -> bool:
    return federation in access.federations_for(request.user, Action.BILLING)


def account_of(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation whose charges this account may see."""
    organisations = Organisation.objects.filter(federation=code, number=number).select_related("federation", "parent")
    return _visible(request, organisations.first())


def invoice_of(request: SignedInRequest, code: str, number: str) -> Invoice:
    invoices = Invoice.objects.filter(federation=code, number=number)
    invoice = invoices.select_related("organisation__parent", "federation", "credits", "posting__by").first()
    _visible(request, invoice.organisation if invoice else None)
    assert invoice is not None
    return invoice


def charge_of(request: SignedInRequest, code: str, key: int) -> Charge:
    charges = Charge.objects.filter(pk=key, posting__federation=code)
    related = charges.select_related("organisation__parent", "version__filing", "reverses", "posting").first()
    _visible(request, related.organisation if related else None)
    assert related is not None
    return related


def _visible(request: SignedInRequest, organisation: Organisation | None) -> Organisation:
    if organisation is None or not access.may(request.user, Action.CHARGES, organisation):
        raise Http404
    return organisation


def page_context(federation: Federation, **more: Any) -> dict[str, Any]:
    """What every page of the accounts needs: whose it is, and in which currency."""
    return {"federation": federation, "currency": charging_of(federation).currency} | more


def span_asked(request: SignedInRequest) -> Span:
    """The first and the last day of the query."""
    return span_of(day_of(request.GET.get("first", "")), day_of(request.GET.get("last", "")), date.today())
