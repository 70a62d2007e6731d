"""The facts of each kind of row that the journal records. Writers and `verify` read them with the same code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, NamedTuple

import msgspec
from django.apps import apps
from django.db.models import Model, Q, QuerySet

from masterpoint.centre.cached_queries import cached_query

Models = Callable[[str], type[Model]]
Facts = dict[str, Any]
PAGE = 500


class Rows(NamedTuple):
    """Rows that belong to a subject, such as the periods of a person or the notes of a question."""

    model: str
    owner: str
    fields: tuple[str, ...]


class Kind(NamedTuple):
    """A kind of subject: its table, the path to its federation, and its facts."""

    name: str
    """The name shown to people."""
    model: str
    federation: str
    fields: tuple[str, ...]
    rows: Mapping[str, Rows] = {}
    second_path: str = ""
    """A second path to the federation, if there is one."""
    sealed: tuple[str, ...] = ()
    """Fields of which the journal only stores a digest."""


OFFICER_PATH = "appointments__organisation__federation"
REVOCATION = ("revoked_at", "revoked_by", "revoked_reason")
KINDS: dict[str, Kind] = {
    "federation": Kind(
        "the federation",
        "registry.Federation",
        "pk",
        ("name", "scheme", "two_people", "second_factor", "public_reasons", "colour", "mark"),
    ),
    "organisation": Kind(
        "organisation", "registry.Organisation", "federation", ("number", "name", "level", "parent", "active")
    ),
    "appointment": Kind(
        "appointment",
        "registry.Appointment",
        "organisation__federation",
        ("user", "user__email", "user__name", "organisation", "role", "first_day", "last_day"),
    ),
    "account": Kind(
        "account",
        "accounts.User",
        OFFICER_PATH,
        ("email", "name", "is_active", "password"),
        {"records": Rows("registry.Person", "account", ("federation", "number"))},
        second_path="people__federation",
        sealed=("password",),
    ),
    "token": Kind(
        "token",
        "accounts.Token",
        f"user__{OFFICER_PATH}",
        ("user", "name", "scopes", "digest", "created_at", "revoked_at"),
        second_path="user__people__federation",
        sealed=("digest",),
    ),
    "factor": Kind(
        "second factor",
        "accounts.SecondFactor",
        f"user__{OFFICER_PATH}",
        ("user", "confirmed_at", "salt", "recovery_digests"),
        second_path="user__people__federation",
        sealed=("salt", "recovery_digests"),
    ),
    "passkey": Kind(
        "passkey",
        "accounts.Passkey",
        f"user__{OFFICER_PATH}",
        ("user", "name", "credential_id", "credential"),
        second_path="user__people__federation",
        sealed=("credential_id", "credential"),
    ),
    "person": Kind(
        "person",
        "registry.Person",
        "federation",
        (
            *("number", "given_name", "family_name", "status", "anonymous", "home_club", "joined_on", "born_in"),
            *("visitor", "rank_abroad", "merged_into", "erased_on"),
        ),
        {
            "statuses": Rows("registry.StatusPeriod", "person", ("status", "first_day", "last_day")),
            "clubs": Rows("registry.Membership", "person", ("organisation", "kind", "first_day", "last_day")),
        },
    ),
    "change": Kind(
        "change of the register",
        "registry.Change",
        "federation",
        ("person", "what", "detail", "reason", "by", "at"),
    ),
    "month": Kind(
        "month",
        "filing.Month",
        "federation",
        ("first_day", "state", "closed_at", "closed_by", "decision", "left_open"),
    ),
    "filing": Kind(
        "filing",
        "filing.Filing",
        "federation",
        (
            *("receipt", "organisation", "name", "day", "form", "state", "state_reason", "filed_by", "filed_at"),
            *("late_reason", "approved_by"),
        ),
    ),
    "run": Kind("announcement of promotions", "records.PromotionRun", "federation", ("as_at", "by", "at", *REVOCATION)),
    "promotion": Kind(
        "promotion",
        "records.Promotion",
        "run__federation",
        (
            *("run", "person", "rank", "before", "reached_on", "key", "flagged"),
            *("settled_note", "settled_by", "settled_at", *REVOCATION),
        ),
    ),
    "certificate": Kind(
        "certificate of points",
        "crediting.PointCertificate",
        "federation",
        (
            *("organisation", "code", "name", "person", "event", "facts", "issued_by", "state", "state_reason"),
            *("posting", "replaces"),
        ),
    ),
    "proposal": Kind(
        "proposal",
        "proposals.Proposal",
        "federation",
        (
            *("act", "arguments", "summary", "reason", "filing", "version", "by", "at"),
            *("state", "decided_by", "decided_at", "note"),
        ),
    ),
    "question": Kind(
        "question",
        "enquiries.Enquiry",
        "organisation__federation",
        ("person", "organisation", "day", "filing", "state", "asked_by", "asked_at"),
        {"notes": Rows("enquiries.Note", "enquiry", ("by", "at", "text"))},
    ),
}


def subject(kind: str, pk: object) -> str:
    """The name of a row in an entry."""
    return f"{kind} {pk}"


class Reader:
    """Reads the facts of a kind of row, for `verify` and for writers."""

    def __init__(self, kind: Kind, models: Models = apps.get_model) -> None:
        model = models(kind.model)
        self._about, self._key, self._names = kind, model._meta.pk, _existing_fields(kind, model)
        columns = ("pk", *self._names)

        def rows_of(federation: Any) -> QuerySet[Model]:
            condition = Q(**{kind.federation: federation}) | (
                Q(**{kind.second_path: federation}) if kind.second_path else Q()
            )
            rows = model._default_manager.filter(condition).order_by("pk")
            return rows.distinct() if kind.second_path else rows

        self._some = cached_query(lambda keys: model._default_manager.filter(pk__in=keys).values_list(*columns))
        self._first = cached_query(lambda federation: rows_of(federation).values_list(*columns))
        self._further = cached_query(
            lambda federation, last: rows_of(federation).filter(pk__gt=last).values_list(*columns)
        )
        self._rows_below = {name: _child_rows(rows, models(rows.model)) for name, rows in kind.rows.items()}

    def some(self, keys: Collection[Any]) -> dict[Any, Facts]:
        """The facts of some rows, by their keys."""
        return self._facts(self._some([self._key.get_prep_value(key) for key in keys]))

    def all(self, federation: str) -> Iterator[tuple[Any, Facts]]:
        """The facts of every row of a federation, page by page."""
        page = self._facts(self._first(federation, limit=PAGE))
        while page:
            yield from page.items()
            last = next(reversed(page))
            page = self._facts(self._further(federation, last, limit=PAGE)) if len(page) == PAGE else {}

    def _facts(self, rows: Collection[tuple[Any, ...]]) -> dict[Any, Facts]:
        """The facts of these rows, by key, in their order."""
        facts_by_key = {
            pk: {name: _fact(self._about, name, value) for name, value in zip(self._names, values, strict=True)}
            for pk, *values in rows
        }
        for name, child_rows in self._rows_below.items() if facts_by_key else ():
            for facts in facts_by_key.values():
                facts[name] = []
            for owner, *values in child_rows(list(facts_by_key)):
                facts_by_key[owner][name].append([_plain(value) for value in values])
        return facts_by_key


def _child_rows(rows: Rows, model: type[Model]) -> Callable[..., list[tuple[Any, ...]]]:
    return cached_query(
        lambda owners: (
            model._default_manager.filter(**{f"{rows.owner}__in": owners})
            .order_by(rows.owner, "pk")
            .values_list(rows.owner, *rows.fields)
        )
    )


@cache
def reader(kind: str) -> Reader:
    """The reader of a kind in the current tables. Its queries are compiled once."""
    return Reader(KINDS[kind])


def facts_of_row(kind: Kind, row: Model) -> Facts:
    """The facts of a loaded row, of a kind without child rows."""
    columns = {name: row._meta.get_field(name) for name in kind.fields}
    return {name: _fact(kind, name, getattr(row, getattr(field, "attname", name))) for name, field in columns.items()}


def _existing_fields(kind: Kind, model: type[Model]) -> list[str]:
    """The fields that exist. An upgrade that starts a journal may find tables without the newest fields."""
    names = {field.name for field in model._meta.get_fields()}
    return [name for name in kind.fields if name.partition("__")[0] in names]


def all_facts(kind: Kind, federation: str, models: Models) -> Iterator[tuple[Any, Facts]]:
    """The facts of every row of a federation, for an upgrade that starts a journal."""
    return Reader(kind, models).all(federation)


def _fact(kind: Kind, name: str, value: Any) -> Any:
    if name in kind.sealed:
        data = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
        return hashlib.sha256(data).hexdigest()[:16]
    return _plain(value)


def _plain(value: Any) -> Any:
    """A value as JSON, the same for every database."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    return value.isoformat() if isinstance(value, date) else value


encode_sorted = msgspec.json.Encoder(order="sorted").encode
"""Facts as bytes, the same for the same facts."""
