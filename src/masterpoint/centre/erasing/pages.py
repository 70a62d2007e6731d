"""The rows of somebody who has played for years, changed a page at a time, before what is left of them is erased.

Nobody waits for all of them. Each page is noted in the journal with the digests its rows have since, so that everything
is proved after each. What stops between two pages is erased again: rows without the name stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.erasing.append_only import opened
from masterpoint.centre.erasing.chained import RedactedCharges, redact_charges
from masterpoint.centre.erasing.identity import identity_of
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.scanning import Ahead, Written
from masterpoint.centre.erasing.versions import redact_versions
from masterpoint.centre.garbage_collection import paused
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import Facts
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.journal.redactions import ERASED, REDACTED
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Person

AT_ONCE = 100
"""So many evenings and charges are changed in one transaction."""
CHANGED = ("filing_version", "billing_charge")


def write_pages(person: Person, ahead: Ahead, *, by: User | None, in_office: bool) -> Ahead | None:
    """Everything that was worked out ahead but the last page; gives what is left, and nothing if it no longer holds."""
    pages = list(_pages(ahead))
    for page in pages[:-1]:
        written = _write(person, page, ahead, by=by, in_office=in_office)
        if written is None:
            return None
        ahead = ahead._replace(written=written)
    if not pages:
        return ahead
    return ahead._replace(versions=pages[-1].versions, charges=pages[-1].charges)


def _pages(ahead: Ahead) -> Iterator[Ahead]:
    """Evenings first; a posting is written with all its charges, of which one may have hundreds."""
    rows: list[tuple[int, int | str]] = [(1, pk) for pk in ahead.versions]
    rows += [(len(ahead.charges.keys[posting]), posting) for posting in ahead.charges.sealed]
    page: list[int | str] = []
    count = 0
    for more, row in rows:
        if page and count + more > AT_ONCE:
            yield _page(ahead, page)
            page, count = [], 0
        page.append(row)
        count += more
    if page:
        yield _page(ahead, page)


def _page(ahead: Ahead, rows: Sequence[int | str]) -> Ahead:
    """Some versions, by their keys, and some postings, by their names."""
    versions = {row: ahead.versions[row] for row in rows if isinstance(row, int)}
    charges = _charges_of(ahead.charges, [row for row in rows if isinstance(row, str)])
    return ahead._replace(versions=versions, charges=charges)


def _charges_of(charges: RedactedCharges, postings: list[str]) -> RedactedCharges:
    keys = {posting: charges.keys[posting] for posting in postings}
    rows = {pk: charges.charges[pk] for own in keys.values() for pk in own}
    return RedactedCharges(rows, {posting: charges.sealed[posting] for posting in postings}, keys)


@paused()
@transaction.atomic
def _write(person: Person, page: Ahead, before: Ahead, *, by: User | None, in_office: bool) -> Written | None:
    """One page, with the lock; what is written by then."""
    federation = before.scan.registered.federation
    lock(federation)
    registered = identity_of(Person.objects.get(pk=person.pk), in_office=in_office)
    if registered != before.scan.registered or before.erased_since():
        return None
    identity = before.scan.identity
    with opened(*CHANGED):
        changed = dict(redact_versions(identity, list(page.versions), page.versions))
        changed.update(redact_charges(Redaction(identity), list(page.charges.charges), page.charges))
    facts: dict[str, Facts | None] = {f"{REDACTED} {row}": {"digest": digest} for row, digest in changed.items()}
    journal.append(
        federation, ERASED, journal.pages_of(facts), by=None if by is None or by.pk in identity.accounts else by
    )
    done = before.written
    return Written(
        done.versions | {*page.versions}, done.charges | {*page.charges.charges}, last_link(federation).number
    )
