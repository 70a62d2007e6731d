"""Statuses as far as records show them: when somebody's points waited until they would be a member, and nothing else.

Since when somebody is a member, and whether they were suspended, no page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from masterpoint.centre.registry.models import Person

MEMBER, LAPSED, POTENTIAL = "member", "lapsed", "potential"
HELD_AS: Mapping[str, str] = {
    Person.Status.LAPSED: LAPSED,
    Person.Status.INACTIVE: LAPSED,
    Person.Status.POTENTIAL: POTENTIAL,
}
"""What each status under which points wait is called in public."""
Period = tuple[str, date, date | None]
"""A status with its first and its last day; without one, it goes on."""
HeldTime = tuple[str, date | None, date | None]
"""What somebody was; the first day, nothing where they had never been a member; the last day, if it has ended."""
DAY = timedelta(days=1)
LONG_AGO = date(1900, 1, 1)
"""Since when somebody is a member of whom only what came later is known."""


def held_times(periods: Sequence[Period]) -> list[HeldTime]:
    """From the statuses of a person, the first ones first: of several on a day, the one that began last counts."""
    cuts = sorted({first for _, first, _ in periods} | {last + DAY for _, _, last in periods if last is not None})
    times: list[HeldTime] = []
    was_member, before = False, ""
    for start, end in zip(cuts, [*(cut - DAY for cut in cuts[1:]), None], strict=True):
        status = _status_on(periods, start)
        word = HELD_AS.get(status, MEMBER) if status else ""
        if word in (LAPSED, POTENTIAL):
            if word == before:
                times[-1] = (*times[-1][:2], end)
            else:
                times.append((word, start if was_member else None, end))
        was_member, before = was_member or word == MEMBER, word
    return times


def _status_on(periods: Sequence[Period], day: date) -> str:
    covering = [status for status, first, last in periods if first <= day and (last is None or day <= last)]
    return covering[-1] if covering else ""


def periods_of(times: Sequence[HeldTime], now: str) -> list[Period]:
    """Periods that say the same; `now` is the status after the last of them."""
    statuses = {LAPSED: Person.Status.LAPSED, POTENTIAL: Person.Status.POTENTIAL}
    periods: list[Period] = []
    free: date | None = LONG_AGO
    for word, first, last in times:
        assert free is not None, "only the last of them goes on"
        if first is not None and first > free:
            periods.append((Person.Status.ACTIVE, free, first - DAY))
        periods.append((statuses[word], first or free, last))
        free = None if last is None else last + DAY
    return periods if free is None else [*periods, (now, free, None)]
