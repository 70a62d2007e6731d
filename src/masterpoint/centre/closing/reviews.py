"""Find the open matters of a month before the lock: the review compares all its evenings with others.

Under the lock, the journal shows which acts came after the review. Most of them do not affect open matters. If some do,
a second review looks only at these, while others go on filing. So it is much shorter than the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from masterpoint.centre.closing.month_end import Matter, open_matters, same_evenings, start_of_comparison
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.month_days import next_month
from masterpoint.centre.filing.preparing import FILING_ACT
from masterpoint.centre.filing.similar import TWO_EVENTS
from masterpoint.centre.journal.queries import Act, acts_after, last_link
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.snapshots import snapshot

RELEVANT_KINDS = ("question", "organisation")
"""Kinds of rows that affect open matters."""


class Review(NamedTuple):
    """The open matters of a month, and the last entry of the journal then."""

    same_evenings: Sequence[Matter]
    """Evenings that may be credited twice."""
    matters: list[Matter]
    journal_number: int


def first_review(federation: Federation, first_day: date) -> Review:
    """Review the whole month as at one moment."""
    with snapshot():
        number, _ = last_link(federation)
        return _review(federation, first_day, same_evenings(federation, first_day), number)


def _review(federation: Federation, first_day: date, matters_of_evenings: Sequence[Matter], number: int) -> Review:
    return Review(matters_of_evenings, open_matters(federation, first_day, matters_of_evenings), number)


def is_current(federation: Federation, first_day: date, review: Review) -> bool:
    """Whether nothing has happened since the review that could change the open matters; called under the lock."""
    acts = acts_after(federation, review.journal_number)
    return not any(_is_relevant(act, first_day) for act in acts)


def _is_relevant(act: Act, first_day: date) -> bool:
    """Whether an act could change the open matters of a month."""
    start, end = start_of_comparison(first_day).isoformat(), next_month(first_day).isoformat()
    for kind, facts in _rows(act):
        if kind in RELEVANT_KINDS or _is_merge(kind, facts) or _is_two_events_decision(kind, facts):
            return True
        if kind == "filing" and (act.action != FILING_ACT or start <= facts["day"] < end):
            return True
    return False


def _rows(act: Act) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((row.partition(" ")[0], facts) for row, facts in act.facts.items() if facts)


def _is_merge(kind: str, facts: dict[str, Any]) -> bool:
    """Whether an act merged records, so that evenings may have more players in common."""
    return kind == "person" and facts["merged_into"] is not None


def _is_two_events_decision(kind: str, facts: dict[str, Any]) -> bool:
    """Whether an act decided that two filings are two events."""
    return kind == "change" and facts["what"] == TWO_EVENTS


def second_review(federation: Federation, first_day: date, earlier_review: Review) -> Review:
    """Review what changed since. New filings were compared with every evening when they were filed."""
    with snapshot():
        number, _ = last_link(federation)
        acts = acts_after(federation, earlier_review.journal_number)
        if any(_is_merge(kind, facts) for act in acts for kind, facts in _rows(act)):
            return first_review(federation, first_day)
        receipts = _changed_receipts(acts)
        remaining_matters = [
            matter for matter in earlier_review.same_evenings if receipts.isdisjoint(matter.subject.split())
        ]
        keys = Filing.objects.filter(federation=federation, receipt__in=receipts).values_list("pk", flat=True)
        new = same_evenings(federation, first_day, list(keys)) if receipts else []
        return _review(federation, first_day, [*remaining_matters, *new], number)


def _changed_receipts(acts: Iterable[Act]) -> set[str]:
    """The receipts of filings that were corrected, ended or decided about."""
    receipts: set[str] = set()
    for act in acts:
        for kind, facts in _rows(act):
            if kind == "filing" and act.action != FILING_ACT:
                receipts.add(facts["receipt"])
            elif _is_two_events_decision(kind, facts):
                receipts |= {*facts["detail"]["receipts"]}
    return receipts
