"""What a book asks about the payer of an event, beside the event itself: each fact by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.billing.models import ChargeCode, ChargeFact
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.models import Filing

Facts = dict[str, Any]
RECEIVED = "received"


def payer_facts(filing: Filing, *, new: bool = False) -> Facts:
    """The facts that the federation's rules ask for and the Centre knows; of a new filing nobody has entered any."""
    asked = charging_of(filing.federation).asks.__struct_fields__
    known = {name: find(filing) for name, find in (OF_NEW if new else KNOWN).items() if name in asked}
    return known if new else known | entered_facts(filing)


def entered_facts(filing: Filing) -> Facts:
    """What somebody entered of a filing, as it was entered last."""
    return dict(_entered(filing.pk))


@cached_query
def _entered(filing: Any) -> QuerySet[ChargeFact, tuple[str, Any]]:
    return ChargeFact.objects.filter(filing=filing).order_by("posting__number").values_list("name", "value")


def charge_code(filing: Filing) -> str:
    """The charge code as the club put it right last; empty where the event's own counts."""
    codes = _codes(filing.pk, limit=1)
    return codes[0] if codes else ""


@cached_query
def _codes(filing: Any) -> QuerySet[ChargeCode, str]:
    return ChargeCode.objects.filter(filing=filing).order_by("-posting__number").values_list("code", flat=True)


def received(filing: Filing) -> str:
    """The day the results came in: promptness is rewarded and lateness fined by it."""
    return filing.filed_at.date().isoformat()


KNOWN: dict[str, Callable[[Filing], Any]] = {"code": charge_code, RECEIVED: received}
OF_NEW: dict[str, Callable[[Filing], Any]] = {"code": lambda _: "", RECEIVED: received}
