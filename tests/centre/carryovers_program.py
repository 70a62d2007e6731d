"""Carried-over points and the caches beside them: killed at every write, and by several people at the same moment.

python carryovers_program.py     prints one JSON line a kill or a race, as the programs it builds on do

`BroughtYear` and `WonBalance` are compared with the postings after each of them, in Python and by `verify`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import NamedTuple

from centre import fault_program as program
from centre import races_program as races
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.carryovers import CARRYOVER_KINDS, WON_IN_YEAR
from masterpoint.centre.ledger.manual_postings import reversed_people
from masterpoint.centre.ledger.models import BroughtYear, Posting, WonBalance
from masterpoint.centre.people import merging
from masterpoint.centre.records import opening_balances, yearly
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Person

TODAY, YEAR_END = date(2026, 11, 16), date(2025, 12, 31)
PLAYERS = ("100", "101", "102")
RACE = 500


def person_of(name: str) -> Person:
    return Person.objects.get(family_name=name)


def register(name: str) -> Person:
    return registering.register(program.club().federation, "Ada", name, on=date(2010, 1, 1), by=None)


def file_of(number: int) -> bytes:
    """Balances for life and, of everybody but the first, some won in a year."""
    lines = [f"{player},local,{number}.25,2024-05-31,,old register {number}" for player in PLAYERS]
    lines += [f"{player},green,{number}.5,,{2020 + index},old register" for index, player in enumerate(PLAYERS[1:])]
    return "\n".join(["number,colour,points,day,year,reason", *lines]).encode()


def bring(number: int) -> str:
    federation = program.club().federation
    balances = opening_balances.read_balances(federation, file_of(number), source=f"{number}.csv", today=TODAY)
    return str(opening_balances.post_balances(federation, balances, by=program.officer()).number)


def posted(number: int) -> Posting | None:
    return Posting.objects.filter(kind=Posting.Kind.OPENING, detail__file=f"{number}.csv").first()


def has_carryover(number: int) -> bool:
    require_caches()
    return posted(number) is not None


def take_back(number: int) -> str:
    return str(ledger.reverse(Posting.objects.get(detail__file=f"{number}.csv"), by=program.officer(), reason="x").pk)


def taken_back(number: int) -> bool:
    require_caches()
    return Posting.objects.filter(reverses=posted(number)).exists()


def take_back_of_one(number: int) -> str:
    person = Person.objects.get(number=PLAYERS[1])
    posting = Posting.objects.get(detail__file=f"{number}.csv")
    return str(ledger.reverse_for(posting, person, by=program.officer(), reason="not hers").pk)


def taken_back_of_one(number: int) -> bool:
    require_caches()
    posting = posted(number)
    return posting is not None and bool(reversed_people(posting))


def win_gold(number: int) -> None:
    ledger.adjust(register(f"Gold{number}"), "gold", 10_000, date(2016, 3, 1), by=program.officer(), reason="won")


def decay(number: int) -> str:
    posting = yearly.post_decay(program.club().federation, YEAR_END, by=program.officer())
    return str(posting and posting.number)


def decayed(number: int) -> bool:
    require_caches()
    return person_of(f"Gold{number}").lines.filter(posting__kind=Posting.Kind.EXPIRY).exists()


def require_caches() -> None:
    """Every row that the postings need is stored, once, and no other."""
    years, balances = set(), set()
    for posting in Posting.objects.select_related("reverses").prefetch_related("lines"):
        is_reversal = posting.kind == Posting.Kind.REVERSAL
        kind = posting.reverses.kind if posting.reverses else Posting.Kind.OPENING if is_reversal else posting.kind
        if kind in CARRYOVER_KINDS:
            years |= {(posting.pk, line.day.year) for line in posting.lines.all()}
        if posting.kind in CARRYOVER_KINDS:
            won = (posting.detail or {}).get(WON_IN_YEAR, [])
            balances |= {(posting.pk, person, colour, day) for person, colour, day in won}
    assert sorted(BroughtYear.objects.values_list("posting", "year")) == sorted(years)
    rows = WonBalance.objects.values_list("posting", "person", "colour", "day")
    assert sorted((*keys, day.isoformat()) for *keys, day in rows) == sorted(balances)


class Act(NamedTuple):
    """An act, what it needs, and whether it is done; half of it is an error."""

    prepare: Callable[[int], object]
    act: Callable[[int], str]
    is_done: Callable[[int], bool]
    first: int


ACTS = {
    "bring": Act(lambda number: None, bring, has_carryover, 0),
    "take back": Act(bring, take_back, taken_back, 100),
    "take back of one": Act(bring, take_back_of_one, taken_back_of_one, 200),
    "decay": Act(win_gold, decay, decayed, 300),
}


def killed_everywhere() -> None:
    for name, act in ACTS.items():
        program.ACTS[name], program.DONE[name], program.PREPARE[name] = act.act, act.is_done, act.prepare
        program.FIRST[name] = act.first
        program.killed_everywhere(name)


def merge(number: int) -> str:
    return str(merging.merge(person_of(f"Twin{number}"), person_of(f"Other{number}"), by=program.officer(), reason="x"))


def bring_for(number: int) -> str:
    """Balances of somebody whose record is merged at that moment."""
    person = person_of(f"Twin{number}")
    heading, line = "number,colour,points,year,reason", f"{person.number},green,{number}.5,2021,late"
    federation, data = program.club().federation, f"{heading}\n{line}".encode()
    balances = opening_balances.read_balances(federation, data, source=f"late {number}.csv", today=TODAY)
    return str(opening_balances.post_balances(federation, balances, by=program.officer()).number)


def raced(number: int) -> None:
    races.at_once("one file, three times", *[partial(bring, number)] * 3)
    acts = [partial(take_back, number), partial(take_back_of_one, number)]
    races.at_once("brought and taken back", *acts, *acts, partial(bring, number + 50))
    for name in ("Twin", "Other"):
        register(f"{name}{number}")
    races.at_once("brought and merged", partial(bring_for, number), partial(merge, number))
    win_gold(number)
    races.at_once("decayed and brought", *[partial(decay, number)] * 3, partial(bring, number + 80))
    require_caches()


if __name__ == "__main__":
    program.world()
    killed_everywhere()
    for turn in range(races.TURNS):
        raced(RACE + turn)
    count = {"years": BroughtYear.objects.count(), "balances": WonBalance.objects.count()}
    print(json.dumps({"race": "all of them", "problems": program.differences(), **count}), flush=True)
