"""The second factor of an account: turned on by its owner, asked for at every sign-in, reset by an officer."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.db import transaction

from masterpoint.centre.accounts import totp
from masterpoint.centre.accounts.models import SecondFactor, User, new_token
from masterpoint.centre.registry import passkeys
from masterpoint.centre.registry.account_journal import note_account
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Appointment, Federation
from masterpoint.centre.statements import select
from masterpoint.core.errors import MasterpointError, Problem

RECOVERY_CODES = 10
MOST_FAILURES = 6
REST = timedelta(minutes=15)
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
Role = Appointment.Role
OFFICES = [str(role) for role in (Role.STAFF, Role.SECRETARY, Role.TREASURER, Role.FINANCE)]
"""Of which a federation may require it."""

REQUIRED = """
    SELECT 1 FROM registry_appointment AS held
    JOIN registry_organisation AS organisation ON organisation.id = held.organisation_id
    JOIN registry_federation AS federation ON federation.code = organisation.federation_id
    WHERE held.user_id = %s AND held.first_day <= %s AND (held.last_day IS NULL OR held.last_day >= %s)
    AND held.role = ANY(%s) AND federation.second_factor LIMIT 1
"""


class WrongCode(MasterpointError):
    """The code is not the one of this moment, or too many were tried."""


def is_on(user: User) -> bool:
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists()


def is_required(user: User) -> bool:
    """Whether a federation asks it of one of the account's offices."""
    today = date.today()
    return bool(select(REQUIRED, user.pk, today, today, OFFICES))


def is_missing(user: User) -> bool:
    """Whether a federation requires it, and there is neither an application nor a passkey."""
    return is_required(user) and not is_on(user) and not user.passkeys.exists()


def is_asked_for(user: User) -> bool:
    """Whether a password, or a code by e-mail, is not enough: a passkey alone counts where a second factor must be."""
    return is_on(user) or (is_required(user) and user.passkeys.exists())


def begin(user: User) -> SecondFactor:
    """A new one, not asked for until a first code was right; an earlier one that was never confirmed goes on."""
    factor, _ = SecondFactor.objects.get_or_create(user=user, defaults={"salt": new_token()})
    return factor


def secret_of(factor: SecondFactor) -> bytes:
    return next(_secrets(factor))


def _secrets(factor: SecondFactor) -> Iterator[bytes]:
    """By the signing secret of today, and by those used before."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield hmac.new(key.encode(), f"second factor {factor.salt}".encode(), hashlib.sha256).digest()[:20]


def confirm(user: User, code: str) -> list[str]:
    """Turn it on with a first code. Gives the recovery codes, which are shown this once and never again."""
    factor = begin(user)
    if factor.confirmed_at is not None:
        raise WrongCode(Problem("code", "", "Your second factor is on already.", "turn it off first"))
    check(user, code)
    codes = [
        "-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(2)) for _ in range(RECOVERY_CODES)
    ]
    with transaction.atomic():
        digests = [_digest(recovery) for recovery in codes]
        SecondFactor.objects.filter(user=user).update(confirmed_at=datetime.now(UTC), recovery_digests=digests)
        note_account("second factor turned on", user, by=user)
    return codes


def check(user: User, code: str) -> None:
    """A code of the application, or a recovery code; each works once, and too many wrong ones have to rest."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().get(user=user)
        now = datetime.now(UTC)
        if factor.rests_until is not None and factor.rests_until > now:
            minutes = -(-(factor.rests_until - now).seconds // 60)
            message = "Too many wrong codes were tried."
            raise WrongCode(Problem("", "", message, f"try again in {minutes} minutes"))
        right = _use(factor, "".join(code.split()).replace("-", "").lower())
        factor.failures = 0 if right else factor.failures + 1
        if factor.failures >= MOST_FAILURES:
            factor.failures, factor.rests_until = 0, now + REST
        factor.save()
    if not right:
        message = "This code is wrong or no longer valid."
        first = "type the digits that the application shows now; the clock of your telephone has to be right"
        later = "wait for the next code, or use a recovery code"
        raise WrongCode(Problem("", "", message, later if factor.confirmed_at else first))


def _use(factor: SecondFactor, code: str) -> bool:
    if len(code) == totp.FIGURES and code.isascii() and code.isdecimal():
        steps = (totp.step_of(key, code, now=time.time(), after=factor.last_step) for key in _secrets(factor))
        step = next((step for step in steps if step is not None), None)
        factor.last_step = step or factor.last_step
        return step is not None
    digest = _digest(code)
    used = digest in factor.recovery_digests
    factor.recovery_digests = [other for other in factor.recovery_digests if other != digest]
    return used


def _digest(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").encode()).hexdigest()


def turn_off(user: User, code: str) -> None:
    """By its owner, with a code."""
    check(user, code)
    _delete(user, "second factor turned off", by=user)


def reset(user: User, *, by: User | None, reason: str) -> None:
    """Somebody lost their telephone, codes and passkeys: an officer who knows them lets them begin anew."""
    if by is not None and by.pk == user.pk:
        raise WrongCode(
            Problem("", "", "You cannot reset your own second factor.", "turn it off with a code, or ask a colleague")
        )
    if not reason.strip():
        raise WrongCode(Problem("reason", "", "A reset needs a reason.", "say how you know that it is them"))
    if not is_on(user) and not user.passkeys.exists():
        raise WrongCode(Problem("", "", f"{user} has no second factor.", "there is nothing to do"))
    with transaction.atomic():
        passkeys.remove_all(user, by=by)
        _delete(user, "second factor reset", by=by, reason=reason.strip()[:300])


@transaction.atomic
def _delete(user: User, what: str, *, by: User | None, reason: str = "") -> None:
    SecondFactor.objects.filter(user=user).delete()
    note_account(what, user, by=by, reason=reason)


@transaction.atomic
def require(federation: Federation, wanted: bool, *, by: User | None) -> Federation:
    """Whether everybody with an office in a federation needs one."""
    if federation.second_factor != wanted:
        federation.second_factor = wanted
        federation.save(update_fields=["second_factor"])
        note_act(federation, "second factor required", {"federation": [federation.pk]}, by=by, wanted=wanted)
    return federation
