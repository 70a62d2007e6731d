"""Erase somebody, on request of the player or by the federation's staff."""

from __future__ import annotations

from datetime import date

from axes.models import AccessAttempt, AccessLog
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.erasing import erasure_list
from masterpoint.centre.erasing.append_only import tables_opened
from masterpoint.centre.erasing.chained_rows import redact_charges, redact_entries, redact_postings
from masterpoint.centre.erasing.identity import Identity, federations_of, identity_of, offices_of
from masterpoint.centre.erasing.pages import write_pages
from masterpoint.centre.erasing.plain_rows import erase_accounts, erase_people, erase_texts
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.scanning import Preparation, Scan, empty_preparation, prepare, prepare_again, scan_for
from masterpoint.centre.erasing.versions import redact_versions
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import Facts, subject
from masterpoint.centre.journal.redactions import ERASED, REDACTED
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.account_journal import note_account, rows_of
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.registry.own_records import lock_all, stop_recording
from masterpoint.core.errors import MasterpointError, Problem

ROWS_ACT = "rows after an erasure"
MAX_TRIES = 3
"""Everything is searched again this often if somebody else is erased meanwhile."""
RESCANS = 2
"""New rows are searched this often before the lock is taken."""
CHAINED_TABLES = ("filing_version", "registry_change", "journal_entry", "ledger_posting", "billing_charge")


class NotErased(MasterpointError):
    """The person cannot be erased."""


def erase(person: Person, *, by: User | None, on: date, in_office: bool = False) -> Person:
    """Remove somebody's name, addresses and texts everywhere. Points, places and the results of others stay.

    Every chained row that changes keeps its place and its hash; the journal names it with its new digest. Somebody with
    an office is refused, unless `in_office` says that the office ends with the erasure. The search and the redaction of
    long rows happen before the lock is taken; only newer rows are searched under it. For somebody who played for years,
    the evenings are written page by page (`pages`). An interrupted erasure can be repeated.
    """
    _require_erasable(identity_of(person, in_office=in_office), in_office=in_office)
    erasure_list.read()  # nothing is erased beside a list that nobody could be added to
    for _ in range(MAX_TRIES):
        preparation = prepare(person, in_office=in_office)
        remaining = _prepare_rest(
            person, write_pages(person, preparation, by=by, in_office=in_office), in_office=in_office
        )
        if remaining is not None:
            break
    scanned_identity = remaining.scan.registered if remaining is not None else identity_of(person, in_office=in_office)
    return _erase(scanned_identity, remaining or preparation, by=by, on=on, in_office=in_office)


def _prepare_rest(person: Person, preparation: Preparation | None, *, in_office: bool) -> Preparation | None:
    """Search new rows repeatedly: each search is shorter than the one before."""
    for _ in range(RESCANS):
        preparation = prepare_again(person, preparation, in_office=in_office) if preparation is not None else None
    return preparation


@pause_collection()
@transaction.atomic
def _erase(
    scanned_identity: Identity, preparation: Preparation, *, by: User | None, on: date, in_office: bool
) -> Person:
    current_identity, federations = _lock_and_identify(scanned_identity, in_office=in_office)
    _require_erasable(current_identity, in_office=in_office)
    scan = scan_for(current_identity, federations, preparation.scan)
    current = preparation if preparation.is_current(scan) else empty_preparation(scan)
    identity = scan.identity
    changed, rows = _redact(scan, current, federations, on)
    erase_accounts(identity)
    _delete_traces(identity)
    officer = None if by is None or by.pk in identity.accounts else by
    for federation in federations:
        _note(federation, identity, changed[federation.pk], by=officer)
    _note_own(identity, rows, by=officer)
    for user in identity.users:
        if user.pk in identity.kept_accounts:
            note_account("record erased", user, by=None)
            stop_recording(user, identity.federation)
    transaction.on_commit(lambda: erasure_list.write([(identity.federation.pk, number) for number in identity.numbers]))
    identity.person.refresh_from_db()
    return identity.person


