"""All writes of proposals. A proposal is made once and decided once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry.models import Federation, Person
from masterpoint.core.errors import MasterpointError, Problem

Act, State = Proposal.Act, Proposal.State
NAMES_SHOWN = 3


class NotDecided(MasterpointError):
    """The proposal cannot be decided like this."""


@transaction.atomic
def propose(
    federation: Federation,
    act: str,
    summary: str,
    *,
    by: User | None,
    reason: str = "",
    arguments: Mapping[str, Any] | None = None,
    filing_id: int | None = None,
    version_id: int | None = None,
) -> Proposal:
    """Propose an act. If the same proposal is waiting, it is returned instead."""
    lock(federation)
    data = dict(arguments or {})
    waiting_proposals = Proposal.objects.filter(federation=federation, act=act, filing=filing_id, state=State.WAITING)
    existing = next((row for row in waiting_proposals if row.arguments == data and version_id is None), None)
    if existing is not None:
        return existing
    proposal = Proposal.objects.create(
        federation=federation,
        act=act,
        arguments=data,
        summary=summary[:300],
        reason=reason.strip()[:300],
        filing_id=filing_id,
        version_id=version_id,
        by=by,
    )
    journal.write(federation, "proposed", {"proposal": [proposal.pk]}, by=by, reason=proposal.reason)
    return proposal


def propose_posting(refusal: ledger.NeedsSecondPerson, *, by: User | None) -> Proposal:
    """Propose a manual posting, exactly as it would have been posted."""
    act = refusal.act
    arguments = {
        "kind": act.kind,
        "lines": [[line.person, line.colour, line.hundredths, line.day.isoformat()] for line in act.lines],
        "detail": dict(act.detail or {}),
    }
    people = {line.person for line in act.lines}
    names = Person.objects.filter(pk__in=sorted(people)[:NAMES_SHOWN]).order_by("pk")
    people_text = ", ".join(f"{person.name} ({person.number})" for person in names)
    rest = f" and {len(people) - NAMES_SHOWN} more" if len(people) > NAMES_SHOWN else ""
    summary = f"{Posting.Kind(act.kind).label} for {people_text}{rest}"
    return propose(refusal.federation, Act.POSTING, summary, by=by, reason=act.reason, arguments=arguments)


def waiting(federation: Federation) -> QuerySet[Proposal]:
    """The waiting proposals, oldest first."""
    proposals = Proposal.objects.filter(federation=federation, state=State.WAITING)
    return proposals.select_related("by", "filing__organisation", "version").order_by("at", "pk")


def settle(proposal: Proposal, state: str, *, by: User | None, note: str = "") -> None:
    """Record the decision, who made it and why."""
    proposal.state, proposal.decided_by, proposal.note = state, by, note.strip()[:300]
    proposal.decided_at = datetime.now(UTC)
    proposal.save(update_fields=["state", "decided_by", "decided_at", "note"])
    journal.write(proposal.federation, f"proposal {state}", {"proposal": [proposal.pk]}, by=by, reason=proposal.note)


def require_waiting(proposal: Proposal) -> None:
    """Refuse to decide a second time, for example if two people decide at once."""
    lock(proposal.federation)
    proposal.refresh_from_db()
    if proposal.state != State.WAITING:
        message = f"this was {proposal.state} already"
        raise NotDecided(Problem("proposal", str(proposal.pk), message, "nothing more to do"))
