"""All reads of filings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing import double_credits, judging
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.new_people import new_person_from
from masterpoint.centre.filing.stored_events import current_version, event_of_version, in_force
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.proposals.models import NEW_PEOPLE, Proposal
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation, Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotUnderstood, Problem

MAX_BY_ORGANISATION = 12
"""Filings of up to this many organisations are selected by organisation."""
NO_CHECKS: dict[str, Any] = {"compared": False, "differences": [], "warnings": [], "assumed": []}
"""The checks of a filing that has none."""

__all__ = ["current_version", "event_of_version", "in_force"]


def visible(user: User | None, receipt: str) -> Filing | None:
    """A filing, if this account filed it or may file for its organisation."""
    filing = next(iter(_by_receipt(receipt)), None)
    if filing is None or user is None:
        return None
    is_own = filing.filed_by_id == user.pk
    return filing if is_own or access.may(user, access.Action.FILE, filing.organisation) else None


@cached_query
def _by_receipt(receipt: Any) -> QuerySet[Filing]:
    return Filing.objects.filter(receipt=receipt).select_related("organisation__federation", "filed_by")


def by_receipt(federation: Federation, receipt: str) -> Filing:
    """The filing with this receipt number, in any spelling."""
    filings = Filing.objects.select_related("organisation__federation", "federation")
    filing = filings.filter(federation=federation, receipt=receipt.strip().upper()).first()
    if filing is None:
        raise NotUnderstood(Problem("receipt", receipt, "no such filing", "check the number on the receipt"))
    return filing


def may_correct(user: User | None, filing: Filing) -> bool:
    """Whether an account may correct a filing: an officer of the organisation, or the filer who still files for it."""
    if access.may(user, access.Action.CORRECT, filing.organisation):
        return True
    is_own = user is not None and filing.filed_by_id == user.pk
    return is_own and access.may(user, access.Action.FILE, filing.organisation)


def require_may_correct(user: User | None, filing: Filing) -> None:
    if not may_correct(user, filing):
        access.require(user, access.Action.CORRECT, filing.organisation)


def filings_of(organisations: Iterable[Organisation]) -> QuerySet[Filing]:
    """Filings of some organisations, newest first."""
    organisation_list = list(organisations)
    filings = Filing.objects.select_related("organisation").order_by("-filed_at")
    if len(organisation_list) <= MAX_BY_ORGANISATION:
        return filings.filter(organisation__in=organisation_list)
    # For many organisations, the federation's filings are read newest first until a page is full. By organisation,
    # SQLite would collect all of them and sort; the sum prevents that.
    federations = {organisation.federation_id for organisation in organisation_list}
    queryset = filings.alias(owner=F("organisation") + 0).filter(federation__in=federations)
    return queryset.filter(owner__in=[organisation.pk for organisation in organisation_list])


def filings_by(user: User) -> QuerySet[Filing]:
    return Filing.objects.filter(filed_by=user).select_related("organisation").order_by("-filed_at")


def waiting(federation: Federation) -> QuerySet[Filing]:
    """Provisional filings, oldest day first: the queue of the federation's office."""
    provisional = Filing.objects.filter(federation=federation, state=Filing.State.PROVISIONAL)
    return provisional.select_related("organisation", "filed_by").order_by("day", "pk")


def filed_or_corrected_by(user: User, filings: Iterable[Filing]) -> set[int]:
    """The filings among these that somebody filed or corrected."""
    rows = Filing.objects.filter(Q(filed_by=user) | Q(versions__by=user), pk__in=[filing.pk for filing in filings])
    return set(rows.values_list("pk", flat=True))


class Row(NamedTuple):
    """A waiting filing with the findings of its checks, including possible duplicates."""

    filing: Filing
    checks: dict[str, Any]
    similar: list[Filing]
    """Filings that may be the same evening, about which nobody has decided."""
    days: int
    rejected: Filing | None = None
    """A rejected filing of the same organisation and day."""

    @property
    def clean(self) -> bool:
        return not self.filing.findings and not self.similar and self.rejected is None


