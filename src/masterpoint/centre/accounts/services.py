"""All writes of accounts: tokens for programs. Only a digest is kept; the secret is shown once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime

from masterpoint.centre.accounts.models import Token, User, new_token
from masterpoint.core.errors import MasterpointError, Problem

SCOPES = {
    "read": "look up records, leaderboards and your filings",
    "check": "check files and work out awards",
    "file": "file results for your organisations",
}
PREFIX = "mp_"
"""So that a token left in a file is recognised for what it is."""


class NoToken(MasterpointError):
    """No token can be given like this."""


def issue_token(user: User, name: str, scopes: Iterable[str]) -> tuple[Token, str]:
    """A new token and its secret, which is never shown again."""
    chosen = sorted(set(scopes) & SCOPES.keys())
    problems = []
    if not name.strip():
        problems.append(Problem("name", "", "a token needs a name", "say which program will use it"))
    if not chosen:
        problems.append(Problem("may", "", "a token must be good for something", "tick at least one box"))
    if problems:
        raise NoToken(problems)
    secret = PREFIX + new_token()
    digest = hashlib.sha256(secret.encode()).hexdigest()
    return Token.objects.create(user=user, name=name.strip()[:80], digest=digest, scopes=" ".join(chosen)), secret


def revoke_token(user: User, pk: int) -> bool:
    """From now on it opens nothing; only one's own, and twice changes nothing."""
    return bool(Token.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=datetime.now(UTC)))
