"""Writes of the register: create after searching, cancel, reactivate; merges that lose no point."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet, Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import due
from masterpoint.centre.ledger import queries as ledger_queries
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.records import yearly
from masterpoint.centre.registry.models import (
    Change,
    Federation,
    Membership,
    Office,
    Organisation,
    Person,
    StatusPeriod,
)
from masterpoint.centre.registry.names import number_key, sort_key
from masterpoint.centre.registry.naming import index_names
from masterpoint.centre.registry.queries import rank_named
from masterpoint.core.errors import MasterpointError, Problem

ROWS_AT_ONCE = 500


class NotRegistered(MasterpointError):
    """The register cannot be changed like this."""


class NewMember(NamedTuple):
    """Somebody about to be registered."""

    given_name: str
    family_name: str
    on: date
    club: Organisation | None = None
    status: str = Person.Status.ACTIVE
    number: str = ""
    born_in: int | None = None
    anonymous: bool = False
    visitor: bool = False
    rank_abroad: str = ""


def register(
    federation: Federation,
    given_name: str,
    family_name: str,
    *,
    on: date,
    by: User | None,
    club: Organisation | None = None,
    status: str = Person.Status.ACTIVE,
    number: str = "",
    born_in: int | None = None,
    anonymous: bool = False,
) -> Person:
    """A new person with a number for life. Search first: a former member gets the old number back."""
    new = NewMember(given_name, family_name, on, club, status, number, born_in, anonymous)
    return register_all(federation, [new], by=by)[0]


@transaction.atomic
def register_all(federation: Federation, new: Sequence[NewMember], *, by: User | None) -> list[Person]:
    """New people with their statuses, home clubs and what the register notes about it: all of them or none."""
    if not all(one.family_name.strip() for one in new):
        raise NotRegistered(Problem("family name", "", "a person needs a family name", "give one"))
    people = [
        Person(
            federation=federation,
            number=number_key(one.number) or _issue(federation),
            given_name=one.given_name.strip(),
            family_name=one.family_name.strip(),
            sort_key=sort_key(one.given_name, one.family_name),
            status=one.status,
            home_club=one.club,
            joined_on=one.on,
            born_in=one.born_in,
            anonymous=one.anonymous,
            visitor=one.visitor,
            rank_abroad=one.rank_abroad,
        )
        for one in new
    ]
    Person.objects.bulk_create(people, batch_size=ROWS_AT_ONCE)
    index_names(people)
    both = list(zip(people, new, strict=True))
    StatusPeriod.objects.bulk_create(
        [StatusPeriod(person=person, status=one.status, first_day=one.on, reason="registered") for person, one in both],
        batch_size=ROWS_AT_ONCE,
    )
    Membership.objects.bulk_create(
        [
            Membership(person=person, organisation=one.club, kind=Membership.Kind.HOME, first_day=one.on)
            for person, one in both
            if one.club is not None
        ],
        batch_size=ROWS_AT_ONCE,
    )
    Change.objects.bulk_create(
        [_change(person, "registered", by, club=one.club.number if one.club else "") for person, one in both],
        batch_size=ROWS_AT_ONCE,
    )
    return people


def _issue(federation: Federation) -> str:
    """The next number, never one that is taken."""
    while True:
        Federation.objects.filter(pk=federation.pk).update(next_number=F("next_number") + 1)
        number = str(Federation.objects.get(pk=federation.pk).next_number - 1)
        if not Person.objects.filter(federation=federation, number=number).exists():
            return number


@transaction.atomic
def set_status(
    person: Person, status: str, *, on: date, by: User | None, reason: str, until: date | None = None
) -> Person:
    """A status from a day on; until a day, if it ends by itself (a suspension)."""
    lock_record(person)
    before = person.status
    lapsed = ledger_queries.held_after(person)
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__lt=on).update(last_day=on - timedelta(days=1))
    StatusPeriod.objects.filter(person=person, last_day=None, first_day__gte=on).delete()
    StatusPeriod.objects.create(person=person, status=status, first_day=on, last_day=until, reason=reason)
    if until is not None:
        StatusPeriod.objects.create(
            person=person, status=before, first_day=until + timedelta(days=1), reason=f"after: {reason}"
        )
    if status == Person.Status.ACTIVE and lapsed is not None and lapsed > date.min:
        _forfeit(person, lapsed + timedelta(days=1), on, by)
    person.status = status
    person.save(update_fields=["status"])
    note(person, "status", by, reason, before=before, after=status, on=on.isoformat())
    return person


def lock_record(person: Person) -> None:
    """Two who change one record do it one after the other, so that nothing is taken away or begun twice."""
    ledger.lock(person.federation)
    person.refresh_from_db(fields=["status", "home_club"])


def _forfeit(person: Person, lapsed: date, renewed: date, by: User | None) -> None:
    """What a book takes away from those who renew late."""
    lines = due.forfeited(person, lapsed, renewed)
    if lines:
        detail = {"person": person.pk, "lapsed": lapsed.isoformat(), "renewed": renewed.isoformat()}
        reason = "earned while not registered, before the quarter that precedes the renewal"
        ledger.post(person.federation, Posting.Kind.LAPSE, lines, by=by, reason=reason, detail=detail)


def reactivate(person: Person, *, on: date, by: User | None, reason: str = "rejoined") -> Person:
    """A returning player keeps the old number, and points held are theirs at once."""
    return set_status(person, Person.Status.ACTIVE, on=on, by=by, reason=reason)


def cancel(person: Person, *, on: date, by: User | None, reason: str) -> Person:
    """A home club ends a membership; the record stays."""
    return set_status(person, Person.Status.LAPSED, on=on, by=by, reason=reason)


@transaction.atomic
def set_anonymous(person: Person, anonymous: bool, *, by: User | None) -> Person:
    """The player's own choice, which can be undone."""
    person.anonymous = anonymous
    person.save(update_fields=["anonymous"])
    note(person, "anonymous", by, anonymous=anonymous)
    return person


