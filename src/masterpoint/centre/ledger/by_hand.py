"""What officers posted by hand: the list of it, and whom it would touch to take it back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Prefetch, QuerySet, prefetch_related_objects

from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person

OFFICERS = (Posting.Kind.ADJUSTMENT, Posting.Kind.OPENING, Posting.Kind.TRANSFER)
"""What an officer posts by hand."""
PART_OF = "part_of"
"""In the detail of a reversal: the number of the posting it takes back from one person only."""
LINES_SHOWN = 6
FIRST_LINES = "first_lines"
"""As many lines of a posting are shown in a list; one more is read, to know whether there are more."""


class Act(NamedTuple):
    """What an officer posted by hand, as a list shows it."""

    posting: Posting
    lines: list[Line]
    """The first of them: a list of balances has thousands."""
    people: int
    taken_back: dict[int, Posting]
    """What was taken back from single people, by person."""
    person: int | None = None
    """Whose lines are shown, where they are one person's."""

    @property
    def more(self) -> bool:
        return len(self.lines) > LINES_SHOWN

    @property
    def is_open(self) -> bool:
        """Whether anything of it, or of the person's, can still be taken back."""
        left = len(self.taken_back) < self.people if self.person is None else self.person not in self.taken_back
        return left and not hasattr(self.posting, "reversed_by")

    @property
    def taken_back_here(self) -> list[Posting]:
        """What was taken back from the person whose lines are shown."""
        return [posting for who, posting in self.taken_back.items() if who == self.person]


def officers_postings(federation: Federation, person: Person | None = None) -> QuerySet[Posting]:
    """What officers posted by hand, newest first."""
    postings = Posting.objects.filter(federation=federation, kind__in=OFFICERS)
    if person is not None:
        postings = postings.filter(lines__person=person).distinct()
    return postings.select_related("by", "reversed_by__by").order_by("-number")


def officers_acts(postings: Iterable[Posting], person: Person | None = None) -> list[Act]:
    """Postings by hand with their first lines, of one person or of all, and what took them back."""
    acts = list(postings)
    lines = Line.objects.select_related("person__home_club").order_by("pk")
    lines = lines if person is None else lines.filter(person=person)
    prefetch_related_objects(acts, Prefetch("lines", queryset=lines[: LINES_SHOWN + 1], to_attr=FIRST_LINES))
    rows = Line.objects.filter(posting__in=acts).order_by().values_list("posting")
    people = dict(rows.annotate(count=Count("person", distinct=True)))
    alone, whose = _taken_back_alone(acts), person.pk if person else None
    return [Act(act, getattr(act, FIRST_LINES), people.get(act.pk, 0), alone.get(act.pk, {}), whose) for act in acts]


def _taken_back_alone(postings: Sequence[Posting]) -> dict[int, dict[int, Posting]]:
    by_number = {posting.number: posting.pk for posting in postings}
    by_posting: dict[int, dict[int, Posting]] = {}
    if postings:
        reversals = Posting.objects.filter(federation=postings[0].federation_id, kind=Posting.Kind.REVERSAL)
        for reversal in reversals.filter(reverses=None, detail__part_of__in=list(by_number)).select_related("by"):
            by_posting.setdefault(by_number[reversal.facts[PART_OF]], {})[reversal.facts["person"]] = reversal
    return by_posting


def reversed_alone(posting: Posting) -> list[int]:
    """From whom alone a posting by hand has been taken back; only those are."""
    if posting.kind not in OFFICERS:
        return []
    reversals = Posting.objects.filter(federation=posting.federation_id, kind=Posting.Kind.REVERSAL, reverses=None)
    return list(reversals.filter(detail__part_of=posting.number).values_list("detail__person", flat=True))


def can_be_taken_back(posting: Posting) -> bool:
    """An officer's posting that was not taken back yet. Closing a record on a move is half of an act."""
    if posting.kind not in OFFICERS or Posting.objects.filter(reverses=posting).exists():
        return False
    return posting.kind != Posting.Kind.TRANSFER or "worksheet" in (posting.detail or {})


class TakingBack(NamedTuple):
    """What taking a posting back would do."""

    posting: Posting
    rows: list[tuple[Person, dict[str, int]]]
    """Who loses how many hundredths of which colours."""
    already: int
    """How many had theirs taken back before."""

    @property
    def sums(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for _, amounts in self.rows:
            sums.update(amounts)
        return dict(sorted(sums.items()))


def taking_back(posting: Posting, person: Person | None = None) -> TakingBack:
    """Whom it touches, or what it takes from one person; nothing is written."""
    alone = reversed_alone(posting)
    lines = posting.lines.exclude(person__in=alone).select_related("person__home_club")
    lines = lines if person is None else lines.filter(person=person)
    amounts: dict[Person, Counter[str]] = {}
    for line in lines.order_by("person__sort_key", "person", "colour"):
        amounts.setdefault(line.person, Counter())[line.colour] += line.hundredths
    return TakingBack(posting, [(who, dict(sums)) for who, sums in amounts.items()], len(alone))
