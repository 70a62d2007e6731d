"""The same key with the same request gets the same answer; with another request it is refused.

The key is written in the transaction that files. Of two programs that send one key at one moment, the later one meets
the unique constraint, everything it did is undone, and it gets the earlier one's answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.db import IntegrityError, transaction

from masterpoint.api.answers import ReceiptTold
from masterpoint.api.errors import KeyUsedBefore
from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import IdempotencyKey
from masterpoint.centre.filing.services import Receipt
from masterpoint.core.errors import Problem


def once(user: User, key: str, request: str, act: Callable[[], Receipt]) -> ReceiptTold:
    """What the act answers; what it answered before, where the key was used before."""
    before = remembered(user, key, request)
    if before is not None:
        return before
    try:
        with transaction.atomic():
            receipt = act()
            IdempotencyKey.objects.create(
                user=user, key=key, request=_mark(request, already=receipt.already), filing=receipt.filing
            )
    except IntegrityError:
        before = remembered(user, key, request)
        if before is None:
            raise
        return before
    return told(receipt)


def remembered(user: User, key: str, request: str) -> ReceiptTold | None:
    found = IdempotencyKey.objects.select_related("filing").filter(user=user, key=key).first()
    if found is None:
        return None
    for already in (False, True):
        if found.request == _mark(request, already=already):
            return ReceiptTold(receipt=found.filing.receipt, filed_at=found.filing.filed_at, already=already)
    raise KeyUsedBefore(
        Problem("Idempotency-Key", key, "this key was used for another request", "use a new key for a new request")
    )


def told(receipt: Receipt) -> ReceiptTold:
    return ReceiptTold(receipt=receipt.filing.receipt, filed_at=receipt.filing.filed_at, already=receipt.already)


def _mark(request: str, *, already: bool) -> str:
    """What is kept: the request and how it ended, so that the answer can be given again word for word."""
    return hashlib.sha256(f"{request} {'already' if already else 'filed'}".encode()).hexdigest()
