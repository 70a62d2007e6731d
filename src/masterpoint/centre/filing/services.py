"""File an event once. Corrections, withdrawals and the closing of a month have their own modules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences, notices
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.examining import Decisions
from masterpoint.centre.filing.identifying import Choices
from masterpoint.centre.filing.models import ENDED_STATES, Filing, Version
from masterpoint.centre.filing.play_digest import play_of
from masterpoint.centre.filing.preparing import (
    FILING_ACT,
    PreparedFiling,
    Request,
    check_queries,
    current_link,
    prepare,
    prepare_before_lock,
)
from masterpoint.centre.filing.similar import plays_of
from masterpoint.centre.filing.stored_events import current_version
from masterpoint.centre.filing.writing import Original as Original
from masterpoint.centre.filing.writing import awards_of, post_awards, save_with_new_people
from masterpoint.centre.journal import services as journal
from masterpoint.centre.journal.queries import Link
from masterpoint.centre.ledger.models import Posting
from masterpoint.centre.locking import lock_with_keys
from masterpoint.centre.mail import services as mail
from masterpoint.centre.records.models import Promotion
from masterpoint.centre.registry.models import Organisation
from masterpoint.centre.statements import batched_writes, insert, prefetched_answers
from masterpoint.centre.write_batch import HeldLock
from masterpoint.core.events import AnyEvent


class Receipt(NamedTuple):
    """The answer to the scorer: the filing, and whether it already existed."""

    filing: Filing
    version: Version
    filed_before: bool
    superseded: bool = False
    """Filed before and corrected since, so it no longer has these results."""
    undone: tuple[Promotion, ...] = ()
    """Announced promotions that a correction no longer supports. They are flagged, not revoked."""
    waits: bool = False
    """A correction of an official filing waits for the office. Until it decides, the approved version counts."""


OnReceipt = Callable[[Receipt], None]


def file_event(
    organisation: Organisation,
    event: AnyEvent,
    original: Original,
    *,
    by: User | None,
    choices: Choices,
    late_reason: str = "",
    not_same_as: Collection[str] = (),
    organiser_confirmed: bool = False,
    on_receipt: OnReceipt = lambda _: None,
) -> Receipt:
    """File an event: store facts, file and awards, post to the ledger, and register new people, in one transaction.

    Filing the same event again changes nothing and returns the first receipt, even if it was corrected since. A similar
    filing needs a decision that names it. Only the federation's office may file into a closed month, with a reason.
    Such a filing is official at once, and promotions follow at the next run.

    `on_receipt` is called with the receipt in the same transaction.
    """
    request = Request(
        organisation,
        play_of(organisation.pk, event),
        original,
        Decisions(choices, not_same_as, organiser_confirmed),
        by,
        late_reason,
    )
    preparation = prepare_before_lock(request)
    if by is not None:
        mail.load_addresses()
    if preparation is None or preparation.examination.existing is not None:
        existing = existing_receipt(organisation, request.play.digest)
        if existing is not None:
            on_receipt(existing)
            return existing
    tables = consequences.tables()
    with transaction.atomic(), prefetched_answers():
        queries = check_queries(preparation) if preparation else ()
        federation_lock = lock_with_keys(organisation.federation, Filing, Version, Posting, *tables, queries=queries)
        receipt = _file_under_lock(request, preparation, federation_lock)
        on_receipt(receipt)
        return receipt


def _file_under_lock(request: Request, preparation: PreparedFiling | None, federation_lock: HeldLock) -> Receipt:
    """Write the preparation if it is still current; otherwise prepare it again."""
    if preparation is not None and preparation.examination.existing is None and (link := current_link(preparation)):
        return _write(preparation, link, federation_lock)
    existing = existing_receipt(request.organisation, request.play.digest)
    if existing is not None:
        return existing
    new_preparation = prepare(request)
    return _write(new_preparation, new_preparation.journal_link, federation_lock)


def _write(preparation: PreparedFiling, link: Link, federation_lock: HeldLock) -> Receipt:
    """Write everything prepared, after an entry of the journal, while holding the lock."""
    filing, version, by = preparation.filing, preparation.version, preparation.request.by
    with batched_writes(federation_lock):
        _write_rows(preparation, link)
    notices.receipt(filing, version, by=by)
    return Receipt(filing, version, filed_before=False)


def _write_rows(preparation: PreparedFiling, link: Link) -> None:
    request, examination, filing, version, awards, _, works = preparation
    insert(filing)
    save_with_new_people(version, examination)
    if examination.identified.new:
        awards = awards_of(version, examination.fileable_result, examination.detail())
    post_awards(version, awards, by=request.by, none_merged=not examination.identified.has_merged)
    last_entry = None if examination.identified.new else link  # registering new people writes to the journal, too
    journal.write_new(
        filing.federation, FILING_ACT, "filing", filing, last_entry=last_entry, by=request.by, reason=filing.late_reason
    )
    outcome = Outcome(version, awards.recipients, examination.fileable_result, works)
    consequences.follow([filing], by=request.by, outcomes={filing.pk: outcome}, new=True)


def existing_receipt(organisation: Organisation, digest: str) -> Receipt | None:
    """The receipt of the filing in force that has, or once had, these results."""
    rows = plays_of(organisation.federation).filter(digest=digest).exclude(filing__state__in=ENDED_STATES)
    play = rows.select_related("filing").order_by("filing", "version").first()
    if play is None:
        return None
    current = current_version(play.filing)
    return Receipt(play.filing, current, filed_before=True, superseded=current.play.digest != digest)