@transaction.atomic
def set_from_overseas(person: Person, visitor: bool, rank_abroad: str, *, by: User | None) -> Person:
    """Whether somebody is a visitor from overseas, or which rank they had before they moved here."""
    rank = rank_named(person.federation, rank_abroad) if rank_abroad.strip() else ""
    if rank is None:
        raise NotRegistered(
            Problem("rank", rank_abroad, "the handbook has no such rank", "write the rank of this handbook equal to it")
        )
    person.visitor, person.rank_abroad = visitor, rank
    person.save(update_fields=["visitor", "rank_abroad"])
    note(person, "from overseas", by, visitor=visitor, rank_abroad=rank)
    return person


@transaction.atomic
def merge(duplicate: Person, into: Person, *, by: User, reason: str) -> Posting:
    """Two records are one person: every line moves by new lines, nothing is lost, and it can be undone."""
    ledger.lock(duplicate.federation)
    for person in (duplicate, into):
        person.refresh_from_db(fields=["merged_into"])
    problems = _merge_problems(duplicate, into, reason)
    if problems:
        raise NotRegistered(problems)
    own = Line.objects.filter(person=duplicate).exclude(posting__kind=Posting.Kind.EXPIRY)
    lines = ledger.moved_lines(_net(own), duplicate.pk, into.pk)
    posting = ledger.post(duplicate.federation, Posting.Kind.MERGE, lines, by=by, reason=reason)
    _fade_again(duplicate.federation, by)
    duplicate.merged_into = into
    duplicate.save(update_fields=["merged_into"])
    note(duplicate, "merged", by, reason, into=into.number, posting=posting.number)
    return posting


