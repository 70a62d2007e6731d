"""Redact chained rows: entries of the journal, postings of the ledger and of the accounts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from masterpoint.centre.billing import chain as accounts
from masterpoint.centre.billing.models import Charge
from masterpoint.centre.billing.models import Posting as AccountPosting
from masterpoint.centre.erasing.identity import Identity
from masterpoint.centre.erasing.redacting import ADDRESS, NOBODY, PLAYER, Redaction
from masterpoint.centre.erasing.row_search import SearchedRows, continue_search, rows_since
from masterpoint.centre.journal.models import Entry
from masterpoint.centre.journal.redactions import ERASED
from masterpoint.centre.journal.services import digest as entry_digest
from masterpoint.centre.ledger.chain import NewLine, digest
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.row_updates import Values, update_rows, values_of

ROWS_PER_PAGE = 200
ENTRY, CHARGE = ("facts", "reason", "salt"), ("detail",)
"""The fields that change in an entry of the journal, and in a charge."""
NewDigests = Iterator[tuple[str, str]]
"""The changed rows, each with its new digest."""


class JournalFacts:
    """Redacts the facts of entries about a person, their accounts and their questions."""

    def __init__(self, identity: Identity, questions: frozenset[int]) -> None:
        self.identity, self.questions, self.redaction = identity, questions, Redaction(identity)

    def data(self, facts: dict[str, Any]) -> dict[str, Any]:
        return {row_name: None if row is None else self._row(row_name, row) for row_name, row in facts.items()}

    def _row(self, row_name: str, row: dict[str, Any]) -> dict[str, Any]:
        kind, _, key = row_name.partition(" ")
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
    """Replacements for facts that could identify a person."""
    given_name, _, family_name = PLAYER.partition(" ")
    return {"given_name": given_name, "family_name": family_name, "born_in": None}


def account_facts(pk: int) -> dict[str, str]:
    return {"email": f"erased-{pk}@erased.invalid", "name": PLAYER}


def change_facts(change: dict[str, Any]) -> dict[str, Any]:
    """The redacted facts of a change of their record. The act stays; names, addresses and the officer's words go."""
    detail = {
        key: PLAYER if change["what"] == "renamed" else _without_addresses(value)
        for key, value in (change["detail"] or {}).items()
    }
    return {"detail": detail, "reason": NOBODY if change["reason"] else ""}


def _without_addresses(value: Any) -> Any:
    return ADDRESS.sub(NOBODY, value) if isinstance(value, str) else value


def entries_with_name(facts: JournalFacts, federation: Federation, earlier: SearchedRows) -> SearchedRows:
    """Entries with the name.

    Every entry of a federation is read, because many kinds have names, except those of erasures.
    """
    entries = entries_after(federation, earlier.last)
    return continue_search(
        earlier,
        (
            (entry.number, facts.data(entry.facts) != entry.facts or facts.redaction.text(entry.reason) != entry.reason)
            for entry in entries.iterator(chunk_size=ROWS_PER_PAGE)
        ),
    )


def entries_after(federation: Federation, number: int) -> QuerySet[Entry]:
    """Entries that may have a name. Those of erasures only have digests."""
    return Entry.objects.filter(federation=federation, number__gt=number).exclude(what=ERASED).order_by("number")


class RedactedEntry(NamedTuple):
    """A redacted entry, not yet written, with its new digest."""

    number: int
    digest: str
    values: Values


def redacted_entries(facts: JournalFacts, federation: Federation, numbers: Sequence[int]) -> Iterator[RedactedEntry]:
    """Redacted entries of a federation, not yet written."""
    for start in range(0, len(numbers), ROWS_PER_PAGE):
        page = Entry.objects.filter(federation=federation, number__in=numbers[start : start + ROWS_PER_PAGE])
        for entry in page.order_by("number"):
            entry.facts, entry.reason, entry.salt = facts.data(entry.facts), facts.redaction.text(entry.reason), ""
            yield RedactedEntry(entry.number, entry_digest(entry), values_of(entry, ENTRY))


def redact_entries(
    facts: JournalFacts, federation: Federation, numbers: Sequence[int], prepared: Mapping[int, RedactedEntry]
) -> NewDigests:
    """Redact entries of a federation."""
    further = redacted_entries(facts, federation, [number for number in numbers if number not in prepared])
    entries = [*(prepared[number] for number in numbers if number in prepared), *further]
    update_rows(Entry, ENTRY, [row.values for row in entries])
    yield from ((f"entry {row.number}", row.digest) for row in entries)


