"""Manual postings by officers: list them, and preview a reversal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Prefetch, QuerySet, prefetch_related_objects

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person

OFFICER_KINDS = (Posting.Kind.ADJUSTMENT, Posting.Kind.OPENING, Posting.Kind.TRANSFER)
"""Kinds of manual postings."""
PART_OF = "part_of"
"""Key in the detail of a reversal: the number of the posting it reverses for one person only."""
LINES_SHOWN = 6
"""Lines of a posting in a list. One more is read, to know whether there are more."""
FIRST_LINES = "first_lines"


class PostingSummary(NamedTuple):
    """A manual posting, as a list shows it."""

    posting: Posting
    lines: list[Line]
    """The first lines: a list of balances has thousands."""
    people: int
    partial_reversals: dict[int, Posting]
    """The reversals for single people, by person."""
    person: int | None = None
    """The person, if only their lines are shown."""

    @property
    def has_more_lines(self) -> bool:
        return len(self.lines) > LINES_SHOWN

    @property
    def is_reversible(self) -> bool:
        """Whether it, or the person's part, can still be reversed."""
        has_rest = (
            len(self.partial_reversals) < self.people
            if self.person is None
            else self.person not in self.partial_reversals
        )
        return has_rest and not hasattr(self.posting, "reversed_by")

    @property
    def reversals_for_person(self) -> list[Posting]:
        """The reversals for the person whose lines are shown."""
        return [posting for owner, posting in self.partial_reversals.items() if owner == self.person]


def postings_by_officers(federation: Federation, person: Person | None = None) -> QuerySet[Posting]:
    """Manual postings, newest first."""
    postings = Posting.objects.filter(federation=federation, kind__in=OFFICER_KINDS)
    if person is not None:
        postings = postings.filter(lines__person=person).distinct()
    return postings.select_related("by", "reversed_by__by").order_by("-number")


def posting_summaries(postings: Iterable[Posting], person: Person | None = None) -> list[PostingSummary]:
    """Manual postings with their first lines, of one person or of all, and their reversals."""
    acts = list(postings)
    lines = Line.objects.select_related("person__home_club").order_by("pk")
    lines = lines if person is None else lines.filter(person=person)
    prefetch_related_objects(acts, Prefetch("lines", queryset=lines[: LINES_SHOWN + 1], to_attr=FIRST_LINES))
    rows = Line.objects.filter(posting__in=acts).order_by().values_list("posting")
    people = dict(rows.annotate(count=Count("person", distinct=True)))
    parts, owner = _partial_reversals(acts), person.pk if person else None
    return [
        PostingSummary(act, getattr(act, FIRST_LINES), people.get(act.pk, 0), parts.get(act.pk, {}), owner)
        for act in acts
    ]


def _partial_reversals(postings: Sequence[Posting]) -> dict[int, dict[int, Posting]]:
    by_number = {posting.number: posting.pk for posting in postings}
    by_posting: dict[int, dict[int, Posting]] = {}
    if postings:
        reversals = Posting.objects.filter(federation=postings[0].federation_id, kind=Posting.Kind.REVERSAL)
        for reversal in reversals.filter(reverses=None, detail__part_of__in=list(by_number)).select_related("by"):
            by_posting.setdefault(by_number[reversal.facts[PART_OF]], {})[reversal.facts["person"]] = reversal
    return by_posting


def reversed_people(posting: Posting) -> list[int]:
    """The people for whom a manual posting was reversed one by one."""
    if posting.kind not in OFFICER_KINDS:
        return []
    reversals = Posting.objects.filter(federation=posting.federation_id, kind=Posting.Kind.REVERSAL, reverses=None)
    return list(reversals.filter(detail__part_of=posting.number).values_list("detail__person", flat=True))


def is_reversible(posting: Posting) -> bool:
    """Whether a manual posting can be reversed: only once, and not if it closed a record in a move."""
    if posting.kind not in OFFICER_KINDS or Posting.objects.filter(reverses=posting).exists():
        return False
    return posting.kind != Posting.Kind.TRANSFER or "worksheet" in (posting.detail or {})


class ReversalPreview(NamedTuple):
    """What reversing a posting would do."""

    posting: Posting
    rows: list[tuple[Person, dict[str, int]]]
    """The people who would lose points, with hundredths by colour."""
    already_reversed: int
    """The number of people for whom it was reversed before."""

    @property
    def sums(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for _, amounts in self.rows:
            sums.update(amounts)
        return dict(sorted(sums.items()))


def preview_reversal(posting: Posting, person: Person | None = None) -> ReversalPreview:
    """Preview a reversal for everybody or for one person; nothing is written."""
    exempt_people = reversed_people(posting)
    lines = posting.lines.exclude(person__in=exempt_people).select_related("person__home_club")
    lines = lines if person is None else lines.filter(person=person)
    amounts: dict[Person, Counter[str]] = {}
    for line in lines.order_by("person__sort_key", "person", "colour"):
        amounts.setdefault(line.person, Counter())[line.colour] += line.hundredths
    return ReversalPreview(posting, [(owner, dict(sums)) for owner, sums in amounts.items()], len(exempt_people))
