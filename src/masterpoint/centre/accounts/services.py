"""What an account decides for itself."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User


def set_wants_letters(user: User, wanted: bool) -> User:
    """Receipts, questions and answers by e-mail, or not."""
    user.wants_letters = wanted
    user.save(update_fields=["wants_letters"])
    return user
