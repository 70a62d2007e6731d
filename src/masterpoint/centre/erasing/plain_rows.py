"""Redact rows outside the hash chains: people, accounts, and texts that may have a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from masterpoint.centre.accounts.models import Token, User
from masterpoint.centre.billing import deliveries
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.enquiries.models import Note
from masterpoint.centre.erasing.chained_rows import account_facts, change_facts, entries_after, person_facts
from masterpoint.centre.erasing.identity import Identity
from masterpoint.centre.erasing.redacting import NOBODY, Redaction
from masterpoint.centre.erasing.sheet_rows import erase_sheets, sheets_with_name
from masterpoint.centre.filing.models import Draft, IdempotencyKey
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.mail.models import Letter, MonthlyLetter
from masterpoint.centre.registry import passkeys, second_factors
from masterpoint.centre.registry.models import (
    Change,
    Federation,
    NameWord,
    OrganisationContact,
    Person,
    PersonContact,
    StatusPeriod,
)
from masterpoint.centre.sheets.models import Sheet
from masterpoint.centre.statements import select


class Texts(NamedTuple):
    """Text fields of a table, and the name of its rows in the journal."""

    model: str
    federation: str
    fields: tuple[str, ...]
    kind: str = ""
    is_append_only: bool = False
    """Whether the table only is_append_only: its rows never change."""
    final_state: str = ""
    """The final state of its rows, after which they no longer change."""


SHEETS = "sheets.Sheet"
TEXTS = (
    Texts("registry.Change", "federation", ("detail", "reason"), "change"),
    Texts("filing.Month", "federation", ("decision", "left_open"), "month"),
    Texts("filing.Filing", "federation", ("state_reason", "late_reason"), "filing"),
    Texts("records.PromotionRun", "federation", ("revoked_reason",), "run"),
    Texts("records.Promotion", "run__federation", ("flagged", "settled_note", "revoked_reason"), "promotion"),
    Texts("proposals.Proposal", "federation", ("arguments", "summary", "reason", "note"), "proposal"),
    Texts("filing.IdempotencyKey", "filing__federation", ("answer",), is_append_only=True),
    Texts("filing.Draft", "federation", ("choices", "event")),
    Texts(SHEETS, "organisation__federation", ("fields", "problems", "done"), final_state=Sheet.State.FILED),
    Texts("mail.Letter", "", ("subject", "text"), is_append_only=True),
)
"""Texts of officers, and stored answers to programs."""
MAX_ROWS = 500
"""The maximum number of keys in a query."""


class FoundTexts(NamedTuple):
    """Rows whose texts have the name, found before the lock was taken, by table."""

    keys: Mapping[str, Sequence[int]]
    last: Mapping[str, int]
    """The last row searched. Later rows are searched under the lock."""
    entry: int = 0
    """The last entry of the journal at that time. Later entries name changed rows."""


NO_TEXTS = FoundTexts({}, {})


def find_texts(redaction: Redaction) -> FoundTexts:
    """Find the name in tables that the journal covers, or whose rows become final."""
    tables = [texts for texts in TEXTS if texts.kind or texts.is_append_only or texts.final_state]
    last_keys = _last_keys(texts.model for texts in tables)
    keys = {texts.model: _keys_in(texts, redaction) if last_keys[texts.model] else [] for texts in tables}
    keys[SHEETS] += sheets_with_name(redaction)
    return FoundTexts(keys, last_keys, last_link(redaction.identity.federation).number)


def _keys_in(texts: Texts, redaction: Redaction) -> list[int]:
    return [*_keys(_rows(texts, redaction)), *_open_rows(texts)]


def find_more_texts(redaction: Redaction, earlier: FoundTexts) -> FoundTexts:
    """Continue with rows that were written or changed since."""
    entry = last_link(redaction.identity.federation).number
    changes = _changed_since(redaction.identity.federation, earlier.entry)
    last_keys = _last_keys(earlier.last)
    keys = dict(earlier.keys)
    for texts in TEXTS:
        if texts.model in earlier.last:
            new = _rows_to_check(texts, earlier._replace(keys={}), changes)
            naming = _keys(_rows(texts, redaction, new)) if new != [] else ()
            keys[texts.model] = sorted({*keys[texts.model], *naming})
    keys[SHEETS] = sorted({*keys[SHEETS], *_open_rows(_texts_of(SHEETS))})
    return FoundTexts(keys, last_keys, entry)


def _texts_of(model: str) -> Texts:
    return next(texts for texts in TEXTS if texts.model == model)


def _model(texts: Texts) -> type[Model]:
    model: type[Model] = apps.get_model(texts.model)
    return model


def _keys(rows: QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True))


def _open_rows(texts: Texts) -> list[int]:
    """Rows that may still change without an entry in the journal."""
    rows = _model(texts)._default_manager.order_by("pk")
    return _keys(rows.exclude(state=texts.final_state)) if texts.final_state else []


def _last_keys(models: Iterable[str]) -> dict[str, int]:
    """The last keys of some tables by model, in one query."""
    names = list(models)
    tables = [apps.get_model(name)._meta.db_table for name in names]
    ((*keys,),) = select("SELECT " + ", ".join(f'(SELECT MAX(id) FROM "{table}")' for table in tables))
    return {name: key or 0 for name, key in zip(names, keys, strict=True)}


def _rows_to_check(texts: Texts, found_texts: FoundTexts, changes: Mapping[str, Collection[int]]) -> list[int] | None:
    """The rows of a table to search under the lock. None means all, if none was searched or too many were found."""
    keys = {*found_texts.keys.get(texts.model, ()), *changes.get(texts.kind, ())}
    if texts.model not in found_texts.last or len(keys) > MAX_ROWS:
        return None
    new = select(f'SELECT id FROM "{_model(texts)._meta.db_table}" WHERE id > %s', found_texts.last[texts.model])
    return sorted({*keys, *(key for (key,) in new), *_open_rows(texts)})


def _changed_since(federation: Federation, entry: int) -> dict[str, set[int]]:
    """The rows changed after an entry of the journal, by kind."""
    changes: dict[str, set[int]] = {}
    for facts in entries_after(federation, entry).values_list("facts", flat=True):
        for row_name in facts:
            kind, _, key = row_name.partition(" ")
            if key.isdigit():
                changes.setdefault(kind, set()).add(int(key))
    return changes


def erase_texts(redaction: Redaction, questions: frozenset[int], found_texts: FoundTexts) -> dict[str, list[int]]:
    """Remove the name from every text. Returns the rows for the journal, by kind."""
    row_keys = {"question": sorted(questions)}
    changes = _changed_since(redaction.identity.federation, found_texts.entry) if found_texts.last else {}
    for texts in TEXTS:
        keys = _rows_to_check(texts, found_texts, changes)
        rows = _rows(texts, redaction, keys) if keys != [] else ()
        changed_keys = [row.pk for row in rows if _redact_row(row, texts, redaction)]
        if texts.kind:
            row_keys.setdefault(texts.kind, []).extend(changed_keys)
        if texts.model == SHEETS:
            erase_sheets(redaction, keys)
    Note.objects.filter(enquiry__in=questions).update(text=NOBODY)
    _own_changes(redaction.identity)
    StatusPeriod.objects.filter(person__in=redaction.identity.people).exclude(reason="").update(reason=NOBODY)
    return {kind: keys for kind, keys in row_keys.items() if keys}


def _rows(texts: Texts, redaction: Redaction, keys: Sequence[int] | None = None) -> QuerySet[Any]:
    """Rows with a family name or an address, all or some, however the database stores the text."""
    rows = _model(texts)._default_manager.all()
    rows = rows.filter(**{texts.federation: redaction.identity.federation}) if texts.federation else rows
    rows = rows if keys is None else rows.filter(pk__in=keys)
    needles = {family for _, family in redaction.identity.names if family} | redaction.identity.addresses
    condition = Q(pk__in=[])
    for field in texts.fields:
        rows = rows.annotate(**{f"{field}_text": Cast(field, TextField())})
        for needle in needles:
            for spelling in {needle, needle.encode("unicode_escape").decode()}:
                condition |= Q(**{f"{field}_text__icontains": spelling})
    return rows.filter(condition).order_by("pk")


def _redact_row(row: Any, texts: Texts, redaction: Redaction) -> bool:
    data = {field: redaction.data(getattr(row, field)) for field in texts.fields}
    if all(data[field] == getattr(row, field) for field in texts.fields):
        return False
    type(row)._default_manager.filter(pk=row.pk).update(**data)
    return True


def _own_changes(identity: Identity) -> None:
    """Redact the changes of their own record. The acts stay."""
    for change in Change.objects.filter(person__in=identity.people):
        facts = change_facts({"what": change.what, "detail": change.detail, "reason": change.reason})
        Change.objects.filter(pk=change.pk).update(**facts)


def erase_people(identity: Identity, on: date) -> None:
    """Erase the record. It stays under its number, without a name, and a search for the name no longer finds it."""
    _erase_from_addresses(identity, on)
    people = Person.objects.filter(pk__in=identity.people)
    people.update(**person_facts(), sort_key="", anonymous=True, erased_on=on)
    for model in (NameWord, PersonContact, Invitation, MonthlyLetter):
        model._default_manager.filter(person__in=identity.people).delete()


def _erase_from_addresses(identity: Identity, on: date) -> None:
    """Erase their e-mail addresses, and postal addresses that name them or are theirs, on invoices and of
    organisations.
    """
    addresses = PersonContact.objects.filter(person__in=identity.people).values_list("post", flat=True)
    deliveries.delete_everywhere(
        identity.federation, deliveries.addresses_of_person(identity.federation, identity.names, addresses), on
    )
    contacts = OrganisationContact.objects.filter(organisation__federation=identity.federation)
    contacts.filter(email__in=identity.closed_addresses).update(email="")


def erase_accounts(identity: Identity) -> None:
    """Close accounts: remove address, name and password. What they did for clubs stays, by number.

    An account with records in other federations stays, but loses this record.
    """
    moment = datetime.now(UTC)
    Person.objects.filter(pk__in=identity.people, account__in=identity.kept_accounts).update(account=None)
    for user in identity.closed_accounts:
        Token.objects.filter(user=user, revoked_at=None).update(revoked_at=moment)
        Token.objects.filter(user=user).update(name=NOBODY)
        for model in (Draft, CreditDraft, IdempotencyKey):
            model._default_manager.filter(user=user).delete()
        second_factors.remove(user)
        passkeys.remove_all(user, by=None)
        facts = account_facts(user.pk)
        template = User(password="")
        template.set_unusable_password()
        User.objects.filter(pk=user.pk).update(
            **facts, is_active=False, password=template.password, wants_letters=False, last_login=None
        )
    Letter.objects.filter(to__in=identity.closed_addresses).delete()
