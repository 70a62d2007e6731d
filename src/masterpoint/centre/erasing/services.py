"""Erase somebody: the act of one transaction, asked for by the player or done by the federation's staff."""

from __future__ import annotations

from datetime import date

from axes.models import AccessAttempt, AccessLog
from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.erasing import erasure_list
from masterpoint.centre.erasing.append_only import opened
from masterpoint.centre.erasing.chained import redact_charges, redact_entries, redact_postings
from masterpoint.centre.erasing.identity import Identity, federations_of, identity_of, offices_of
from masterpoint.centre.erasing.pages import write_pages
from masterpoint.centre.erasing.plain_rows import erase_accounts, erase_people, erase_texts
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.scanning import Ahead, Scan, look_again, nothing_ahead, prepare, scan_for
from masterpoint.centre.erasing.versions import redact_versions
from masterpoint.centre.garbage_collection import paused
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import Facts, subject
from masterpoint.centre.journal.redactions import ERASED, REDACTED
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.account_journal import note_account, rows_of
from masterpoint.centre.registry.models import Change, Federation, Person
from masterpoint.centre.registry.own_records import leave, lock_all
from masterpoint.core.errors import MasterpointError, Problem

AFTERWARDS = "rows after an erasure"
MOST_LOOKS = 3
"""Everything is looked through again so often where somebody else is erased meanwhile."""
SHORTER_LOOKS = 2
"""So often is what was written since looked through before the lock is taken."""
CHAINED = ("filing_version", "registry_change", "journal_entry", "ledger_posting", "billing_charge")


class NotErased(MasterpointError):
    """Somebody cannot be erased like this."""


def erase(person: Person, *, by: User | None, on: date, in_office: bool = False) -> Person:
    """Take somebody's name, addresses and words out of everything. Points, places and everybody else's results stay.

    Every chained row that is changed keeps its place and its hash; the journal names it, with the digest it has now.
    Whoever holds an office is refused, unless `in_office` says that it ends with this. Everything is looked through
    and the long rows are worked out before the lock is taken; with it, only what was written since. Of somebody who has
    played for years, the evenings are written some at a time (`pages`); whatever stops is begun again.
    """
    _require_erasable(identity_of(person, in_office=in_office), in_office=in_office)
    for _ in range(MOST_LOOKS):
        ahead = prepare(person, in_office=in_office)
        left = _looked_again(person, write_pages(person, ahead, by=by, in_office=in_office), in_office=in_office)
        if left is not None:
            break
    known = left.scan.registered if left is not None else identity_of(person, in_office=in_office)
    return _erase(known, left or ahead, by=by, on=on, in_office=in_office)


def _looked_again(person: Person, ahead: Ahead | None, *, in_office: bool) -> Ahead | None:
    """A long look is followed by a short one, and that by one that is shorter still."""
    for _ in range(SHORTER_LOOKS):
        ahead = look_again(person, ahead, in_office=in_office) if ahead is not None else None
    return ahead


@paused()
@transaction.atomic
def _erase(known: Identity, ahead: Ahead, *, by: User | None, on: date, in_office: bool) -> Person:
    registered, federations = _locked(known, in_office=in_office)
    _require_erasable(registered, in_office=in_office)
    scan = scan_for(registered, federations, ahead.scan)
    ready = ahead if ahead.still_holds(scan) else nothing_ahead(scan)
    identity = scan.identity
    changed, touched = _redact(scan, ready, federations, on)
    erase_accounts(identity)
    _delete_traces(identity)
    officer = None if by is None or by.pk in identity.accounts else by
    for federation in federations:
        _note(federation, identity, changed[federation.pk], by=officer)
    _note_own(identity, touched, by=officer)
    for user in identity.users:
        if user.pk in identity.kept:
            note_account("record erased", user, by=None)
            leave(user, identity.federation)
    transaction.on_commit(lambda: erasure_list.write([(identity.federation.pk, number) for number in identity.numbers]))
    identity.person.refresh_from_db()
    return identity.person


def _locked(known: Identity, *, in_office: bool) -> tuple[Identity, list[Federation]]:
    """Who is erased, as they are now that nobody else can change them, and the federations that know them."""
    federations = federations_of(known)
    lock_all(known.person, *(user for user in known.users if user.pk in known.kept))
    for federation in federations:
        lock(federation)
    identity = identity_of(Person.objects.get(pk=known.person.pk), in_office=in_office)
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
    scan: Scan, ready: Ahead, federations: list[Federation], on: date
) -> tuple[dict[str, dict[str, str]], dict[str, list[int]]]:
    """Chained rows by federation, each with its new digest; and the other rows that the journal must know of."""
    identity, facts = scan.identity, scan.facts
    redaction = Redaction(identity)
    versions = [pk for pk in scan.versions.keys if pk not in ready.written.versions]
    charges = [pk for pk in scan.charges.keys if pk not in ready.written.charges]
    with opened(*CHAINED):
        changed = {
            federation.pk: dict(
                redact_entries(
                    facts, federation, scan.entries[federation.pk].keys, ready.entries.get(federation.pk, {})
                )
            )
            for federation in federations
        }
        own = changed[identity.federation.pk]
        own.update(redact_versions(identity, versions, ready.versions))
        own.update(redact_charges(redaction, charges, ready.charges))
        own.update(redact_postings(redaction, scan.postings.keys))
        touched = erase_texts(redaction, scan.questions, ready.texts)
        erase_people(identity, on)
    return changed, touched


def _delete_traces(identity: Identity) -> None:
    """Sign-ins, and wrong passwords, are kept under the address alone."""
    for kept in (AccessLog, AccessAttempt):
        kept.objects.filter(username__in=identity.closed_addresses).delete()


def _note(federation: Federation, identity: Identity, changed: dict[str, str], *, by: User | None) -> None:
    """Every chained row with the digest it has now, then the accounts as they are."""
    own = federation == identity.federation
    facts: dict[str, Facts | None] = {subject(ERASED, pk): {} for pk in sorted(identity.people) if own}
    facts |= {f"{REDACTED} {row}": {"digest": digest} for row, digest in changed.items()}
    journal.append(federation, ERASED, journal.pages_of(facts), by=by)
    for user in identity.closed:
        offices = user.appointments.filter(organisation__federation=federation).values_list("pk", flat=True)
        journal.write(federation, AFTERWARDS, {**rows_of(user), "appointment": offices}, by=by)


def _note_own(identity: Identity, touched: dict[str, list[int]], *, by: User | None) -> None:
    """The person, the changes of the record, and every text that was changed, as they are."""
    Change.objects.create(federation=identity.federation, person=identity.person, what=ERASED, by=by)
    changes = Change.objects.filter(person__in=identity.people).values_list("pk", flat=True)
    own = {"person": sorted(identity.people), "change": [*touched.pop("change", []), *changes]}
    journal.write(identity.federation, AFTERWARDS, {**touched, **own}, by=by)
