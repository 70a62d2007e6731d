"""Charges of a year or a quarter: capitation, additions, fines. They have a preview, and are posted only once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.assessing import new_charges
from masterpoint.centre.billing.differences import Difference, Due, differences, post_differences
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Charge, Posting
from masterpoint.centre.billing.periodic_facts import ChargeContext, Facts, is_automatic, known_facts
from masterpoint.centre.billing.tariffs import charging_of, tariff_of
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.charges import REPORTED, PeriodicCharge, year_around
from masterpoint.core.errors import Problem, Refused
from masterpoint.schemes import FEDERATIONS
from masterpoint.schemes.charging import charge_periodic

ORGANISATIONS_PER_PAGE = 10


class Refusal(NamedTuple):
    """An organisation that cannot be charged, and the problems."""

    organisation: Organisation
    problems: Sequence[Problem]


class Run(NamedTuple):
    """What a periodic run would post: the differences, and the refusals."""

    name: str
    day: date
    differences: list[Difference]
    refusals: list[Refusal]

    @property
    def refusals_by_reason(self) -> list[tuple[Sequence[Problem], list[str]]]:
        """The refusals by reason, with the names of the organisations."""
        by_reason: dict[str, tuple[Sequence[Problem], list[str]]] = {}
        for refusal in self.refusals:
            reason = "; ".join(map(str, refusal.problems))
            by_reason.setdefault(reason, (refusal.problems, []))[1].append(refusal.organisation.name)
        return list(by_reason.values())

    @property
    def amount(self) -> Fraction:
        return sum((difference.amount for difference in self.differences), Fraction(0))


def automatic_charges(federation: Federation) -> dict[str, PeriodicCharge]:
    """The periodic charges for which the Centre knows all facts."""
    periodic = charging_of(federation).periodic
    return {name: charge for name, charge in periodic.items() if is_automatic(charge)}


def preview(federation: Federation, name: str, day: date) -> Run:
    """What would be charged to whom. Nothing is written."""
    _require(federation, name, day)
    run = Run(name, day, [], [])
    for page in _pages(federation):
        _add(run, page)
    return run


def post(federation: Federation, name: str, day: date, *, by: User | None) -> Run:
    """Charge everybody, page by page. An interrupted run can be repeated, and a second run does nothing."""
    _require(federation, name, day)
    run = Run(name, day, [], [])
    for page in _pages(federation):
        with transaction.atomic():
            lock(federation)
            count_before = len(run.differences)
            _add(run, page)
            post_differences(federation, run.differences[count_before:], by=by, reason=f"{name}, {day:%-d %B %Y}")
    return run


def charge_by_hand(
    organisation: Organisation, name: str, day: date, facts: Mapping[str, Any], *, by: User | None
) -> Posting | None:
    """Charge something whose facts somebody enters, such as an order of certificates. The same order is charged once.

    Two orders of one day need different references.
    """
    federation = organisation.federation
    _require(federation, name, day)
    if name == REPORTED:
        message = "this charge follows from the points that are reported"
        raise NotBilled(Problem("charge", name, message, "report the points, or take them back"))
    if is_automatic(charging_of(federation).periodic[name]):
        subject = subject_of(name, day, organisation)
    else:
        reference = str(facts.get("reference", ""))
        subject = " ".join(filter(None, [name, str(day), reference, organisation.number]))[:80]
    charges = charges_for(organisation, name, day, dict(facts), subject)
    with transaction.atomic():
        lock(federation)
        to_post = differences(federation, [Due(subject, charges)])
        return post_differences(federation, to_post, by=by, reason=f"{name}, {day:%-d %B %Y}")


def _add(run: Run, organisations: Sequence[Organisation]) -> None:
    dues: list[Due] = []
    for organisation in organisations:
        subject = subject_of(run.name, run.day, organisation)
        charge = charging_of(organisation.federation).periodic[run.name]
        facts = known_facts(ChargeContext(organisation, charge, run.day, subject))
        try:
            dues.append(Due(subject, charges_for(organisation, run.name, run.day, facts, subject)))
        except Refused as refusal:
            run.refusals.append(Refusal(organisation, refusal.problems))
    if organisations:
        run.differences.extend(differences(organisations[0].federation, dues))


def subject_of(name: str, day: date, organisation: Organisation) -> str:
    """The subject of one organisation's charges in one run. It names the quarter, or the year in which the
    year of charges ends, whatever the day.
    """
    charging = charging_of(organisation.federation)
    _, next_year = year_around(charging, day)
    year = (next_year - timedelta(days=1)).year
    period = {"year": f"{year}", "month": f"{day:%Y-%m}"}.get(
        charging.periodic[name].period, f"{day.year} quarter {(day.month + 2) // 3}"
    )
    return f"{name} {period} {organisation.number}"[:80]


def charges_for(
    organisation: Organisation, name: str, day: date, facts: Facts, subject: str, before_posting: int | None = None
) -> list[Charge]:
    """Unsaved charges, with everything needed to compute them again."""
    federation = organisation.federation
    tariff = tariff_of(federation, organisation, before_posting, on=day)
    assessment = charge_periodic(federation.scheme, name, day, facts, tariff)
    stored_facts = facts | {"periodic": name, "on": day.isoformat()}
    return list(new_charges(organisation, assessment, stored_facts, subject=subject))


def _pages(federation: Federation) -> Iterator[list[Organisation]]:
    """Every active club and everybody else with an account, page by page."""
    clubs = FEDERATIONS[federation.scheme].club_levels
    may_owe = Q(level__in=clubs, active=True) | Q(invoices__isnull=False)
    organisations = list(
        Organisation.objects.filter(may_owe, federation=federation)
        .select_related("federation", "parent")
        .distinct()
        .order_by("number", "pk")
    )
    for start in range(0, len(organisations), ORGANISATIONS_PER_PAGE):
        yield organisations[start : start + ORGANISATIONS_PER_PAGE]


def _require(federation: Federation, name: str, day: date) -> None:
    periodic = charging_of(federation).periodic
    problems = future_problems(federation, day, "day")
    if name not in periodic:
        fix = f"write one of: {', '.join(periodic)}" if periodic else "its book has none"
        problems.append(Problem("charge", name[:40], f"{federation.name} has no such charge", fix))
    if problems:
        raise NotBilled(problems)
