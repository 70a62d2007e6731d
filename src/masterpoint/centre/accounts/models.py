"""People who sign in: an e-mail address and a password. The records that are theirs point to them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from masterpoint.centre.statements import select_models

BY_KEY = "SELECT {columns} FROM accounts_user WHERE id = %s"


class Users(BaseUserManager["User"]):
    """Users are found by their e-mail address, whatever its case."""

    def create_user(self, email: str, password: str | None = None, **more: Any) -> User:
        user = self.model(email=self.normalise(email), **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    @staticmethod
    def normalise(email: str) -> str:
        return email.strip().lower()

    def get(self, *args: Any, **named: Any) -> User:
        """By its key alone every page asks for an account: that is a kept statement.

        Among the accounts of something else, Django asks with a manager of its own kind: it is left to that.
        """
        if type(self) is not Users or args or set(named) != {"pk"}:
            return super().get(*args, **named)
        for user in select_models(self.model, BY_KEY, named["pk"]):
            return user
        raise self.model.DoesNotExist

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=self.normalise(username or ""))


class User(AbstractBaseUser):
    """One person's account. What it may do follows from its offices, see `masterpoint.centre.registry.access`."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    is_active = models.BooleanField(default=True)
    wants_letters = models.BooleanField(default=True)
    """Receipts, questions and answers by e-mail; a new password comes by e-mail whatever this says."""
    language = models.CharField(max_length=12, blank=True)
    """The language of pages and letters that its owner chose; without one, whatever the browser asks for."""
    wants_promotions = models.BooleanField(default=True)
    wants_corrections = models.BooleanField(default=True)
    """As a player: a letter about a new rank, and one whenever a correction changes their points."""
    wants_summary = models.BooleanField(default=False)
    """As a player: a letter each month with what was new on the record."""
    passkey_put_off = models.BooleanField(default=False)
    """A passkey was offered, and is not wanted now."""
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]
    objects = Users()

    def __str__(self) -> str:
        return self.name or self.email


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Token(models.Model):
    """A key for programs: only its digest is kept. Scopes: read, check, file."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=80, default="read")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    @property
    def expires_at(self) -> datetime:
        """When it ends by itself; a program that still needs one gets a new one."""
        return self.created_at + timedelta(days=settings.MASTERPOINT_TOKEN_DAYS)

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= datetime.now(UTC)


class SecondFactor(models.Model):
    """An authenticator application that an account signs in with, beside its password.

    Its secret follows from the salt and the signing secret of the Centre: a copy of the database alone opens nothing.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    salt = models.CharField(max_length=43)
    begun_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True)
    """When a first code was right; before that it is not asked for."""
    last_step = models.BigIntegerField(default=0)
    recovery_digests = models.JSONField(default=list)
    """Of codes on paper that were not used yet."""
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)


class Passkey(models.Model):
    """A key on somebody's own device that signs them in. What is kept of it is public: a copy opens nothing."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=80)
    credential_id = models.CharField(max_length=1400, unique=True)
    """As browsers write it, in URL-safe base64."""
    credential = models.BinaryField()
    """The public key, with what the device said of itself."""
    sign_count = models.BigIntegerField(default=0)
    """How often the device has signed; one that falls back was copied. Many devices do not count, and send 0."""
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
