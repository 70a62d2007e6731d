"""Totals of a federation's charges by kind, organisation and month, and filings that could not be charged yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Sum
from django.db.models.functions import TruncMonth

from masterpoint.centre.billing.assessing import CHARGED_ELSEWHERE
from masterpoint.centre.billing.charging import NotCharged, dues_of
from masterpoint.centre.billing.models import Charge, Invoice, InvoiceLine
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Version
from masterpoint.centre.registry.models import Federation


class Total(NamedTuple):
    """The invoiced total under one heading, in coins without tax."""

    name: str
    rows: int
    net: int


class Totals(NamedTuple):
    """Invoiced totals between two days."""

    by_kind: list[Total]
    by_organisation: list[Total]
    by_month: list[Total]


def totals(federation: Federation, first: date, last: date) -> Totals:
    """Totals by kind of charge, organisation and month of the invoices issued between two days."""
    lines = InvoiceLine.objects.filter(
        invoice__federation=federation, invoice__issued_on__gte=first, invoice__issued_on__lte=last
    ).order_by()
    titles = {name: kind.title for name, kind in charging_of(federation).kinds.items()}
    kinds = lines.values_list("kind").annotate(count=Count("pk"), net=Sum("net")).order_by("kind")
    by_owner = lines.values_list("invoice__organisation", "invoice__organisation__name")
    owners = by_owner.annotate(count=Count("pk"), net=Sum("net")).order_by("-net", "invoice__organisation__name")
    invoices = Invoice.objects.filter(federation=federation, issued_on__gte=first, issued_on__lte=last).order_by()
    by_month = invoices.annotate(month=TruncMonth("issued_on")).values_list("month")
    months = by_month.annotate(count=Count("pk"), net=Sum("net")).order_by("month")
    return Totals(
        [Total(titles.get(kind, kind), count, net) for kind, count, net in kinds],
        [Total(name, count, net) for _, name, count, net in owners],
        [Total(f"{month:%B %Y}", count, net) for month, count, net in months],
    )


def uncharged_filings(federation: Federation, limit: int = 200) -> Iterator[NotCharged]:
    """Filings without a charge, and the missing amounts; each is worked out when it is asked for."""
    if not charging_of(federation).kinds:
        return
    charges = Charge.objects.filter(subject=OuterRef("receipt"), posting__federation=federation)
    elsewhere = Version.objects.filter(filing=OuterRef("pk"), format__in=CHARGED_ELSEWHERE)
    waiting = Filing.objects.filter(~Exists(charges), ~Exists(elsewhere), federation=federation)
    waiting = waiting.exclude(state__in=ENDED_STATES).select_related("organisation__parent", "federation")
    for filing in waiting.order_by("day", "pk")[:limit]:
        yield from dues_of([filing])[1]
