"""Chapter 4, Club pairs: the top third earn local points, falling by equal steps to a minimum."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from masterpoint.core.derivation import Award, Result, Step, derive, fact
from masterpoint.core.errors import Problem, Refused
from masterpoint.core.events import SessionEvent
from masterpoint.core.exact import Exact
from masterpoint.core.mechanisms import Ladder, award_for, share_of
from masterpoint.core.places import ranked
from masterpoint.core.rounding import up_to_whole
from masterpoint.core.tables import Scale
from masterpoint.schemes.example.rules.handbook import TITLE, clause
from masterpoint.schemes.families.fields import Field, fields

TOP_AWARD = Scale(
    clause("4.1"),
    "top award by full tables",
    rows=((2, "6"), (4, "12"), (6, "18"), (9, "24"), (13, "30")),  # from this many tables, as printed
)
STEP, MINIMUM = 3, 6  # 4.2
FIELD_SHARE = Fraction(1, 3)  # 4.3


def award(event: SessionEvent) -> Result:
    """4.1 to 4.4: what each entry earns."""
    if event.contest != "pairs":
        raise Refused(
            Problem("contest", event.contest, "the book knows pairs only", "give a pairs event", str(clause("4.1")))
        )
    awards = [award for field in fields(event.lists, event.contest) for award in _pay(field)]
    return Result(event, TITLE, tuple(awards))


def _pay(field: Field) -> list[Award]:
    ladder = _ladder(field)
    return [
        Award(
            entry,
            award_for(
                finish,
                ladder,
                unpaid=clause("4.3"),
                tie=clause("4.4"),
                rounding=up_to_whole,
                rounded=clause("4.4"),
            ),
            "local",
        )
        for ranking in field.lists
        for entry, finish in ranked(ranking.entries)
    ]


def _ladder(field: Field) -> Ladder:
    """4.1 to 4.3: a step less each place, never under the minimum, for one place in three."""
    tables = fact(field.full_tables, clause("4.1"), "full tables")
    top = TOP_AWARD.at(tables)
    places = share_of(field.contestants // field.winners, FIELD_SHARE)
    return [_place(top, place) for place in range(1, places + 1)]


def _place(top: Step, place: int) -> Step:
    return derive(
        partial(_stepped_down, place),
        top,
        clause=clause("4.2"),
        message=f"place {place}: {STEP} a place, at least {MINIMUM}",
    )


def _stepped_down(place: int, top: Exact) -> Exact:
    value = top - STEP * (place - 1)
    return value if value > MINIMUM else MINIMUM
