"""What nobody needs any more is deleted: sessions that are over, drafts nobody filed, counts of wrong passwords."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from masterpoint.centre.filing.models import Draft


class Deleted(NamedTuple):
    sessions: int
    drafts: int
    sign_ins: int


def clean() -> Deleted:
    """Delete what is too old. Records, filings and the ledger stay as they are."""
    now = datetime.now(UTC)
    drafts = Draft.objects.filter(created_at__lt=now - timedelta(days=settings.MASTERPOINT_DRAFT_DAYS))
    attempts = AccessAttempt.objects.filter(attempt_time__lt=now - timedelta(hours=settings.AXES_COOLOFF_TIME))
    sign_ins = AccessLog.objects.filter(attempt_time__lt=now - timedelta(days=settings.MASTERPOINT_SIGN_IN_DAYS))
    return Deleted(
        sessions=_delete(Session.objects.filter(expire_date__lt=now)),
        drafts=_delete(drafts),
        sign_ins=_delete(attempts) + _delete(sign_ins),
    )


def _delete(rows: QuerySet[Any]) -> int:
    return rows.delete()[0]
