"""All writes to the ledger: one path, one transaction, no changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.ledger.chain import NewLine, digest
from masterpoint.centre.ledger.manual_postings import OFFICER_KINDS, PART_OF, reversed_people
from masterpoint.centre.ledger.merged_records import NewPosting, merge_postings, merged_records, with_merges
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.writing import write_postings
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.statements import Query, select
from masterpoint.core.errors import MasterpointError, Problem

LAST = "SELECT number, hash FROM ledger_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
MOVE_KINDS = (Posting.Kind.REVERSAL, Posting.Kind.MERGE, Posting.Kind.SPLIT)
KINDS_FOR_MERGED = (*MOVE_KINDS, Posting.Kind.AWARDS)
"""Acts allowed for a merged record; its awards then move to the one it was merged into."""
DATED_KINDS = (
    Posting.Kind.AWARDS,
    Posting.Kind.REPORTED,
    Posting.Kind.ADJUSTMENT,
    Posting.Kind.OPENING,
    Posting.Kind.TRANSFER,
)
"""Acts whose day somebody enters; it cannot be in the future."""


BOOK_KINDS = (
    Posting.Kind.EXPIRY,
    Posting.Kind.CONVERSION,
    Posting.Kind.LAPSE,
    Posting.Kind.TRANSFER,
    Posting.Kind.RATING,
)
"""Acts worked out by the book: each records the engine."""


class AlreadyReversed(MasterpointError):
    """The posting has been reversed before."""


class NotPosted(MasterpointError):
    """The ledger refuses this posting."""


class NeedsSecondPerson(MasterpointError):
    """The federation requires two people for every manual posting: one proposes it, another confirms it."""

    def __init__(self, federation: Federation, act: NewPosting) -> None:
        self.federation, self.act = federation, act
        message = "this federation requires two people for every posting by hand"
        fix = "propose it in the office on the site, and ask a colleague to confirm it"
        super().__init__(Problem("posting", act.kind, message, fix))


def post(
    federation: Federation,
    kind: str,
    lines: Sequence[NewLine],
    *,
    by: User | None,
    reason: str = "",
    version_id: int | None = None,
    reverses: Posting | None = None,
    detail: Mapping[str, Any] | None = None,
    is_confirmed: bool = False,
) -> Posting:
    """Write one posting with all its lines and update the totals, or nothing at all.

    If the federation requires two people, another must have confirmed a manual posting (`is_confirmed`).
    """
    act = NewPosting(kind, lines, reason, version_id, reverses, detail)
    if kind in OFFICER_KINDS and not is_confirmed and requires_two_people(federation):
        raise NeedsSecondPerson(federation, act)
    return post_all(federation, [act], by=by)[0]


def requires_two_people(federation: Federation) -> bool:
    """Whether the federation requires two people now."""
    return bool(Federation.objects.filter(pk=federation.pk, two_people=True).exists())


@transaction.atomic
def post_all(federation: Federation, acts: Sequence[NewPosting], *, by: User | None) -> list[Posting]:
    """Write several postings, one after the other in the chain, or nothing at all."""
    lock(federation)
    return post_under_lock(federation, acts, by=by)


def post_under_lock(
    federation: Federation, acts: Sequence[NewPosting], *, by: User | None, none_merged: bool = False
) -> list[Posting]:
    """Write several postings in the caller's transaction; the caller holds the lock.

    `none_merged`: the caller has checked under the lock that none of these records is merged.
    """
    number, link = _last_link(federation)
    _require_records(line.person for act in acts if act.kind not in KINDS_FOR_MERGED for line in act.lines)
    _require_past(federation, acts)
    acts = acts if none_merged else with_merges(acts)
    return write_postings(federation.scheme, _build_chain(federation, acts, number, link, by))


def _build_chain(
    federation: Federation, acts: Iterable[NewPosting], number: int, link: str, by: User | None
) -> Iterator[tuple[Posting, Sequence[NewLine]]]:
    """A posting for every act, chained to the one before, with its lines."""
    for number, act in enumerate(acts, number + 1):  # noqa: B020 - the chain continues from the head
        posting = build_posting(federation, act, number, link, by)
        yield posting, act.lines
        link = posting.hash


def _require_records(people: Iterable[int]) -> None:
    """Refuse points for a merged record."""
    merged = merged_records(people)
    if merged:
        require_record(Person.objects.get(pk=merged[0]))


def _require_past(federation: Federation, acts: Sequence[NewPosting]) -> None:
    days = {line.day for act in acts if act.kind in DATED_KINDS for line in act.lines}
    problems = future_problems(federation, max(days), "day") if days else []
    if problems:
        raise NotPosted(problems)


def build_posting(federation: Federation, act: NewPosting, number: int, link: str, by: User | None) -> Posting:
    """A new posting, chained to the one before it."""
    at = act.at or datetime.now(UTC)
    detail = act.detail
    if act.kind == Posting.Kind.AWARDS and act.version_id is not None and "kept" not in (detail or {}):
        raise ValueError("a posting of awards needs the digests of what its version stores")
    if act.kind in BOOK_KINDS:
        detail = {**(detail or {}), "engine": engine()}
    return Posting(
        federation=federation,
        number=number,
        kind=act.kind,
        version_id=act.version_id,
        reverses=act.reverses,
        reason=act.reason,
        by=by,
        at=at,
        detail=detail,
        previous_hash=link,
        hash=digest(
            federation=federation.code,
            number=number,
            kind=act.kind,
            version=act.version_id,
            reverses=act.reverses.number if act.reverses else None,
            reason=act.reason,
            by=by.pk if by else None,
            at=at,
            lines=act.lines,
            previous=link,
            detail=detail,
        ),
    )


def _last_link(federation: Federation) -> tuple[int, str]:
    """The last posting's number and hash. The federation is locked, so that no two postings take the same number."""
    rows = select(*last_link_query(federation))
    return rows[0] if rows else (0, BEGINNING)


