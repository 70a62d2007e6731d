"""All reads of filings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.registry.models import Federation, Organisation


def filings_of(organisations: Iterable[Organisation]) -> QuerySet[Filing]:
    """Filings of some organisations, newest first."""
    return (
        Filing.objects.filter(organisation__in=list(organisations)).select_related("organisation").order_by("-filed_at")
    )


def filings_by(user: User) -> QuerySet[Filing]:
    return Filing.objects.filter(filed_by=user).select_related("organisation").order_by("-filed_at")


def waiting(federation: Federation) -> QuerySet[Filing]:
    """Provisional filings, oldest day first: the queue of the federation's office."""
    provisional = Filing.objects.filter(federation=federation, state=Filing.State.PROVISIONAL)
    return provisional.select_related("organisation", "filed_by").order_by("day", "pk")


class Row(NamedTuple):
    """A filing that waits, what its checks found, and whether something like it was filed for the same day."""

    filing: Filing
    checks: dict[str, Any]
    similar: bool
    days: int

    @property
    def clean(self) -> bool:
        return not self.filing.findings and not self.similar


def with_checks(filings: Iterable[Filing], today: date | None = None) -> list[Row]:
    """Filings with the checks of their current versions; two queries, however many there are."""
    rows = list(filings)
    versions = Version.objects.filter(filing__in=rows).order_by("number").values_list("filing", "checks")
    checks = dict(versions)
    pairs = (
        Filing.objects.filter(organisation__in={one.organisation_id for one in rows}, day__in={one.day for one in rows})
        .exclude(state__in=[Filing.State.WITHDRAWN, Filing.State.REJECTED])
        .values_list("organisation", "day", "form")
        .annotate(count=Count("pk"))
        .filter(count__gt=1)
        .order_by()
    )
    twice = {(organisation, day, form) for organisation, day, form, _ in pairs}
    now = today or date.today()
    return [
        Row(
            one,
            checks.get(one.pk) or {},
            (one.organisation_id, one.day, one.form) in twice,
            (now - one.filed_at.date()).days,
        )
        for one in rows
    ]


def months(federation: Federation) -> list[dict[str, object]]:
    """Months with filings: how many, in which states."""
    rows = (
        Filing.objects.filter(federation=federation)
        .values("day__year", "day__month", "state")
        .annotate(count=Count("pk"))
        .order_by("-day__year", "-day__month")
    )
    found: dict[date, dict[str, object]] = {}
    states = {month.first_day: month.state for month in federation.months.all()}
    for row in rows:
        first = date(row["day__year"], row["day__month"], 1)
        month = found.setdefault(first, {"first_day": first, "state": states.get(first, "open"), "total": 0})
        month[row["state"]] = row["count"]
        month["total"] = int(month["total"]) + row["count"]  # type: ignore[call-overload]
    return list(found.values())


def current_version(filing: Filing) -> Version:
    return filing.versions.order_by("-number")[0]


def gains_and_losses(before: Version, lines: Iterable[tuple[int, str, int]]) -> dict[tuple[int, str], int]:
    """What a correction changes, in hundredths by person and colour: new lines less those now standing."""
    change: dict[tuple[int, str], int] = {}
    for line in Line.objects.filter(posting__version=before, posting__kind="awards"):
        change[line.person_id, line.colour] = change.get((line.person_id, line.colour), 0) - line.hundredths
    for person, colour, amount in lines:
        change[person, colour] = change.get((person, colour), 0) + amount
    return {key: amount for key, amount in change.items() if amount}


def result_of(version: Version) -> dict[str, object]:
    return judging.unpacked(version.result)
