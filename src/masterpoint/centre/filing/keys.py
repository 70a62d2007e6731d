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
    """What a program was answered: a status, what came with it, and the filing it is about."""

    status: int
    data: dict[str, Any]
    filing: Filing


Remember = Callable[[Answer], None]


def once(user: User, key: str, request: str, act: Callable[[], Answer]) -> Answer:
    """What the act answers; what it answered before, where the key was used before. Without a key, it just acts."""

    def in_a_transaction(remember: Remember) -> Answer:
        with transaction.atomic():
            answer = act()
            remember(answer)
            return answer

    return once_within(user, key, request, in_a_transaction) if key else act()


def once_within(user: User, key: str, request: str, act: Callable[[Remember], Answer]) -> Answer:
    """The same for an act that does most of its work before its transaction, in which it has its answer remembered."""
    if not key:
        return act(lambda _: None)
    before = remembered(user, key, request)
    if before is not None:
        return before

    def remember(answer: Answer) -> None:
        with transaction.atomic():
            IdempotencyKey.objects.create(
                user=user, key=key, request=request, filing=answer.filing, status=answer.status, answer=answer.data
            )

    try:
        return act(remember)
    except IntegrityError:
        before = remembered(user, key, request)
        if before is None:
            raise
        return before


def remembered(user: User, key: str, request: str) -> Answer | None:
    idempotency_key = IdempotencyKey.objects.select_related("filing").filter(user=user, key=key).first()
    if idempotency_key is None:
        return None
    if idempotency_key.request != request:
        message, fix = "this key was used for another request", "use a new key for a new request"
        raise KeyUsedBefore(Problem("Idempotency-Key", key, message, fix))
    return Answer(idempotency_key.status, idempotency_key.answer, idempotency_key.filing)
