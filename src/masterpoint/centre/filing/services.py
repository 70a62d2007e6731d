"""Filing: shown before, then written once. Corrections, endings and the close of a month have modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import consequences, notices
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.examining import Decisions
from masterpoint.centre.filing.identifying import Decided
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.filing.play_digest import played_event
from masterpoint.centre.filing.preparing import (
    FILED,
    Prepared,
    Request,
    prepare,
    prepared_ahead,
    standing_questions,
    still_stands,
)
from masterpoint.centre.filing.similar import ENDED, plays_of
from masterpoint.centre.filing.stored import current_version
from masterpoint.centre.filing.writing import Original as Original
from masterpoint.centre.filing.writing import awards_of, post_awards, save_examined
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
    """What the scorer gets: the filing, and whether it was there already."""

    filing: Filing
    version: Version
    already: bool
    superseded: bool = False
    """Filed before, and corrected since: these results are no longer what it says."""
    undone: tuple[Promotion, ...] = ()
    """Promotions already announced that a correction has undone: flagged, not revoked."""
    waits: bool = False
    """A correction of what is official: the office decides, and until then the approved version counts."""


Also = Callable[[Receipt], None]


def file_event(
    organisation: Organisation,
    event: AnyEvent,
    original: Original,
    *,
    by: User | None,
    decided: Decided,
    late_reason: str = "",
    not_same_as: Collection[str] = (),
    organiser_confirmed: bool = False,
    also: Also = lambda _: None,
) -> Receipt:
    """File an event: facts, original file and awards kept, the ledger posted, newcomers registered; all or nothing.

    The same event again changes nothing and answers with the first receipt, though it was corrected since. What looks
    like a filing that is there already needs a decision that names it. Into a closed month only the federation's office
    files, with a reason; such a filing is official at once, and promotions follow at the next run.

    `also` is done with the receipt in the same transaction.
    """
    request = Request(
        organisation,
        played_event(organisation.pk, event),
        original,
        Decisions(decided, not_same_as, organiser_confirmed),
        by,
        late_reason,
    )
    ahead = prepared_ahead(request)
    if by is not None:
        mail.load_addresses()
    if ahead is None or ahead.examined.already is not None:
        before = filed_before(organisation, request.played.digest)
        if before is not None:
            also(before)
            return before
    tables = consequences.tables()
    with transaction.atomic(), prefetched_answers():
        beside = standing_questions(ahead) if ahead else ()
        held = lock_with_keys(organisation.federation, Filing, Version, Posting, *tables, queries=beside)
        receipt = _file_locked(request, ahead, held)
        also(receipt)
        return receipt


def _file_locked(request: Request, ahead: Prepared | None, held: HeldLock) -> Receipt:
    """What was prepared ahead, where it still stands; otherwise all of it again."""
    if ahead is not None and ahead.examined.already is None and (link := still_stands(ahead)):
        return _write(ahead, link, held)
    before = filed_before(request.organisation, request.played.digest)
    if before is not None:
        return before
    prepared = prepare(request)
    return _write(prepared, prepared.journal_link, held)


def _write(prepared: Prepared, link: Link, held: HeldLock) -> Receipt:
    """Everything that was prepared, numbered and chained after an entry of the journal; the lock is held."""
    filing, version, by = prepared.filing, prepared.version, prepared.request.by
    with batched_writes(held):
        _write_rows(prepared, link)
    notices.receipt(filing, version, by=by)
    return Receipt(filing, version, already=False)


def _write_rows(prepared: Prepared, link: Link) -> None:
    request, examined, filing, version, awards, _, ahead = prepared
    insert(filing)
    save_examined(version, examined)
    if examined.identified.new:
        awards = awards_of(version, examined.paid, examined.detail())
    post_awards(version, awards, by=request.by, none_merged=not examined.identified.merged)
    after = None if examined.identified.new else link  # whoever is registered is written there too
    journal.write_new(
        filing.federation, FILED, "filing", filing, last_entry=after, by=request.by, reason=filing.late_reason
    )
    outcome = Outcome(version, awards.paid, examined.paid, ahead)
    consequences.follow([filing], by=request.by, outcomes={filing.pk: outcome}, new=True)


def filed_before(organisation: Organisation, digest: str) -> Receipt | None:
    """The receipt of the filing that stands and has these results, or once had them."""
    plays = plays_of(organisation.federation).filter(digest=digest).exclude(filing__state__in=ENDED)
    play = plays.select_related("filing").order_by("filing", "version").first()
    if play is None:
        return None
    current = current_version(play.filing)
    return Receipt(play.filing, current, already=True, superseded=current.play.digest != digest)
