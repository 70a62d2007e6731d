"""Idempotency keys: the same key with the same request always gets the same answer; with another request it is refused.

The key is written in the transaction of the request. If two programs send the same key at the same moment, the later
one violates the unique constraint, is rolled back, and gets the answer of the earlier one. A failed request leaves no
key, so the program may use the key again for a corrected request.
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
    """The answer to a program: a status, data, and the filing."""

    status: int
    data: dict[str, Any]
    filing: Filing


Remember = Callable[[Answer], None]


def once(user: User, key: str, request: str, act: Callable[[], Answer]) -> Answer:
    """Do the work once for a key, and return its answer. Without a key, just do it."""

    def in_a_transaction(remember: Remember) -> Answer:
        with transaction.atomic():
            answer = act()
            remember(answer)
            return answer

    return once_within(user, key, request, in_a_transaction) if key else act()


def once_within(user: User, key: str, request: str, act: Callable[[Remember], Answer]) -> Answer:
    """Do work of which only the end is in a transaction; the transaction stores its answer with `remember`."""
    if not key:
        return act(lambda _: None)
    answer_before = stored_answer(user, key, request)
    if answer_before is not None:
        return answer_before

    def remember(answer: Answer) -> None:
        with transaction.atomic():
            IdempotencyKey.objects.create(
                user=user, key=key, request=request, filing=answer.filing, status=answer.status, answer=answer.data
            )

    try:
        return act(remember)
    except IntegrityError:
        answer_before = stored_answer(user, key, request)
        if answer_before is None:
            raise
        return answer_before


def stored_answer(user: User, key: str, request: str) -> Answer | None:
    idempotency_key = IdempotencyKey.objects.select_related("filing").filter(user=user, key=key).first()
    if idempotency_key is None:
        return None
    if idempotency_key.request != request:
        message, fix = "this key was used for another request", "use a new key for a new request"
        raise KeyUsedBefore(Problem("Idempotency-Key", key, message, fix))
    return Answer(idempotency_key.status, idempotency_key.answer, idempotency_key.filing)
