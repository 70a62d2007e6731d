"""Approve, withdraw or reject a filing."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import approving, consequences
from masterpoint.centre.filing.correcting import flag_promotions, lock_in_force, require_reason, reverse_current
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.months import require_somebody_else
from masterpoint.centre.filing.player_letters import write_to_players
from masterpoint.centre.filing.queries import amounts_of, with_checks
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.filing.two_events import require_decided
from masterpoint.centre.journal import services as journal
from masterpoint.centre.locking import lock
from masterpoint.centre.mail import services as mail
from masterpoint.centre.proposals import services as proposals
from masterpoint.centre.registry.models import Federation


@transaction.atomic
def approve(filing: Filing, *, by: User | None) -> Filing:
    """Make one filing official before its month is closed. Approving twice changes nothing."""
    lock_in_force(filing)
    if filing.state == Filing.State.OFFICIAL and filing.approved_by_id:
        return filing
    require_somebody_else(filing.federation, Filing.objects.filter(pk=filing.pk), by=by)
    require_decided([filing])
    filing.state, filing.approved_by = Filing.State.OFFICIAL, by
    filing.state_reason = f"approved by {by}"[:300] if by else filing.state_reason
    filing.save(update_fields=["state", "state_reason", "approved_by"])
    journal.write(filing.federation, "approved", {"filing": [filing.pk]}, by=by)
    return filing


@transaction.atomic
def approve_clean(federation: Federation, receipts: Collection[str], *, by: User) -> int:
    """Approve those of these filings that still wait and have no findings. Returns the number approved."""
    lock(federation)
    ticked = Filing.objects.filter(federation=federation, receipt__in=receipts, state=Filing.State.PROVISIONAL)
    rows = with_checks(ticked.select_related("organisation"))
    clean = ticked.filter(pk__in=[row.filing.pk for row in rows if row.clean])
    require_somebody_else(federation, clean, by=by)
    keys = list(clean.values_list("pk", flat=True))
    clean.update(state=Filing.State.OFFICIAL, approved_by=by, state_reason=f"approved by {by}"[:300])
    journal.write(federation, "approved", {"filing": keys}, by=by)
    return len(keys)


@mail.transaction_with_letters
def withdraw(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """Withdraw a filing of the organisation; if it is official, the office must agree."""
    require_reason(reason)
    lock_in_force(filing)
    if approving.withdrawal_waits(filing, by):
        approving.propose_withdrawal(filing, by=by, reason=reason)
        return filing
    return withdraw_now(filing, by=by, reason=reason)


def withdraw_now(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """Withdraw a filing at once, because the office has agreed or need not agree."""
    return _end(filing, Filing.State.WITHDRAWN, by=by, reason=reason)


def reject(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """Reject a filing on behalf of the federation."""
    return _end(filing, Filing.State.REJECTED, by=by, reason=reason)


@mail.transaction_with_letters
def _end(filing: Filing, state: str, *, by: User | None, reason: str) -> Filing:
    require_reason(reason)
    lock_in_force(filing)
    amounts_before = list(amounts_of(current_version(filing)))
    reverse_current(filing, by=by, reason=reason)
    filing.state, filing.state_reason = state, reason
    # The identity becomes free: the same event may be filed again, with a decision that names this receipt.
    filing.identity = f"{filing.receipt}"
    filing.save(update_fields=["state", "state_reason", "identity"])
    journal.write(filing.federation, state, {"filing": [filing.pk]}, by=by, reason=reason)
    for proposal in proposals.waiting(filing.federation).filter(filing=filing):
        proposals.settle(proposal, proposals.State.REFUSED, by=by, note=f"the filing was {state}")
    consequences.follow([filing], by=by, reason=reason)
    flag_promotions(filing, f"{state}: {reason}")
    write_to_players(filing, amounts_before, [])
    return filing
