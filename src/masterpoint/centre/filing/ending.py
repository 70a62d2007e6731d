"""What becomes of a filing: approved, withdrawn by those who filed it, rejected by the federation."""

from __future__ import annotations

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.correcting import flag_undone, lock_standing, require_reason, reverse_current
from masterpoint.centre.filing.models import Filing


@transaction.atomic
def approve(filing: Filing, *, by: User | None) -> Filing:
    """One filing becomes official before its month is closed. Approving twice changes nothing."""
    lock_standing(filing)
    filing.state = Filing.State.OFFICIAL
    filing.state_reason = f"approved by {by}"[:300] if by else filing.state_reason
    filing.save(update_fields=["state", "state_reason"])
    return filing


def withdraw(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """The organisation takes its filing back."""
    return _end(filing, Filing.State.WITHDRAWN, by=by, reason=reason)


def reject(filing: Filing, *, by: User | None, reason: str) -> Filing:
    """The federation refuses it."""
    return _end(filing, Filing.State.REJECTED, by=by, reason=reason)


@transaction.atomic
def _end(filing: Filing, state: str, *, by: User | None, reason: str) -> Filing:
    require_reason(reason)
    lock_standing(filing)
    reverse_current(filing, by=by, reason=reason)
    filing.state, filing.state_reason = state, reason
    # The identity is freed, so that the same event may be filed again after it was taken back.
    filing.identity = f"{filing.receipt}"
    filing.save(update_fields=["state", "state_reason", "identity"])
    flag_undone(filing, f"{state}: {reason}")
    return filing
