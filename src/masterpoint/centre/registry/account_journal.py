"""Accounts, second factors, passkeys and tokens in the journal: every change is recorded in each of their federations.

Django's own forms save passwords, so this listens to the signals of saved models. A change by hand in the database
sends no signal, and `verify` reports it.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_save

from masterpoint.centre.accounts.models import Passkey, SecondFactor, Token, User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import KINDS, Facts, subject
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Appointment, Federation, Person


def listen() -> None:
    post_save.connect(_user_saved, sender=User, dispatch_uid="account saved")
    post_save.connect(_token_saved, sender=Token, dispatch_uid="token saved")
    post_save.connect(_passkey_saved, sender=Passkey, dispatch_uid="passkey saved")


def _user_saved(instance: User, update_fields: frozenset[str] | None = None, **_: Any) -> None:
    if update_fields is None or not update_fields.isdisjoint(KINDS["account"].fields):
        _note("account saved", instance, {"account": [instance.pk]})


def _token_saved(instance: Token, created: bool, **_: Any) -> None:
    _note("token issued" if created else "token changed", instance.user, {"token": [instance.pk]})


def _passkey_saved(instance: Passkey, created: bool, **_: Any) -> None:
    action = "passkey added" if created else "passkey renamed"
    _note(action, instance.user, {"passkey": [instance.pk]}, by=instance.user)  # nobody else can


def note_account(action: str, user: User, *, by: User | None, reason: str = "") -> None:
    """Record an act on an account, by its owner or by an officer."""
    _note(action, user, {"account": [user.pk]}, by=by, reason=reason)


def note_factor(action: str, factor: SecondFactor, *, by: User | None, reason: str = "") -> None:
    """Record an act on a second factor, which may be deleted by now, with the account it belongs to."""
    _note(action, factor.user, {"account": [factor.user_id], "factor": [factor.pk]}, by=by, reason=reason)


@transaction.atomic
def _note(action: str, user: User, row_keys: dict[str, list[int]], *, by: User | None = None, reason: str = "") -> None:
    for federation in federations_of(user):
        journal.write(federation, action, row_keys, by=by, reason=reason)


@transaction.atomic
def note_deletion(action: str, user: User, kind: str, key: int, *, by: User | None) -> None:
    """Record a deleted row of an account."""
    facts: dict[str, Facts | None] = {subject(kind, key): None}
    for federation in federations_of(user):
        journal.append(federation, action, [facts], by=by)


def note_departure(action: str, user: User, federation: Federation) -> None:
    """Record that an account and its rows have left a federation."""
    facts: dict[str, Facts | None] = {subject(kind, pk): None for kind, keys in rows_of(user).items() for pk in keys}
    journal.append(federation, action, [facts], by=None)


def federations_of(user: User) -> list[Federation]:
    """The federations whose journals record an account: it has an office or a record there."""
    codes = federation_codes([user.pk])
    return list(Federation.objects.filter(pk__in=codes).order_by("pk")) if codes else []


def lock_federations_of(user: User) -> None:
    """Lock the federations that record an account before its rows: everybody locks them first, so no deadlock."""
    for federation in federations_of(user):
        lock(federation)


def federation_codes(users: list[int]) -> set[str]:
    """The codes of the federations whose journals record some accounts, by the accounts' keys."""
    return {*_office_federations(users), *_record_federations(users)} if users else set()


@cached_query
def _office_federations(users: Any) -> QuerySet[Appointment, str]:
    return Appointment.objects.filter(user__in=users).values_list("organisation__federation", flat=True)


@cached_query
def _record_federations(users: Any) -> QuerySet[Person, str]:
    return Person.objects.filter(account__in=users).values_list("federation", flat=True)


def rows_of(user: User) -> dict[str, list[int]]:
    """The account and all that signs it in, to be recorded when it gets an office."""
    factors = {"factor": _factors(user.pk), "passkey": _passkeys(user.pk)}
    return {"account": [user.pk], "token": _tokens(user.pk), **factors}


@cached_query
def _tokens(user: Any) -> QuerySet[Token, int]:
    return Token.objects.filter(user=user).order_by("pk").values_list("pk", flat=True)


@cached_query
def _passkeys(user: Any) -> QuerySet[Passkey, int]:
    return Passkey.objects.filter(user=user).order_by("pk").values_list("pk", flat=True)


@cached_query
def _factors(user: Any) -> QuerySet[SecondFactor, int]:
    return SecondFactor.objects.filter(user=user).values_list("pk", flat=True)
