"""Licence, charge, submission and deadlines of an event: what its organiser owes the EBU (1.3 to 1.8, 2.8, 2.9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from masterpoint.core.derivation import Remark
from masterpoint.core.events import AnyEvent, SimultaneousEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.ebu.rules.attendance import entry_count, listed
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.handbook import remark
from masterpoint.schemes.ebu.rules.organisations.charges import charge_remarks
from masterpoint.schemes.ebu.rules.organisations.counties import non_members
from masterpoint.schemes.ebu.rules.organisations.deadlines import deadlines
from masterpoint.schemes.ebu.rules.organisations.licences import FEWEST_TABLES, general_licence, licence_remarks
from masterpoint.schemes.ebu.rules.records.crediting import unidentified
from masterpoint.schemes.families.fields import SEATS


def formalities(event: AnyEvent) -> list[Remark]:
    """Everything that goes with the points of an event, each with its clause."""
    facts: Facts = facts_from(event, Facts)
    return [
        *licence_remarks(event, facts),
        *_licence_conditions(event, facts),
        *charge_remarks(event, facts),
        *_submission(event),
        *_entry(event, facts),
    ]


def _licence_conditions(event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """1.7, 1.8: what a general licence asks for."""
    if not general_licence(event, facts):
        return
    tables = entry_count(event) * SEATS[event.contest]
    if Fraction(tables) < FEWEST_TABLES:
        yield remark("1.7.13", "fewer than five tables: two weeks' notice, and only if all competitors wish to go on")
    yield from deadlines(event.day, charity=facts.charity)


def _submission(event: AnyEvent) -> Iterator[Remark]:
    """2.9.2, 2.10.5: everybody is identified and charged."""
    nameless = unidentified(event)
    if nameless:
        shown = ", ".join(nameless[:5]) + (" …" if len(nameless) > 5 else "")
        yield remark("2.9.2", f"find the EBU number of {len(nameless)} player(s) before sending: {shown}")
    if any(entry.standing != "full" for entry in listed(event)):
        yield remark("2.10.5", "those without standing are charged and graded like everybody else")


def _entry(event: AnyEvent, facts: Facts) -> Iterator[Remark]:
    """1.1.3, 1.2.5: who may play."""
    if event.organiser.level == "national" and not facts.open_to_non_members:
        outside = sum(1 for _ in non_members(event))
        found = f"{outside} non-member(s) found" if outside else "no non-member found"
        yield remark("1.1.3", f"EBU members only, unless the Tournament Committee opens it; {found}")
    if isinstance(event, SimultaneousEvent) and event.organiser.level == "county":
        yield remark("1.2.5", "one of two simultaneous pairs a year; only tables at affiliated clubs count for points")