def postings_with_name(redaction: Redaction, earlier: SearchedRows) -> SearchedRows:
    """Postings with the name in their reason or facts. Most postings are of filings and have neither."""
    postings = Posting.objects.filter(federation=redaction.identity.federation, number__gt=earlier.last)
    last_number = postings.order_by("-number").values_list("number", flat=True).first() or earlier.last
    candidates = postings.filter(~Q(reason="") | Q(version=None, detail__isnull=False)).order_by("number")
    rows = candidates.values_list("number", "reason", "detail").iterator(chunk_size=ROWS_PER_PAGE)
    return continue_search(
        earlier,
        (
            (number, redaction.text(reason) != reason or redaction.data(detail) != detail)
            for number, reason, detail in rows
        ),
    )._replace(last=last_number)


def redact_postings(redaction: Redaction, numbers: Sequence[int]) -> NewDigests:
    """Redact postings of the ledger."""
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


def charges_with_name(redaction: Redaction, earlier: SearchedRows) -> SearchedRows:
    """Charges with the name, which is in their list of heads."""
    charges = rows_since(earlier, Charge.objects.all(), "posting__federation", redaction.identity.federation)
    rows = charges.values_list("pk", "detail").iterator(chunk_size=ROWS_PER_PAGE)
    return continue_search(earlier, ((pk, _charge_detail(redaction, detail) != detail) for pk, detail in rows))


def redacted_charges(redaction: Redaction, keys: Sequence[int]) -> Iterator[Charge]:
    """Redacted charges, not yet written."""
    for start in range(0, len(keys), ROWS_PER_PAGE):
        for charge in Charge.objects.filter(pk__in=keys[start : start + ROWS_PER_PAGE]).only("posting", "detail"):
            charge.detail = _charge_detail(redaction, charge.detail)
            yield charge


class RedactedCharges(NamedTuple):
    """Redacted charges, not yet written, and the new digest of each of their postings."""

    charges: Mapping[int, Values]
    """By their keys."""
    sealed: Mapping[str, str]
    keys: Mapping[str, Sequence[int]]
    """The charges of each posting."""


NO_CHARGES = RedactedCharges({}, {}, {})


def redacted_postings(redaction: Redaction, keys: Sequence[int]) -> RedactedCharges:
    """Redacted charges, and the new digests of their postings."""
    charges = list(redacted_charges(redaction, keys))
    details = {charge.pk: charge.detail for charge in charges}
    posting_keys = {charge.posting_id for charge in charges}
    postings = list(AccountPosting.objects.filter(pk__in=posting_keys).select_related("seal").order_by("number"))
    substitutes: dict[str, str] = {}
    charge_keys: dict[int, list[int]] = {}
    for charge in charges:
        charge_keys.setdefault(charge.posting_id, []).append(charge.pk)
    for start in range(0, len(postings), ROWS_PER_PAGE):
        page = postings[start : start + ROWS_PER_PAGE]
        digests = accounts.digests(page, {posting.pk: posting.seal.previous_hash for posting in page}, details)
        substitutes |= {f"account posting {posting.number}": digests[posting.pk] for posting in page}
    of_postings = {f"account posting {posting.number}": charge_keys[posting.pk] for posting in postings}
    return RedactedCharges({charge.pk: values_of(charge, CHARGE) for charge in charges}, substitutes, of_postings)


def redact_charges(redaction: Redaction, keys: Sequence[int], prepared: RedactedCharges) -> NewDigests:
    """Redact charges. A posting is written as a whole, so either all its charges are prepared or none."""
    further = redacted_postings(redaction, [pk for pk in keys if pk not in prepared.charges])
    update_rows(Charge, CHARGE, [*prepared.charges.values(), *further.charges.values()])
    yield from {**prepared.sealed, **further.sealed}.items()


def _charge_detail(redaction: Redaction, detail: dict[str, Any]) -> dict[str, Any]:
    """The detail of a charge without the name. Its heads are lists of name, number and more."""
    data: dict[str, Any] = redaction.data(detail)
    heads = [[PLAYER, *head[1:]] if head[1] in redaction.identity.numbers else head for head in data.get("heads", [])]
    return data | {"heads": heads} if heads else data
