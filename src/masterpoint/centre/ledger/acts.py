"""The part of `masterpoint verify` that checks acts other than awards: their lines must follow from their facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet

from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.engine import engine
from masterpoint.centre.ledger import due, transfers
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.loading import LOADED
from masterpoint.centre.ledger.manual_postings import OFFICER_KINDS, PART_OF
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.registry.queries import merged_keys
from masterpoint.centre.statements import select
from masterpoint.core.errors import MasterpointError

BALANCES = Posting.Kind.OPENING
NOT_OPPOSITE = """
SELECT 1 FROM (
    SELECT person_id, colour, day, award, hundredths FROM ledger_line WHERE posting_id = %s
    UNION ALL
    SELECT person_id, colour, day, award, hundredths FROM ledger_line WHERE posting_id = %s AND {people}
) AS both_postings GROUP BY person_id, colour, day, award HAVING SUM(hundredths) <> 0 LIMIT 1
"""


class ActDifference(NamedTuple):
    """An act whose lines do not follow from its facts, perhaps because another engine worked it out (`by_engine`)."""

    text: str
    by_engine: bool = False


def act_differences(federation: Federation) -> Iterator[ActDifference]:
    """Check every act except awards against the ledger before it, or against its own facts.

    Acts loaded as open data are not checked: their facts stayed in the other ledger.
    """
    for posting in _other_acts(federation) if _first_other_act(federation.pk) else ():
        if LOADED in posting.facts:
            continue
        check = CHECKS.get(posting.kind)
        problem = check(posting) if check else ""
        engine_of_posting = posting.facts.get("engine", engine())
        name = f"{federation.code} posting {posting.number}"
        if problem and engine_of_posting != engine():
            yield ActDifference(
                f"{name}: worked out by engine {engine_of_posting}; this engine ({engine()}) says: {problem}", True
            )
        elif problem:
            yield ActDifference(f"{name}: {problem}")
    yield from map(ActDifference, _balances_without_officer(federation))
    yield from map(ActDifference, _merged_with_points(federation))


def _other_acts(federation: Federation) -> Iterator[Posting]:
    postings = Posting.objects.filter(federation=federation).exclude(kind__in=(Posting.Kind.AWARDS, BALANCES))
    postings = postings.select_related("federation", "reverses").defer("reverses__detail")
    return postings.order_by("number").iterator(chunk_size=500)


def _balances_without_officer(federation: Federation) -> Iterator[str]:
    """Opening balances without an officer or a reason. Their details, which may name everybody, are not read."""
    postings = Posting.objects.filter(federation=federation, kind=BALANCES).order_by("number")
    for pk, number, by, reason in postings.values_list("pk", "number", "by", "reason").iterator():
        problem = _problem_with_officer(by, reason)
        if problem and not postings.filter(pk=pk, detail__has_key=LOADED).exists():
            yield f"{federation.code} posting {number}: {problem}"


@cached_query
def _first_other_act(federation: Any) -> QuerySet[Posting, int]:
    postings = Posting.objects.filter(federation=federation).exclude(kind=Posting.Kind.AWARDS)
    return postings.values_list("pk", flat=True)[:1]


def _merged_with_points(federation: Federation) -> Iterator[str]:
    if not merged_keys(federation):
        return
    merged = Person.objects.filter(federation=federation, merged_into__isnull=False)
    for person in merged.filter(totals__hundredths__gt=0) | merged.filter(totals__hundredths__lt=0):
        sums: Counter[str] = Counter()
        for total in person.totals.all():
            sums[total.colour] += total.hundredths
        if any(sums.values()):
            yield f"person {person.pk} is merged into another, but still has points"


Sums = Counter[tuple[int, str, str, int | None]]


def _sums(posting: Posting) -> Sums:
    sums: Sums = Counter()
    for person, colour, amount, day, award in Line.objects.filter(posting=posting).values_list(
        "person", "colour", "hundredths", "day", "award"
    ):
        sums[person, colour, day.isoformat(), award] += amount
    return sums


def _line_sums(lines: list[NewLine]) -> Sums:
    sums: Sums = Counter()
    for line in lines:
        sums[line.person, line.colour, line.day.isoformat(), line.award] += line.hundredths
    return sums


def _reversal_problem(posting: Posting) -> str:
    if PART_OF in posting.facts:
        return _partial_reversal_problem(posting)
    if posting.reverses is None:
        return "it reverses no posting"
    exempt_people = [pk for number, pk in _partial_reversals(posting.reverses) if number < posting.number]
    is_opposite = not select(
        NOT_OPPOSITE.format(people="NOT person_id = ANY(%s)"), posting.pk, posting.reverses.pk, exempt_people
    )
    return "" if is_opposite else f"it is not the opposite of posting {posting.reverses.number}"


def _partial_reversals(posting: Posting) -> list[tuple[int, int]]:
    """The partial reversals of a posting: their numbers and the person of each."""
    parts = Posting.objects.filter(federation=posting.federation_id, kind=Posting.Kind.REVERSAL, reverses=None)
    if posting.kind not in OFFICER_KINDS:
        return []
    return list(parts.filter(detail__part_of=posting.number).values_list("number", "detail__person"))


def _partial_reversal_problem(posting: Posting) -> str:
    number, person = posting.facts[PART_OF], posting.facts["person"]
    original = Posting.objects.filter(federation=posting.federation_id, number=number).defer("detail").first()
    if original is None or original.kind not in OFFICER_KINDS:
        return "it reverses no posting"
    earlier = [number for number, owner in _partial_reversals(original) if owner == person and number < posting.number]
    if earlier or Posting.objects.filter(reverses=original, number__lt=posting.number).exists():
        return f"it reverses posting {number} for this person a second time"
    is_opposite = not select(NOT_OPPOSITE.format(people="person_id = ANY(%s)"), posting.pk, original.pk, [person])
    return "" if is_opposite else f"it is not the opposite of what posting {number} gave this person"


def _move_problem(posting: Posting) -> str:
    people: set[int] = set()
    balances: Counter[tuple[str, str, int | None]] = Counter()
    for (person, colour, day, award), amount in _sums(posting).items():
        people.add(person)
        balances[colour, day, award] += amount
    if any(balances.values()):
        return "one record lost points that the other did not receive"
    return "" if len(people) in (0, 2) else "it moves points between more than two records"


def _due_problem(posting: Posting) -> str:
    runs = {Posting.Kind.EXPIRY: due.decay_lines, Posting.Kind.CONVERSION: due.conversion_lines}
    as_at = date.fromisoformat(posting.facts["as_at"])
    expected = runs[Posting.Kind(posting.kind)](posting.federation, as_at, posting.number)
    return "" if _line_sums(expected) == _sums(posting) else "it is not what was due on that day"


def _lapse_problem(posting: Posting) -> str:
    detail = posting.detail or {}
    person = Person.objects.select_related("federation").get(pk=detail["person"])
    lapsed_on, renewed_on = (date.fromisoformat(detail[key]) for key in ("lapsed", "renewed"))
    expected = due.forfeit_lines(person, lapsed_on, renewed_on, posting.number)
    return "" if _line_sums(expected) == _sums(posting) else "it is not what the late renewal lost"


def _transfer_problem(posting: Posting) -> str:
    try:
        expected = transfers.expected_credit(posting)
    except MasterpointError as error:
        return f"the conversion cannot be repeated: {error}"
    if expected is None:
        return ""
    totals: Counter[str] = Counter()
    for (_, colour, _, _), amount in _sums(posting).items():
        totals[colour] += amount
    return "" if totals == Counter(expected) else "the conversion table gives other points"


def _officer_problem(posting: Posting) -> str:
    return _problem_with_officer(posting.by_id, posting.reason)


def _problem_with_officer(by: int | None, reason: str) -> str:
    return "" if by and reason.strip() else "it has no officer or no reason"


CHECKS: dict[str, Callable[[Posting], str]] = {
    Posting.Kind.REVERSAL: _reversal_problem,
    Posting.Kind.MERGE: _move_problem,
    Posting.Kind.SPLIT: _move_problem,
    Posting.Kind.EXPIRY: _due_problem,
    Posting.Kind.CONVERSION: _due_problem,
    Posting.Kind.LAPSE: _lapse_problem,
    Posting.Kind.TRANSFER: _transfer_problem,
    Posting.Kind.REPORTED: _officer_problem,
    Posting.Kind.ADJUSTMENT: _officer_problem,
}
