"""All writes to the ledger: one path, one transaction, nothing edited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.engine import engine
from masterpoint.centre.hash_chain import BEGINNING
from masterpoint.centre.ledger.by_hand import OFFICERS, PART_OF, reversed_alone
from masterpoint.centre.ledger.chain import NewLine, digest
from masterpoint.centre.ledger.merged_records import NewPosting, following_merges, merged_records, with_merges
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.ledger.writing import write_postings
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.days import future_problems
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.centre.statements import Query, select
from masterpoint.core.errors import MasterpointError, Problem

LAST = "SELECT number, hash FROM ledger_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
MOVES = (Posting.Kind.REVERSAL, Posting.Kind.MERGE, Posting.Kind.SPLIT)
FOLLOWING = (*MOVES, Posting.Kind.AWARDS)
"""Acts that may touch a record that is merged into another; awards go on from there to the one it joined."""
OF_A_DAY = (
    Posting.Kind.AWARDS,
    Posting.Kind.REPORTED,
    Posting.Kind.ADJUSTMENT,
    Posting.Kind.OPENING,
    Posting.Kind.TRANSFER,
)
"""Acts whose day somebody gives: none of them has happened tomorrow."""


BY_THE_BOOK = (
    Posting.Kind.EXPIRY,
    Posting.Kind.CONVERSION,
    Posting.Kind.LAPSE,
    Posting.Kind.TRANSFER,
    Posting.Kind.RATING,
)
"""Acts that the book works out: each keeps which engine did."""


class AlreadyReversed(MasterpointError):
    """A posting can be reversed once."""


class NotPosted(MasterpointError):
    """The ledger does not take this."""


class NeedsSecondPerson(MasterpointError):
    """The federation wants two people for every posting by hand: one proposes it, another confirms it."""

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
    confirmed: bool = False,
) -> Posting:
    """Write one posting with all its lines, and keep the totals, or nothing at all.

    Where the federation wants two people, what an officer posts by hand has to be `confirmed` by another.
    """
    act = NewPosting(kind, lines, reason, version_id, reverses, detail)
    if kind in OFFICERS and not confirmed and wants_two_people(federation):
        raise NeedsSecondPerson(federation, act)
    return post_all(federation, [act], by=by)[0]


def wants_two_people(federation: Federation) -> bool:
    """As the federation has decided by now, whenever it was read."""
    return bool(Federation.objects.filter(pk=federation.pk, two_people=True).exists())


@transaction.atomic
def post_all(federation: Federation, acts: Sequence[NewPosting], *, by: User | None) -> list[Posting]:
    """Write several postings, one after the other in the chain, or nothing at all."""
    lock(federation)
    return post_locked(federation, acts, by=by)


def post_locked(
    federation: Federation, acts: Sequence[NewPosting], *, by: User | None, none_merged: bool = False
) -> list[Posting]:
    """The same for an act that has the lock, and whose transaction ends with it, whatever becomes of it.

    `none_merged`: whoever has the lock knows that no record of these is merged into another.
    """
    number, link = _last_link(federation)
    _require_records(line.person for act in acts if act.kind not in FOLLOWING for line in act.lines)
    _require_past(federation, acts)
    acts = acts if none_merged else with_merges(acts)
    return write_postings(federation.scheme, _chained(federation, acts, number, link, by))


def _chained(
    federation: Federation, acts: Iterable[NewPosting], number: int, link: str, by: User | None
) -> Iterator[tuple[Posting, Sequence[NewLine]]]:
    """A posting for every act, each with the hash of the one before it, and its lines."""
    for number, act in enumerate(acts, number + 1):  # noqa: B020 - the chain goes on from the head
        posting = linked(federation, act, number, link, by)
        yield posting, act.lines
        link = posting.hash


def _require_records(people: Iterable[int]) -> None:
    """Points must not go astray to a record that is merged into another."""
    merged = merged_records(people)
    if merged:
        require_record(Person.objects.get(pk=merged[0]))


def _require_past(federation: Federation, acts: Sequence[NewPosting]) -> None:
    days = {line.day for act in acts if act.kind in OF_A_DAY for line in act.lines}
    problems = future_problems(federation, max(days), "day") if days else []
    if problems:
        raise NotPosted(problems)


def linked(federation: Federation, act: NewPosting, number: int, link: str, by: User | None) -> Posting:
    """A posting about to be written, chained to the one before it."""
    at = act.at or datetime.now(UTC)
    detail = act.detail
    if act.kind == Posting.Kind.AWARDS and act.version_id is not None and "kept" not in (detail or {}):
        raise ValueError("a posting of awards carries the digests of what its version keeps")
    if act.kind in BY_THE_BOOK:
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
    """The last posting's number and hash; the federation is locked, so that two people never take the same number."""
    rows = select(*last_question(federation))
    return rows[0] if rows else (0, BEGINNING)


def last_question(federation: Federation) -> Query:
    """What every act asks first, with the lock held."""
    return LAST, federation.pk


@transaction.atomic
def reverse(posting: Posting, *, by: User | None, reason: str) -> Posting:
    """Take a posting back by its opposite; both stay in the ledger. What a merge has moved since is taken back too.

    What was taken back from single people before is not taken from them again.
    """
    lock(posting.federation)
    lines = _opposite(posting, posting.lines.exclude(person__in=reversed_alone(posting)))
    act = NewPosting(Posting.Kind.REVERSAL, lines, reason, posting.version_id, posting)
    return post_all(posting.federation, [act, *following_merges(act)], by=by)[0]


@transaction.atomic
def reverse_for(posting: Posting, person: Person, *, by: User | None, reason: str) -> Posting:
    """Take back what a posting by hand gave to one person; everybody else keeps theirs."""
    lock(posting.federation)
    if person.pk in reversed_alone(posting):
        raise _already_reversed(posting)
    lines = _opposite(posting, posting.lines.filter(person=person))
    act = NewPosting(Posting.Kind.REVERSAL, lines, reason, detail={PART_OF: posting.number, "person": person.pk})
    return post_all(posting.federation, [act, *following_merges(act)], by=by)[0]


def _opposite(posting: Posting, lines: QuerySet[Line]) -> list[NewLine]:
    """The opposite of some lines of a posting that has not been taken back yet."""
    if Posting.objects.filter(reverses=posting).exists():
        raise _already_reversed(posting)
    opposite = [
        NewLine(line.person_id, line.colour, -line.hundredths, line.day, line.award) for line in lines.order_by("pk")
    ]
    if not opposite and posting.lines.exists():
        raise _already_reversed(posting)
    return opposite


def _already_reversed(posting: Posting) -> AlreadyReversed:
    message, fix = "this posting has already been reversed", "nothing more to do"
    return AlreadyReversed(Problem("posting", str(posting.number), message, fix))


def require_officer(by: User | None, reason: str) -> None:
    """Every act of an officer names the officer and says why."""
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

    An opening balance is the same with its own kind.
    """
    require_officer(by, reason)
    require_record(person)
    if not hundredths:
        raise NotPosted(Problem("amount", "0", "an adjustment of nothing", "give the amount that was wrong"))
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
    """Balances brought from an older system: all of them in one posting."""
    require_officer(by, reason)
    return post(federation, Posting.Kind.OPENING, balances, by=by, reason=reason, detail=detail)
