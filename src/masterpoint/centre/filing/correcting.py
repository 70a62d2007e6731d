"""Corrections: a new version, the old awards reversed, the new ones posted; nothing is edited."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import approving, months, notices
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.judging import compress_result
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.play_digest import event_as_data, play_digest
from masterpoint.centre.filing.services import NotFiled, Original, Receipt, judged_for, post_awards, version_of
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.core.derivation import Result
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent


def correct(
    filing: Filing, event: AnyEvent, original: Original, *, by: User | None, reason: str, decided: Mapping[str, int]
) -> Receipt:
    """A new version: the old awards are reversed, the new ones posted; both versions stay."""
    require_reason(reason)
    known, judged, result = judged_for(filing.organisation, event, decided)
    mark = play_digest(filing.organisation_id, event)
    with transaction.atomic():
        lock_standing(filing)
        last = filing.versions.order_by("-number")[0]
        if bytes(last.original) == original.data and _is_the_same(last, judged, result, known):
            return Receipt(filing, last, already=True)
        _require_own_identity(filing, mark)
        number = filing.versions.count() + 1
        if approving.correction_waits(filing, by):
            version = version_of(filing, number, judged, result, original, known, by=by, reason=reason)
            approving.propose_correction(filing, version, event, mark, count(version.checks), by=by)
            return Receipt(filing, version, already=False, waits=True)
        _move(filing, event.day, by=by)
        version = version_of(filing, number, judged, result, original, known, by=by, reason=reason)
        reverse_current(filing, by=by, reason=reason)
        post_awards(filing, version, result, known, by=by)
        filing.identity = mark
        filing.name = (event.name or filing.name)[:200]
        filing.findings = count(checks_of(original.taken, result))
        if filing.state == Filing.State.OFFICIAL:
            filing.approved_by, filing.state_reason = by, f"version {number} approved by {by}"[:300]
        filing.save(update_fields=["identity", "name", "day", "state", "findings", "approved_by", "state_reason"])
        journal.write(filing.federation, "corrected", {"filing": [filing.pk]}, by=by, reason=reason)
        notices.receipt(filing, version, by=by)
        return Receipt(filing, version, already=False, undone=flag_undone(filing, f"corrected: {reason}"))


def _move(filing: Filing, day: date, *, by: User | None) -> None:
    """To the right day. Another month takes it as it takes a new filing: while it is open, or from the office."""
    if day.replace(day=1) != filing.day.replace(day=1):
        if not access.may(by, access.Action.APPROVE, filing.organisation):
            months.require_open_month(filing.organisation, day)
        if months.state_of(filing.federation, day) != Month.State.OPEN:
            filing.state = Filing.State.OFFICIAL
        elif filing.approved_by_id is None:
            filing.state = Filing.State.PROVISIONAL
    filing.day = day


def _is_the_same(last: Version, event: AnyEvent, result: Result, known: Mapping[str, Person]) -> bool:
    """A button pressed twice, or the file as it was: a correction that corrects nothing is no new version."""
    people = {key: person.pk for key, person in known.items()}
    facts = msgspec.json.decode(msgspec.json.encode(event_as_data(event)))
    return last.event == facts and last.people == people and bytes(last.result) == compress_result(result)


def lock_standing(filing: Filing) -> None:
    """Whatever two people do to one filing happens one after the other, each seeing what the other did."""
    ledger.lock(filing.federation)
    filing.refresh_from_db(fields=["state", "state_reason", "approved_by", "identity", "name", "day"])
    _require_standing(filing)


def _require_own_identity(filing: Filing, mark: str) -> None:
    other = Filing.objects.filter(federation=filing.federation, identity=mark).exclude(pk=filing.pk).first()
    if other is not None:
        raise NotFiled(
            Problem(
                "event",
                other.receipt,
                "corrected like this, it is an event that is filed already",
                f"withdraw one of the two: {filing.receipt} or {other.receipt}",
            )
        )


def reverse_current(filing: Filing, *, by: User | None, reason: str) -> None:
    current = Posting.objects.filter(version__filing=filing, kind=Posting.Kind.AWARDS, reversed_by=None)
    for posting in current.order_by("number"):
        ledger.reverse(posting, by=by, reason=reason)


def flag_undone(filing: Filing, why: str) -> tuple[Promotion, ...]:
    """Promotions announced to people of this filing that their holding no longer supports: flagged, not revoked."""
    people = Person.objects.filter(lines__posting__version__filing=filing, promotions__flagged="").distinct()
    flag = f"{filing.receipt} {why}"[:200]
    return tuple(
        promotion
        for person in people.select_related("federation").order_by("pk")
        for promotion in records.flag_undone(person, reason=flag)
    )


def require_reason(reason: str) -> None:
    if not reason.strip():
        raise NotFiled(Problem("reason", "", "a reason is needed", "say in a few words what was wrong"))


def _require_standing(filing: Filing) -> None:
    if filing.state in (Filing.State.WITHDRAWN, Filing.State.REJECTED):
        raise NotFiled(
            Problem("filing", filing.receipt, f"this filing was {filing.state}", "file the event anew instead")
        )
