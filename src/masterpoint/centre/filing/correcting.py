"""Corrections: a new version is written, the old awards are reversed, and the new ones are posted.

Nothing is edited.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import msgspec
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import approving, consequences, months, notices
from masterpoint.centre.filing.checking import checks_of, count
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.examining import Decisions, Examination, examine
from masterpoint.centre.filing.identifying import Choices
from masterpoint.centre.filing.judging import compress_result
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Month, Version
from masterpoint.centre.filing.player_letters import write_to_players
from masterpoint.centre.filing.player_positions import PlayerPositions
from masterpoint.centre.filing.queries import amounts_of
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.services import Original, Receipt
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.filing.writing import awards_of, post_awards, save_with_new_people, version_of
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
    choices: Choices,
    not_same_as: Collection[str] = (),
    organiser_confirmed: bool = False,
) -> Receipt:
    """Correct a filing with a new version. The old awards are reversed and the new ones posted; both versions stay."""
    require_reason(reason)
    decisions = Decisions(choices, not_same_as, organiser_confirmed)
    mail.load_addresses()
    with transaction.atomic():
        lock_in_force(filing)
        examination = examine(filing.organisation, event, decisions, corrects=filing, imported=original.imported)
        latest = filing.versions.order_by("-number")[0]
        if bytes(latest.original) == original.data and _is_the_same(latest, examination):
            return Receipt(filing, latest, filed_before=True)
        reasons = examination.reasons(PlayerPositions(original.imported))
        reasons.add(*other_filing_problems(filing, examination.existing))
        must_wait = approving.correction_waits(filing, by)
        if not must_wait:
            reasons.gather(lambda: _change_day(filing, event.day, by=by))
        reasons.require_none()
        number, checks = filing.versions.count() + 1, checks_of(original.imported, examination)
        if must_wait:
            version = version_of(filing, number, examination, original, checks, by=by, reason=reason)
            save_with_new_people(version, examination, must_wait=True)
            approving.propose_correction(
                filing,
                version,
                event,
                identity=examination.digest,
                choices=examination.detail(),
                new_people=examination.identified.new,
                by=by,
            )
            return Receipt(filing, version, filed_before=False, waits=True)
        amounts_before = list(amounts_of(current_version(filing)))
        reverse_current(filing, by=by, reason=reason)
        version = version_of(filing, number, examination, original, checks, by=by, reason=reason)
        save_with_new_people(version, examination)
        awards = awards_of(version, examination.fileable_result, examination.detail())
        post_awards(version, awards, by=by)
        filing.identity = examination.digest
        filing.name = (event.name or filing.name)[:200]
        filing.form = form_of(event)
        filing.findings = count(checks)
        if filing.state == Filing.State.OFFICIAL:
            filing.approved_by, filing.state_reason = by, f"version {number} approved by {by}"[:300]
        filing.save(
            update_fields=["identity", "name", "day", "form", "state", "findings", "approved_by", "state_reason"]
        )
        journal.write(filing.federation, "corrected", {"filing": [filing.pk]}, by=by, reason=reason)
        outcome = Outcome(version, awards.recipients, examination.fileable_result)
        consequences.follow([filing], by=by, reason=reason, outcomes={filing.pk: outcome})
        notices.receipt(filing, version, by=by)
        write_to_players(filing, amounts_before, amounts_of(version))
        return Receipt(filing, version, filed_before=False, undone=flag_promotions(filing, f"corrected: {reason}"))


def _change_day(filing: Filing, day: date, *, by: User | None) -> None:
    """Change the day of a filing.

    The new month must be open, as for a new filing, unless the office makes the change.
    """
    if day.replace(day=1) != filing.day.replace(day=1):
        if not access.may(by, access.Action.APPROVE, filing.organisation):
            months.require_open_month(filing.organisation, day)
        if months.state_of(filing.federation, day) != Month.State.OPEN:
            if not ledger.requires_two_people(filing.federation):
                filing.state = Filing.State.OFFICIAL
        elif filing.approved_by_id is None:
            filing.state = Filing.State.PROVISIONAL
    filing.day = day


def _is_the_same(latest: Version, examination: Examination) -> bool:
    """Whether a correction changes nothing, because a button was pressed twice or the same file was sent again."""
    if examination.result is None:
        return False
    keys = {key: person.pk or latest.people.get(key) for key, person in examination.identified.people.items()}
    people = {key: pk for key, pk in keys.items() if pk}
    facts = msgspec.json.decode(msgspec.json.encode(examination.play.data_of(examination.judged_event)))
    return (
        latest.event == facts
        and latest.people == people
        and bytes(latest.result) == compress_result(examination.result)
    )


def lock_in_force(filing: Filing) -> None:
    """Lock a filing in force, so that two people change it one after the other."""
    lock(filing.federation)
    filing.refresh_from_db(fields=["state", "state_reason", "approved_by", "identity", "name", "day"])
    _require_in_force(filing)


def other_filing_problems(filing: Filing, identical: Filing | None) -> list[Problem]:
    """Problems if the correction would be the same as another filing, or an earlier version of it."""
    if identical is None:
        return []
    message = "with this correction it is the same as an event that is, or once was, filed"
    fix = f"withdraw one of the two: {filing.receipt} or {identical.receipt}"
    return [Problem("event", identical.receipt, message, fix)]


def reverse_current(filing: Filing, *, by: User | None, reason: str) -> None:
    current = Posting.objects.filter(version__filing=filing, kind=Posting.Kind.AWARDS, reversed_by=None)
    for posting in current.order_by("number"):
        ledger.reverse(posting, by=by, reason=reason)


def flag_promotions(filing: Filing, reason: str) -> tuple[Promotion, ...]:
    """Flag announced promotions of this filing's people that their holding no longer supports; they are not revoked."""
    people = Person.objects.filter(lines__posting__version__filing=filing, promotions__flagged="").distinct()
    flag = f"{filing.receipt} {reason}"[:200]
    return tuple(
        promotion
        for person in people.select_related("federation").order_by("pk")
        for promotion in records.flag_undone(person, reason=flag)
    )


def require_reason(reason: str) -> None:
    if not reason.strip():
        raise NotFiled(Problem("reason", "", "a reason is needed", "say in a few words what was wrong"))


def _require_in_force(filing: Filing) -> None:
    if filing.state in ENDED_STATES:
        raise NotFiled(
            Problem("filing", filing.receipt, f"this filing was {filing.state}", "file the event again instead")
        )
