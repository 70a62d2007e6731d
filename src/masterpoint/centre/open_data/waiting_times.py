"""Statuses as far as records show them: only the times when points waited for membership.

No page shows since when somebody has been a member, or whether they were suspended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from masterpoint.centre.registry.models import Person

MEMBER, LAPSED, POTENTIAL = "member", "lapsed", "potential"
WAITING_LABELS: Mapping[str, str] = {
    Person.Status.LAPSED: LAPSED,
    Person.Status.INACTIVE: LAPSED,
    Person.Status.POTENTIAL: POTENTIAL,
}
"""The public name of each status under which points wait."""
Period = tuple[str, date, date | None]
"""A status with its first and last day; without a last day, it continues."""
WaitingTime = tuple[str, date | None, date | None]
"""A status; its first day, or None if the person was never a member before; its last day, or None if it lasts."""
DAY = timedelta(days=1)
LONG_AGO = date(1900, 1, 1)
"""The assumed first day of a member whose earlier statuses are unknown."""


def waiting_times(periods: Sequence[Period]) -> list[WaitingTime]:
    """The waiting times from a person's statuses in order. Of several on one day, the last that began counts."""
    boundaries = sorted({first for _, first, _ in periods} | {last + DAY for _, _, last in periods if last is not None})
    times: list[WaitingTime] = []
    was_member, previous = False, ""
    for start, end in zip(boundaries, [*(boundary - DAY for boundary in boundaries[1:]), None], strict=True):
        status = _status_on(periods, start)
        label = WAITING_LABELS.get(status, MEMBER) if status else ""
        if label in (LAPSED, POTENTIAL):
            if label == previous:
                times[-1] = (*times[-1][:2], end)
            else:
                times.append((label, start if was_member else None, end))
        was_member, previous = was_member or label == MEMBER, label
    return times


def _status_on(periods: Sequence[Period], day: date) -> str:
    statuses = [status for status, first, last in periods if first <= day and (last is None or day <= last)]
    return statuses[-1] if statuses else ""


def periods_of(times: Sequence[WaitingTime], current: str) -> list[Period]:
    """Waiting times as periods of statuses; `current` is the status after the last of them."""
    statuses = {LAPSED: Person.Status.LAPSED, POTENTIAL: Person.Status.POTENTIAL}
    periods: list[Period] = []
    next_day: date | None = LONG_AGO
    for label, first, last in times:
        assert next_day is not None, "only the last waiting time has no last day"
        if first is not None and first > next_day:
            periods.append((Person.Status.ACTIVE, next_day, first - DAY))
        periods.append((statuses[label], first or next_day, last))
        next_day = None if last is None else last + DAY
    return periods if next_day is None else [*periods, (current, next_day, None)]
