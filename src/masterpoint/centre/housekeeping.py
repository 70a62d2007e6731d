"""Delete what is no longer needed: expired and abandoned data, and records of requests and sign-ins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.filing.models import Draft, IdempotencyKey
from masterpoint.centre.sheets.models import Sheet
from masterpoint.core.plurals import agreeing


class Deleted(NamedTuple):
    sessions: int
    drafts: int
    invitations: int
    requests: int
    sign_ins: int

    def __str__(self) -> str:
        return agreeing(
            f"{self.sessions} sessions, {self.drafts} drafts, {self.invitations} invitations,"
            f" {self.requests} requests of programs, {self.sign_ins} notes of sign-ins"
        )


def clean() -> Deleted:
    """Delete data that is too old. Records, filings and the ledger are not touched."""
    now = datetime.now(UTC)
    draft_limit = now - timedelta(days=settings.MASTERPOINT_DRAFT_DAYS)
    sheets = Sheet.objects.filter(state=Sheet.State.DRAFT, saved_at__lt=draft_limit)
    credit_drafts = CreditDraft.objects.filter(saved_at__lt=draft_limit)
    invitations = Invitation.objects.filter(used_at=None, last_day__lt=draft_limit.date())
    attempts = AccessAttempt.objects.filter(attempt_time__lt=now - timedelta(hours=settings.AXES_COOLOFF_TIME))
    sign_ins = AccessLog.objects.filter(attempt_time__lt=now - timedelta(days=settings.MASTERPOINT_SIGN_IN_DAYS))
    return Deleted(
        sessions=_delete(Session.objects.filter(expire_date__lt=now)),
        drafts=_delete(Draft.objects.filter(created_at__lt=draft_limit)) + _delete(credit_drafts) + _delete(sheets),
        invitations=_delete(invitations),
        requests=_delete(IdempotencyKey.objects.filter(at__lt=draft_limit)),
        sign_ins=_delete(attempts) + _delete(sign_ins),
    )


def _delete(rows: QuerySet[Any]) -> int:
    return rows.delete()[0]
