"""The passkeys of an account: add, rename and remove them, and sign in with one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, transaction
from fido2.utils import websafe_decode

from masterpoint.centre.accounts import webauthn
from masterpoint.centre.accounts.models import Passkey, User
from masterpoint.centre.accounts.webauthn import NotAccepted, State
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry.account_journal import note_account, note_deletion
from masterpoint.core.errors import Problem

MAX_PASSKEYS = 20
"""The most passkeys of one account; nobody has this many devices."""
DEFAULT_NAME = "Passkey"
ADDITION_LETTER = """A passkey was added to your account at Masterpoint: {passkey.name}.

Anybody who can unlock that device can now sign in as you. If it was not you, remove it at once:
{address}
"""
REMOVAL_LETTER = """A passkey was removed from your account at Masterpoint: {passkey.name}.
It can no longer be used to sign in.

If it was not you, look at your account:
{address}
"""


def begin_adding(user: User) -> tuple[dict[str, Any], State]:
    """Begin to add a passkey. A device that already has one for this account does not offer a second."""
    known_ids = [websafe_decode(key) for key in user.passkeys.values_list("credential_id", flat=True)]
    return webauthn.begin_registration(_handle(user), user.email, user.name or user.email, known_ids)


def _handle(user: User) -> bytes:
    """The account's handle for devices: its key, which reveals nothing about the person."""
    return str(user.pk).encode()


def add(user: User, name: str, state: State | None, response: Mapping[str, Any], origin: str) -> Passkey:
    """Add a passkey from the device's answer. The owner gets a letter."""
    credential = webauthn.finish_registration(state, response, origin)
    if user.passkeys.count() >= MAX_PASSKEYS:
        message = f"an account has at most {MAX_PASSKEYS} passkeys"
        raise NotAccepted(Problem("passkey", "", message, "remove those of devices you no longer have"))
    try:
        with transaction.atomic():
            passkey = Passkey.objects.create(
                user=user,
                name=_plain(name),
                credential_id=credential.key,
                credential=credential.data,
                sign_count=credential.sign_count,
            )
            _write(ADDITION_LETTER, "A passkey was added to your account", passkey)
    except IntegrityError:
        problem = Problem("passkey", "", "this passkey belongs to an account already", "sign in with it")
        raise NotAccepted(problem) from None
    return passkey


def _plain(name: str) -> str:
    return " ".join(name.replace("\0", "").split())[:80] or DEFAULT_NAME


def rename(passkey: Passkey, name: str) -> Passkey:
    passkey.name = _plain(name)
    passkey.save(update_fields=["name"])
    return passkey


@transaction.atomic
def remove(passkey: Passkey, *, by: User | None) -> None:
    """Remove a passkey. The owner gets a letter."""
    _delete(passkey, by=by)
    _write(REMOVAL_LETTER, "A passkey was removed from your account", passkey)


def remove_all(user: User, *, by: User | None) -> None:
    """Remove all passkeys of somebody who lost their devices or is erased."""
    for passkey in user.passkeys.order_by("pk"):
        _delete(passkey, by=by)


def _delete(passkey: Passkey, *, by: User | None) -> None:
    key = passkey.pk
    Passkey.objects.filter(pk=key).delete()
    note_deletion("passkey removed", passkey.user, "passkey", key, by=by)


def _write(text: str, subject: str, passkey: Passkey) -> None:
    """Write a letter even if the account wants none, because it is about security."""
    mail.write(passkey.user.email, subject, text.format(passkey=passkey, address=mail.address_of("passkeys")))


def sign_in(
    state: State | None, response: Mapping[str, Any], origin: str, *, expected_user: User | None = None
) -> User:
    """The account whose passkey signed this challenge. After a password, it must be the account of `expected_user`.

    The counter of a device only grows. A lower count comes from a copy, which is refused.
    """
    key = webauthn.claimed_key(response)
    passkey = Passkey.objects.select_related("user").filter(credential_id=key, user__is_active=True).first()
    if passkey is None or (expected_user is not None and passkey.user_id != expected_user.pk):
        message = (
            "this passkey opens no account here" if expected_user is None else "this passkey belongs to another account"
        )
        raise NotAccepted(Problem("passkey", "", message, "use another one, or sign in with a code by e-mail"))
    answer = webauthn.finish_sign_in(state, response, bytes(passkey.credential), origin)
    if answer.key != key or answer.user_handle not in (None, _handle(passkey.user)):
        problem = Problem("passkey", "", "the device answered for a different account", "try again from the page")
        raise NotAccepted(problem)
    _advance_counter(passkey, answer.sign_count)
    return passkey.user


def _advance_counter(passkey: Passkey, count: int) -> None:
    """Advance the counter in one statement, so that one of two answers with the same count is refused."""
    condition = {"sign_count__lt": count} if count else {"sign_count": 0}
    rows = Passkey.objects.filter(pk=passkey.pk, **condition)
    if not rows.update(sign_count=count, last_used_at=datetime.now(UTC)):
        note_account("passkey answered with an old counter", passkey.user, by=None)
        message = f"“{passkey.name}” may have been copied: its counter went backwards"
        raise NotAccepted(Problem("passkey", "", message, "sign in with a code by e-mail and remove this passkey"))
