"""All reads of filings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing import credited_twice, judging
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.newcomers import newcomer_from
from masterpoint.centre.filing.stored import current_version, in_force, stored_event
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.proposals.models import NEWCOMERS, Proposal
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotUnderstood, Problem

FEW = 12
"""The filings of so many organisations are looked up one by one."""

__all__ = ["current_version", "in_force", "stored_event"]


def visible(user: User | None, receipt: str) -> Filing | None:
    """A filing, to whoever filed it and to those who file for its organisation."""
    filing = next(iter(_received(receipt)), None)
    if filing is None or user is None:
        return None
    own = filing.filed_by_id == user.pk
    return filing if own or access.may(user, access.Action.FILE, filing.organisation) else None


@cached_query
def _received(receipt: Any) -> QuerySet[Filing]:
    return Filing.objects.filter(receipt=receipt).select_related("organisation__federation", "filed_by")


def by_receipt(federation: Federation, receipt: str) -> Filing:
    """The filing with this receipt, however it is typed."""
    filings = Filing.objects.select_related("organisation__federation", "federation")
    filing = filings.filter(federation=federation, receipt=receipt.strip().upper()).first()
    if filing is None:
        raise NotUnderstood(Problem("receipt", receipt, "no such filing", "check the number on the receipt"))
    return filing


def may_correct(user: User | None, filing: Filing) -> bool:
    """Those who answer for the organisation, and whoever filed it, as long as they file for it."""
    if access.may(user, access.Action.CORRECT, filing.organisation):
        return True
    own = user is not None and filing.filed_by_id == user.pk
    return own and access.may(user, access.Action.FILE, filing.organisation)


def require_may_correct(user: User | None, filing: Filing) -> None:
    if not may_correct(user, filing):
        access.require(user, access.Action.CORRECT, filing.organisation)


def filings_of(organisations: Iterable[Organisation]) -> QuerySet[Filing]:
    """Filings of some organisations, newest first."""
    listed = list(organisations)
    filings = Filing.objects.select_related("organisation").order_by("-filed_at")
    if len(listed) <= FEW:
        return filings.filter(organisation__in=listed)
    # Many of a federation's: its filings are read newest first until a page is full. Asked for by organisation,
    # SQLite would gather all of them and sort; the sum keeps it from that.
    federations = {organisation.federation_id for organisation in listed}
    own = filings.alias(owner=F("organisation") + 0).filter(federation__in=federations)
    return own.filter(owner__in=[organisation.pk for organisation in listed])


def filings_by(user: User) -> QuerySet[Filing]:
    return Filing.objects.filter(filed_by=user).select_related("organisation").order_by("-filed_at")


def waiting(federation: Federation) -> QuerySet[Filing]:
    """Provisional filings, oldest day first: the queue of the federation's office."""
    provisional = Filing.objects.filter(federation=federation, state=Filing.State.PROVISIONAL)
    return provisional.select_related("organisation", "filed_by").order_by("day", "pk")


def written_by(user: User, filings: Iterable[Filing]) -> set[int]:
    """Which of some filings somebody filed or corrected."""
    own = Filing.objects.filter(Q(filed_by=user) | Q(versions__by=user), pk__in=[filing.pk for filing in filings])
    return set(own.values_list("pk", flat=True))


class Row(NamedTuple):
    """A filing that waits, and what its checks found; whether it may be an evening filed twice is among them."""

    filing: Filing
    checks: dict[str, Any]
    similar: list[Filing]
    """What may be the same evening, and nobody has decided about."""
    days: int
    rejected: Filing | None = None
    """What the office rejected before of the same organisation and day."""

    @property
    def clean(self) -> bool:
        return not self.filing.findings and not self.similar and self.rejected is None


def with_checks(filings: Iterable[Filing], today: date | None = None) -> list[Row]:
    """Filings with the checks of their current versions; a few queries, however many there are."""
    rows = list(filings)
    versions = in_force().filter(filing__in=rows).order_by("number").values_list("filing", "checks")
    checks = dict(versions)
    twice = credited_twice.undecided(rows)
    now, rejected = today or date.today(), _rejected(rows)
    return [
        Row(
            filing,
            checks.get(filing.pk) or {},
            [pair.other(filing) for pair in twice.get(filing.pk, [])],
            (now - filing.filed_at.date()).days,
            rejected.get((filing.organisation_id, filing.day)),
        )
        for filing in rows
    ]


