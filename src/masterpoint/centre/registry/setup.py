"""Set up a federation: its national body and its first member of staff."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from masterpoint.centre.accounts.demo_accounts import address_problems
from masterpoint.centre.accounts.models import User
from masterpoint.centre.journal import services as journal
from masterpoint.centre.registry import offices
from masterpoint.centre.registry.models import Appointment, Federation, Organisation
from masterpoint.centre.registry.organisations import NATIONAL
from masterpoint.core.errors import NotUnderstood, Problem
from masterpoint.schemes import FEDERATIONS


@transaction.atomic
def set_up(code: str, name: str, scheme: str, email: str, password: str, *, today: date) -> Federation:
    """Set up a federation with one of the schemes of this program."""
    problems = address_problems(email)
    if scheme not in FEDERATIONS:
        problems.append(Problem("scheme", scheme, "no such scheme", f"write one of: {', '.join(FEDERATIONS)}"))
    if Federation.objects.filter(code=code).exists():
        problems.append(Problem("code", code, "this federation is set up already", "choose another code"))
    if User.objects.filter(email=User.objects.normalise(email)).exists():
        problems.append(Problem("staff", email, "this address has an account already", "use another one"))
    problems += _password_problems(password, email)
    if problems:
        raise NotUnderstood(problems)
    federation, national = new_federation(code, name, scheme)
    user = User.objects.create_user(email, password, name=email.split("@")[0])
    offices.appoint(user, national, Appointment.Role.STAFF, on=today, by=None)
    return federation


@transaction.atomic
def new_federation(code: str, name: str, scheme: str, next_number: int = 1) -> tuple[Federation, Organisation]:
    """A federation and its national body, with the first entry of its journal."""
    federation = Federation.objects.create(code=code, name=name, scheme=scheme, next_number=next_number)
    national = Organisation.objects.create(federation=federation, level=NATIONAL, number="1", name=name)
    journal.write(
        federation, "set up", {"federation": [federation.pk], "organisation": [national.pk]}, by=None, reason=""
    )
    return federation, national


def _password_problems(password: str, email: str) -> list[Problem]:
    """Problems of the password of the first account, which must be as strong as any other."""
    try:
        validate_password(password, User(email=email))
    except ValidationError as error:
        return [
            Problem("password", "", message.rstrip("."), "choose a longer, less common one")
            for message in error.messages
        ]
    return []
