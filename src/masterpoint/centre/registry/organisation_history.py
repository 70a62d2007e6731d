"""An organisation in the past: its name at a moment, and its parents on a day, from the change log."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from masterpoint.centre.registry.models import Change, Federation, Organisation
from masterpoint.centre.registry.organisations import CHANGE
from masterpoint.centre.statements import select
from masterpoint.schemes import FEDERATIONS

CHANGES = f"""
SELECT detail FROM registry_change WHERE federation_id = %s AND what = '{CHANGE}' AND at >= %s ORDER BY at, id
"""
"""The conditions are those of the index of these changes."""


class NamesSince:
    """The names of a federation's organisations at any moment since the first one given."""

    def __init__(self, federation: Federation, first: datetime) -> None:
        self.earlier: dict[str, list[tuple[datetime, str]]] = {}
        changes = Change.objects.filter(federation=federation, person=None, what=CHANGE, at__gte=first)
        for at, detail in changes.order_by("pk").values_list("at", "detail"):
            self.earlier.setdefault(detail["organisation"], []).append((at, detail["before"]["name"]))

    def at(self, organisation: Organisation, moment: datetime) -> str:
        """The name before the first change after a moment; without such a change, the current one."""
        changes = self.earlier.get(organisation.number, ())
        return next((name for at, name in changes if at >= moment), organisation.name)


def name_at(organisation: Organisation, moment: datetime) -> str:
    """An organisation's name at a moment."""
    return NamesSince(organisation.federation, moment).at(organisation, moment)


def lineage(organisation: Organisation, on: date | None = None) -> list[Organisation]:
    """An organisation and everything above it: now, or at the beginning of a day.

    So results of the day on which an organisation moves are charged by the tree before the move.
    """
    earlier = _states(organisation.federation, _start_of_day(organisation.federation, on)) if on else {}
    parts, unit = [], organisation
    while True:
        parts.append(unit)
        parent = _parent_at(unit, earlier.get(unit.number))
        if parent is None or parent in parts:
            return parts
        unit = parent


def _parent_at(unit: Organisation, earlier: dict[str, Any] | None) -> Organisation | None:
    if earlier is None:
        return unit.parent
    return Organisation.objects.filter(federation=unit.federation_id, number=earlier["under"]).first()


def _start_of_day(federation: Federation, day: date) -> datetime:
    """The moment when a day begins in the easternmost place of a federation."""
    offset = timedelta(hours=FEDERATIONS[federation.scheme].hours_ahead)
    return datetime.combine(max(day, date(1900, 1, 1)), time.min, UTC) - offset


def _states(federation: Federation, moment: datetime) -> dict[str, dict[str, Any]]:
    """The state at a moment of every organisation that has changed since, by number."""
    states: dict[str, dict[str, Any]] = {}
    for (detail_text,) in select(CHANGES, federation.pk, moment):
        detail = json.loads(detail_text)
        states.setdefault(detail["organisation"], detail["before"])
    return states
