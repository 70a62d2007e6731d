"""Callers: anonymous, or an account identified by its token. The site's cookies are ignored.

`masterpoint.centre.registry.access` decides what an account may do. A scope can only restrict this.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, cast

from django.http import HttpRequest
from ninja.security import HttpBearer

from masterpoint.api import rendering
from masterpoint.api.errors import ScopeNeeded, TokenNeeded
from masterpoint.centre import limits
from masterpoint.centre.accounts import tokens
from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.registry.own_records import home_scheme
from masterpoint.core.errors import Problem

FIX = "send `Authorization: Bearer …` with a token of your account"


class Caller(NamedTuple):
    """The account behind a request, if any."""

    user: User | None
    token: Token | None


class CalledRequest(HttpRequest):
    """A request after `Bearer` has identified the caller."""

    auth: Caller


class Bearer(HttpBearer):
    """A token in the Authorization header, required or optional.

    With a token, the limit is higher, and private data of the account can be read.
    """

    def __init__(self, scope: str, *, required: bool) -> None:
        super().__init__()
        self.scope, self.required = scope, required

    def __call__(self, request: HttpRequest) -> Caller:
        header = request.headers.get("Authorization", "")
        if not header:
            limits.count("address", limits.address_of(request))
            if self.required:
                raise TokenNeeded(Problem("Authorization", "", "this needs a token", FIX))
            return Caller(None, None)
        kind, _, secret = header.partition(" ")
        return self.authenticate(request, secret.strip() if kind.lower() == "bearer" else "")

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        stored = tokens.token_of(token) if token else None
        if stored is None:
            limits.count("address", limits.address_of(request))
            raise TokenNeeded(Problem("Authorization", "", "this token is not known, has expired or was revoked", FIX))
        limits.count("token", stored.pk)
        if self.scope not in tokens.scopes_of(stored):
            message = f"this token may not be used for this: it lacks the scope `{self.scope}`"
            raise ScopeNeeded(Problem("scope", stored.scopes, message, "issue a token with that scope"))
        return Caller(stored.user, stored)


def anyone(scope: str) -> Bearer:
    """An operation that works without a token. If one is sent, it must be valid and have the scope."""
    return Bearer(scope, required=False)


def account(scope: str) -> Bearer:
    """An operation that requires a token."""
    return Bearer(scope, required=True)


def user_of(request: HttpRequest) -> User | None:
    return cast(CalledRequest, request).auth.user


def account_of(request: HttpRequest) -> tuple[User, Token]:
    """The account and the token of a request that requires a token."""
    user, token = cast(CalledRequest, request).auth
    if user is None or token is None:
        raise TokenNeeded(Problem("Authorization", "", "this needs a token", FIX))
    return user, token


def organisation_to_file_for(request: HttpRequest, code: str, number: str) -> tuple[User, Organisation]:
    """The account, and an organisation that it may file for."""
    user, _ = account_of(request)
    organisation = rendering.organisation_of(rendering.federation_of(code), number)
    access.require(user, access.Action.FILE, organisation)
    return user, organisation


def work_limit(request: HttpRequest) -> AbstractContextManager[None]:
    """A context for work that anybody may request.

    Without a token, an address gets a limited processor time per minute.
    """
    return limits.processor_time(limits.address_of(request)) if user_of(request) is None else nullcontext()


def home_of(request: HttpRequest) -> str:
    """The scheme of the caller's federation; empty if there is none, or more than one."""
    return home_scheme(user_of(request))
