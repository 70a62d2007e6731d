"""The second factor of an account. Its owner turns it on, every sign-in then needs it, and officers can reset it.

The journal of each of the account's federations records every act except correct codes, and no secret.
"""

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
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access, passkeys
from masterpoint.centre.registry.account_journal import lock_federations_of, note_account, note_deletion, note_factor
from masterpoint.centre.registry.audit import note_act
from masterpoint.centre.registry.models import Appointment, Federation
from masterpoint.centre.statements import select
from masterpoint.core.errors import MasterpointError, Problem
from masterpoint.core.plurals import count_text

RECOVERY_CODES = 10
MAX_FAILURES = 6
BLOCK_TIME = timedelta(minutes=15)
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
Role = Appointment.Role
OFFICES = [str(role) for role in (Role.STAFF, Role.SECRETARY, Role.TREASURER, Role.FINANCE)]
"""Roles for which a federation may require a second factor."""

REQUIREMENT = """
    SELECT 1 FROM registry_appointment AS appointment
    JOIN registry_organisation AS organisation ON organisation.id = appointment.organisation_id
    JOIN registry_federation AS federation ON federation.code = organisation.federation_id
    WHERE appointment.user_id = %s AND appointment.first_day <= %s
    AND (appointment.last_day IS NULL OR appointment.last_day >= %s)
    AND appointment.role = ANY(%s) AND federation.second_factor LIMIT 1
"""


TURNED_OFF = """The second factor of your account at Masterpoint was turned off. Signing in no longer asks for it.

If neither you nor anybody you asked did this, look at your account at once:
{address}
"""


class WrongCode(MasterpointError):
    """The code is wrong, or too many were tried."""


def is_on(user: User) -> bool:
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).exists()


def is_required(user: User) -> bool:
    """Whether a federation requires a second factor for one of the account's offices."""
    today = date.today()
    return bool(select(REQUIREMENT, user.pk, today, today, OFFICES))


def has_any(user: User) -> bool:
    """Whether the account has an application or a passkey."""
    return is_on(user) or user.passkeys.exists()


def is_missing(user: User) -> bool:
    """Whether a federation requires a second factor and the account has none."""
    return is_required(user) and not has_any(user)


def is_needed(user: User) -> bool:
    """Whether a password or a code by e-mail is not enough; a passkey alone is always enough."""
    return is_on(user) or (is_required(user) and user.passkeys.exists())


def begin_setup(user: User) -> SecondFactor:
    """Begin to set one up, or continue with one that was never confirmed. The first correct code puts it in force."""
    return SecondFactor.objects.filter(user=user).first() or _begin(user)


@transaction.atomic
def _begin(user: User) -> SecondFactor:
    lock_federations_of(user)
    factor, is_new = SecondFactor.objects.get_or_create(user=user, defaults={"salt": new_token()})
    if is_new:
        note_factor("second factor begun", factor, by=user)
    return factor


def secret_of(factor: SecondFactor) -> bytes:
    return next(_secrets(factor))


