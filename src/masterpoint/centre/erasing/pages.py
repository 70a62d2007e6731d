"""Redact the rows of a long career page by page, before the rest of the erasure.

Other writers need not wait for all pages. The journal records each page with the new digests of its rows, so the proof
is complete after every page. After an interruption between two pages, the erasure is repeated; rows without the name
stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.erasing.append_only import tables_opened
from masterpoint.centre.erasing.chained_rows import RedactedCharges, redact_charges
from masterpoint.centre.erasing.identity import identity_of
from masterpoint.centre.erasing.redacting import Redaction
from masterpoint.centre.erasing.scanning import Preparation, Progress
from masterpoint.centre.erasing.versions import redact_versions
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.facts import Facts
from masterpoint.centre.journal.queries import last_link
from masterpoint.centre.journal.redactions import ERASED, REDACTED
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Person

ROWS_PER_PAGE = 100
"""The number of evenings and charges changed in one transaction."""
PREPARATION_CHANGED = ("filing_version", "billing_charge")


def write_pages(person: Person, preparation: Preparation, *, by: User | None, in_office: bool) -> Preparation | None:
    """Write all pages of the preparation but the last, and return the rest; None if the preparation is no longer
    current.
    """
    pages = list(_pages(preparation))
    for page in pages[:-1]:
        progress = _write(person, page, preparation, by=by, in_office=in_office)
        if progress is None:
            return None
        preparation = preparation._replace(written=progress)
    if not pages:
        return preparation
    return preparation._replace(versions=pages[-1].versions, charges=pages[-1].charges)


def _pages(preparation: Preparation) -> Iterator[Preparation]:
    """Pages of evenings, then of postings with all their charges, of which there may be hundreds."""
    rows: list[tuple[int, int | str]] = [(1, pk) for pk in preparation.versions]
    rows += [(len(preparation.charges.keys[posting]), posting) for posting in preparation.charges.sealed]
    page: list[int | str] = []
    count = 0
    for row_count, row in rows:
        if page and count + row_count > ROWS_PER_PAGE:
            yield _page(preparation, page)
            page, count = [], 0
        page.append(row)
        count += row_count
    if page:
        yield _page(preparation, page)


def _page(preparation: Preparation, rows: Sequence[int | str]) -> Preparation:
    """A page of versions by key, and of postings by name."""
    versions = {row: preparation.versions[row] for row in rows if isinstance(row, int)}
    charges = _charges_of(preparation.charges, [row for row in rows if isinstance(row, str)])
    return preparation._replace(versions=versions, charges=charges)


def _charges_of(charges: RedactedCharges, postings: list[str]) -> RedactedCharges:
    keys = {posting: charges.keys[posting] for posting in postings}
    rows = {pk: charges.charges[pk] for posting_keys in keys.values() for pk in posting_keys}
    return RedactedCharges(rows, {posting: charges.sealed[posting] for posting in postings}, keys)


@pause_collection()
@transaction.atomic
def _write(
    person: Person, page: Preparation, earlier: Preparation, *, by: User | None, in_office: bool
) -> Progress | None:
    """Write one page under the lock, and return the progress."""
    federation = earlier.scan.registered.federation
    lock(federation)
    current_identity = identity_of(Person.objects.get(pk=person.pk), in_office=in_office)
    if current_identity != earlier.scan.registered or earlier.erased_since():
        return None
    identity = earlier.scan.identity
    with tables_opened(*PREPARATION_CHANGED):
        redacted_digests = dict(redact_versions(identity, list(page.versions), page.versions))
        redacted_digests.update(redact_charges(Redaction(identity), list(page.charges.charges), page.charges))
    facts: dict[str, Facts | None] = {
        f"{REDACTED} {row}": {"digest": digest} for row, digest in redacted_digests.items()
    }
    journal.append(
        federation, ERASED, journal.pages_of(facts), by=None if by is None or by.pk in identity.accounts else by
    )
    progress = earlier.written
    return Progress(
        progress.versions | {*page.versions}, progress.charges | {*page.charges.charges}, last_link(federation).number
    )
