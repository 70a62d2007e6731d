"""Chained rows without a name: entries of the journal, postings of the ledger and of the accounts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.billing import chain as accounts
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.models import Posting as AccountPosting
from masterpoint.centre.erasing.identity import Identity
from masterpoint.centre.erasing.looking import Rows, looked_on, rows_after
from masterpoint.centre.erasing.redacting import ADDRESS, NOBODY, PLAYER, Redaction
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.redactions import ERASED
from masterpoint.centre.journal.services import digest as entry_digest
from masterpoint.centre.ledger.chain import NewLine, digest
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.row_updates import Values, update_rows, values_of

AT_ONCE = 200
ENTRY, CHARGE = ("facts", "reason", "salt"), ("detail",)
"""What changes of an entry of the journal, and of a charge."""
Redacted = Iterator[tuple[str, str]]
"""Rows that were changed, each with the digest it has now."""


class JournalFacts:
    """What entries say of a person, of their accounts and of their questions."""

    def __init__(self, identity: Identity, questions: frozenset[int]) -> None:
        self.identity, self.questions, self.redaction = identity, questions, Redaction(identity)

    def data(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {about: None if row is None else self._row(about, row) for about, row in facts.items()}

    def _row(self, about: str, row: dict[str, Any]) -> dict[str, Any]:
        kind, _, key = about.partition(" ")
        if kind == "person" and int(key) in self.identity.people:
            return row | person_facts()
        if kind == "account" and int(key) in self.identity.accounts:
            return row | account_facts(int(key))
        if kind == "appointment" and row.get("user") in self.identity.accounts:
            account = account_facts(row["user"])
            return row | {"user__email": account["email"], "user__name": account["name"]}
        if kind in ("token", "passkey") and row.get("user") in self.identity.accounts:
            return row | {"name": NOBODY}
        if kind == "question" and int(key) in self.questions:
            return row | {"notes": [[by, at, NOBODY] for by, at, _ in row["notes"]]}
        data: dict[str, Any] = self.redaction.data(row)
        return data | change_facts(data) if kind == "change" and row.get("person") in self.identity.people else data


def person_facts() -> dict[str, Any]:
    """Of a person, what takes the place of what could identify them."""
    given, _, family = PLAYER.partition(" ")
    return {"given_name": given, "family_name": family, "born_in": None}


def account_facts(pk: int) -> dict[str, str]:
    return {"email": f"erased-{pk}@erased.invalid", "name": PLAYER}


def change_facts(change: dict[str, Any]) -> dict[str, Any]:
    """Of a change of their record: what was done stays; names, addresses and the officer's words go."""
    detail = {
        key: PLAYER if change["what"] == "renamed" else _without_addresses(value)
        for key, value in (change["detail"] or {}).items()
    }
    return {"detail": detail, "reason": NOBODY if change["reason"] else ""}


def _without_addresses(value: Any) -> Any:
    return ADDRESS.sub(NOBODY, value) if isinstance(value, str) else value


def entries_naming(facts: JournalFacts, federation: Federation, before: Rows) -> Rows:
    """Every entry of a federation is looked at, but of erasures: names stand in many kinds of them."""
    entries = entries_after(federation, before.last)
    return looked_on(
        before,
        (
            (entry.number, facts.data(entry.facts) != entry.facts or facts.redaction.text(entry.reason) != entry.reason)
            for entry in entries.iterator(chunk_size=AT_ONCE)
        ),
    )


def entries_after(federation: Federation, number: int) -> QuerySet[Entry]:
    """Entries that may hold a name; those of erasures have digests alone."""
    return Entry.objects.filter(federation=federation, number__gt=number).exclude(what=ERASED).order_by("number")


class RedactedEntry(NamedTuple):
    """An entry without the name, ready to be written, and the digest it will have."""

    number: int
    digest: str
    values: Values


def redacted_entries(facts: JournalFacts, federation: Federation, numbers: Sequence[int]) -> Iterator[RedactedEntry]:
    """Entries of a federation that hold the name without it, worked out and not written."""
    for start in range(0, len(numbers), AT_ONCE):
        page = Entry.objects.filter(federation=federation, number__in=numbers[start : start + AT_ONCE])
        for entry in page.order_by("number"):
            entry.facts, entry.reason, entry.salt = facts.data(entry.facts), facts.redaction.text(entry.reason), ""
            yield RedactedEntry(entry.number, entry_digest(entry), values_of(entry, ENTRY))


def redact_entries(
    facts: JournalFacts, federation: Federation, numbers: Sequence[int], ready: Mapping[int, RedactedEntry]
) -> Redacted:
    """Entries of a federation that hold the name."""
    others = redacted_entries(facts, federation, [number for number in numbers if number not in ready])
    redacted = [*(ready[number] for number in numbers if number in ready), *others]
    update_rows(Entry, ENTRY, [row.values for row in redacted])
    yield from ((f"entry {row.number}", row.digest) for row in redacted)


