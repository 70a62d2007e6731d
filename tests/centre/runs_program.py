"""Runs of the office that are many short transactions: killed at every write, and begun by several at once.

python runs_program.py     prints one JSON line a kill or a race, as the programs it builds on do

Each kill has work of its own; whatever it left undone is begun again, and has to be there once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from centre import fault_program as program
from centre.races_program import at_once
from masterpoint.centre.billing import charging, tariffs
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.closing import announcing
from masterpoint.centre.closing import months as closing
from masterpoint.centre.filing.models import Filing, Month
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.records.models import Promotion, PromotionRun
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Person

EVENINGS, PEOPLE = 2, 2
HEADS = 2 * program.PAIRS
CLOSED_FROM, CHARGED = date(2016, 1, 1), date(2026, 1, 1)
RACE = 50


def in_short_pages() -> None:
    """So that little work is many transactions."""
    closing.FILINGS_PER_PAGE = announcing.PEOPLE_PER_PAGE = charging.HEADS_PER_PAGE = 1


def file_on(first: date) -> None:
    for index in range(EVENINGS):
        program.file_one((first - program.BEGINNING).days + 2 * index)


def month_of(number: int) -> date:
    return date(CLOSED_FROM.year + number // 12, number % 12 + 1, 1)


def filings_of(number: int) -> list[str]:
    first = month_of(number)
    filings = Filing.objects.filter(day__year=first.year, day__month=first.month)
    return list(filings.order_by("day").values_list("state", flat=True))


def withdrawals_waiting(number: int) -> int:
    """Withdrawals of that month that came when their filings were official already: they wait for the office."""
    first = month_of(number)
    proposal = Proposal.objects.filter(filing__day__year=first.year, filing__day__month=first.month)
    return proposal.filter(act=Proposal.Act.WITHDRAWAL, state=Proposal.State.WAITING).count()


def close(number: int) -> str:
    far = date(2100, 1, 1)
    return closing.close_month("ebu", month_of(number), by=program.officer(), today=far, decision="none").state


def closed(number: int) -> bool:
    """Open with all provisional, closed with all official, or being closed in between."""
    month, states = Month.objects.filter(first_day=month_of(number)).first(), {*filings_of(number)}
    if month is None:
        assert states == {"provisional"}, states
        return False
    assert month.is_being_closed or states == {"official"}, states
    return not month.is_being_closed


def reopen(number: int) -> str:
    return closing.reopen_month("ebu", month_of(number), by=program.officer()).state


def reopened(number: int) -> bool:
    """The first transaction opens it; those that are official wait to be provisional again."""
    states = {*filings_of(number)}
    is_open = Month.objects.get(first_day=month_of(number)).state == "open"
    assert is_open or states == {"official"}, states
    return is_open and states == {"provisional"}


def close_first(number: int) -> None:
    file_on(month_of(number))
    close(number)


def register_stars(number: int) -> None:
    for count in range(PEOPLE):
        name = f"Star{number}{count}"
        person = registering.register(program.club().federation, "Ada", name, on=date(2020, 1, 1), by=None)
        ledger.adjust(person, "local", 30_000, date(2019, 1, 1), by=program.officer(), reason="opening")


def announced_on(number: int) -> date:
    return date(2060, 1, 1) + timedelta(days=number)


def promote(number: int) -> str:
    return str(announcing.promote(program.club().federation, announced_on(number), by=program.officer()).pk)


def promoted(number: int) -> bool:
    people = Person.objects.filter(family_name__startswith=f"Star{number}")
    ranks = [bool(person.rank) for person in people]
    assert Promotion.objects.filter(person__in=people).count() == sum(ranks), "each once, and as the register has it"
    return PromotionRun.objects.filter(as_at=announced_on(number), finished_at__isnull=False).exists() and all(ranks)


def rate(number: int) -> str:
    return f"0.{number + 100}"


def enter_rate(number: int) -> None:
    tariffs.enter(program.club().federation, "standard_charge", rate(number), CHARGED, by=program.officer())


def charge(number: int) -> str:
    charging.charge_due(program.club().federation, by=program.officer())
    return "charged"


def charged(number: int) -> bool:
    """Every evening has one charge that stands, by the last amount or by the one before."""
    owed = []
    for filing in Filing.objects.filter(day__gte=CHARGED, day__lt=CHARGED.replace(month=2)):
        (standing,) = Charge.objects.in_force().filter(subject=filing.receipt)
        owed.append(Fraction(standing.amount) == HEADS * Fraction(rate(number)))
    return all(owed)


class Run(NamedTuple):
    """A run, what it needs, and whether all of it is done; half of it is an error unless it can go on."""

    prepare: Callable[[int], object]
    act: Callable[[int], str]
    done: Callable[[int], bool]


RUNS = {
    "charge": Run(enter_rate, charge, charged),
    "promote": Run(register_stars, promote, promoted),
    "close": Run(lambda number: file_on(month_of(number)), close, closed),
    "reopen": Run(close_first, reopen, reopened),
}
"""Charges first: all filings of a federation are looked at for them."""
FIRST = {"reopen": 60}
"""Months of its own."""


def killed_everywhere(name: str, run: Run) -> None:
    for at in range(1, program.MAX_WRITES):
        number = FIRST.get(name, 0) + at
        run.prepare(number)
        answer, status = program.in_child(run.act, number, killer=program.Killer(at))
        was_done, problems = run.done(number), []
        if answer and not was_done:
            problems.append("acknowledged but not there")
        run.act(number)
        if not run.done(number):
            problems.append("does not go on")
        problems += program.differences() if status == 0 else []
        print(json.dumps({"act": name, "there": was_done, "status": status, "problems": problems}), flush=True)
        if status == 0:
            return
    raise SystemExit(f"{name}: still writing after {program.MAX_WRITES} writes")


def others_at(name: str, number: int) -> list[Callable[[], str]]:
    """What somebody else does to what a run is about."""
    first = ((CHARGED if name == "charge" else month_of(number)) - program.BEGINNING).days
    acts = {
        "charge": [partial(program.correct, first + 2)],
        "promote": [partial(program.file_one, 10)],
        "close": [
            partial(program.file_one, first + 15),
            partial(program.correct, first),
            partial(program.withdraw, first + 2),
        ],
    }
    return list(acts[name])


def raced(name: str, run: Run) -> None:
    """Three begin a run, and somebody else does something at the same moment."""
    run.prepare(RACE)
    at_once(name, *[partial(run.act, RACE)] * 3, *others_at(name, RACE))
    is_close = name == "close"
    after = {"states": filings_of(RACE), "waiting": withdrawals_waiting(RACE)} if is_close else {"done": run.done(RACE)}
    print(json.dumps({"after": name, **after}), flush=True)


if __name__ == "__main__":
    program.world()
    in_short_pages()
    file_on(CHARGED)
    for name, run in RUNS.items():
        killed_everywhere(name, run)
        if name not in FIRST:
            raced(name, run)
    print(json.dumps({"race": "all of them", "problems": program.differences()}), flush=True)
