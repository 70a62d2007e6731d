"""Only the office changes official filings. Requests of others wait, and the approved version stays in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.checking import count
from masterpoint.centre.filing.content_digests import content_digests
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.new_people import new_person_as_data
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.proposals.models import NEW_PEOPLE, Proposal
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Person
from masterpoint.core.events import AnyEvent, form_of


def is_office_account(filing: Filing, by: User | None) -> bool:
    return access.may(by, access.Action.APPROVE, filing.organisation)


def correction_waits(filing: Filing, by: User | None) -> bool:
    """Whether a new version must wait: an official filing needs the office, perhaps two of its officers."""
    if filing.state != Filing.State.OFFICIAL:
        return False
    return not is_office_account(filing, by) or ledger.requires_two_people(filing.federation)


def withdrawal_waits(filing: Filing, by: User | None) -> bool:
    """Whether a withdrawal must wait: only the office takes official points away."""
    return filing.state == Filing.State.OFFICIAL and not is_office_account(filing, by)


def propose_correction(
    filing: Filing,
    version: Version,
    event: AnyEvent,
    *,
    identity: str,
    choices: Mapping[str, Any] | None,
    by: User | None,
    new_people: Mapping[str, Person] | None = None,
) -> Proposal:
    """Propose a correction. The version waits without a posting, and replaces an earlier waiting one."""
    for earlier in proposals.waiting(filing.federation).filter(filing=filing, act=proposals.Act.CORRECTION):
        proposals.settle(earlier, proposals.State.REFUSED, by=by, note="replaced by a newer correction")
    arguments = {
        "identity": identity,
        "decided": choices,
        "day": event.day.isoformat(),
        "name": (event.name or filing.name)[:200],
        "form": form_of(event),
        "findings": count(version.checks),
        "kept": content_digests(version),
        NEW_PEOPLE: {key: new_person_as_data(person) for key, person in (new_people or {}).items()},
    }
    summary = f"{filing.receipt}, {filing.name}, {filing.day:%-d %B %Y}: version {version.number}"
    return proposals.propose(
        filing.federation,
        proposals.Act.CORRECTION,
        summary,
        by=by,
        reason=version.reason,
        arguments=arguments,
        filing_id=filing.pk,
        version_id=version.pk,
    )


def propose_withdrawal(filing: Filing, *, by: User | None, reason: str) -> Proposal:
    summary = f"{filing.receipt}, {filing.name}, {filing.day:%-d %B %Y}"
    act = proposals.Act.WITHDRAWAL
    return proposals.propose(filing.federation, act, summary, by=by, reason=reason, filing_id=filing.pk)
