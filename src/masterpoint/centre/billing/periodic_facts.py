"""Facts about an organisation for a charge of a year or a quarter, by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q

from masterpoint.centre.billing.accounts import account_state, matched_payments
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.money import decimal_text
from masterpoint.centre.billing.references import references_in
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.registry.models import Membership, Organisation, Person, StatusPeriod
from masterpoint.centre.registry.queries import statuses_on
from masterpoint.core.charges import PeriodicCharge, period_end, year_around

Facts = dict[str, Any]


class ChargeContext(NamedTuple):
    """One organisation in one periodic run."""

    organisation: Organisation
    charge: PeriodicCharge
    day: date
    subject: str
    """The subject of this run's charges. They must not count as earlier ones."""


def known_facts(context: ChargeContext) -> Facts:
    """The facts that the rule needs and the Centre knows."""
    names = [field.name for field in msgspec.structs.fields(context.charge.facts)]
    return {name: FACTS[name](context) for name in names if name in FACTS}


def is_automatic(charge: PeriodicCharge) -> bool:
    """Whether the Centre knows all facts that the rule requires."""
    return all(field.name in FACTS or not field.required for field in msgspec.structs.fields(charge.facts))


def _members(context: ChargeContext) -> list[Facts]:
    """The home members on the day; for a quarter, those who joined during it."""
    homes = Membership.objects.filter(
        Q(last_day=None) | Q(last_day__gte=context.day),
        organisation=context.organisation,
        kind=Membership.Kind.HOME,
        first_day__lte=context.day,
        person__merged_into=None,
    )
    people = {row.person_id: row.person for row in homes.select_related("person").order_by("person__number")}
    statuses = statuses_on(list(people.values()), context.day)
    active = [person for key, person in people.items() if statuses[key] == Person.Status.ACTIVE]
    if context.charge.period == "year":
        return [_member(person) for person in active]
    return _new_members(active, _quarter_begins(context.day), context.day)


def _new_members(people: list[Person], first: date, last: date) -> list[Facts]:
    """The people who joined or came back between two days."""
    periods = StatusPeriod.objects.filter(
        person__in=people, status=Person.Status.ACTIVE, first_day__gte=first, first_day__lte=last
    )
    returned = dict(periods.order_by("first_day").values_list("person", "first_day"))
    rows = []
    for person in people:
        new = person.joined_on is not None and first <= person.joined_on <= last
        joined_on = person.joined_on if new else returned.get(person.pk)
        if joined_on is not None:
            rows.append(_member(person) | {"registered": joined_on.isoformat(), "new": new})
    return rows


def _member(person: Person) -> Facts:
    return {"id": person.number, "name": person.name, "free": "visitor" if person.visitor else ""}


def _quarter_begins(day: date) -> date:
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)


def _is_new_club(context: ChargeContext) -> bool:
    """Whether the organisation affiliated in the same charging year. Its first partial year counts as a year."""
    affiliated = context.organisation.affiliated_on
    first, _ = year_around(charging_of(context.organisation.federation), context.day)
    return affiliated is not None and first <= affiliated <= context.day


def _unpaid(context: ChargeContext) -> list[Facts]:
    """Open invoices, or their parts with another due day, and the quarters already fined."""
    organisation = context.organisation
    currency = charging_of(organisation.federation).currency
    state = account_state(organisation, context.day)
    fined = Charge.objects.in_force().filter(organisation=organisation, version=None)
    fined_invoices = list(fined.exclude(subject=context.subject).values_list("detail__thing", flat=True))
    due_on = {invoice.number: invoice.due_on for invoice in state.invoices}
    rows = []
    for debt in state.settlement.open:
        number = debt.number if debt.due_on == due_on[debt.number] else f"{debt.number}/{debt.due_on}"
        rows.append(
            {
                "number": number,
                "due": debt.due_on.isoformat(),
                "outstanding": decimal_text(currency, debt.amount),
                "charged": sum(number in re.split("[ ,]+", text or "") for text in fined_invoices),
            }
        )
    return rows


def _payments(context: ChargeContext) -> list[Facts]:
    """The payments of an organisation in the quarter, and whether each quoted its number or reference."""
    organisation, last = context.organisation, period_end("quarter", context.day)
    return [
        {
            "reference": f"payment {row.payment.pk}",
            "day": row.payment.day.isoformat(),
            "club_number": organisation.number if _names(row.payment.reference, organisation) else "",
        }
        for row in matched_payments(organisation.federation, [organisation])
        if _quarter_begins(last) <= row.payment.day <= context.day and row.payment.amount > 0
    ]


def _names(reference: str, organisation: Organisation) -> bool:
    references = references_in(reference)
    return bool(references.invoices or references.organisations) or organisation.number in reference.split()


FACTS: dict[str, Callable[[ChargeContext], Any]] = {
    "day": lambda context: context.day.isoformat(),
    "members": _members,
    "new_club": _is_new_club,
    "club": lambda context: context.organisation.name,
    "level": lambda context: context.organisation.level,
    "invoices": _unpaid,
    "payments": _payments,
}
