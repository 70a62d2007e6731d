"""API tokens: shown once, stored only as a digest, limited to scopes, and revoked permanently."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction
from django.db.models import QuerySet

from masterpoint.centre.accounts.models import Token, User, new_token
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.disk import problem_of
from masterpoint.core.errors import MasterpointError, Problem

SCOPES = {
    "read": "records, leaderboards and filings that the account may see",
    "check": "awards and checks of files",
    "file": "filing results for the account's organisations",
}
PREFIX = "mp_"
"""The prefix by which a token left in a file can be recognised."""
USE_INTERVAL = timedelta(minutes=1)
COLUMNS = [field.attname for field in Token._meta.concrete_fields]


class NoSuchToken(MasterpointError):
    """There is no such token, or no account to give one to."""


def issue(user: User, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """Create a token, and return it with its secret, which is shown only once."""
    scope_names = sorted(set(scopes))
    problems = [
        Problem("scope", scope, "there is no such scope", f"scopes are: {', '.join(SCOPES)}")
        for scope in scope_names
        if scope not in SCOPES
    ]
    if not scope_names:
        problems.append(Problem("scope", "", "a token needs a scope", f"scopes are: {', '.join(SCOPES)}"))
    if not name.strip():
        problems.append(Problem("name", "", "a token needs a name", "say which program will use it"))
    if problems:
        raise NoSuchToken(problems)
    secret = PREFIX + new_token()
    token = Token.objects.create(
        user=user, name=name.strip()[:80], digest=digest_of(secret), scopes=" ".join(scope_names)
    )
    return token, secret


def issue_for(email: str, name: str, scopes: Iterable[str]) -> str:
    """Create a token for the account with an address, and return its secret. For the command line."""
    return issue(_user(email), name, scopes)[1]


def revoke(token: Token) -> Token:
    """Revoke a token. Revoking it again changes nothing."""
    if token.revoked_at is None:
        token.revoked_at = datetime.now(UTC)
        token.save(update_fields=["revoked_at"])
    return token


def revoke_for(email: str, token_id: int) -> Token:
    token = Token.objects.filter(user=_user(email), pk=token_id).first()
    if token is None:
        raise NoSuchToken(Problem("token", str(token_id), "this account has no such token", "list its tokens first"))
    return revoke(token)


def tokens_of(email: str) -> list[Token]:
    return list(_user(email).tokens.order_by("pk"))


def token_of(secret: str) -> Token | None:
    """The valid token with a secret. Its use is recorded at most once a minute."""
    token = next((Token.from_db(DEFAULT_DB_ALIAS, COLUMNS, row) for row in _of_digest(digest_of(secret))), None)
    if token is None or token.is_expired:
        return None
    token.user = User.objects.get(pk=token.user_id)
    if not token.user.is_active:
        return None
    now = datetime.now(UTC)
    if token.last_used_at is None or now - token.last_used_at >= USE_INTERVAL:
        _note_use(token, now)
    return token


@cached_query
def _of_digest(digest: Any) -> QuerySet[Token, tuple[Any, ...]]:
    return Token.objects.filter(digest=digest, revoked_at=None).values_list(*COLUMNS)


def _note_use(token: Token, now: datetime) -> None:
    """Record its use. If the disk is full or read-only, the program can still read, although nothing is recorded."""
    try:
        with transaction.atomic():
            Token.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError as error:
        if problem_of(error) is None:
            raise


def state_of(token: Token) -> str:
    """The state of a token as text, for a list."""
    if token.revoked_at:
        return f"revoked on {token.revoked_at:%Y-%m-%d}"
    return f"{'expired on' if token.is_expired else 'in use until'} {token.expires_at:%Y-%m-%d}"


def scopes_of(token: Token) -> frozenset[str]:
    return frozenset(token.scopes.split())


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", errors="surrogatepass")).hexdigest()


def _user(email: str) -> User:
    user = User.objects.filter(email=User.objects.normalise(email)).first()
    if user is None:
        raise NoSuchToken(Problem("account", email, "no account has this address", "use the address they sign in with"))
    return user
