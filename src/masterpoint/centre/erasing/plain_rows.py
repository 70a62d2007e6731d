"""Rows that stand in no chain themselves: people, accounts, and texts that may hold a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from masterpoint.centre.accounts.models import SecondFactor, Token, User
from masterpoint.centre.billing import deliveries
from masterpoint.centre.claiming.models import Invitation
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.enquiries.models import Note
from masterpoint.centre.erasing.chained import account_facts, change_facts, entries_after, person_facts
from masterpoint.centre.erasing.identity import Identity
from masterpoint.centre.erasing.redacting import NOBODY, Redaction
from masterpoint.centre.erasing.sheet_rows import erase_sheets, sheets_naming
from masterpoint.centre.filing.models import Draft, IdempotencyKey
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.mail.models import Letter, MonthlyLetter
from masterpoint.centre.registry import passkeys
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
    """Fields of a table that people write into, and what the journal calls its rows."""

    model: str
    federation: str
    fields: tuple[str, ...]
    kind: str = ""
    grows: bool = False
    """Its rows are not changed once they are written."""
    ended: str = ""
    """The state in which its rows are not changed any more."""


SHEETS = "sheets.Sheet"
TEXTS = (
    Texts("registry.Change", "federation", ("detail", "reason"), "change"),
    Texts("filing.Month", "federation", ("decision", "left_open"), "month"),
    Texts("filing.Filing", "federation", ("state_reason", "late_reason"), "filing"),
    Texts("records.PromotionRun", "federation", ("revoked_reason",), "run"),
    Texts("records.Promotion", "run__federation", ("flagged", "settled_note", "revoked_reason"), "promotion"),
    Texts("proposals.Proposal", "federation", ("arguments", "summary", "reason", "note"), "proposal"),
    Texts("filing.IdempotencyKey", "filing__federation", ("answer",), grows=True),
    Texts("filing.Draft", "federation", ("choices", "event")),
    Texts(SHEETS, "organisation__federation", ("fields", "problems", "done"), ended=Sheet.State.FILED),
    Texts("mail.Letter", "", ("subject", "text"), grows=True),
)
"""Where officers write, and where programs keep what they were answered."""
MOST_FOUND = 500
"""More rows than that are not named in a query."""


class FoundTexts(NamedTuple):
    """Rows whose texts hold the name, looked for before the lock, by table."""

    keys: Mapping[str, Sequence[int]]
    last: Mapping[str, int]
    """The last row that was looked at; later ones are looked at with the lock."""
    entry: int = 0
    """The last entry of the journal then: it names the rows that were changed since."""


NO_TEXTS = FoundTexts({}, {})


def find_texts(redaction: Redaction) -> FoundTexts:
    """Where the name stands, in tables that the journal covers or whose rows stay as they are at some time."""
    tables = [texts for texts in TEXTS if texts.kind or texts.grows or texts.ended]
    last = _last_keys(texts.model for texts in tables)
    keys = {texts.model: _keys_in(texts, redaction) if last[texts.model] else [] for texts in tables}
    keys[SHEETS] += sheets_naming(redaction)
    return FoundTexts(keys, last, last_link(redaction.identity.federation).number)


def _keys_in(texts: Texts, redaction: Redaction) -> list[int]:
    return [*_keys(_rows(texts, redaction)), *_still_open(texts)]


def find_more_texts(redaction: Redaction, before: FoundTexts) -> FoundTexts:
    """The same gone on with: rows that were written or changed since."""
    entry = last_link(redaction.identity.federation).number
    since = _changed_since(redaction.identity.federation, before.entry)
    last = _last_keys(before.last)
    keys = dict(before.keys)
    for texts in TEXTS:
        if texts.model in before.last:
            new = _new_or_found(texts, before._replace(keys={}), since)
            naming = _keys(_rows(texts, redaction, new)) if new != [] else ()
            keys[texts.model] = sorted({*keys[texts.model], *naming})
    keys[SHEETS] = sorted({*keys[SHEETS], *_still_open(_texts_of(SHEETS))})
    return FoundTexts(keys, last, entry)


def _texts_of(model: str) -> Texts:
    return next(texts for texts in TEXTS if texts.model == model)


def _model(texts: Texts) -> type[Model]:
    model: type[Model] = apps.get_model(texts.model)
    return model


def _keys(rows: QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True))


def _still_open(texts: Texts) -> list[int]:
    """Rows that may still be changed, where the journal does not record it."""
    rows = _model(texts)._default_manager.order_by("pk")
    return _keys(rows.exclude(state=texts.ended)) if texts.ended else []


def _last_keys(models: Iterable[str]) -> dict[str, int]:
    """The last key of each of some tables, by model: one question for all of them."""
    names = list(models)
    tables = [apps.get_model(name)._meta.db_table for name in names]
    ((*keys,),) = select("SELECT " + ", ".join(f'(SELECT MAX(id) FROM "{table}")' for table in tables))
    return {name: key or 0 for name, key in zip(names, keys, strict=True)}


def _new_or_found(texts: Texts, ahead: FoundTexts, changed: Mapping[str, Collection[int]]) -> list[int] | None:
    """The rows of a table to be looked at with the lock: all of them, where nobody looked before or much was found."""
    keys = {*ahead.keys.get(texts.model, ()), *changed.get(texts.kind, ())}
    if texts.model not in ahead.last or len(keys) > MOST_FOUND:
        return None
    new = select(f'SELECT id FROM "{_model(texts)._meta.db_table}" WHERE id > %s', ahead.last[texts.model])
    return sorted({*keys, *(key for (key,) in new), *_still_open(texts)})


def _changed_since(federation: Federation, entry: int) -> dict[str, set[int]]:
    """The rows that were changed after an entry of the journal, by kind."""
    changed: dict[str, set[int]] = {}
    for facts in entries_after(federation, entry).values_list("facts", flat=True):
        for about in facts:
            kind, _, key = about.partition(" ")
            if key.isdigit():
                changed.setdefault(kind, set()).add(int(key))
    return changed


def erase_texts(redaction: Redaction, questions: frozenset[int], ahead: FoundTexts) -> dict[str, list[int]]:
    """The name out of every text; the rows that the journal must know of, by kind."""
    touched = {"question": sorted(questions)}
    since = _changed_since(redaction.identity.federation, ahead.entry) if ahead.last else {}
    for texts in TEXTS:
        keys = _new_or_found(texts, ahead, since)
        rows = _rows(texts, redaction, keys) if keys != [] else ()
        changed = [row.pk for row in rows if _redacted(row, texts, redaction)]
        if texts.kind:
            touched.setdefault(texts.kind, []).extend(changed)
        if texts.model == SHEETS:
            erase_sheets(redaction, keys)
    Note.objects.filter(enquiry__in=questions).update(text=NOBODY)
    _own_changes(redaction.identity)
    StatusPeriod.objects.filter(person__in=redaction.identity.people).exclude(reason="").update(reason=NOBODY)
    return {kind: keys for kind, keys in touched.items() if keys}


def _rows(texts: Texts, redaction: Redaction, keys: Sequence[int] | None = None) -> QuerySet[Any]:
    """Those that hold a family name or an address, however the database keeps the text; all rows, or some."""
    rows = _model(texts)._default_manager.all()
    rows = rows.filter(**{texts.federation: redaction.identity.federation}) if texts.federation else rows
    rows = rows if keys is None else rows.filter(pk__in=keys)
    words = {family for _, family in redaction.identity.names if family} | redaction.identity.addresses
    wanted = Q(pk__in=[])
    for field in texts.fields:
        rows = rows.annotate(**{f"{field}_text": Cast(field, TextField())})
        for word in words:
            for spelling in {word, word.encode("unicode_escape").decode()}:
                wanted |= Q(**{f"{field}_text__icontains": spelling})
    return rows.filter(wanted).order_by("pk")


def _redacted(row: Any, texts: Texts, redaction: Redaction) -> bool:
    data = {field: redaction.data(getattr(row, field)) for field in texts.fields}
    if all(data[field] == getattr(row, field) for field in texts.fields):
        return False
    type(row)._default_manager.filter(pk=row.pk).update(**data)
    return True


def _own_changes(identity: Identity) -> None:
    """Of the changes of their own record, what was done stays."""
    for change in Change.objects.filter(person__in=identity.people):
        facts = change_facts({"what": change.what, "detail": change.detail, "reason": change.reason})
        Change.objects.filter(pk=change.pk).update(**facts)


def erase_people(identity: Identity, on: date) -> None:
    """The record stays under its number, without a name; nothing finds it by name any more."""
    _erase_from_addresses(identity, on)
    people = Person.objects.filter(pk__in=identity.people)
    people.update(**person_facts(), sort_key="", anonymous=True, erased_on=on)
    for model in (NameWord, PersonContact, Invitation, MonthlyLetter):
        model._default_manager.filter(person__in=identity.people).delete()


def _erase_from_addresses(identity: Identity, on: date) -> None:
    """Postal addresses that name them or are theirs, on invoices and of organisations, and their own e-mail there."""
    posts = PersonContact.objects.filter(person__in=identity.people).values_list("post", flat=True)
    deliveries.delete_everywhere(
        identity.federation, deliveries.addresses_naming(identity.federation, identity.names, posts), on
    )
    contacts = OrganisationContact.objects.filter(organisation__federation=identity.federation)
    contacts.filter(email__in=identity.closed_addresses).update(email="")


def erase_accounts(identity: Identity) -> None:
    """Accounts are closed: no address, no name, no way in. What they did for clubs stays theirs, by number.

    An account with records in other federations stays, and loses this one.
    """
    now = datetime.now(UTC)
    Person.objects.filter(pk__in=identity.people, account__in=identity.kept).update(account=None)
    for user in identity.closed:
        Token.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
        Token.objects.filter(user=user).update(name=NOBODY)
        for model in (SecondFactor, Draft, CreditDraft, IdempotencyKey):
            model._default_manager.filter(user=user).delete()
        passkeys.remove_all(user, by=None)
        facts = account_facts(user.pk)
        closed = User(password="")
        closed.set_unusable_password()
        User.objects.filter(pk=user.pk).update(
            **facts, is_active=False, password=closed.password, wants_letters=False, last_login=None
        )
    Letter.objects.filter(to__in=identity.closed_addresses).delete()
