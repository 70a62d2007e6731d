"""Settings that users change for their own accounts."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User


def set_wants_letters(user: User, wants_letters: bool) -> User:
    """Set whether receipts, questions and answers are sent by e-mail."""
    user.wants_letters = wants_letters
    user.save(update_fields=["wants_letters"])
    return user


def put_off_passkey(user: User) -> User:
    """Stop offering a passkey. The account page still offers it."""
    user.passkey_put_off = True
    user.save(update_fields=["passkey_put_off"])
    return user


def set_language(user: User, language: str) -> User:
    """Set the language of pages and letters."""
    user.language = language
    user.save(update_fields=["language"])
    return user


def set_player_letters(user: User, *, promotions: bool, corrections: bool, summary: bool) -> User:
    """Set which letters a player gets: about a new rank, corrected points, and each month."""
    user.wants_promotions, user.wants_corrections, user.wants_summary = promotions, corrections, summary
    user.save(update_fields=["wants_promotions", "wants_corrections", "wants_summary"])
    return user


def set_wants_summary(user: User, wants_summary: bool) -> User:
    """Set whether the monthly letter is sent."""
    user.wants_summary = wants_summary
    user.save(update_fields=["wants_summary"])
    return user