def postings_naming(redaction: Redaction, before: Rows) -> Rows:
    """Why points were adjusted or moved, and the facts of it; most postings are of filings, and say nothing."""
    postings = Posting.objects.filter(federation=redaction.identity.federation, number__gt=before.last)
    last = postings.order_by("-number").values_list("number", flat=True).first() or before.last
    written = postings.filter(~Q(reason="") | Q(version=None, detail__isnull=False)).order_by("number")
    rows = written.values_list("number", "reason", "detail").iterator(chunk_size=AT_ONCE)
    return looked_on(
        before,
        (
            (number, redaction.text(reason) != reason or redaction.data(detail) != detail)
            for number, reason, detail in rows
        ),
    )._replace(last=last)


def redact_postings(redaction: Redaction, numbers: Sequence[int]) -> Redacted:
    """Postings of the ledger that hold the name."""
    for number in numbers:
        posting = Posting.objects.get(federation=redaction.identity.federation, number=number)
        posting.reason, posting.detail = redaction.text(posting.reason), redaction.data(posting.detail)
        posting.save(update_fields=["reason", "detail"])
        yield f"posting {posting.number}", _posting_digest(posting)


def _posting_digest(posting: Posting) -> str:
    rows = posting.lines.order_by("pk").values_list("person", "colour", "hundredths", "day", "award")
    return digest(
        federation=posting.federation_id,
        number=posting.number,
        kind=posting.kind,
        version=posting.version_id,
        reverses=posting.reverses.number if posting.reverses else None,
        reason=posting.reason,
        by=posting.by_id,
        at=posting.at,
        lines=[NewLine(*row) for row in rows],
        previous=posting.previous_hash,
        detail=posting.detail,
    )


def charges_naming(redaction: Redaction, before: Rows) -> Rows:
    """Charges list the heads they count by name."""
    charges = rows_after(before, Charge.objects.all(), "posting__federation", redaction.identity.federation)
    rows = charges.values_list("pk", "detail").iterator(chunk_size=AT_ONCE)
    return looked_on(before, ((pk, _charge_detail(redaction, detail) != detail) for pk, detail in rows))


def redacted_charges(redaction: Redaction, keys: Sequence[int]) -> Iterator[Charge]:
    """Charges that hold the name without it, worked out and not written."""
    for start in range(0, len(keys), AT_ONCE):
        for charge in Charge.objects.filter(pk__in=keys[start : start + AT_ONCE]).only("posting", "detail"):
            charge.detail = _charge_detail(redaction, charge.detail)
            yield charge


class RedactedCharges(NamedTuple):
    """Charges without the name, ready to be written, and each posting they belong to with the digest it will have."""

    charges: Mapping[int, Values]
    """By their keys."""
    sealed: Mapping[str, str]
    keys: Mapping[str, Sequence[int]]
    """The charges of each posting."""


NO_CHARGES = RedactedCharges({}, {}, {})


def redacted_postings(redaction: Redaction, keys: Sequence[int]) -> RedactedCharges:
    """The charges that hold the name, and the postings with such charges as they are to be sealed anew."""
    charges = list(redacted_charges(redaction, keys))
    details = {charge.pk: charge.detail for charge in charges}
    touched = {charge.posting_id for charge in charges}
    postings = list(AccountPosting.objects.filter(pk__in=touched).select_related("seal").order_by("number"))
    sealed: dict[str, str] = {}
    own: dict[int, list[int]] = {}
    for charge in charges:
        own.setdefault(charge.posting_id, []).append(charge.pk)
    for start in range(0, len(postings), AT_ONCE):
        page = postings[start : start + AT_ONCE]
        digests = accounts.digests(page, {posting.pk: posting.seal.previous_hash for posting in page}, details)
        sealed |= {f"account posting {posting.number}": digests[posting.pk] for posting in page}
    of_postings = {f"account posting {posting.number}": own[posting.pk] for posting in postings}
    return RedactedCharges({charge.pk: values_of(charge, CHARGE) for charge in charges}, sealed, of_postings)


def redact_charges(redaction: Redaction, keys: Sequence[int], ready: RedactedCharges) -> Redacted:
    """Charges that hold the name; a posting is written at once, so it is ready with all its charges or with none."""
    others = redacted_postings(redaction, [pk for pk in keys if pk not in ready.charges])
    update_rows(Charge, CHARGE, [*ready.charges.values(), *others.charges.values()])
    yield from {**ready.sealed, **others.sealed}.items()


def _charge_detail(redaction: Redaction, detail: dict[str, Any]) -> dict[str, Any]:
    """Heads are lists of name, number and what they count for."""
    data: dict[str, Any] = redaction.data(detail)
    heads = [[PLAYER, *head[1:]] if head[1] in redaction.identity.numbers else head for head in data.get("heads", [])]
    return data | {"heads": heads} if heads else data
