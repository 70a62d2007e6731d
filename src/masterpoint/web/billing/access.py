"""Who may see which account: a club its own, a federation's finance all of them. For others, accounts do not exist."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar

from django.db.models import BigAutoField, QuerySet
from django.http import Http404

from masterpoint.centre.billing.date_ranges import DateRange, date_range
from masterpoint.centre.billing.models import Charge, Invoice
from masterpoint.centre.billing.tariffs import charges_anything, charging_of
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.registry import access
from masterpoint.centre.registry.access import Action
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.web.common import SignedInRequest, day_of

Billed = TypeVar("Billed", Invoice, Charge)


def finance_of(request: SignedInRequest, code: str) -> Federation:
    """The federation whose finances this account manages."""
    federations = access.federations_for(request.user, Action.BILLING)
    selected = next((federation for federation in federations if federation.code == code), None)
    if selected is None or not charges_anything(selected):
        raise Http404
    return selected


def keeps_finance(request: SignedInRequest, federation: Federation) -> bool:
    return federation in access.federations_for(request.user, Action.BILLING)


def account_of(request: SignedInRequest, code: str, number: str) -> Organisation:
    """An organisation whose charges this account may see."""
    return _require_visible(request, next(iter(_organisations(code, number)), None))


@cached_query
def _organisations(code: Any, number: Any) -> QuerySet[Organisation]:
    return Organisation.objects.filter(federation=code, number=number).select_related("federation")


def invoice_of(request: SignedInRequest, code: str, number: str) -> Invoice:
    return _visible(request, _invoices(code, number))


@cached_query
def _invoices(code: Any, number: Any) -> QuerySet[Invoice]:
    invoices = Invoice.objects.filter(federation=code, number=number)
    return invoices.select_related("organisation", "federation", "credits", "posting__by")


def charge_of(request: SignedInRequest, code: str, key: int) -> Charge:
    return _visible(request, _charges(code, key) if key <= BigAutoField.MAX_BIGINT else ())


@cached_query
def _charges(code: Any, key: Any) -> QuerySet[Charge]:
    charges = Charge.objects.filter(pk=key, posting__federation=code)
    return charges.select_related("organisation", "version__filing", "reverses", "posting")


def _visible(request: SignedInRequest, rows: Iterable[Billed]) -> Billed:
    """The row, if this account may see the charges of its organisation."""
    for row in rows:
        _require_visible(request, row.organisation)
        return row
    raise Http404


def _require_visible(request: SignedInRequest, organisation: Organisation | None) -> Organisation:
    if organisation is None or not access.may(request.user, Action.CHARGES, organisation):
        raise Http404
    if not charges_anything(organisation.federation):
        raise Http404
    return organisation


def page_context(federation: Federation, **fields: Any) -> dict[str, Any]:
    """The context of every accounts page: the federation and its currency."""
    return {"federation": federation, "currency": charging_of(federation).currency} | fields


def requested_dates(request: SignedInRequest) -> DateRange:
    """The period in the query."""
    return date_range(day_of(request.GET.get("first", "")), day_of(request.GET.get("last", "")), date.today())
