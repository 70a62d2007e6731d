"""The tariff of a federation: what its book prints, and over it what its board has entered, from a day on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Posting, TariffEntry
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.charges import Charging
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.exact import exact, rational
from masterpoint.core.tariffs import Amount, Item, Tariff, amount_of
from masterpoint.schemes import FEDERATIONS, edition_or_first

LONGEST_VALUE = 40


def charging_of(federation: Federation) -> Charging:
    """How the federation's book charges."""
    return FEDERATIONS[federation.scheme].charging


def tariff_of(federation: Federation, payer: Organisation | None = None, before: int | None = None) -> Tariff:
    """All amounts for a payer: what its own county set, too. As known before a posting, where one is named."""
    tariff = FEDERATIONS[federation.scheme].printed_tariff
    return tariff.over(_amount(tariff, entry) for entry in _entries(federation, payer, before))


def _entries(federation: Federation, payer: Organisation | None, before: int | None) -> QuerySet[TariffEntry]:
    entries = TariffEntry.objects.filter(federation=federation)
    if payer is not None:
        entries = entries.filter(Q(organisation=None) | Q(organisation__in=_upwards(payer)))
    if before is not None:
        entries = entries.filter(posting__number__lt=before)
    return entries.order_by("posting__number", "pk")


def _upwards(organisation: Organisation) -> list[int]:
    keys = [organisation.pk]
    while organisation.parent is not None:
        organisation = organisation.parent
        keys.append(organisation.pk)
    return keys


def _amount(tariff: Tariff, entry: TariffEntry) -> Amount:
    item = tariff.items[entry.name]
    return amount_of(entry.name, item, entry.value, entry.first_day, invented=entry.invented)


class History(NamedTuple):
    """An item of the tariff, and every amount it ever had, the newest first."""

    name: str
    item: Item
    amounts: list[Amount]
    in_force: Amount | None


def histories(federation: Federation, on: date, setter: Organisation | None = None) -> list[History]:
    """The whole tariff with its history, for a day."""
    tariff = tariff_of(federation, setter)
    return [
        History(name, item, tariff.history(name)[::-1], tariff.in_force(name, on))
        for name, item in tariff.items.items()
    ]


def enter(
    federation: Federation,
    name: str,
    value: str,
    first_day: date,
    *,
    by: User | None,
    setter: Organisation | None = None,
    invented: bool = False,
) -> TariffEntry:
    """A board has set an amount from a day on. Nothing charged before is touched; `charging` posts what differs."""
    problems = _problems(federation, name, value, setter)
    if problems:
        raise NotBilled(problems)
    reason = f"{name}: {value} from {first_day:%-d %B %Y}"
    with new_posting(federation, Posting.Kind.TARIFF, by=by, reason=reason) as posting:
        return TariffEntry.objects.create(
            posting=posting,
            federation=federation,
            organisation=setter,
            name=name,
            value=value.strip(),
            first_day=first_day,
            invented=invented,
        )


def remarks_on(entry: TariffEntry) -> Sequence[Remark]:
    """What the book says to an amount as it was entered: the notice to be given, the day charges change."""
    charging = charging_of(entry.federation)
    amount = amount_of(entry.name, charging.items[entry.name], entry.value, entry.first_day)
    book = edition_or_first(entry.federation.scheme, entry.first_day).book
    return charging.entry_remarks(book, amount, entry.posting.at.date())


def _problems(federation: Federation, name: str, value: str, setter: Organisation | None) -> list[Problem]:
    problems = []
    items = charging_of(federation).items
    if name not in items:
        fix = f"write one of: {', '.join(items)}" if items else "this federation's book has no charges"
        problems.append(Problem("tariff", name[:80], "the tariff has no such item", fix))
    elif (scope := items[name].scope) and (setter is None or setter.level != scope):
        fix = f"enter it for a {scope}"
        problems.append(Problem("tariff", name, f"each {scope} sets this for its own clubs", fix))
    elif not scope and setter is not None:
        problems.append(Problem("tariff", name, "the federation sets this, not one of its parts", "leave the part out"))
    try:
        number = rational(exact(value))
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or number < 0 or len(value.strip()) > LONGEST_VALUE:
        fix = "write an amount such as 0.405, 12.50 or 1/3"
        problems.append(Problem("amount", value[:LONGEST_VALUE], "this is no amount", fix))
    elif name in items:
        problems += _unit_problems(items[name], value.strip(), number)
    return problems


def _unit_problems(item: Item, value: str, number: Fraction) -> list[Problem]:
    """A part is no more than the whole; days are whole."""
    if item.unit == "share" and number > 1:
        message, fix = f"the {item.text} is a part, 1 at most", "write 20% as 0.2"
    elif item.unit == "days" and number.denominator != 1:
        message, fix = f"the {item.text} are whole days", "write a number such as 30"
    else:
        return []
    return [Problem("amount", value, message, fix)]