def _fade_again(federation: Federation, by: User | None) -> None:
    """Gold that moved fades where it is now: the last yearly run is settled for both records."""
    last = Posting.objects.filter(federation=federation, kind=Posting.Kind.EXPIRY).order_by("-number").first()
    if last is not None:
        as_at = date.fromisoformat(last.detail["as_at"])
        yearly.fade_gold(federation, as_at, by=by, reason=f"gold points as at {as_at}, after a merge or split")


def _net(lines: QuerySet[Line]) -> list[NewLine]:
    """What lines come to, by colour, day and award, in the order they were first written."""
    rows = lines.values("person", "colour", "day", "award").annotate(sum=Sum("hundredths"), first=Min("pk"))
    return [
        NewLine(row["person"], row["colour"], row["sum"], row["day"], row["award"])
        for row in rows.filter(~Q(sum=0)).order_by("first")
    ]


def _merge_problems(duplicate: Person, into: Person, reason: str) -> list[Problem]:
    problems = []
    if duplicate.pk == into.pk:
        problems.append(Problem("person", into.number, "a record cannot be merged into itself", "choose the other one"))
    if duplicate.federation_id != into.federation_id:
        problems.append(
            Problem("person", into.number, "the records belong to two federations", "use a transfer instead")
        )
    if duplicate.merged_into_id or into.merged_into_id:
        problems.append(Problem("person", duplicate.number, "one of the records is merged already", "split it first"))
    if not reason.strip():
        problems.append(Problem("reason", "", "a merge needs a reason", "say how you know that they are one person"))
    return problems


@transaction.atomic
def split(duplicate: Person, *, by: User, reason: str) -> Posting:
    """Undo a merge: what moved moves back, and what was corrected in between stays corrected."""
    ledger.lock(duplicate.federation)
    duplicate.refresh_from_db(fields=["merged_into"])
    into = duplicate.merged_into
    if into is None:
        raise NotRegistered(Problem("person", duplicate.number, "this record is not merged", "nothing to split"))
    if into.merged_into_id:
        raise NotRegistered(
            Problem("person", into.number, "the record it joined is merged itself", "split that one first")
        )
    between = Posting.objects.filter(kind__in=[Posting.Kind.MERGE, Posting.Kind.SPLIT], lines__person=into)
    moved = _net(Line.objects.filter(person=duplicate, posting__in=between.values("pk")))
    lines = ledger.moved_lines(moved, duplicate.pk, into.pk)
    posting = ledger.post(duplicate.federation, Posting.Kind.SPLIT, lines, by=by, reason=reason)
    duplicate.merged_into = None
    duplicate.save(update_fields=["merged_into"])
    _fade_again(duplicate.federation, by)
    note(duplicate, "split", by, reason, from_=into.number, posting=posting.number)
    return posting


@transaction.atomic
def appoint(user: User, organisation: Organisation, role: str, *, on: date, by: User | None) -> Office:
    """Give an account an office."""
    office, _ = Office.objects.get_or_create(
        user=user, organisation=organisation, role=role, last_day=None, defaults={"first_day": on}
    )
    Change.objects.create(
        federation=organisation.federation,
        what="appointed",
        by=by,
        detail={"user": user.email, "role": role, "organisation": organisation.number},
    )
    return office


@transaction.atomic
def want_two_people(federation: Federation, wanted: bool, *, by: User | None) -> Federation:
    """Whether a filing becomes official only by somebody other than whoever filed it."""
    if federation.two_people != wanted:
        federation.two_people = wanted
        federation.save(update_fields=["two_people"])
        Change.objects.create(federation=federation, what="two people", by=by, detail={"wanted": wanted})
    return federation


def note(person: Person, what: str, by: User | None, reason: str = "", **detail: object) -> None:
    """What was done to a record, by whom and why."""
    _change(person, what, by, reason, **detail).save(force_insert=True)


def _change(person: Person, what: str, by: User | None, reason: str = "", **detail: object) -> Change:
    return Change(
        federation_id=person.federation_id,
        person=person,
        what=what,
        reason=reason,
        by=by,
        detail={key.rstrip("_"): value for key, value in detail.items()},
    )
