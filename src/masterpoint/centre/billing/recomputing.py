"""`masterpoint verify`: every charge that stands, worked out again from the facts and the tariff it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.billing.assessing import assess, new_charges
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.periodic import charges_for
from masterpoint.centre.billing.reported import return_differences
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED
from masterpoint.centre.filing.stored import stored_event
from masterpoint.centre.registry.models import Federation
from masterpoint.core.errors import MasterpointError

PAGE = 100


def charge_differences(federation: Federation) -> Iterator[tuple[str, bool]]:
    """Every charge that is not what its facts give, and whether another engine worked it out."""
    if not _any_charge(federation.pk):
        return
    standing = _standing(federation)
    ended = set(_ended_and_charged(federation.pk))
    yield from ((f"{receipt}: it ended, but is still charged", False) for receipt in sorted(ended))
    related = ("version__filing__organisation__parent__parent", "version__filing__organisation__federation", "posting")
    rows = standing.exclude(version=None).select_related(*related)
    rows = rows.defer("version__original", "version__result")
    for _, group in groupby(rows.order_by("version", "pk").iterator(chunk_size=PAGE), key=lambda row: row.version_id):
        yield from _recomputed(list(group))

    yield from ((difference, False) for difference in return_differences(federation))
    if not _any_without_version(federation.pk):
        return
    rows = standing.filter(version=None).select_related("organisation__parent", "posting").order_by("subject", "pk")
    for _, group in groupby(rows.iterator(chunk_size=PAGE), key=lambda row: (row.subject, row.posting_id)):
        yield from _recomputed_periodic(list(group))


def _standing(federation: Any) -> QuerySet[Charge]:
    return Charge.objects.standing().filter(posting__federation=federation)


@cached_query
def _any_charge(federation: Any) -> QuerySet[Charge, int]:
    return Charge.objects.filter(posting__federation=federation).values_list("pk", flat=True)[:1]


@cached_query
def _any_without_version(federation: Any) -> QuerySet[Charge, int]:
    return _standing(federation).filter(version=None).values_list("pk", flat=True)[:1]


@cached_query
def _ended_and_charged(federation: Any) -> QuerySet[Filing, str]:
    charged = _standing(federation).values("subject")
    ended = Filing.objects.filter(federation=federation, state__in=ENDED, receipt__in=charged)
    return ended.order_by("receipt").values_list("receipt", flat=True)


def _recomputed_periodic(charges: list[Charge]) -> Iterator[tuple[str, bool]]:
    """Charges of a year or a quarter, from the facts they keep."""
    first = charges[0]
    facts = dict(first.detail.get("facts", {}))
    name, on = facts.pop("periodic", ""), date.fromisoformat(facts.pop("on", first.day.isoformat()))
    other_engine = first.detail.get("engine", "") != engine()
    text = f"{first.subject}, charged in account posting {first.posting.number}"
    try:
        again = charges_for(first.organisation, name, on, facts, first.subject, first.posting.number)
    except MasterpointError as error:
        yield f"{text}: engine {engine()} refuses it: {error}", other_engine
        return
    if _contents(again) != _contents(charges):
        yield f"{text}: not what the facts and the tariff give", other_engine


def _recomputed(charges: list[Charge]) -> Iterator[tuple[str, bool]]:
    version, first = charges[0].version, charges[0]
    assert version is not None
    name = f"{first.subject}, charged in account posting {first.posting.number}"
    made_by = first.detail.get("engine", "")
    other_engine = made_by != engine()
    try:
        organiser = version.filing.organisation
        result = judging.judge_again(stored_event(version))
        facts = first.detail.get("facts", {})
        assessment = assess(organiser, result, facts, on=version.filing.day, before=first.posting.number)
        again = list(new_charges(organiser, assessment, facts, subject=first.subject, version=version))
    except MasterpointError as error:
        yield f"{name}: engine {engine()} refuses it: {error}", other_engine
        return
    if _contents(again) != _contents(charges):
        by = f", by engine {made_by}" if other_engine else ""
        yield f"{name}{by}: not what the facts and the tariff give", other_engine


def _contents(charges: list[Charge]) -> list[tuple[int, str, str, str]]:
    return [(charge.organisation_id, charge.kind, charge.title, charge.amount) for charge in charges]
