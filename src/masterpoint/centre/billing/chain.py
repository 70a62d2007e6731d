"""The hash chain of the accounts: each posting is sealed with all its rows and the seal before it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.db import models, transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.models import (
    AccountLine,
    BilledCharge,
    Charge,
    ChargeCode,
    ChargeFact,
    Invoice,
    InvoiceLine,
    LineNote,
    Payment,
    PaymentMatch,
    Posting,
    Seal,
    TariffEntry,
)
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.hash_chain import BEGINNING, Head
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import Query, insert, insert_last, select

LAST = """
SELECT posting.number, seal.hash FROM billing_posting posting JOIN billing_seal seal ON seal.posting_id = posting.id
WHERE posting.federation_id = %s ORDER BY posting.number DESC LIMIT 1
"""
CHARGES_AT_ONCE = 200
_ordered = msgspec.json.Encoder(order="sorted").encode


class Rows(NamedTuple):
    """A kind of row that a posting may have: how it names its posting, and what of it is sealed."""

    model: type[models.Model]
    posting: str
    fields: tuple[str, ...]
    optional: str = ""
    """A field that came later: sealed where it is given, so that earlier seals stay what they are."""


CHARGES = Rows(
    Charge,
    "posting",
    (
        *("organisation", "subject", "version", "kind", "title", "day", "amount"),
        *("player_sessions", "detail", "reverses"),
    ),
    optional="due_on",
)
SEALED = (
    Rows(TariffEntry, "posting", ("federation", "organisation", "name", "value", "first_day", "invented")),
    Rows(ChargeCode, "posting", ("filing", "before", "code")),
    Rows(ChargeFact, "posting", ("filing", "name", "value")),
    CHARGES,
    Rows(
        Invoice,
        "posting",
        (
            *("federation", "organisation", "kind", "number", "credits", "period", "period_last_day"),
            *("issued_on", "due_on", "currency", "net", "tax"),
        ),
    ),
    Rows(
        InvoiceLine,
        "invoice__posting",
        (
            *("number", "kind", "title", "count", "exact", "amount"),
            *("tax_rule", "tax_rate", "net", "tax", "account_code"),
        ),
        optional="due_on",
    ),
    Rows(BilledCharge, "line__invoice__posting", ("line__number", "charge")),
    Rows(LineNote, "posting", ("line", "text", "answers")),
    Rows(Payment, "posting", ("federation", "key", "day", "amount", "payer", "reference", "reverses")),
    Rows(PaymentMatch, "posting", ("payment__key", "organisation", "invoices")),
    Rows(AccountLine, "posting", ("account", "code", "organisation", "day", "amount")),
)
_KINDS = {kind.model: kind for kind in SEALED}
Sealed = list[Any]
"""The kind of a row, and what is sealed of it."""


@contextmanager
def new_posting(federation: Federation, kind: str, *, by: User | None, reason: str = "") -> Iterator[Posting]:
    """A posting to hang rows on; all of them are sealed at the end, or nothing is written."""
    with transaction.atomic():
        lock(federation)
        posting, link = _next(federation, kind, by, reason)
        yield posting
        insert_last(Seal(posting=posting, previous_hash=link, hash=digests([posting], {posting.pk: link})[posting.pk]))


def post_charges(
    federation: Federation, charges: Callable[[Posting], Sequence[Charge]], *, by: User | None, reason: str = ""
) -> Posting:
    """A posting of charges alone."""

    def write(posting: Posting) -> list[Sealed]:
        rows = charges(posting)
        if len(rows) == 1:
            insert_last(rows[0])
        else:
            Charge.objects.bulk_create(rows, batch_size=CHARGES_AT_ONCE)
        return [as_sealed(row) for row in rows]

    return post_given(federation, Posting.Kind.CHARGES, write, by=by, reason=reason)


def post_given(
    federation: Federation,
    kind: str,
    write: Callable[[Posting], Sequence[Sealed]],
    *,
    by: User | None,
    reason: str = "",
) -> Posting:
    """A posting whose rows are sealed as they are given, in the order of `SEALED`, so that nothing is read again."""
    with transaction.atomic(savepoint=False):
        lock(federation)
        posting, link = _next(federation, kind, by, reason)
        rows = write(posting)
        insert_last(Seal(posting=posting, previous_hash=link, hash=_digest(posting, rows, link)))
    return posting


def _next(federation: Federation, kind: str, by: User | None, reason: str) -> tuple[Posting, str]:
    """The next posting of the chain, written, and the seal before it; the federation is locked."""
    last = select(*last_question(federation))
    number, link = last[0] if last else (0, BEGINNING)
    posting = Posting(
        federation=federation, number=number + 1, kind=kind, reason=reason[:300], by=by, at=datetime.now(UTC)
    )
    insert(posting)
    return posting, link


def last_question(federation: Federation) -> Query:
    """What every posting asks first, with the lock held."""
    return LAST, federation.pk


def as_sealed(row: models.Model) -> Sealed:
    """What is sealed of a row at hand, all of whose fields are its own."""
    kind = _KINDS[type(row)]
    names = [*kind.fields, *([kind.optional] if kind.optional and getattr(row, kind.optional) is not None else [])]
    columns = [row._meta.get_field(name) for name in names]
    return [kind.model.__name__, *(_plain(getattr(row, getattr(column, "attname"))) for column in columns)]  # noqa: B009


def billed_as_sealed(line: int, charge: int) -> Sealed:
    """The same of a charge that stands on a line of an invoice, of which there may be thousands."""
    return [BilledCharge.__name__, line, charge]


def digests(
    postings: Sequence[Posting], links: dict[int, str], details: Mapping[int, Any] | None = None
) -> dict[int, str]:
    """The digest of each posting with its rows, given the seal before it.

    `details`: of some charges by their key, what is to stand in place of theirs.
    """
    ready = details or {}
    rows: dict[int, list[Any]] = {posting.pk: [] for posting in postings}
    for kind in SEALED:
        for posting, key, *values in _rows_of(kind)(list(rows)):
            if kind is CHARGES and key in ready:
                values[kind.fields.index("detail")] = ready[key]
            given = values[:-1] if kind.optional and values[-1] is None else values
            rows[posting].append([kind.model.__name__, *map(_plain, given)])
    return {posting.pk: _digest(posting, rows[posting.pk], links[posting.pk]) for posting in postings}


@cache
def _rows_of(kind: Rows) -> Callable[[list[int]], list[tuple[Any, ...]]]:
    """The rows of a kind that some postings have: their posting, their key, and what is sealed of them."""
    fields = (*kind.fields, kind.optional) if kind.optional else kind.fields
    return cached_query(
        lambda postings: (
            kind.model._default_manager.filter(**{f"{kind.posting}__in": postings})
            .order_by("pk")
            .values_list(kind.posting, "pk", *fields)
        )
    )


def _digest(posting: Posting, rows: Sequence[Any], link: str) -> str:
    at = posting.at.astimezone(UTC).isoformat(timespec="microseconds")
    about = [posting.federation_id, posting.number, posting.kind, posting.reason, posting.by_id, at, link]
    return hashlib.sha256(_ordered([about, rows])).hexdigest()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def head(federation: Federation) -> Head:
    """Where the accounts stand; published, it shows later whether anything before it was changed or taken away."""
    seals = Seal.objects.filter(posting__federation=federation).order_by("-posting__number")
    last = seals.values_list("posting__number", "hash", "posting__at").first()
    return Head(*(last or (0, BEGINNING, None)))
