"""The tariff of a federation: the printed amounts of its book, and the amounts that its board entered from a day on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.chain import new_posting
from masterpoint.centre.billing.errors import NotBilled
from masterpoint.centre.billing.models import Posting, TariffEntry
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.registry.organisation_history import lineage
from masterpoint.centre.statements import Query, select
from masterpoint.core.charges import Charging
from masterpoint.core.derivation import Remark
from masterpoint.core.errors import Problem
from masterpoint.core.exact import exact, rational
from masterpoint.core.tariffs import Amount, Item, Tariff, amount_of
from masterpoint.schemes import FEDERATIONS, edition_or_first

MAX_VALUE_LENGTH = 40
ENTRIES = """
SELECT entry.name, entry.value, entry.first_day, entry.invented FROM billing_tariffentry entry
WHERE entry.federation_id = %s AND (entry.organisation_id IS NULL OR entry.organisation_id = ANY(%s))
"""
BEFORE_POSTING = "AND (SELECT number FROM billing_posting WHERE id = entry.posting_id) < %s"
IN_ORDER = "ORDER BY entry.id"
"""In the order of posting. If sorted by the numbers of postings, SQLite would read every posting."""


def charging_of(federation: Federation) -> Charging:
    """The charging rules of the federation's book."""
    return FEDERATIONS[federation.scheme].charging


def charges_anything(federation: Federation) -> bool:
    """Whether the federation has accounts at all. Some books charge nothing."""
    return charging_of(federation).charges_anything


def tariff_of(
    federation: Federation, payer: Organisation | None = None, before_posting: int | None = None, on: date | None = None
) -> Tariff:
    """All amounts for a payer, including those its county of a day set; without a payer, the federation's own amounts.

    With `before_posting`, as they were before that posting.
    """
    setters = _setters(payer, on) if payer is not None else []
    return tariff_with(federation, select(*_entries_query(federation, setters, before_posting)))


def payer_query(payer: Organisation, on: date) -> Query:
    """The query of `tariff_of` for a payer on a day."""
    return _entries_query(payer.federation, _setters(payer, on), None)


def tariff_with(federation: Federation, rows: Iterable[tuple[Any, ...]]) -> Tariff:
    """The printed tariff, updated with what boards have entered."""
    tariff = FEDERATIONS[federation.scheme].printed_tariff
    return tariff.with_amounts(_amount(tariff, EnteredAmount(*row)) for row in rows)


def _setters(payer: Organisation, on: date | None) -> list[Organisation]:
    """Organisations that may have set an amount for a payer. The tree is read only if the tariff has such amounts."""
    if any(item.scope for item in charging_of(payer.federation).items.values()):
        return lineage(payer, on)
    return []


class EnteredAmount(NamedTuple):
    """An amount that a board entered."""

    name: str
    value: str
    first_day: date
    invented: bool


def _entries_query(federation: Federation, setters: Sequence[Organisation], before_posting: int | None) -> Query:
    """The query for entries in order, which every filing needs."""
    keys = [setter.pk for setter in setters]
    if before_posting is None:
        return f"{ENTRIES} {IN_ORDER}", federation.pk, keys
    return f"{ENTRIES} {BEFORE_POSTING} {IN_ORDER}", federation.pk, keys, before_posting


def _amount(tariff: Tariff, entry: EnteredAmount) -> Amount:
    item = tariff.items[entry.name]
    return amount_of(entry.name, item, entry.value, entry.first_day, invented=entry.invented)


class History(NamedTuple):
    """An item of the tariff with its history, newest amount first."""

    name: str
    item: Item
    amounts: list[Amount]
    in_force: Amount | None
    setter: Organisation | None = None
    """The organisation that set it for its own clubs."""


def histories(federation: Federation, on: date) -> list[History]:
    """The whole tariff with its history for a day, including amounts that organisations set."""
    federation_tariff = tariff_of(federation)
    rows: list[History] = []
    for name, item in federation_tariff.items.items():
        setters = _setters_of(federation, name) if item.scope else []
        rows += [_history(tariff_of(federation, setter), name, on, setter) for setter in setters]
        if not setters:
            rows.append(_history(federation_tariff, name, on))
    return rows


def _history(tariff: Tariff, name: str, on: date, setter: Organisation | None = None) -> History:
    amounts = tariff.history(name)[::-1]
    return History(name, tariff.items[name], amounts, tariff.in_force(name, on), setter)


def _setters_of(federation: Federation, name: str) -> list[Organisation]:
    """The organisations that ever set an amount, by name."""
    entries = TariffEntry.objects.filter(federation=federation, name=name)
    return list(Organisation.objects.filter(pk__in=entries.values("organisation")).order_by("name", "pk"))


@transaction.atomic
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
    """Enter an amount from a day on. Earlier charges stay; `charging` posts the differences.

    The same amount for the same day is entered only once.
    """
    problems = _problems(federation, name, value, setter)
    if problems:
        raise NotBilled(problems)
    lock(federation)
    latest = _last_entry(federation, name, first_day, setter)
    if latest is not None and (exact(latest.value), latest.invented) == (exact(value), invented):
        return latest
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


def _last_entry(federation: Federation, name: str, first_day: date, setter: Organisation | None) -> TariffEntry | None:
    """The last entry for a name and a first day."""
    entries = TariffEntry.objects.filter(federation=federation, name=name, first_day=first_day, organisation=setter)
    return entries.order_by("-pk").first()


def remarks_on(entry: TariffEntry) -> Sequence[Remark]:
    """The book's remarks on an entered amount: the notice to be given, or the day on which charges change."""
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
        problems.append(
            Problem(
                "tariff", name, "the federation sets this, not one of its organisations", "leave the organisation out"
            )
        )
    try:
        number = rational(exact(value))
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or number < 0 or len(value.strip()) > MAX_VALUE_LENGTH:
        fix = "write an amount such as 0.405, 12.50 or 1/3"
        problems.append(Problem("amount", value[:MAX_VALUE_LENGTH], "this is not an amount", fix))
    elif name in items:
        problems += _unit_problems(items[name], value.strip(), number)
    return problems


def _unit_problems(item: Item, value: str, number: Fraction) -> list[Problem]:
    """Problems with the unit: a percentage above 100, or days that are not a whole number."""
    if item.unit == "share" and number > 1:
        message, fix = f"the {item.text} is a part, 1 at most", "write 20% as 0.2"
    elif item.unit == "days" and number.denominator != 1:
        message, fix = f"the {item.text} must be whole days", "write a number such as 30"
    else:
        return []
    return [Problem("amount", value, message, fix)]
