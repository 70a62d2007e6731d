"""What an event would cost its organiser by the federation's tariff. Nothing is stored."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.registry.days import today_for
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core import charge_taxes
from masterpoint.core.charges import Assessment, Currency
from masterpoint.core.derivation import Result
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.exact import Exact
from masterpoint.schemes.charging import charge_event


class Quote(NamedTuple):
    """The charges of an event that is not filed, or what is missing to compute them."""

    assessment: Assessment
    currency: Currency
    problems: tuple[Problem, ...] = ()
    added_tax: Exact = 0
    tax_name: str = ""


def quote(federation: Federation, result: Result, organiser: Organisation | None = None) -> Assessment:
    """The charges if the event were filed today, or a refusal that names what is missing."""
    charging = charging_of(federation)
    if not charging.charges_anything:
        return Assessment()
    names = {field.name for field in msgspec.structs.fields(charging.facts)}
    facts = {"received": today_for(federation).isoformat()} if "received" in names else {}
    return charge_event(result, tariff_of(federation, organiser), facts)


def added_tax(federation: Federation, assessment: Assessment, organiser: Organisation | None = None) -> Exact:
    """The exact tax added to some charges, each at the rate of its day."""
    tariff = tariff_of(federation, organiser)
    return charge_taxes.added_tax(charging_of(federation), assessment.charges, tariff)


def quote_for_page(federation: Federation, result: Result, organiser: Organisation | None = None) -> Quote:
    """A quote for a page. It shows what is missing instead of failing."""
    charging = charging_of(federation)
    if not charging.charges_anything:
        return Quote(Assessment(), charging.currency)
    try:
        assessment = quote(federation, result, organiser)
    except MasterpointError as error:
        return Quote(Assessment(), charging.currency, tuple(error.problems))
    tax = added_tax(federation, assessment, organiser)
    return Quote(assessment, charging.currency, (), tax, charging.tax_name or "Tax")


def quote_by_scheme(scheme: str, result: Result) -> Quote | None:
    """A quote by the tariff of the federation that uses a scheme; None if there is no such federation here."""
    federation = Federation.objects.filter(scheme=scheme).order_by("code").first()
    return quote_for_page(federation, result) if federation else None
