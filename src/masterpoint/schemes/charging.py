"""What an event or a year is charged, by the federation's rules, the edition of the day and a tariff."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec

from masterpoint.core.amounts import amount_problem, exact_amount
from masterpoint.core.books import Book
from masterpoint.core.charges import Assessment
from masterpoint.core.derivation import Result
from masterpoint.core.errors import NotReadable, NotUnderstood, Problem, Refused
from masterpoint.core.exact import rational
from masterpoint.core.federations import Federation
from masterpoint.core.schema_problems import schema_problems, show
from masterpoint.core.tariffs import MISSING_AMOUNT, Amount, Tariff, amount_of
from masterpoint.core.typed_data import convert
from masterpoint.schemes import edition_named, edition_or_first, federation

NO_FACTS: Mapping[str, Any] = {}


def charge_event(
    result: Result, tariff: Tariff | None = None, facts: Mapping[str, Any] = NO_FACTS, edition: str = ""
) -> Assessment:
    """What an event's organiser owes, by the edition of the day of play; `facts` are those of `Charging.facts`.

    Without a tariff, the printed amounts apply.
    """
    scheme = result.event.scheme
    owner = federation(scheme)
    book = _book(scheme, result.event.day, edition)
    typed_facts = _facts(facts, owner.charging.facts)
    return owner.charging.event_charges(book, result, typed_facts, tariff or owner.printed_tariff)


def quoted_charges(result: Result, tariff: Tariff, facts: Mapping[str, Any], rate_as: str) -> Assessment:
    """The same for somebody who keeps no tariff: a missing amount is one to give, written as `rate_as` says."""
    try:
        return charge_event(result, tariff, facts)
    except Refused as refusal:
        raise Refused([_rate_wanted(problem, rate_as) for problem in refusal.problems]) from None


def _rate_wanted(problem: Problem, rate_as: str) -> Problem:
    name = problem.place.removeprefix(MISSING_AMOUNT)
    if name == problem.place:
        return problem
    fix = f"give the amount: {rate_as.format(name=name)}"
    return msgspec.structs.replace(problem, fix=fix)


def charge_periodic(
    scheme: str, name: str, on: date, facts: Mapping[str, Any], tariff: Tariff | None = None, edition: str = ""
) -> Assessment:
    """A charge that belongs to no event, by the edition in force on a day, or by the named edition."""
    owner = federation(scheme)
    periodic = owner.charging.periodic
    if name not in periodic:
        fix = f"write one of: {', '.join(periodic)}" if periodic else "it has none"
        raise NotUnderstood(Problem("charge", name, f"{owner.name} has no such charge", fix))
    book = _book(scheme, on, edition)
    typed_facts = _facts(facts, periodic[name].facts)
    return periodic[name].charges(book, typed_facts, tariff or owner.printed_tariff)


def tariff_with(federation: Federation, rates: Mapping[str, Any], on: date, *, invented: bool = False) -> Tariff:
    """The printed tariff with some amounts replaced by these, or everything that is wrong with them.

    With `invented`, it has the amounts of the demo for items that the books do not print.
    """
    tariff = federation.demo_tariff if invented else federation.printed_tariff
    problems: list[Problem] = []
    amounts: list[Amount] = []
    for name, rate in rates.items():
        item, value = tariff.items.get(name), exact_amount(rate)
        if item is None:
            fix = f"write one of: {', '.join(tariff.items)}" if tariff.items else "leave it out: it charges nothing"
            problems.append(Problem(f"rates.{name}", show(rate), f"{federation.name} has no such rate", fix))
        elif value is None:
            fix = "write 0 or more, such as 0.40 or 1/3"
            problems.append(amount_problem(f"rates.{name}", rate, "this is not an amount", fix))
        else:
            amounts.append(amount_of(name, item, rational(value), on))
    if problems:
        raise NotReadable(problems)
    return tariff.with_amounts(amounts)


def charge_codes(federation: Federation, on: date) -> Mapping[str, str]:
    """The charge codes that an event on a given day may carry, and what each is for."""
    return federation.charging.codes(edition_or_first(federation.code, on).book, on)


def _book(scheme: str, on: date, name: str) -> Book[Any]:
    return (edition_named(scheme, name) if name else edition_or_first(scheme, on)).book


def _facts(raw: Mapping[str, Any], kind: type[msgspec.Struct]) -> Any:
    """The facts, converted to the type that the rule needs, or everything that is wrong with them."""
    if problems := list(schema_problems(dict(raw), kind)):
        raise NotReadable(problems)
    return convert(raw, kind)
