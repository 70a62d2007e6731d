"""The hash chain of the accounts: the seal of each posting covers all its rows and the seal before it."""

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
SELECT posting.number, seal.hash FROM (
    SELECT id, number FROM billing_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1
) AS posting JOIN billing_seal seal ON seal.posting_id = posting.id
"""
CHARGES_PER_INSERT = 200
_encode_sorted = msgspec.json.Encoder(order="sorted").encode


class Rows(NamedTuple):
    """A kind of row of a posting: the field that refers to the posting, and the sealed fields."""

    model: type[models.Model]
    posting: str
    fields: tuple[str, ...]
    optional: str = ""
    """A field added later. It is sealed only if it has a value, so that earlier seals stay valid."""


CHARGES = Rows(
    Charge,
    "posting",
    (
        *("organisation", "subject", "version", "kind", "title", "day", "amount"),
        *("player_sessions", "detail", "reverses"),
    ),
    optional="due_on",
)
SEALED_KINDS = (
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
_KINDS = {kind.model: kind for kind in SEALED_KINDS}
Sealed = list[Any]
"""The kind of a row, and its sealed values."""


@contextmanager
def new_posting(federation: Federation, kind: str, *, by: User | None, reason: str = "") -> Iterator[Posting]:
    """Create a posting for rows. All rows are sealed at the end; on an error, nothing is written."""
    with transaction.atomic():
        lock(federation)
        posting, link = _next(federation, kind, by, reason)
        yield posting
        insert_last(Seal(posting=posting, previous_hash=link, hash=digests([posting], {posting.pk: link})[posting.pk]))


def post_charges(
    federation: Federation, charges: Callable[[Posting], Sequence[Charge]], *, by: User | None, reason: str = ""
) -> Posting:
    """Create a posting that only has charges."""

    def write(posting: Posting) -> list[Sealed]:
        rows = charges(posting)
        if len(rows) == 1:
            insert_last(rows[0])
        else:
            Charge.objects.bulk_create(rows, batch_size=CHARGES_PER_INSERT)
        return [sealed_values(row) for row in rows]

    return post_rows(federation, Posting.Kind.CHARGES, write, by=by, reason=reason)


def post_rows(
    federation: Federation,
    kind: str,
    write: Callable[[Posting], Sequence[Sealed]],
    *,
    by: User | None,
    reason: str = "",
) -> Posting:
    """Create a posting whose rows are sealed as given, in the order of `SEALED_KINDS`, without reading them again."""
    with transaction.atomic(savepoint=False):
        lock(federation)
        posting, link = _next(federation, kind, by, reason)
        rows = write(posting)
        insert_last(Seal(posting=posting, previous_hash=link, hash=_digest(posting, rows, link)))
    return posting


def _next(federation: Federation, kind: str, by: User | None, reason: str) -> tuple[Posting, str]:
    """Write the next posting of the chain, and return it with the seal before it.

    The caller holds the federation's lock.
    """
    rows = select(*last_seal_query(federation))
    number, link = rows[0] if rows else (0, BEGINNING)
    posting = Posting(
        federation=federation, number=number + 1, kind=kind, reason=reason[:300], by=by, at=datetime.now(UTC)
    )
    insert(posting)
    return posting, link


def last_seal_query(federation: Federation) -> Query:
    """The query that every posting begins with, under the lock."""
    return LAST, federation.pk


def sealed_values(row: models.Model) -> Sealed:
    """The sealed values of a loaded row."""
    kind = _KINDS[type(row)]
    names = [*kind.fields, *([kind.optional] if kind.optional and getattr(row, kind.optional) is not None else [])]
    columns = [row._meta.get_field(name) for name in names]
    return [kind.model.__name__, *(_plain(getattr(row, getattr(column, "attname"))) for column in columns)]  # noqa: B009


def sealed_billing(line: int, charge: int) -> Sealed:
    """The sealed values of a charge on a line of an invoice. There may be thousands of them."""
    return [BilledCharge.__name__, line, charge]


def digests(
    postings: Sequence[Posting], links: dict[int, str], details: Mapping[int, Any] | None = None
) -> dict[int, str]:
    """The digest of each posting with its rows, given the seal before it.

    `details`: replacements for the details of some charges, by key.
    """
    details_by_key = details or {}
    rows: dict[int, list[Any]] = {posting.pk: [] for posting in postings}
    for kind in SEALED_KINDS:
        for posting, key, *values in _rows_of(kind)(list(rows)):
            if kind is CHARGES and key in details_by_key:
                values[kind.fields.index("detail")] = details_by_key[key]
            field_values = values[:-1] if kind.optional and values[-1] is None else values
            rows[posting].append([kind.model.__name__, *map(_plain, field_values)])
    return {posting.pk: _digest(posting, rows[posting.pk], links[posting.pk]) for posting in postings}


@cache
def _rows_of(kind: Rows) -> Callable[[list[int]], list[tuple[Any, ...]]]:
    """The rows of a kind that belong to some postings: posting, key and sealed values."""
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
    heading = [posting.federation_id, posting.number, posting.kind, posting.reason, posting.by_id, at, link]
    return hashlib.sha256(_encode_sorted([heading, rows])).hexdigest()


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def head(federation: Federation) -> Head:
    """The head of the accounts. Once it is published, any later change of earlier rows can be detected."""
    seals = Seal.objects.filter(posting__federation=federation).order_by("-posting__number")
    newest = seals.values_list("posting__number", "hash", "posting__at").first()
    return Head(*(newest or (0, BEGINNING, None)))
