"""Facts about the payer of an event that a book needs besides the event itself, by name."""

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
    """The facts that the federation's rules need and the Centre knows. For a new filing, nobody has entered facts."""
    names = charging_of(filing.federation).facts.__struct_fields__
    facts = {name: find(filing) for name, find in (NEW_FILING_FACTS if new else FACTS).items() if name in names}
    return facts if new else facts | entered_facts(filing)


def entered_facts(filing: Filing) -> Facts:
    """The facts entered for a filing; the last of each name counts."""
    return dict(_entered_values(filing.pk))


@cached_query
def _entered_values(filing: Any) -> QuerySet[ChargeFact, tuple[str, Any]]:
    return ChargeFact.objects.filter(filing=filing).order_by("pk").values_list("name", "value")


def charge_code(filing: Filing) -> str:
    """The charge code as last corrected by the club; empty if the event's own code counts."""
    codes = _codes(filing.pk, limit=1)
    return codes[0] if codes else ""


@cached_query
def _codes(filing: Any) -> QuerySet[ChargeCode, str]:
    return ChargeCode.objects.filter(filing=filing).order_by("-pk").values_list("code", flat=True)


def received_on(filing: Filing) -> str:
    """The day on which the results came in, which decides on discounts and fines."""
    return filing.filed_at.date().isoformat()


FACTS: dict[str, Callable[[Filing], Any]] = {"code": charge_code, RECEIVED: received_on}
NEW_FILING_FACTS: dict[str, Callable[[Filing], Any]] = {"code": lambda _: "", RECEIVED: received_on}
