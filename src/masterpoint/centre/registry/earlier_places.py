"""An organisation as it was: its name at a moment, and what it belonged to on a day, from the notes of every change."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from masterpoint.centre.registry.models import Change, Federation, Organisation
from masterpoint.centre.registry.organisations import CHANGED
from masterpoint.centre.statements import select
from masterpoint.schemes import FEDERATIONS

CHANGES = """
SELECT detail FROM registry_change
WHERE federation_id = %s AND person_id IS NULL AND what = %s AND at >= %s ORDER BY id
"""


class NamesSince:
    """What the organisations of a federation were called at any moment since a first one."""

    def __init__(self, federation: Federation, first: datetime) -> None:
        self.earlier: dict[str, list[tuple[datetime, str]]] = {}
        changes = Change.objects.filter(federation=federation, person=None, what=CHANGED, at__gte=first)
        for at, detail in changes.order_by("pk").values_list("at", "detail"):
            self.earlier.setdefault(detail["organisation"], []).append((at, detail["before"]["name"]))

    def at(self, organisation: Organisation, moment: datetime) -> str:
        """The name before the first change after a moment; without one, today's."""
        changes = self.earlier.get(organisation.number, ())
        return next((name for at, name in changes if at >= moment), organisation.name)


def name_at(organisation: Organisation, moment: datetime) -> str:
    """What it was called at a moment."""
    return NamesSince(organisation.federation, moment).at(organisation, moment)


def lineage(organisation: Organisation, on: date | None = None) -> list[Organisation]:
    """It and everything above it: now, or as a day began.

    What is filed on the day of a move is charged by the tree before it, whichever of the two came first.
    """
    earlier = _states(organisation.federation, _beginning(organisation.federation, on)) if on else {}
    parts, part = [], organisation
    while True:
        parts.append(part)
        above = _above(part, earlier.get(part.number))
        if above is None or above in parts:
            return parts
        part = above


def _above(part: Organisation, earlier: dict[str, Any] | None) -> Organisation | None:
    if earlier is None:
        return part.parent
    return Organisation.objects.filter(federation=part.federation_id, number=earlier["under"]).first()


def _beginning(federation: Federation, day: date) -> datetime:
    """The moment a day begins in the easternmost place of a federation."""
    ahead = timedelta(hours=FEDERATIONS[federation.scheme].hours_ahead)
    return datetime.combine(max(day, date(1900, 1, 1)), time.min, UTC) - ahead


def _states(federation: Federation, moment: datetime) -> dict[str, dict[str, Any]]:
    """How each organisation that was changed since a moment stood at it, by number."""
    states: dict[str, dict[str, Any]] = {}
    for (written,) in select(CHANGES, federation.pk, CHANGED, moment):
        detail = json.loads(written)
        states.setdefault(detail["organisation"], detail["before"])
    return states
