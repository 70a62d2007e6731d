"""Rows that stand in no chain themselves: people, accounts, and texts that may hold a name."""

from __future__ import annotations

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
from masterpoint.centre.erasing.chained import account_facts, change_facts, person_facts
from masterpoint.centre.erasing.identity import Identity
from masterpoint.centre.erasing.redacting import NOBODY, Redaction
from masterpoint.centre.erasing.sheet_rows import erase_sheets
from masterpoint.centre.filing.models import Draft, IdempotencyKey
from masterpoint.centre.mail.models import Letter, MonthlyLetter
from masterpoint.centre.registry import passkeys
from masterpoint.centre.registry.models import (
    Change,
    NameWord,
    OrganisationContact,
    Person,
    PersonContact,
    StatusPeriod,
)


class Texts(NamedTuple):
    """Fields of a table that people write into, and what the journal calls its rows."""

    model: str
    federation: str
    fields: tuple[str, ...]
    kind: str = ""


TEXTS = (
    Texts("registry.Change", "federation", ("detail", "reason"), "change"),
    Texts("filing.Month", "federation", ("decision", "left_open"), "month"),
    Texts("filing.Filing", "federation", ("state_reason", "late_reason"), "filing"),
    Texts("records.PromotionRun", "federation", ("revoked_reason",), "run"),
    Texts("records.Promotion", "run__federation", ("flagged", "settled_note", "revoked_reason"), "promotion"),
    Texts("proposals.Proposal", "federation", ("arguments", "summary", "reason", "note"), "proposal"),
    Texts("filing.IdempotencyKey", "filing__federation", ("answer",)),
    Texts("filing.Draft", "federation", ("choices", "event")),
    Texts("sheets.Sheet", "organisation__federation", ("fields", "problems", "done")),
    Texts("mail.Letter", "", ("subject", "text")),
)
"""Where officers write, and where programs keep what they were answered."""


def erase_texts(redaction: Redaction, questions: frozenset[int]) -> dict[str, list[int]]:
    """The name out of every text; the rows that the journal must know of, by kind."""
    touched = {"question": sorted(questions)}
    for texts in TEXTS:
        changed = [row.pk for row in _rows(texts, redaction) if _redacted(row, texts, redaction)]
        if texts.kind:
            touched.setdefault(texts.kind, []).extend(changed)
    erase_sheets(redaction)
    Note.objects.filter(enquiry__in=questions).update(text=NOBODY)
    _own_changes(redaction.identity)
    StatusPeriod.objects.filter(person__in=redaction.identity.people).exclude(reason="").update(reason=NOBODY)
    return {kind: keys for kind, keys in touched.items() if keys}


def _rows(texts: Texts, redaction: Redaction) -> QuerySet[Any]:
    """Those that hold a family name or an address, however the database keeps the text."""
    model: type[Model] = apps.get_model(texts.model)
    own = {texts.federation: redaction.identity.federation} if texts.federation else {}
    rows = model._default_manager.filter(**own)
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
    deliveries.delete_everywhere(identity.federation, deliveries.naming(identity.federation, identity.names, posts), on)
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
