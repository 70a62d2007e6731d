"""Wrong passwords by address. An address that tries many accounts is blocked for a while."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from axes.models import AccessAttempt
from django.conf import settings

ACCOUNT_LIMIT = 20
"""People in a club room share one address and mistype, but twenty accounts in a quarter of an hour are no accident."""


def is_blocked(address: str) -> bool:
    """Whether an address recently tried the passwords of too many accounts and is blocked."""
    since = datetime.now(UTC) - timedelta(hours=settings.AXES_COOLOFF_TIME)
    attempts = AccessAttempt.objects.filter(ip_address=address, attempt_time__gte=since)
    return bool(attempts.values("username").distinct().count() >= ACCOUNT_LIMIT)