def with_checks(filings: Iterable[Filing], today: date | None = None) -> list[Row]:
    """Filings with the checks of their current versions.

    The number of queries does not depend on the number of filings.
    """
    rows = list(filings)
    versions = in_force().filter(filing__in=rows).order_by("number").values_list("filing", "checks")
    checks = dict(versions)
    pairs_by_filing = double_credits.undecided_pairs(rows)
    day, rejected = today or date.today(), _rejected_filings(rows)
    return [
        Row(
            filing,
            checks.get(filing.pk) or NO_CHECKS,
            [pair.other(filing) for pair in pairs_by_filing.get(filing.pk, [])],
            (day - filing.filed_at.date()).days,
            rejected.get((filing.organisation_id, filing.day)),
        )
        for filing in rows
    ]


def _rejected_filings(filings: Sequence[Filing]) -> dict[tuple[int, date], Filing]:
    """Rejected filings of the same organisations and days. If sent again, they need a second look."""
    days, organisations = {filing.day for filing in filings}, {filing.organisation_id for filing in filings}
    rows = Filing.objects.filter(organisation__in=organisations, day__in=days, state=Filing.State.REJECTED)
    return {(row.organisation_id, row.day): row for row in rows.order_by("pk")}


def months(federation: Federation) -> list[dict[str, Any]]:
    """Months with filings, their number and state."""
    days = Filing.objects.filter(federation=federation).values_list("day", "state").annotate(count=Count("*"))
    by_month: dict[date, dict[str, Any]] = {}
    months_by_day = {month.first_day: month for month in federation.months.all()}
    for day, state, count in days.order_by("-day", "-state"):
        first_day = day.replace(day=1)
        month = by_month.setdefault(first_day, _no_filings(first_day, months_by_day.get(first_day)))
        month[state] = month.get(state, 0) + count
        month["total"] += count
    return list(by_month.values())


def _no_filings(first_day: date, month: Month | None) -> dict[str, Any]:
    state, is_being_closed = (month.state, month.is_being_closed) if month else (Month.State.OPEN, False)
    return {
        "first_day": first_day,
        "state": str(state),
        "is_being_closed": is_being_closed,
        "total": 0,
        "provisional": 0,
    }


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
"""Rows of person, colour and hundredths."""


def amounts_of(version: Version) -> Amounts:
    """The amounts a version posted."""
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


def with_people(change_list: Sequence[Change], new: Mapping[int, Person] | None = None) -> list[Gain]:
    """Changes with their people. People not registered yet have negative keys."""
    people = Person.objects.select_related("home_club").in_bulk({change.person for change in change_list}) | dict(
        new or {}
    )
    return [Gain(people[change.person], change.colour, change.before, change.after) for change in change_list]


def gains_by_result(filing: Filing, result: Result | None, people_by_key: Mapping[str, Person]) -> list[Gain]:
    """Who gains and who loses with a new version, including new people."""
    new = {
        -index: person
        for index, person in enumerate((new_person for new_person in people_by_key.values() if not new_person.pk), 1)
    }
    keys = {id(person): key for key, person in new.items()}
    people = {key: keys.get(id(person), person.pk) for key, person in people_by_key.items()}
    shares = judging.shares_of(result) if result else []
    amounts_after = [(people[share.key], share.colour, share.hundredths) for share in shares if share.key in people]
    return with_people(changes(amounts_of(current_version(filing)), amounts_after), new)


def proposed_gains(proposal: Proposal) -> list[Gain]:
    """Who gains and who loses with a proposed correction or withdrawal."""
    filing, version = proposal.filing, proposal.version
    if filing is None:
        return []
    if version is None:
        return gains_by_result(filing, None, {})
    new = proposal.arguments.get(NEW_PEOPLE, {})
    people = Person.objects.in_bulk(set(version.people.values()))
    people_by_key = {key: people[pk] for key, pk in version.people.items()}
    people_by_key |= {key: new_person_from(proposal.federation, data) for key, data in new.items()}
    return gains_by_result(filing, judging.judge(event_of_version(version)), people_by_key)


def changes(before: Amounts, after: Amounts) -> list[Change]:
    """Who gains and who loses, the largest gain first."""
    sums: dict[tuple[int, str], list[int]] = {}
    for side, amounts in enumerate((before, after)):
        for person, colour, amount in amounts:
            sums.setdefault((person, colour), [0, 0])[side] += amount
    change_list = [Change(person, colour, *amounts_of_both) for (person, colour), amounts_of_both in sums.items()]
    return sorted(
        (change for change in change_list if change.gain),
        key=lambda change: (-change.gain, change.person, change.colour),
    )


def result_of(version: Version) -> dict[str, Any]:
    return judging.load_result(version.result)