def _rejected(filings: Sequence[Filing]) -> dict[tuple[int, date], Filing]:
    """What the office rejected of the same organisations and days: sent again, it is looked at again."""
    days, organisations = {filing.day for filing in filings}, {filing.organisation_id for filing in filings}
    rows = Filing.objects.filter(organisation__in=organisations, day__in=days, state=Filing.State.REJECTED)
    return {(row.organisation_id, row.day): row for row in rows.order_by("pk")}


def months(federation: Federation) -> list[dict[str, Any]]:
    """Months with filings: how many, in which states."""
    days = Filing.objects.filter(federation=federation).values_list("day", "state").annotate(count=Count("*"))
    by_month: dict[date, dict[str, Any]] = {}
    known = {month.first_day: month for month in federation.months.all()}
    for day, state, count in days.order_by("-day", "-state"):
        first = day.replace(day=1)
        month = by_month.setdefault(first, _no_filings(first, known.get(first)))
        month[state] = month.get(state, 0) + count
        month["total"] += count
    return list(by_month.values())


def _no_filings(first_day: date, month: Month | None) -> dict[str, Any]:
    state, is_being_closed = (month.state, month.is_being_closed) if month else (Month.State.OPEN, False)
    return {"first_day": first_day, "state": str(state), "is_being_closed": is_being_closed, "total": 0}


class Change(NamedTuple):
    """What a correction changes for one person in one colour, in hundredths."""

    person: int
    colour: str
    before: int
    after: int

    @property
    def gain(self) -> int:
        return self.after - self.before


Amounts = Iterable[tuple[int, str, int]]
"""Persons, colours, hundredths."""


def amounts_of(version: Version) -> Amounts:
    """What a version has posted."""
    lines = Line.objects.filter(posting__version=version, posting__kind="awards")
    return lines.values_list("person", "colour", "hundredths")


class Gain(NamedTuple):
    """What a new version changes for one person in one colour, in hundredths."""

    person: Person
    colour: str
    before: int
    after: int

    @property
    def gain(self) -> int:
        return self.after - self.before


def named(listed: Sequence[Change], new: Mapping[int, Person] | None = None) -> list[Gain]:
    """Changes with the people they touch; those not registered yet stand under numbers of their own."""
    people = Person.objects.select_related("home_club").in_bulk({change.person for change in listed}) | dict(new or {})
    return [Gain(people[change.person], change.colour, change.before, change.after) for change in listed]


def gains(filing: Filing, result: Result | None, known: Mapping[str, Person]) -> list[Gain]:
    """Who gains and who loses by a new version, before and after; those to be registered with it included."""
    new = {
        -index: person for index, person in enumerate((somebody for somebody in known.values() if not somebody.pk), 1)
    }
    keys = {id(person): key for key, person in new.items()}
    people = {key: keys.get(id(person), person.pk) for key, person in known.items()}
    shares = judging.shares_of(result) if result else []
    after = [(people[share.key], share.colour, share.hundredths) for share in shares if share.key in people]
    return named(changes(amounts_of(current_version(filing)), after), new)


def proposed_gains(proposal: Proposal) -> list[Gain]:
    """The same for a correction or withdrawal that waits."""
    filing, version = proposal.filing, proposal.version
    if filing is None:
        return []
    if version is None:
        return gains(filing, None, {})
    new = proposal.arguments.get(NEWCOMERS, {})
    people = Person.objects.in_bulk(set(version.people.values()))
    known = {key: people[pk] for key, pk in version.people.items()}
    known |= {key: newcomer_from(proposal.federation, data) for key, data in new.items()}
    return gains(filing, judging.judge(stored_event(version)), known)


def changes(before: Amounts, after: Amounts) -> list[Change]:
    """Who gains and who loses, the greatest gain first."""
    sums: dict[tuple[int, str], list[int]] = {}
    for which, amounts in enumerate((before, after)):
        for person, colour, amount in amounts:
            sums.setdefault((person, colour), [0, 0])[which] += amount
    differing = [Change(person, colour, *both) for (person, colour), both in sums.items()]
    return sorted(
        (change for change in differing if change.gain), key=lambda change: (-change.gain, change.person, change.colour)
    )


def result_of(version: Version) -> dict[str, Any]:
    return judging.load_result(version.result)
