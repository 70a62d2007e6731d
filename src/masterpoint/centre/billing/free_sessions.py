"""The free sessions of a club's year: how many it has had, and which of its sessions claim one.

What a session costs then depends on the sessions before it, so whenever one is filed, corrected or withdrawn, those
that claim a free session are looked at again, in the order in which they were played.
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
from masterpoint.core.charges import CLAIMED, FREE_SESSION, Assessment, year_around

ASKED = "free_sessions_used"
CLAIMS = """
SELECT version.filing_id FROM billing_charge charge JOIN filing_version version ON version.id = charge.version_id
LEFT JOIN billing_charge reversal ON reversal.reverses_id = charge.id
WHERE charge.organisation_id = %s AND +charge.reverses_id IS NULL AND reversal.id IS NULL AND charge.subject <> %s
AND charge.day >= %s AND charge.day < %s AND charge.title LIKE '%%free%%' AND {thing} = ANY(%s)
"""
"""A title ends with the thing: nearly no charge has to be looked into, which would take as long as to write one."""
THING = {"postgresql": "charge.detail ->> 'thing'", "sqlite": "JSON_EXTRACT(charge.detail, '$.thing')"}


def claims_free_session(assessment: Assessment) -> bool:
    """Whether a session claims to be one of the free ones, rightly or not."""
    return any(charge.thing in (FREE_SESSION, CLAIMED) for charge in assessment.charges)


def year_facts(filing: Filing) -> dict[str, int]:
    """What a book asks about the club's year, where a session claims to be free."""
    return {ASKED: free_sessions_used(filing), "player_sessions": player_sessions_before(filing)}


def free_sessions_used(filing: Filing) -> int:
    """Free sessions that the club had before this filing in the same year."""
    first, _ = year_around(charging_of(filing.federation), filing.day)
    before = Q(day__lt=filing.day) | Q(day=filing.day, version__filing__lt=filing.pk)
    rows = _standing(filing).filter(before, day__gte=first, detail__thing=FREE_SESSION)
    return sum(_sessions(row) for row in rows)


def player_sessions_before(filing: Filing) -> int:
    """Player sessions of the club in the year before."""
    first, _ = year_around(charging_of(filing.federation), filing.day)
    rows = _standing(filing).filter(day__gte=first.replace(year=first.year - 1), day__lt=first)
    by_subject: dict[str, int] = {}
    for subject, count in rows.values_list("subject", "player_sessions"):
        by_subject[subject] = max(by_subject.get(subject, 0), count)
    return sum(by_subject.values())


def claims_of(filings: Iterable[Filing]) -> list[Filing]:
    """The filings of the same clubs that claim a free session in the same year or the next, in the order of play."""
    keys: set[int] = set()
    for filing in filings:
        keys |= {key for question in claims_questions(filing) for (key,) in select(*question)}
    if not keys:
        return []
    claims = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return list(claims.order_by("day", "pk"))


def claims_questions(filing: Filing) -> list[Query]:
    """What `claims_of` asks about a filing: nothing where the book knows no free sessions."""
    charging = charging_of(filing.federation)
    if ASKED not in charging.asks.__struct_fields__:
        return []
    first, following = year_around(charging, filing.day)
    last = following.replace(year=following.year + 1)
    return [_claims_question(filing.organisation_id, filing.receipt, first, last)]


def _claims_question(club: int, without: str, first: date, last: date) -> Query:
    """Claims of a club between two days, without those of a receipt."""
    statement = CLAIMS.format(thing=THING[connection.vendor])
    return statement, club, without, first, last, [FREE_SESSION, CLAIMED]


def claims_in_order(club: Organisation, more: Collection[int]) -> list[Filing]:
    """All filings of a club that were charged as claims, and some more that claim, in the order of play."""
    if ASKED not in charging_of(club.federation).asks.__struct_fields__:
        return []
    keys = {key for (key,) in select(*_claims_question(club.pk, "", date.min, date.max))} | {*more}
    claims = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return list(claims.order_by("day", "pk"))


def claims_a_free_session(charges: Iterable[Charge]) -> bool:
    """The same as `claims_free_session`, of charges that follow from an assessment."""
    return any(charge.detail.get("thing") in (FREE_SESSION, CLAIMED) for charge in charges)


def _standing(filing: Filing) -> QuerySet[Charge]:
    """The charges of the club for filings that were not taken back, without those of this filing."""
    charges = Charge.objects.standing().filter(organisation=filing.organisation)
    return charges.exclude(version=None).exclude(subject=filing.receipt)


def _sessions(charge: Charge) -> int:
    """Sessions of the event that was free."""
    return max((sessions for _, _, sessions, _ in charge.detail.get("heads", [])), default=1)
