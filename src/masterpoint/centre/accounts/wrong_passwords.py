"""Wrong passwords by address: an address that tries many accounts is blocked for a while, too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from axes.models import AccessAttempt
from django.conf import settings

ACCOUNT_LIMIT = 20
"""A club room shares one address, and people mistype; twenty accounts in a quarter of an hour are no accident."""


def is_blocked(address: str) -> bool:
    """Whether an address is blocked: it recently tried the passwords of too many accounts."""
    since = datetime.now(UTC) - timedelta(hours=settings.AXES_COOLOFF_TIME)
    attempts = AccessAttempt.objects.filter(ip_address=address, attempt_time__gte=since)
    return bool(attempts.values("username").distinct().count() >= ACCOUNT_LIMIT)