def _secrets(factor: SecondFactor) -> Iterator[bytes]:
    """The secrets made with the current signing secret and with earlier ones."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield hmac.new(key.encode(), f"second factor {factor.salt}".encode(), hashlib.sha256).digest()[:20]


def confirm(user: User, code: str) -> list[str]:
    """Turn it on with a first code. Returns the recovery codes, which are shown only once."""
    factor = begin_setup(user)
    if factor.confirmed_at is not None:
        raise WrongCode(Problem("code", "", "Your second factor is on already.", "turn it off first"))
    check(user, code)
    codes = [
        "-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(2)) for _ in range(RECOVERY_CODES)
    ]
    with transaction.atomic():
        lock_federations_of(user)
        digests = [_digest(recovery) for recovery in codes]
        SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=datetime.now(UTC), recovery_digests=digests)
        note_factor("second factor turned on", factor, by=user)
    return codes


def check(user: User, code: str) -> None:
    """Check a code of the application or a recovery code. Each works once; many wrong codes block it for a while."""
    typed = "".join(code.split()).replace("-", "").lower()
    with transaction.atomic():
        if not _is_of_application(typed):
            lock_federations_of(user)
        factor = SecondFactor.objects.select_for_update().get(user=user)
        now, codes_before = datetime.now(UTC), len(factor.recovery_digests)
        if factor.rests_until is not None and factor.rests_until > now:
            minutes = -(-(factor.rests_until - now).seconds // 60)
            message = "Too many wrong codes were tried."
            raise WrongCode(Problem("", "", message, f"try again in {minutes} minutes"))
        is_right = _use(factor, typed)
        factor.failures = 0 if is_right else factor.failures + 1
        is_blocked = factor.failures >= MAX_FAILURES
        if is_blocked:
            factor.failures, factor.rests_until = 0, now + BLOCK_TIME
        factor.save()
        codes_left = len(factor.recovery_digests)
        if codes_left < codes_before:
            note_factor("recovery code used", factor, by=user, reason=f"{count_text(codes_left, 'code')} left")
    if is_blocked:
        note_account("second factor blocked by wrong codes", user, by=None)
    if not is_right:
        message = "This code is wrong or no longer valid."
        setup_advice = "type the digits that the application shows now; the clock of your telephone has to be right"
        sign_in_advice = "wait for the next code, or use a recovery code"
        raise WrongCode(Problem("", "", message, sign_in_advice if factor.confirmed_at else setup_advice))


def _is_of_application(code: str) -> bool:
    """Whether a code has the form of those that the application shows."""
    return len(code) == totp.FIGURES and code.isascii() and code.isdecimal()


def _use(factor: SecondFactor, code: str) -> bool:
    if _is_of_application(code):
        steps = (totp.step_of(key, code, now=time.time(), after=factor.last_step) for key in _secrets(factor))
        step = next((step for step in steps if step is not None), None)
        factor.last_step = step or factor.last_step
        return step is not None
    digest = _digest(code)
    was_unused = digest in factor.recovery_digests
    factor.recovery_digests = [other_digest for other_digest in factor.recovery_digests if other_digest != digest]
    return was_unused


def _digest(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").encode()).hexdigest()


def turn_off(user: User, code: str) -> None:
    """Turn it off. The owner needs a code for that."""
    check(user, code)
    _delete(user, "second factor turned off", by=user)


def reset(user: User, *, by: User | None, reason: str) -> None:
    """Reset it for somebody who lost their telephone, codes and passkeys. An officer who knows them does this."""
    if by is not None and by.pk == user.pk:
        raise WrongCode(
            Problem("", "", "You cannot reset your own second factor.", "turn it off with a code, or ask a colleague")
        )
    if not reason.strip():
        raise WrongCode(Problem("reason", "", "A reset needs a reason.", "say how you know that it is them"))
    if not has_any(user):
        raise WrongCode(Problem("", "", f"{user} has no second factor.", "there is nothing to do"))
    if by is not None:
        _require_no_office_elsewhere(user, by)
    mail.load_addresses()
    with transaction.atomic():
        passkeys.remove_all(user, by=by)
        _delete(user, "second factor reset", by=by, reason=reason.strip()[:300])


def _require_no_office_elsewhere(user: User, by: User) -> None:
    """Refuse to reset what protects an office of a federation where `by` is not on the staff."""
    federations = access.federations_for(by)
    offices = access.appointments(user).filter(role__in=OFFICES).exclude(organisation__federation__in=federations)
    office = offices.select_related("organisation__federation").order_by("pk").first()
    if office is not None:
        message = f"{user} also holds an office at {office.organisation.federation.name}, which it protects too."
        fix = "ask the operator of the server to reset it, with `masterpoint reset-second-factor`"
        raise WrongCode(Problem("", "", message, fix))


def remove(user: User) -> None:
    """Remove it, begun or on, from an account that is erased: the journal gets no name again."""
    for factor in SecondFactor.objects.filter(user=user):
        key = factor.pk
        factor.delete()
        note_deletion("second factor removed", user, "factor", key, by=None)


@transaction.atomic
def _delete(user: User, action: str, *, by: User | None, reason: str = "") -> None:
    lock_federations_of(user)
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None:
        note_account(action, user, by=by, reason=reason)
    else:
        SecondFactor.objects.filter(pk=factor.pk).delete()
        note_factor(action, factor, by=by, reason=reason)
    _write_letter(user)


def _write_letter(user: User) -> None:
    """Write it even if the account wants no letters, because it is about security."""
    text = TURNED_OFF.format(address=mail.address_of("account"))
    mail.write(user.email, "Your second factor was turned off", text)


@transaction.atomic
def require(federation: Federation, required: bool, *, by: User | None) -> Federation:
    """Set whether the officers of a federation whose roles are in `OFFICES` need a second factor."""
    if federation.second_factor != required:
        federation.second_factor = required
        federation.save(update_fields=["second_factor"])
        note_act(federation, "second factor required", {"federation": [federation.pk]}, by=by, wanted=required)
    return federation
