"""What an event would cost its organiser, by the federation's own tariff; nothing is kept."""

from __future__ import annotations

from masterpoint.centre.billing.assessing import assess
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry.days import today_in
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.charges import Assessment
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem, Refused


def quote(organiser: Organisation, result: Result) -> Assessment:
    """The charges if it were filed today, or the refusal that names what is missing."""
    federation = organiser.federation
    if not charging_of(federation).kinds:
        return Assessment()
    return assess(organiser, result, {"received": today_in(federation).isoformat()} if _asks(organiser) else {})


def _asks(organiser: Organisation) -> bool:
    return "received" in charging_of(organiser.federation).asks.__struct_fields__


def quote_or_problems(organiser: Organisation, result: Result) -> tuple[Assessment, list[Problem]]:
    """The same for a page: what is missing stands beside it, and nobody is held up."""
    try:
        return quote(organiser, result), []
    except Refused as refusal:
        return Assessment(), list(refusal.problems)
