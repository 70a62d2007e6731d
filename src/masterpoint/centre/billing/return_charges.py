"""Charges on points that organisations report by player. They follow from the return as others follow from a filing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, QuerySet, Sum, Value
from django.db.models.functions import Cast, Concat

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.differences import SUBJECTS_PER_QUERY, Due, differences, post_differences
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
"""The prefix of a problem's place if an amount is missing. Then the charge waits, but the points do not."""


class WaitingReturn(NamedTuple):
    """A return that cannot be charged yet, and the problems."""

    posting: Posting
    problems: Sequence[Problem]


def charges_returns(federation: Federation) -> bool:
    """Whether the book charges for reported points."""
    return REPORTED in charging_of(federation).periodic


def quote(organisation: Organisation, facts: Facts) -> Assessment | None:
    """What a return would cost; None if the book charges nothing, or an amount is missing."""
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
    organisation: Organisation,
    sums: Mapping[str, int],
    *,
    last_day: date,
    received_on: date,
    event: str,
    grade: str = "",
) -> Facts:
    """Facts about a return for the book; `sums` are hundredths by colour."""
    facts: Facts = {
        "reported": [
            {"colour": colour, "points": str(Decimal(amount).scaleb(-2))} for colour, amount in sorted(sums.items())
        ],
        "ended": last_day.isoformat(),
        "received": max(received_on, last_day).isoformat(),
        "event": event,
        "level": organisation.level,
    }
    return facts | ({"grade": grade} if grade else {})


def facts_of(posting: Posting, organisation: Organisation) -> Facts:
    """The facts of a return in the ledger."""
    lines = posting.lines.order_by()
    sums = dict(lines.values_list("colour").annotate(sum=Sum("hundredths")))
    return return_facts(
        organisation,
        sums,
        last_day=lines.values_list("day", flat=True)[0],
        received_on=posting.at.date(),
        event=posting.facts["event"],
        grade=posting.facts.get("grade", ""),
    )


def subject_of(posting: Posting) -> str:
    """The subject of a return's charges."""
    return f"{SUBJECT}{posting.number}"


def charge_return(posting: Posting, organisation: Organisation, *, by: User | None, reason: str = "") -> None:
    """Post the difference in a return's charges. A return that was taken back owes nothing."""
    if charges_returns(organisation.federation):
        due, _ = _due(posting, organisation)
        to_post = differences(organisation.federation, [due] if due else [])
        post_differences(organisation.federation, to_post, by=by, reason=reason or posting.reason)


def _due(posting: Posting, organisation: Organisation) -> tuple[Due | None, Sequence[Problem]]:
    subject = subject_of(posting)
    if hasattr(posting, "reversed_by"):
        return Due(subject, []), ()
    facts = facts_of(posting, organisation)
    try:
        return Due(subject, charges_for(organisation, REPORTED, _last_day(facts), facts, subject)), ()
    except Refused as refusal:
        return None, refusal.problems


def _last_day(facts: Facts) -> date:
    return date.fromisoformat(facts["ended"])


def _returns(federation: Federation) -> QuerySet[Posting]:
    rows = Posting.objects.filter(federation=federation, kind=Posting.Kind.REPORTED)
    return rows.exclude(detail__organisation=None).select_related("reversed_by").order_by("number")


def _with_organisations(postings: QuerySet[Posting], federation: Federation) -> Iterator[tuple[Posting, Organisation]]:
    organisations: dict[str, Organisation] = {}
    for posting in postings.iterator(chunk_size=SUBJECTS_PER_QUERY):
        organisations = organisations or _by_number(federation)
        yield posting, organisations[posting.facts["organisation"]]


def _by_number(federation: Federation) -> dict[str, Organisation]:
    rows = Organisation.objects.filter(federation=federation).select_related("federation", "parent")
    return {organisation.number: organisation for organisation in rows}


def charge_returns_due(federation: Federation, *, by: User | None) -> int:
    """Charge all returns that are due. Returns the number charged."""
    count = 0
    if not charges_returns(federation):
        return count
    for posting, organisation in list(_with_organisations(_returns(federation), federation)):
        with transaction.atomic():
            lock(federation)
            due, _ = _due(posting, organisation)
            to_post = differences(federation, [due] if due else [])
            post_differences(federation, to_post, by=by, reason="charged by the tariff as it is now")
            count += len(to_post)
    return count


def waiting_returns(federation: Federation) -> Iterator[WaitingReturn]:
    """Returns that were not charged, and the missing amounts; each is worked out when it is asked for."""
    if not charges_returns(federation):
        return
    subject = Concat(Value(SUBJECT), Cast(OuterRef("number"), CharField()))
    charges = Charge.objects.filter(subject=subject, posting__federation=federation)
    waiting = _returns(federation).filter(~Exists(charges), reversed_by=None)
    for posting, organisation in _with_organisations(waiting, federation):
        if problems := _due(posting, organisation)[1]:
            yield WaitingReturn(posting, problems)


def return_differences(federation: Federation) -> Iterator[str]:
    """Differences for `verify`: charges of returns that were taken back, or that have other facts than the ledger."""
    if not charges_returns(federation):
        return
    charges = Charge.objects.in_force().filter(posting__federation=federation, subject__startswith=SUBJECT)
    stored_facts = {charge.subject: charge.detail.get("facts", {}) for charge in charges}
    for posting, organisation in _with_organisations(_returns(federation), federation):
        facts = stored_facts.pop(subject_of(posting), None)
        if facts is None:
            continue
        if hasattr(posting, "reversed_by"):
            yield f"{federation.code} {subject_of(posting)}: it was taken back, but is still charged"
        elif facts != facts_of(posting, organisation) | {"periodic": REPORTED, "on": facts.get("on")}:
            yield f"{federation.code} {subject_of(posting)}: it was charged for other points than were reported"
    yield from (
        f"{federation.code} {subject}: there is no such return, and it is charged" for subject in sorted(stored_facts)
    )
