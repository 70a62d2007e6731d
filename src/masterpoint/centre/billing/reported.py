"""Charges on points that organisations report by player: they follow from the return, as others do from a filing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet, Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.differences import AT_ONCE, Due, differences, post_differences
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.periodic import charges_for
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.charges import REPORTED, Assessment
from masterpoint.core.errors import Problem, Refused
from masterpoint.schemes.charging import charge_periodic

Facts = dict[str, Any]
SUBJECT = "credits "
MISSING_AMOUNT = "tariff."
"""How the place of a problem begins where an amount is missing: the charge waits for it, and the points do not."""


class WaitingReturn(NamedTuple):
    """A return that cannot be charged yet, and what is missing."""

    posting: Posting
    problems: Sequence[Problem]


def charges_returns(federation: Federation) -> bool:
    """Whether the book charges for points that are reported."""
    return REPORTED in charging_of(federation).periodic


def quoted(organisation: Organisation, facts: Facts) -> Assessment | None:
    """What a return would cost; nothing where the book charges nothing, or an amount is missing."""
    if not charges_returns(organisation.federation):
        return None
    tariff = tariff_of(organisation.federation, organisation)
    day = date.fromisoformat(facts["ended"])
    try:
        return charge_periodic(organisation.federation.scheme, REPORTED, day, facts, tariff)
    except Refused as refusal:
        if all(problem.place.startswith(MISSING_AMOUNT) for problem in refusal.problems):
            return None
        raise


def return_facts(
    organisation: Organisation, sums: Mapping[str, int], *, ended: date, received: date, event: str, grade: str = ""
) -> Facts:
    """What the book asks about a return; `sums` are hundredths by colour."""
    facts: Facts = {
        "reported": [
            {"colour": colour, "points": str(Decimal(amount).scaleb(-2))} for colour, amount in sorted(sums.items())
        ],
        "ended": ended.isoformat(),
        "received": max(received, ended).isoformat(),
        "event": event,
        "level": organisation.level,
    }
    return facts | ({"grade": grade} if grade else {})


def facts_of(posting: Posting, organisation: Organisation) -> Facts:
    """The facts of a return as the ledger keeps it."""
    lines = posting.lines.order_by()
    sums = dict(lines.values_list("colour").annotate(sum=Sum("hundredths")))
    return return_facts(
        organisation,
        sums,
        ended=lines.values_list("day", flat=True)[0],
        received=posting.at.date(),
        event=posting.facts["event"],
        grade=posting.facts.get("grade", ""),
    )


def subject_of(posting: Posting) -> str:
    """What the charges of a return stand under."""
    return f"{SUBJECT}{posting.number}"


def charge_return(posting: Posting, organisation: Organisation, *, by: User | None, reason: str = "") -> None:
    """Post what a return owes as it stands, as far as it differs from what is posted; of one taken back, nothing."""
    if charges_returns(organisation.federation):
        due, _ = _due(posting, organisation)
        differing = differences(organisation.federation, [due] if due else [])
        post_differences(organisation.federation, differing, by=by, reason=reason or posting.reason)


def _due(posting: Posting, organisation: Organisation) -> tuple[Due | None, Sequence[Problem]]:
    subject = subject_of(posting)
    if hasattr(posting, "reversed_by"):
        return Due(subject, []), ()
    facts = facts_of(posting, organisation)
    try:
        return Due(subject, charges_for(organisation, REPORTED, _ended(facts), facts, subject)), ()
    except Refused as refusal:
        return None, refusal.problems


def _ended(facts: Facts) -> date:
    return date.fromisoformat(facts["ended"])


def _returns(federation: Federation) -> QuerySet[Posting]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.REPORTED)
    return rows.exclude(detail__organisation=None).select_related("reversed_by").order_by("number")


def _with_organisations(federation: Federation) -> Iterator[tuple[Posting, Organisation]]:
    organisations: dict[str, Organisation] = {}
    for posting in _returns(federation).iterator(chunk_size=AT_ONCE):
        number = posting.facts["organisation"]
        if number not in organisations:
            rows = Organisation.objects.select_related("federation", "parent")
            organisations[number] = rows.get(federation=federation, number=number)
        yield posting, organisations[number]


def charge_returns_due(federation: Federation, *, by: User | None) -> int:
    """Post what any return owes and was not charged. How many were charged."""
    charged = 0
    if not charges_returns(federation):
        return charged
    for posting, organisation in list(_with_organisations(federation)):
        with transaction.atomic():
            lock(federation)
            due, _ = _due(posting, organisation)
            differing = differences(federation, [due] if due else [])
            post_differences(federation, differing, by=by, reason="charged by the tariff as it is now")
            charged += len(differing)
    return charged


def waiting_returns(federation: Federation) -> list[WaitingReturn]:
    """Returns that were not charged, and which amount is missing."""
    if not charges_returns(federation):
        return []
    charged = set(_charges(federation).values_list("subject", flat=True))
    waiting = [
        (posting, organisation)
        for posting, organisation in _with_organisations(federation)
        if subject_of(posting) not in charged and not hasattr(posting, "reversed_by")
    ]
    rows = ((posting, _due(posting, organisation)[1]) for posting, organisation in waiting)
    return [WaitingReturn(posting, problems) for posting, problems in rows if problems]


def _charges(federation: Federation) -> QuerySet[Charge]:
    return Charge.objects.filter(posting__federation=federation, subject__startswith=SUBJECT)


def return_differences(federation: Federation) -> Iterator[str]:
    """Charges of returns that were taken back, or that rest on other facts than the ledger keeps."""
    if not charges_returns(federation):
        return
    standing = Charge.objects.standing().filter(posting__federation=federation, subject__startswith=SUBJECT)
    kept = {charge.subject: charge.detail.get("facts", {}) for charge in standing}
    for posting, organisation in _with_organisations(federation):
        facts = kept.pop(subject_of(posting), None)
        if facts is None:
            continue
        if hasattr(posting, "reversed_by"):
            yield f"{federation.code} {subject_of(posting)}: it was taken back, but is still charged"
        elif facts != facts_of(posting, organisation) | {"periodic": REPORTED, "on": facts.get("on")}:
            yield f"{federation.code} {subject_of(posting)}: it was charged for other points than were reported"
    yield from (f"{federation.code} {subject}: there is no such return, and it is charged" for subject in sorted(kept))
