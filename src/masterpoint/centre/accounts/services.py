"""What an account decides for itself."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User

DEMO_DOMAIN = ".example"
"""Reserved for examples (RFC 2606): nobody real has an address in it."""


def demo_accounts() -> list[str]:
    """Addresses of accounts that a demo has made, and that may still sign in."""
    made = User.objects.filter(email__endswith=DEMO_DOMAIN, is_active=True)
    return list(made.order_by("email").values_list("email", flat=True))


def set_wants_letters(user: User, wanted: bool) -> User:
    """Receipts, questions and answers by e-mail, or not."""
    user.wants_letters = wanted
    user.save(update_fields=["wants_letters"])
    return user


def put_off_passkey(user: User) -> User:
    """Not now: the offer of a passkey goes away; the page of the account has it all the same."""
    user.passkey_put_off = True
    user.save(update_fields=["passkey_put_off"])
    return user


def set_language(user: User, language: str) -> User:
    """Pages and letters in a language of the reader's choice."""
    user.language = language
    user.save(update_fields=["language"])
    return user


def set_player_letters(user: User, *, promotions: bool, corrections: bool, summary: bool) -> User:
    """As a player: letters about a new rank, about points that were corrected, and about each month."""
    user.wants_promotions, user.wants_corrections, user.wants_summary = promotions, corrections, summary
    user.save(update_fields=["wants_promotions", "wants_corrections", "wants_summary"])
    return user


def set_wants_summary(user: User, wanted: bool) -> User:
    """The letter about each month, or not."""
    user.wants_summary = wanted
    user.save(update_fields=["wants_summary"])
    return user
