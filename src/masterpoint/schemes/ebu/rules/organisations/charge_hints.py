"""2.8.1 read backwards: what the charge code of a results file says about its event, and whether it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.core.parsing import facts_from
from masterpoint.schemes.ebu.book import Book
from masterpoint.schemes.ebu.rules.facts import Facts
from masterpoint.schemes.ebu.rules.organisations.charges import charge_code, charge_codes, in_use

HINTS: dict[str, dict[str, Any]] = {
    "02": {"facts": {"points_only": True}},
    "06": {"facts": {"exempt": "children-in-need"}},
    "20": {"organiser": {"level": "county"}, "facts": {"members_only": True}},
    "22": {"facts": {"kind": "novice"}},
    "30": {"facts": {"kind": "licensed"}},
    "40": {"facts": {"kind": "licensed", "charity": True}},
    "50": {"colour": "blue"},
    "60": {"organiser": {"level": "county"}, "colour": "green", "facts": {"permission": True}},
    "70": {"organiser": {"level": "licensed organiser"}},
    "71": {"organiser": {"level": "licensed organiser"}, "facts": {"abroad": True}},
    "99": {"organiser": {"level": "national"}, "facts": {"members_only": True}},
}


def hints(code: str) -> Mapping[str, Any]:
    """The fields of an event that follow from its charge code; a club session needs none."""
    return HINTS.get(code.strip().zfill(2), {})


def code_problems(book: Book, event: AnyEvent, code: str) -> Sequence[Problem]:
    """A code that is not known, no longer used, or not the one for this event."""
    code_number = code.strip().zfill(2)
    place, appendix = "charge code", "UMS codes"
    expected_code, number, reason = charge_code(book, event, facts_from(event, Facts))
    fix = f"use code {expected_code.number}: {reason}"
    listed_code = charge_codes(book).get(code_number)
    if listed_code is None:
        return [book.problem(place, code, "there is no such charge code", fix, appendix)]
    if not in_use(listed_code, event.day):
        return [book.problem(place, code, "this charge code was not in use on the day of play", fix, appendix)]
    if code_number != expected_code.number and code_number != "03":
        return [book.problem(place, code, f"this code is for: {listed_code.title}", fix, number)]
    return []