def last_link_query(federation: Federation) -> Query:
    """The first query of every act, under the lock."""
    return LAST, federation.pk


@transaction.atomic
def reverse(posting: Posting, *, by: User | None, reason: str) -> Posting:
    """Post the opposite of a posting; both stay in the ledger. Points that a merge has moved since are included.

    People for whom the posting was reversed before are left out.
    """
    lock(posting.federation)
    lines = _opposite_lines(posting, posting.lines.exclude(person__in=reversed_people(posting)))
    act = NewPosting(Posting.Kind.REVERSAL, lines, reason, posting.version_id, posting)
    return post_all(posting.federation, [act, *merge_postings(act)], by=by)[0]


@transaction.atomic
def reverse_for(posting: Posting, person: Person, *, by: User | None, reason: str) -> Posting:
    """Reverse a manual posting for one person; everybody else keeps theirs."""
    lock(posting.federation)
    if person.pk in reversed_people(posting):
        raise _already_reversed(posting)
    lines = _opposite_lines(posting, posting.lines.filter(person=person))
    act = NewPosting(Posting.Kind.REVERSAL, lines, reason, detail={PART_OF: posting.number, "person": person.pk})
    return post_all(posting.federation, [act, *merge_postings(act)], by=by)[0]


def _opposite_lines(posting: Posting, lines: QuerySet[Line]) -> list[NewLine]:
    """The opposite of some lines of a posting that has not been reversed."""
    if Posting.objects.filter(reverses=posting).exists():
        raise _already_reversed(posting)
    opposite_lines = [
        NewLine(line.person_id, line.colour, -line.hundredths, line.day, line.award) for line in lines.order_by("pk")
    ]
    if not opposite_lines and posting.lines.exists():
        raise _already_reversed(posting)
    return opposite_lines


def _already_reversed(posting: Posting) -> AlreadyReversed:
    message, fix = "this posting has already been reversed", "nothing more to do"
    return AlreadyReversed(Problem("posting", str(posting.number), message, fix))


def require_officer(by: User | None, reason: str) -> None:
    """Every act of an officer needs the officer and a reason."""
    problems = []
    if by is None:
        problems.append(Problem("officer", "", "an officer must be named for this", "sign in, or name the officer"))
    if not reason.strip():
        problems.append(Problem("reason", "", "this needs a reason", "say what was wrong and when"))
    if problems:
        raise NotPosted(problems)


def require_record(person: Person) -> None:
    if person.merged_into_id:
        raise NotPosted(
            Problem("person", person.number, "this record is merged into another", "use that one, or split it")
        )


def adjust(
    person: Person,
    colour: str,
    hundredths: int,
    day: date,
    *,
    by: User | None,
    reason: str,
    kind: str = Posting.Kind.ADJUSTMENT,
    detail: Mapping[str, Any] | None = None,
) -> Posting:
    """An officer's adjustment: type, signed amount and the day of the error, always with a reason.

    It also posts opening balances, which are a `kind` of their own.
    """
    require_officer(by, reason)
    require_record(person)
    if not hundredths:
        raise NotPosted(Problem("amount", "0", "the adjustment is zero", "give the amount that was wrong"))
    lines = [NewLine(person.pk, colour, hundredths, day, None)]
    return post(person.federation, kind, lines, by=by, reason=reason, detail=detail)


def open_balances(
    federation: Federation,
    balances: Sequence[NewLine],
    *,
    by: User | None,
    reason: str,
    detail: Mapping[str, Any] | None = None,
) -> Posting:
    """Post balances from an older system, all in one posting."""
    require_officer(by, reason)
    return post(federation, Posting.Kind.OPENING, balances, by=by, reason=reason, detail=detail)
