"""Appoint and dismiss officers; every appointment stays on record."""

from __future__ import annotations

import secrets
from datetime import date, timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet

from masterpoint.centre.accounts.demo_accounts import address_problems
from masterpoint.centre.accounts.models import User
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.account_journal import rows_of
from masterpoint.centre.registry.audit import NotRegistered, note_act
from masterpoint.centre.registry.models import Appointment, Federation, Organisation
from masterpoint.core.errors import Problem


def appointments_on(federation: Federation, on: date) -> QuerySet[Appointment]:
    """The appointments of a federation and everything below it on a day."""
    appointments = Appointment.objects.filter(organisation__federation=federation, first_day__lte=on)
    appointments = appointments.filter(Q(last_day=None) | Q(last_day__gte=on)).select_related("user", "organisation")
    return appointments.order_by("organisation__name", "organisation", "role", "user__email")


@transaction.atomic
def invite(email: str, name: str, organisation: Organisation, role: str, *, on: date, by: User | None) -> Appointment:
    """Give somebody an office, and an account if they have none. They choose a password by "forgotten password"."""
    require_appointable(email, role)
    return appoint(_account(email, name), organisation, role, on=on, by=by)


def require_appointable(email: str, role: str) -> None:
    """Require a valid address, not one of a demo, and an existing office."""
    problems = address_problems(email)
    try:
        validate_email(email)
    except ValidationError:
        problems.append(Problem("e-mail", email[:60], "this is not an e-mail address", "write it as name@example.org"))
    if role not in Appointment.Role.values:
        problems.append(Problem("office", role[:20], "there is no such role", "choose one from the list"))
    if problems:
        raise NotRegistered(problems)


def _account(email: str, name: str) -> User:
    user = User.objects.filter(email=User.objects.normalise(email)).first()
    if user is None:
        user = User.objects.create_user(email, secrets.token_urlsafe(32), name=name.strip()[:120])
    return user


@transaction.atomic
def appoint(user: User, organisation: Organisation, role: str, *, on: date, by: User | None) -> Appointment:
    """Give an account an office. Doing it twice changes nothing."""
    lock(organisation.federation)
    appointment, _ = Appointment.objects.get_or_create(
        user=user, organisation=organisation, role=role, last_day=None, defaults={"first_day": on}
    )
    _note(appointment, "appointed", by)
    return appointment


@transaction.atomic
def dismiss(appointment: Appointment, *, on: date, by: User | None) -> None:
    """End an office the day before. A federation always keeps somebody on its staff."""
    federation = appointment.organisation.federation
    lock(federation)
    staff = appointments_on(federation, on).filter(
        role=Appointment.Role.STAFF, organisation__parent=None, user__is_active=True
    )
    if not staff.exclude(pk=appointment.pk).exists():
        message = "this is the last member of the federation's staff"
        raise NotRegistered(Problem("office", str(appointment.user), message, "appoint somebody else first"))
    appointment.last_day = on - timedelta(days=1)
    appointment.save(update_fields=["last_day"])
    _note(appointment, "office ended", by)


def _note(appointment: Appointment, action: str, by: User | None) -> None:
    organisation = appointment.organisation
    detail = {"user": appointment.user.email, "role": appointment.role, "organisation": organisation.number}
    row_keys = {"appointment": [appointment.pk], **rows_of(appointment.user)}
    note_act(organisation.federation, action, row_keys, by=by, **detail)


@transaction.atomic
def require_two_people(federation: Federation, required: bool, *, by: User | None) -> Federation:
    """Set whether official points need two people. Two people have agreed to this change (`proposals`)."""
    if federation.two_people != required:
        federation.two_people = required
        federation.save(update_fields=["two_people"])
        note_act(federation, "two people", {"federation": [federation.pk]}, by=by, wanted=required)
    return federation
