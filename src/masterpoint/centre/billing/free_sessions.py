"""The free sessions of a club's year: how many it has used, and which sessions claim one.

The price of a session depends on the sessions before it. So whenever one is filed, corrected or withdrawn, those that
claim a free session are charged again in the order of play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db import connection
from django.db.models import Q, QuerySet

from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.statements import Query, select
from masterpoint.core.charges import CLAIMED_AS_FREE, FREE_SESSION, Assessment, year_around

FREE_SESSIONS_FACT = "free_sessions_used"
CLAIM_QUERY = """
SELECT version.filing_id FROM billing_charge charge JOIN filing_version version ON version.id = charge.version_id
LEFT JOIN billing_charge reversal ON reversal.reverses_id = charge.id
WHERE charge.organisation_id = %s AND +charge.reverses_id IS NULL AND reversal.id IS NULL AND charge.subject <> %s
AND charge.day >= %s AND charge.day < %s AND charge.title LIKE '%%free%%' AND {thing} = ANY(%s)
"""
"""A title ends with the thing, so few details must be read, which would be slow."""
THING = {"postgresql": "charge.detail ->> 'thing'", "sqlite": "JSON_EXTRACT(charge.detail, '$.thing')"}


def claims_free_session(assessment: Assessment) -> bool:
    """Whether a session claims to be free, whether or not it is."""
    return any(charge.thing in (FREE_SESSION, CLAIMED_AS_FREE) for charge in assessment.charges)


def year_facts(filing: Filing) -> dict[str, int]:
    """Facts about the club's year, for a session that claims to be free."""
    return {FREE_SESSIONS_FACT: free_sessions_used(filing), "player_sessions": player_sessions_before(filing)}


def free_sessions_used(filing: Filing) -> int:
    """The number of free sessions that the club had in the same year before this filing."""
    first, _ = year_around(charging_of(filing.federation), filing.day)
    earlier = Q(day__lt=filing.day) | Q(day=filing.day, version__filing__lt=filing.pk)
    rows = _other_charges(filing).filter(earlier, day__gte=first, detail__thing=FREE_SESSION)
    return sum(_sessions(row) for row in rows)


def player_sessions_before(filing: Filing) -> int:
    """The number of player sessions of the club in the previous year."""
    first, _ = year_around(charging_of(filing.federation), filing.day)
    rows = _other_charges(filing).filter(day__gte=first.replace(year=first.year - 1), day__lt=first)
    by_subject: dict[str, int] = {}
    for subject, count in rows.values_list("subject", "player_sessions"):
        by_subject[subject] = max(by_subject.get(subject, 0), count)
    return sum(by_subject.values())


def claims_of(filings: Iterable[Filing]) -> list[Filing]:
    """Filings of the same clubs that claim a free session in the same year or the next, in the order of play."""
    keys: set[int] = set()
    for filing in filings:
        keys |= {key for question in claim_queries(filing) for (key,) in select(*question)}
    if not keys:
        return []
    claims = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return list(claims.order_by("day", "pk"))


def claim_queries(filing: Filing) -> list[Query]:
    """The queries of `claims_of` for a filing; none if the book has no free sessions."""
    charging = charging_of(filing.federation)
    if FREE_SESSIONS_FACT not in charging.facts.__struct_fields__:
        return []
    first, next_year = year_around(charging, filing.day)
    last = next_year.replace(year=next_year.year + 1)
    return [_claim_query(filing.organisation_id, filing.receipt, first, last)]


def _claim_query(club: int, receipt_excluded: str, first: date, last: date) -> Query:
    """The query for a club's claims between two days, without those of one receipt."""
    statement = CLAIM_QUERY.format(thing=THING[connection.vendor])
    return statement, club, receipt_excluded, first, last, [FREE_SESSION, CLAIMED_AS_FREE]


def claims_in_order(club: Organisation, extra_keys: Collection[int]) -> list[Filing]:
    """The filings of a club that are charged as claims, and further ones, in the order of play."""
    if FREE_SESSIONS_FACT not in charging_of(club.federation).facts.__struct_fields__:
        return []
    keys = {key for (key,) in select(*_claim_query(club.pk, "", date.min, date.max))} | {*extra_keys}
    claims = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return list(claims.order_by("day", "pk"))


def claims_a_free_session(charges: Iterable[Charge]) -> bool:
    """Whether the charges of an assessment claim a free session."""
    return any(charge.detail.get("thing") in (FREE_SESSION, CLAIMED_AS_FREE) for charge in charges)


def _other_charges(filing: Filing) -> QuerySet[Charge]:
    """The club's charges in force for filings other than this one."""
    charges = Charge.objects.in_force().filter(organisation=filing.organisation)
    return charges.exclude(version=None).exclude(subject=filing.receipt)


def _sessions(charge: Charge) -> int:
    """The number of sessions of a free event."""
    return max((sessions for _, _, sessions, _ in charge.detail.get("heads", [])), default=1)
