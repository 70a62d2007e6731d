"""Merge two records of one person, and split them again. No points are lost either way."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import Min, Q, QuerySet, Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.merged_records import moved_lines
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.records import yearly
from masterpoint.centre.registry import own_records
from masterpoint.centre.registry.audit import NotRegistered, note
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import Problem


@transaction.atomic
def ask_to_merge(duplicate: Person, target: Person, *, by: User, reason: str) -> Posting | Proposal:
    """Merge two records, or propose it if the federation requires two people."""
    if not ledger.requires_two_people(duplicate.federation):
        return merge(duplicate, target, by=by, reason=reason)
    _require_mergeable(duplicate, target, reason)
    arguments = {"duplicate": duplicate.pk, "into": target.pk}
    summary = f"{duplicate} joined to {target}"
    return proposals.propose(
        duplicate.federation, proposals.Act.MERGE, summary, by=by, reason=reason, arguments=arguments
    )


@transaction.atomic
def ask_to_split(duplicate: Person, *, by: User, reason: str) -> Posting | Proposal:
    """Undo a merge, or propose it if the federation requires two people."""
    if not ledger.requires_two_people(duplicate.federation):
        return split(duplicate, by=by, reason=reason)
    target = _require_splittable(duplicate)
    arguments = {"duplicate": duplicate.pk, "into": target.pk}
    summary = f"{duplicate} split from {target}"
    return proposals.propose(
        duplicate.federation, proposals.Act.SPLIT, summary, by=by, reason=reason, arguments=arguments
    )


@transaction.atomic
def merge(duplicate: Person, target: Person, *, by: User, reason: str) -> Posting:
    """Merge two records of one person: new lines move all points. It can be undone."""
    _require_mergeable(duplicate, target, reason)
    duplicate_lines = Line.objects.filter(person=duplicate).exclude(posting__kind=Posting.Kind.EXPIRY)
    lines = moved_lines(_net(duplicate_lines), duplicate.pk, target.pk)
    posting = ledger.post(duplicate.federation, Posting.Kind.MERGE, lines, by=by, reason=reason)
    _repeat_decay(duplicate.federation, by)
    duplicate.merged_into = target
    duplicate.save(update_fields=["merged_into"])
    own_records.pass_account_on(duplicate, target, by=by)
    note(duplicate, "merged", by, reason, into=target.number, posting=posting.number)
    return posting


def _repeat_decay(federation: Federation, by: User | None) -> None:
    """Repeat the last yearly decay, because moved points lose value in their new record."""
    newest = Posting.objects.filter(federation=federation, kind=Posting.Kind.EXPIRY).order_by("-number").first()
    if newest is not None:
        as_at = date.fromisoformat(newest.facts["as_at"])
        yearly.post_decay(federation, as_at, by=by, reason=f"value lost as at {as_at}, after a merge or split")


def _net(lines: QuerySet[Line]) -> list[NewLine]:
    """Net lines by colour, day and award, in the order they were first written."""
    rows = lines.values("person", "colour", "day", "award").annotate(sum=Sum("hundredths"), first=Min("pk"))
    return [
        NewLine(row["person"], row["colour"], row["sum"], row["day"], row["award"])
        for row in rows.filter(~Q(sum=0)).order_by("first")
    ]


def _require_mergeable(duplicate: Person, target: Person, reason: str) -> None:
    lock(duplicate.federation)
    for person in (duplicate, target):
        person.refresh_from_db(fields=["merged_into"])
    problems = []
    if duplicate.pk == target.pk:
        problems.append(
            Problem("person", target.number, "a record cannot be merged into itself", "choose the other one")
        )
    if duplicate.federation_id != target.federation_id:
        problems.append(
            Problem("person", target.number, "the records belong to different federations", "use a transfer instead")
        )
    if duplicate.merged_into_id or target.merged_into_id:
        problems.append(Problem("person", duplicate.number, "one of the records is already merged", "split it first"))
    if not reason.strip():
        problems.append(Problem("reason", "", "a merge needs a reason", "say how you know that they are one person"))
    if problems:
        raise NotRegistered(problems)


@transaction.atomic
def split(duplicate: Person, *, by: User, reason: str) -> Posting:
    """Undo a merge: the points move back, and corrections made since then stay."""
    target = _require_splittable(duplicate)
    merges = Posting.objects.filter(kind__in=[Posting.Kind.MERGE, Posting.Kind.SPLIT], lines__person=target)
    net_lines = _net(Line.objects.filter(person=duplicate, posting__in=merges.values("pk")))
    lines = moved_lines(net_lines, duplicate.pk, target.pk)
    posting = ledger.post(duplicate.federation, Posting.Kind.SPLIT, lines, by=by, reason=reason)
    duplicate.merged_into = None
    duplicate.save(update_fields=["merged_into"])
    _repeat_decay(duplicate.federation, by)
    note(duplicate, "split", by, reason, from_=target.number, posting=posting.number)
    return posting


def _require_splittable(duplicate: Person) -> Person:
    """The record it was merged into; raises an error if the two cannot be split."""
    lock(duplicate.federation)
    duplicate.refresh_from_db(fields=["merged_into"])
    target = duplicate.merged_into
    if target is None:
        raise NotRegistered(Problem("person", duplicate.number, "this record is not merged", "nothing to split"))
    if target.merged_into_id:
        raise NotRegistered(
            Problem("person", target.number, "the record it was merged into is merged itself", "split that one first")
        )
    return target
