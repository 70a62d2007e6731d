"""Wrong passwords by address: who tries one password on many accounts has to rest, too."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from axes.models import AccessAttempt
from django.conf import settings

MOST_ACCOUNTS = 20
"""A club room shares one address, and its people mistype; twenty accounts in a quarter of an hour are no accident."""


def rests(address: str) -> bool:
    """Whether passwords of too many accounts were tried from this address lately."""
    since = datetime.now(UTC) - timedelta(hours=settings.AXES_COOLOFF_TIME)
    tried = AccessAttempt.objects.filter(ip_address=address, attempt_time__gte=since)
    return bool(tried.values("username").distinct().count() >= MOST_ACCOUNTS)
