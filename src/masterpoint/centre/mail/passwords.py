"""The letter for somebody who forgot their password."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services
from masterpoint.centre.mail.models import Letter

MAX_PER_DAY = 10
"""Letters to one account a day. Anybody may ask for them, so without a limit they could fill a mailbox."""
PASSWORD = "password"
"""The kind of these letters."""
TEXT = """Somebody, most likely you, asked for a new password for {user.email}.

Choose it here within 24 hours:
{address}

If it was not you, ignore this letter: your password stays as it is.
"""


def new_password(user: User, key: str, token: str) -> Letter | None:
    """Write the letter even if the account wants no letters, because somebody requested it."""
    since = datetime.now(UTC) - timedelta(days=1)
    if Letter.objects.filter(to=user.email, kind=PASSWORD, written_at__gte=since).count() >= MAX_PER_DAY:
        return None
    text = TEXT.format(user=user, address=services.address_of("new-password", key, token))
    return services.write(user.email, "A new password for Masterpoint", text, kind=PASSWORD)
