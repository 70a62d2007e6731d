"""The same key with the same request gets the same answer, for good; with another request it is refused.

The key is written in the transaction that acts. Of two programs that send one key at one moment, the later one meets
the unique constraint, everything it did is undone, and it gets the earlier one's answer. What fails leaves no key: it
may be sent again, mended, with the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, IdempotencyKey
from masterpoint.core.errors import MasterpointError, Problem


class KeyUsedBefore(MasterpointError):
    """The idempotency key belongs to another request."""


class Answer(NamedTuple):
    """What a program was told: a status, what came with it, and the filing it is about."""

    status: int
    data: dict[str, Any]
    filing: Filing


def once(user: User, key: str, request: str, act: Callable[[], Answer]) -> Answer:
    """What the act answers; what it answered before, where the key was used before. Without a key, it just acts."""
    if not key:
        return act()
    before = remembered(user, key, request)
    if before is not None:
        return before
    try:
        with transaction.atomic():
            answer = act()
            IdempotencyKey.objects.create(
                user=user, key=key, request=request, filing=answer.filing, status=answer.status, answer=answer.data
            )
    except IntegrityError:
        before = remembered(user, key, request)
        if before is None:
            raise
        return before
    return answer


def remembered(user: User, key: str, request: str) -> Answer | None:
    idempotency_key = IdempotencyKey.objects.select_related("filing").filter(user=user, key=key).first()
    if idempotency_key is None:
        return None
    if idempotency_key.request != request:
        message, fix = "this key was used for another request", "use a new key for a new request"
        raise KeyUsedBefore(Problem("Idempotency-Key", key, message, fix))
    return Answer(idempotency_key.status, idempotency_key.answer, idempotency_key.filing)
