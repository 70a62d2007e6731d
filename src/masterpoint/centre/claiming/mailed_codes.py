"""Confirm an address by six digits sent by e-mail, to be typed into the same browser.

The letter has no link that signs in, because programs that scan mail would use it up. Only a digest is stored, in the
browser's session. The answers do not reveal whether there is such an account.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TypedDict

from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import codes, letters
from masterpoint.centre.mail.models import Letter

LIFETIME = timedelta(minutes=15)
MAX_TRIES = 5
"""After this many wrong codes, a new one must be sent."""
MAX_PER_DAY = 10
"""Letters with codes to one address a day: so few that nobody can guess a code."""


class PendingCode(TypedDict):
    """What a session stores about a code that was sent."""

    email: str
    digest: str
    until: int
    tries: int


def send(email: str, *, has_reader: bool = True) -> PendingCode:
    """Send a new code to an address. Without a reader no letter is sent, and no code will fit."""
    digits, now = codes.new_digits(), datetime.now(UTC)
    if has_reader and _count_today(email, now) < MAX_PER_DAY:
        letters.send_code(email, digits)
    else:
        digits = codes.new_code()
    return PendingCode(
        email=email, digest=codes.digest(digits, email), until=int((now + LIFETIME).timestamp()), tries=0
    )


def _count_today(email: str, now: datetime) -> int:
    since = now - timedelta(days=1)
    return Letter.objects.filter(to=email, kind=letters.CODE, written_at__gte=since).count()


def is_void(pending: PendingCode) -> bool:
    """Whether the code has expired, or too many wrong ones were tried."""
    return datetime.now(UTC).timestamp() > pending["until"] or pending["tries"] > MAX_TRIES


def fits(pending: PendingCode, digits: str) -> bool:
    """Whether these are the digits of the letter. The caller has counted the try."""
    return not is_void(pending) and codes.fits(digits, pending["email"], pending["digest"])


def send_to_account(email: str) -> PendingCode:
    """Send a code to sign in. Only an active account gets a letter."""
    return send(email, has_reader=User.objects.filter(email=email, is_active=True).exists())
