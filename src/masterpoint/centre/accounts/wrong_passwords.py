"""Wrong passwords by address and by account. An address that tries many accounts is blocked for a while, and so is an
account that many addresses try.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.db.models import QuerySet

ACCOUNT_LIMIT = 20
"""People in a club room share one address and mistype, but twenty accounts in a quarter of an hour are no accident."""
ADDRESS_LIMIT = 10
"""Nobody mistypes their own password at ten addresses in a quarter of an hour."""


def is_blocked(address: str) -> bool:
    """Whether an address recently tried the passwords of too many accounts and is blocked."""
    attempts = _recent_attempts().filter(ip_address=address)
    return bool(attempts.values("username").distinct().count() >= ACCOUNT_LIMIT)


def is_attacked(account: str, address: str) -> bool:
    """Whether the password of an account was recently tried at too many addresses, and never used at this one.

    The owner can still sign in at home, or anywhere with a code by e-mail or a passkey.
    """
    attempts = _recent_attempts().filter(username=account)
    if attempts.values("ip_address").distinct().count() < ADDRESS_LIMIT:
        return False
    return not AccessLog.objects.filter(username=account, ip_address=address).exists()


def _recent_attempts() -> QuerySet[AccessAttempt]:
    since = datetime.now(UTC) - timedelta(hours=settings.AXES_COOLOFF_TIME)
    attempts: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(attempt_time__gte=since)
    return attempts