def _lock_and_identify(previous: Identity, *, in_office: bool) -> tuple[Identity, list[Federation]]:
    """Lock the federations that record the person, and read their identity again."""
    federations = federations_of(previous)
    lock_all(previous.person, *(user for user in previous.users if user.pk in previous.kept_accounts))
    for federation in federations:
        lock(federation)
    identity = identity_of(Person.objects.get(pk=previous.person.pk), in_office=in_office)
    if set(federations_of(identity)) - set(federations):
        message = "this person was given a role in another federation a moment ago"
        raise NotErased(Problem("person", identity.person.number, message, "erase again"))
    return identity, federations


def _require_erasable(identity: Identity, *, in_office: bool) -> None:
    if identity.person.erased_on is not None:
        when = f"{identity.person.erased_on:%-d %B %Y}"
        problem = Problem("number", identity.person.number, f"erased on {when} already", "there is nothing to do")
        raise NotErased(problem)
    offices = offices_of(identity)
    if offices and not in_office:
        message = f"this person has a role: {'; '.join(offices)}"
        raise NotErased(Problem("person", identity.person.number, message, "end the role first, then erase"))


def _redact(
    scan: Scan, preparation: Preparation, federations: list[Federation], on: date
) -> tuple[dict[str, dict[str, str]], dict[str, list[int]]]:
    """Redact everything. Returns the new digests of chained rows by federation, and the other rows for the journal."""
    identity, facts = scan.identity, scan.facts
    redaction = Redaction(identity)
    versions = [pk for pk in scan.versions.keys if pk not in preparation.written.versions]
    charges = [pk for pk in scan.charges.keys if pk not in preparation.written.charges]
    with tables_opened(*CHAINED_TABLES):
        digests = {
            federation.pk: dict(
                redact_entries(
                    facts, federation, scan.entries[federation.pk].keys, preparation.entries.get(federation.pk, {})
                )
            )
            for federation in federations
        }
        own_digests = digests[identity.federation.pk]
        own_digests.update(redact_versions(identity, versions, preparation.versions))
        own_digests.update(redact_charges(redaction, charges, preparation.charges))
        own_digests.update(redact_postings(redaction, scan.postings.keys))
        row_keys = erase_texts(redaction, scan.questions, preparation.texts)
        erase_people(identity, on)
    return digests, row_keys


def _delete_traces(identity: Identity) -> None:
    """Delete sign-ins and wrong passwords, which are stored by address."""
    for model in (AccessLog, AccessAttempt):
        model.objects.filter(username__in=identity.closed_addresses).delete()


def _note(federation: Federation, identity: Identity, digests: dict[str, str], *, by: User | None) -> None:
    """Record every chained row with its new digest, then the accounts."""
    is_own = federation == identity.federation
    facts: dict[str, Facts | None] = {subject(ERASED, pk): {} for pk in sorted(identity.people) if is_own}
    facts |= {f"{REDACTED} {row}": {"digest": digest} for row, digest in digests.items()}
    journal.append(federation, ERASED, journal.pages_of(facts), by=by)
    for user in identity.closed_accounts:
        offices = user.appointments.filter(organisation__federation=federation).values_list("pk", flat=True)
        journal.write(federation, ROWS_ACT, {**rows_of(user), "appointment": offices}, by=by)


def _note_own(identity: Identity, row_keys: dict[str, list[int]], *, by: User | None) -> None:
    """Record the person, the changes of the record, and every changed text."""
    Change.objects.create(federation=identity.federation, person=identity.person, what=ERASED, by=by)
    changes = Change.objects.filter(person__in=identity.people).values_list("pk", flat=True)
    own_row_keys = {"person": sorted(identity.people), "change": [*row_keys.pop("change", []), *changes]}
    journal.write(identity.federation, ROWS_ACT, {**row_keys, **own_row_keys}, by=by)
