"""Six digits by e-mail: whoever writes them down in the browser that asked has the address.

The letter has no link that signs in: programs that look into mail would use it up. What is kept until then is a
digest, in the browser's session; whether there is such an account, nobody can tell from the answers.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TypedDict

from masterpoint.centre.accounts.models import User
from masterpoint.centre.claiming import codes, letters
from masterpoint.centre.mail.models import Letter

GOOD_FOR = timedelta(minutes=15)
MOST_TRIES = 5
"""So many wrong codes, and a new one has to be sent."""
MOST_A_DAY = 10
"""So many letters with codes to one address, so that nobody can guess long enough."""


class Waiting(TypedDict):
    """What a session keeps of a code that is on its way."""

    email: str
    digest: str
    until: int
    tries: int


def send(email: str, *, to_somebody: bool = True) -> Waiting:
    """A new code for an address. Where it is nobody's, none is sent, and none will fit."""
    digits, now = codes.new_digits(), datetime.now(UTC)
    if to_somebody and _sent_today(email, now) < MOST_A_DAY:
        letters.show_address(email, digits)
    else:
        digits = codes.new_code()
    return Waiting(email=email, digest=codes.digest(digits, email), until=int((now + GOOD_FOR).timestamp()), tries=0)


def _sent_today(email: str, now: datetime) -> int:
    since = now - timedelta(days=1)
    return Letter.objects.filter(to=email, kind=letters.CODE, written_at__gte=since).count()


def is_late(waiting: Waiting) -> bool:
    """Whether it is too late for this code, or too many were tried."""
    return datetime.now(UTC).timestamp() > waiting["until"] or waiting["tries"] > MOST_TRIES


def fits(waiting: Waiting, digits: str) -> bool:
    """Whether these are the digits of the letter; the caller has counted the try."""
    return not is_late(waiting) and codes.fits(digits, waiting["email"], waiting["digest"])


def send_to_account(email: str) -> Waiting:
    """For signing in: only an account that is open gets a letter."""
    return send(email, to_somebody=User.objects.filter(email=email, is_active=True).exists())
