"""Ask about an event whose organiser is of a higher level than the organisation that files it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from masterpoint.centre.filing.judging import Share, shares_of
from masterpoint.centre.filing.news import points_in_words
from masterpoint.centre.filing.organisers import PLACE
from masterpoint.centre.registry.models import Organisation
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent
from masterpoint.schemes import FEDERATIONS, edition_for

PROMPT = "level"
LEVEL = "level"
"""Key in the detail of a posting: the level that somebody confirmed, for the office to decide about."""


def level_problems(organisation: Organisation, event: AnyEvent, result: Result | None) -> list[Problem]:
    """The problem with a level above the organisation's own, unless a licence covers the event; mostly none.

    What the book refuses anyway is not asked about.
    """
    level, federation = event.organiser.level, FEDERATIONS[event.scheme]
    if result is None or not federation.is_above(level, organisation.level) or _has_licence(event):
        return []
    message = (
        f"the file gives the level of the organiser as {level}, and {organisation.name} ({organisation.number})"
        f" has the level {organisation.level}"
    )
    if points := _most_points(shares_of(result)):
        message += f"; at {level} level a player gets up to {points_in_words(points)} points"
    fix = (
        f"correct the level in the file, or let an organisation of {level} level file it; to put it before the"
        " federation's office as it is, give organiser_confirmed=true"
    )
    clause = federation.organiser_levels.clause
    if not clause:
        return [Problem(PLACE, level, message, fix, prompt=PROMPT)]
    problem = edition_for(event.scheme, event.day).book.problem(PLACE, level, message, fix, clause)
    return [msgspec.structs.replace(problem, prompt=PROMPT)]


def _has_licence(event: AnyEvent) -> bool:
    """Whether the event gives the number of a licence."""
    name = FEDERATIONS[event.scheme].organiser_levels.licence
    facts: dict[str, Any] = event.facts
    return bool(name and str(facts.get(name, "")).strip())


def _most_points(shares: Sequence[Share]) -> dict[str, int]:
    """The most that a player receives of each colour, in hundredths."""
    sums: dict[tuple[str, str], int] = {}
    for share in shares:
        sums[share.key, share.colour] = sums.get((share.key, share.colour), 0) + share.hundredths
    maxima: dict[str, int] = {}
    for (_, colour), amount in sums.items():
        maxima[colour] = max(amount, maxima.get(colour, 0))
    return maxima
