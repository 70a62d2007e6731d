"""What is open in a month, looked at before the lock is taken: all evenings of a month are compared with others.

With the lock held, the journal shows what was done since. Most of that changes nothing of what is open. The rest is
looked at again while others go on filing, and only that: the second look is much shorter than the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.closing.month_end import Matter, looked_back_to, open_matters, same_evenings
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.month_days import next_month
from masterpoint.centre.filing.preparing import FILED
from masterpoint.centre.filing.similar import TWO_EVENTS
from masterpoint.centre.journal.queries import Act, acts_after, last_link
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.snapshots import snapshot

ALWAYS = ("question", "organisation")
"""Kinds of rows on which it depends what is open."""


class Look(NamedTuple):
    """What was open in a month, and how far the journal was then."""

    same: Sequence[Matter]
    """Evenings that may be credited twice."""
    matters: list[Matter]
    journal_number: int


def first_look(federation: Federation, first_day: date) -> Look:
    """At everything, as it is at one moment."""
    with snapshot():
        number, _ = last_link(federation)
        return _look(federation, first_day, same_evenings(federation, first_day), number)


def _look(federation: Federation, first_day: date, same: Sequence[Matter], number: int) -> Look:
    return Look(same, open_matters(federation, first_day, same), number)


def still_holds(federation: Federation, first_day: date, look: Look) -> bool:
    """With the lock held: whether nothing was done since that could change what is open."""
    acts = acts_after(federation, look.journal_number)
    return not any(_concerns(act, first_day) for act in acts)


def _concerns(act: Act, first_day: date) -> bool:
    """Whether an act could change what is open in a month."""
    since, following = looked_back_to(first_day).isoformat(), next_month(first_day).isoformat()
    for kind, facts in _rows(act):
        if kind in ALWAYS or _joins(kind, facts) or _decides(kind, facts):
            return True
        if kind == "filing" and (act.what != FILED or since <= facts["day"] < following):
            return True
    return False


def _rows(act: Act) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((about.partition(" ")[0], facts) for about, facts in act.facts.items() if facts)


def _joins(kind: str, facts: dict[str, Any]) -> bool:
    """Whether somebody's record was joined to another: then evenings may have more players in common."""
    return kind == "person" and facts["merged_into"] is not None


def _decides(kind: str, facts: dict[str, Any]) -> bool:
    """Whether somebody has said that two filings are two events."""
    return kind == "change" and facts["what"] == TWO_EVENTS


def second_look(federation: Federation, first_day: date, before: Look) -> Look:
    """At what was changed since; what was filed since was compared with every evening as it was filed."""
    with snapshot():
        number, _ = last_link(federation)
        acts = acts_after(federation, before.journal_number)
        if any(_joins(kind, facts) for act in acts for kind, facts in _rows(act)):
            return first_look(federation, first_day)
        changed = _changed(acts)
        kept = [matter for matter in before.same if changed.isdisjoint(matter.who.split())]
        keys = Filing.objects.filter(federation=federation, receipt__in=changed).values_list("pk", flat=True)
        new = same_evenings(federation, first_day, list(keys)) if changed else []
        return _look(federation, first_day, [*kept, *new], number)


def _changed(acts: Iterable[Act]) -> set[str]:
    """The receipts of filings that were corrected, ended or decided about."""
    receipts: set[str] = set()
    for act in acts:
        for kind, facts in _rows(act):
            if kind == "filing" and act.what != FILED:
                receipts.add(facts["receipt"])
            elif _decides(kind, facts):
                receipts |= {*facts["detail"]["receipts"]}
    return receipts
