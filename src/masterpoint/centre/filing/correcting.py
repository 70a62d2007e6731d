"""Corrections: a new version, the old awards reversed, the new ones posted; nothing is edited."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import approving, consequences, months, notices
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.examining import Decisions, Examined, examine
from masterpoint.centre.filing.identifying import Decided
from masterpoint.centre.filing.judging import compress_result
from masterpoint.centre.filing.models import Filing, Month, Version
from masterpoint.centre.filing.player_letters import tell_players
from masterpoint.centre.filing.queries import amounts_of
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Original, Receipt
from masterpoint.centre.filing.stored import current_version
from masterpoint.centre.filing.whereabouts import Whereabouts
from masterpoint.centre.filing.writing import awards_of, examined_version, post_awards, save_examined
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.records import services as records
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.core.errors import Problem
from masterpoint.core.events import AnyEvent, form_of


def correct(
    filing: Filing,
    event: AnyEvent,
    original: Original,
    *,
    by: User | None,
    reason: str,
    decided: Decided,
    not_same_as: Collection[str] = (),
    organiser_confirmed: bool = False,
) -> Receipt:
    """A new version: the old awards are reversed, the new ones posted; both versions stay."""
    require_reason(reason)
    decisions = Decisions(decided, not_same_as, organiser_confirmed)
    mail.load_addresses()
    with transaction.atomic():
        lock_standing(filing)
        examined = examine(filing.organisation, event, decisions, corrects=filing, imported=original.imported)
        last = filing.versions.order_by("-number")[0]
        if bytes(last.original) == original.data and _is_the_same(last, examined):
            return Receipt(filing, last, already=True)
        reasons = examined.reasons(Whereabouts(original.imported))
        reasons.add(*of_another(filing, examined.already))
        waits = approving.correction_waits(filing, by)
        if not waits:
            reasons.gather(lambda: _move(filing, event.day, by=by))
        reasons.require_none()
        number, checks = filing.versions.count() + 1, checks_of(original.imported, examined)
        if waits:
            version = examined_version(filing, number, examined, original, checks, by=by, reason=reason)
            save_examined(version, examined, waits=True)
            approving.propose_correction(
                filing,
                version,
                event,
                identity=examined.digest,
                decided=examined.detail(),
                newcomers=examined.identified.new,
                by=by,
            )
            return Receipt(filing, version, already=False, waits=True)
        before = list(amounts_of(current_version(filing)))
        reverse_current(filing, by=by, reason=reason)
        version = examined_version(filing, number, examined, original, checks, by=by, reason=reason)
        save_examined(version, examined)
        awards = awards_of(version, examined.paid, examined.detail())
        post_awards(version, awards, by=by)
        filing.identity = examined.digest
        filing.name = (event.name or filing.name)[:200]
        filing.form = form_of(event)
        filing.findings = count(checks)
        if filing.state == Filing.State.OFFICIAL:
            filing.approved_by, filing.state_reason = by, f"version {number} approved by {by}"[:300]
        filing.save(
            update_fields=["identity", "name", "day", "form", "state", "findings", "approved_by", "state_reason"]
        )
        journal.write(filing.federation, "corrected", {"filing": [filing.pk]}, by=by, reason=reason)
        outcome = Outcome(version, awards.paid, examined.paid)
        consequences.follow([filing], by=by, reason=reason, outcomes={filing.pk: outcome})
        notices.receipt(filing, version, by=by)
        tell_players(filing, before, amounts_of(version))
        return Receipt(filing, version, already=False, undone=flag_undone(filing, f"corrected: {reason}"))


def _move(filing: Filing, day: date, *, by: User | None) -> None:
    """To the right day. Another month takes it as it takes a new filing: while it is open, or from the office."""
    if day.replace(day=1) != filing.day.replace(day=1):
        if not access.may(by, access.Action.APPROVE, filing.organisation):
            months.require_open_month(filing.organisation, day)
        if months.state_of(filing.federation, day) != Month.State.OPEN:
            if not ledger.requires_two_people(filing.federation):
                filing.state = Filing.State.OFFICIAL
        elif filing.approved_by_id is None:
            filing.state = Filing.State.PROVISIONAL
    filing.day = day


def _is_the_same(last: Version, examined: Examined) -> bool:
    """A button pressed twice, or the file as it was: a correction that corrects nothing is no new version."""
    if examined.result is None:
        return False
    named = {key: person.pk or last.people.get(key) for key, person in examined.identified.known.items()}
    people = {key: pk for key, pk in named.items() if pk}
    facts = msgspec.json.decode(msgspec.json.encode(examined.played.data_of(examined.judged)))
    return last.event == facts and last.people == people and bytes(last.result) == compress_result(examined.result)


def lock_standing(filing: Filing) -> None:
    """Whatever two people do to one filing happens one after the other, each seeing what the other did."""
    lock(filing.federation)
    filing.refresh_from_db(fields=["state", "state_reason", "approved_by", "identity", "name", "day"])
    _require_standing(filing)


def of_another(filing: Filing, other: Filing | None) -> list[Problem]:
    """Corrected like this, it would be another filing, or what that one was before."""
    if other is None:
        return []
    message = "with this correction it is the same as an event that is, or once was, filed"
    fix = f"withdraw one of the two: {filing.receipt} or {other.receipt}"
    return [Problem("event", other.receipt, message, fix)]


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
            Problem("filing", filing.receipt, f"this filing was {filing.state}", "file the event again instead")
        )
