"""Somebody is erased: by several people at once, while an evening of theirs is filed, and killed at every write.

python erasing_program.py     prints one JSON line a race and one a kill
"""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from msgspec.structs import replace

from centre import fault_program as program
from centre.races_program import at_once
from masterpoint.centre.claiming import services as claiming
from masterpoint.centre.erasing import pages
from masterpoint.centre.erasing import services as erasing
from masterpoint.centre.filing import services
from masterpoint.centre.filing.models import Version
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry import registering
from masterpoint.centre.registry.models import Person

TODAY = date(2026, 11, 15)
ADDRESS = "zelda@home.example"
LATER = (20, 40)
"""Days after the first evening on which somebody who is to be erased plays again."""


def prepare(number: int) -> None:
    """Somebody whose name stands in an evening, in a reason, and in the register."""
    name = f"Quixote{number}"
    club = program.club()
    person = registering.register(
        club.federation, "Zelda", name, on=date(2020, 1, 1), by=None, club=club, number=str(10_000 + number)
    )
    ledger.adjust(person, "local", 700, date(2025, 1, 1), by=program.officer(), reason=f"Zelda {name}, opening")
    file_with(number)


def evening(number: int, day: int) -> Any:
    """The evening of that day, won by somebody who is to be erased."""
    event = program.event(day)
    first, *others = event.lists[0].entries
    players = (replace(first.players[0], id=str(10_000 + number), name=f"Zelda Quixote{number}"), first.players[1])
    return replace(event, lists=(replace(event.lists[0], entries=(replace(first, players=players), *others)),))


def file_with(number: int, later: int = 0) -> str:
    day = number + later
    event, original = evening(number, day), program.original(day)
    by = program.officer()
    return services.file_event(program.club(), event, original, by=by, choices={}).filing.receipt


def erase(number: int) -> str:
    person = Person.objects.get(number=str(10_000 + number))
    return erasing.erase(person, by=program.officer(), on=TODAY).number


def erased(number: int) -> bool:
    """Everywhere, or nowhere."""
    name = f"Quixote{number}"
    days = [program.event(number + later).day for later in (0, *LATER)]
    texts = {
        "register": Person.objects.filter(family_name=name).exists(),
        "reasons": Posting.objects.filter(reason__contains=name).exists(),
        "evenings": any(name in str(version.event) for version in Version.objects.filter(filing__day__in=days)),
    }
    assert len(set(texts.values())) == 1, texts
    return not texts["register"]


def prepare_pages(number: int) -> None:
    """Somebody whose evenings are written a page at a time."""
    prepare(number)
    for later in LATER:
        file_with(number, later)


def erase_in_pages(number: int) -> str:
    pages.ROWS_PER_PAGE = 1
    return erase(number)


def is_erased(number: int) -> bool:
    """The record is the last to go; before it, some evenings may be without the name already."""
    exists = Person.objects.filter(family_name=f"Quixote{number}").exists()
    return not exists and erased(number)


def invited(number: int) -> str:
    person = Person.objects.get(number=str(10_000 + number))
    return claiming.invite(person, ADDRESS, by=program.officer(), today=TODAY)


def claim(number: int, code: str, address: str) -> str:
    invitation = claiming.invitation_for(program.club().federation, str(10_000 + number), code, today=TODAY)
    claiming.open_account(invitation, address, "a long enough password")
    return "claimed"


def races() -> None:
    first = program.FIRST["file"]
    prepare(first)
    at_once("erase", *[partial(erase, first)] * 3)
    assert erased(first)
    prepare(first + 1)
    at_once("erase and file", partial(erase, first + 1), *[partial(file_with, first + 1, later) for later in LATER])
    assert erased(first + 1)


def claims() -> None:
    """One code sent by several at the same moment: by somebody who presses twice, and to two addresses."""
    number = program.FIRST["same"]
    prepare(number)
    code = invited(number)
    at_once("claim", *[partial(claim, number, code, ADDRESS)] * 2, partial(claim, number, code, f"other.{ADDRESS}"))


if __name__ == "__main__":
    program.world()
    races()
    program.ACTS["erase"], program.DONE["erase"], program.PREPARE["erase"] = erase, erased, prepare
    program.FIRST["erase"] = program.FIRST["many"]
    program.killed_everywhere("erase")
    act = "erase in pages"
    program.ACTS[act], program.DONE[act], program.PREPARE[act] = erase_in_pages, is_erased, prepare_pages
    program.FIRST[act] = program.FIRST["many"] + 200
    program.killed_everywhere(act)
    claims()
