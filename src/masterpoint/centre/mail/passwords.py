"""The letter for somebody who forgot their password."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.mail import services
from masterpoint.centre.mail.models import Letter

TEXT = """Somebody, most likely you, asked for a new password for {user.email}.

Choose it here within 24 hours:
{address}

If it was not you, ignore this letter: your password stays as it is.
"""


def new_password(user: User, key: str, token: str) -> Letter:
    """Write the letter even if the account wants no letters, because somebody requested it."""
    address = services.address_of("new-password", key, token)
    return services.write(user.email, "A new password for Masterpoint", TEXT.format(user=user, address=address))
