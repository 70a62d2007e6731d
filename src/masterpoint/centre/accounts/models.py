"""People who sign in with an e-mail address and a password. Their records refer to them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from masterpoint.centre.statements import select_models

USER_BY_KEY = "SELECT {columns} FROM accounts_user WHERE id = %s"


class Users(BaseUserManager["User"]):
    """Looks users up by e-mail address, ignoring case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalise(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    @staticmethod
    def normalise(email: str) -> str:
        return email.strip().lower()

    def get(self, *args: Any, **conditions: Any) -> User:
        """Every page gets an account by its key only, for which a prepared statement is used.

        For related accounts, Django creates a manager class of its own, which is not changed.
        """
        if type(self) is not Users or args or set(conditions) != {"pk"}:
            return super().get(*args, **conditions)
        for user in select_models(self.model, USER_BY_KEY, conditions["pk"]):
            return user
        raise self.model.DoesNotExist

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=self.normalise(username or ""))


class User(AbstractBaseUser):
    """The account of one person.

    Its permissions follow from the person's offices; see `masterpoint.centre.registry.access`.
    """

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120)
    is_active = models.BooleanField(default=True)
    wants_letters = models.BooleanField(default=True)
    """Receipts, questions and answers by e-mail; a new password always comes by e-mail."""
    language = models.CharField(max_length=12, blank=True)
    """The chosen language of pages and letters. If empty, the browser decides."""
    wants_promotions = models.BooleanField(default=True)
    wants_corrections = models.BooleanField(default=True)
    """For players: a letter whenever a correction changes their points."""
    wants_summary = models.BooleanField(default=False)
    """For players: a monthly letter with the news of the record."""
    passkey_put_off = models.BooleanField(default=False)
    """Whether the user dismissed the offer of a passkey."""
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]
    objects = Users()

    def __str__(self) -> str:
        return self.name or self.email


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Token(models.Model):
    """A key for programs. Only its digest is stored. Its scopes are read, check and file."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=80, default="read")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    @property
    def expires_at(self) -> datetime:
        """When it expires. A program that still needs one gets a new token."""
        return self.created_at + timedelta(days=settings.MASTERPOINT_TOKEN_DAYS)

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= datetime.now(UTC)


class SecondFactor(models.Model):
    """An authenticator application, which an account signs in with in addition to its password.

    Its secret is derived from the salt and the Centre's signing secret, so a copy of the database alone is of no use.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    salt = models.CharField(max_length=43)
    begun_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True)
    """When the first correct code was entered. Before that, no code is needed."""
    last_step = models.BigIntegerField(default=0)
    recovery_digests = models.JSONField(default=list)
    """The digests of unused recovery codes."""
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)


class Passkey(models.Model):
    """A key on somebody's device that signs them in. The stored data is public, so a copy of it is of no use."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=80)
    credential_id = models.CharField(max_length=1400, unique=True)
    """In URL-safe base64, as browsers write it."""
    credential = models.BinaryField()
    """The public key, and the device's data about itself."""
    sign_count = models.BigIntegerField(default=0)
    """How often the device has signed. A lower number reveals a copy. Many devices do not count and send 0."""
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
