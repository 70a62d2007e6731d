"""For `masterpoint verify`: compute every charge in force again from its facts and tariff."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.billing.assessing import assess, new_charges
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.periodic import charges_for
from masterpoint.centre.billing.return_charges import return_differences
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.filing.stored_events import event_of_version
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError

PAGE = 100


def charge_differences(federation: Federation) -> Iterator[tuple[str, bool]]:
    """Every charge that does not match its facts, and whether another engine computed it."""
    if not _any_charge(federation.pk):
        return
    charges_in_force = _charges_in_force(federation)
    ended_filings = set(_charges_of_ended(federation.pk))
    yield from ((f"{receipt}: it ended, but is still charged", False) for receipt in sorted(ended_filings))
    related = ("version__filing__organisation__parent__parent", "version__filing__organisation__federation", "posting")
    rows = charges_in_force.exclude(version=None).select_related(*related)
    rows = rows.defer("version__original", "version__result")
    for _, group in groupby(rows.order_by("version", "pk").iterator(chunk_size=PAGE), key=lambda row: row.version_id):
        yield from _recompute(list(group))

    yield from ((difference, False) for difference in return_differences(federation))
    if not _any_without_version(federation.pk):
        return
    rows = (
        charges_in_force.filter(version=None)
        .select_related("organisation__parent", "posting")
        .order_by("subject", "pk")
    )
    for _, group in groupby(rows.iterator(chunk_size=PAGE), key=lambda row: (row.subject, row.posting_id)):
        yield from _recompute_periodic(list(group))


def _charges_in_force(federation: Any) -> QuerySet[Charge]:
    return Charge.objects.in_force().filter(posting__federation=federation)


@cached_query
def _any_charge(federation: Any) -> QuerySet[Charge, int]:
    return Charge.objects.filter(posting__federation=federation).values_list("pk", flat=True)[:1]


@cached_query
def _any_without_version(federation: Any) -> QuerySet[Charge, int]:
    return _charges_in_force(federation).filter(version=None).values_list("pk", flat=True)[:1]


@cached_query
def _charges_of_ended(federation: Any) -> QuerySet[Filing, str]:
    charged_subjects = _charges_in_force(federation).values("subject")
    filings = Filing.objects.filter(federation=federation, state__in=ENDED_STATES, receipt__in=charged_subjects)
    return filings.order_by("receipt").values_list("receipt", flat=True)


def _recompute_periodic(charges: list[Charge]) -> Iterator[tuple[str, bool]]:
    """Compute charges of a year or a quarter again from their stored facts."""
    first_charge = charges[0]
    facts = dict(first_charge.detail.get("facts", {}))
    name, on = facts.pop("periodic", ""), date.fromisoformat(facts.pop("on", first_charge.day.isoformat()))
    other_engine = first_charge.detail.get("engine", "") != engine()
    text = f"{first_charge.subject}, charged in account posting {first_charge.posting.number}"
    try:
        expected = charges_for(
            first_charge.organisation, name, on, facts, first_charge.subject, first_charge.posting.number
        )
    except MasterpointError as error:
        yield f"{text}: engine {engine()} refuses it: {error}", other_engine
        return
    if _contents(expected) != _contents(charges):
        yield f"{text}: not what the facts and the tariff give", other_engine


def _recompute(charges: list[Charge]) -> Iterator[tuple[str, bool]]:
    version, first_charge = charges[0].version, charges[0]
    assert version is not None
    name = f"{first_charge.subject}, charged in account posting {first_charge.posting.number}"
    engine_of_charge = first_charge.detail.get("engine", "")
    other_engine = engine_of_charge != engine()
    try:
        organiser = version.filing.organisation
        result = judging.judge_again(event_of_version(version))
        facts = first_charge.detail.get("facts", {})
        assessment = assess(organiser, result, facts, on=version.filing.day, before_posting=first_charge.posting.number)
        expected = list(new_charges(organiser, assessment, facts, subject=first_charge.subject, version=version))
    except MasterpointError as error:
        yield f"{name}: engine {engine()} refuses it: {error}", other_engine
        return
    if _contents(expected) != _contents(charges):
        by = f", by engine {engine_of_charge}" if other_engine else ""
        yield f"{name}{by}: not what the facts and the tariff give", other_engine


def _contents(charges: list[Charge]) -> list[tuple[int, str, str, str]]:
    return [(charge.organisation_id, charge.kind, charge.title, charge.amount) for charge in charges]
