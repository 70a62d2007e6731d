"""The moment at which something was prepared: the last entries of the journal and the accounts, read before the lock.

Every change of a filing, a club or a tariff appears in one of the two. Events that others file in between do not
matter, unless they are charged to the same club.
"""

from __future__ import annotations

from collections.abc import Collection

from masterpoint.centre.billing.models import Posting
from masterpoint.centre.filing.preparing import FILING_ACT
from masterpoint.centre.journal.moments import Moment, moment_with
from masterpoint.centre.registry.models import Federation
from masterpoint.centre.statements import select

LAST = "SELECT number FROM billing_posting WHERE federation_id = %s ORDER BY number DESC LIMIT 1"
OTHER_ACTS = "SELECT 1 FROM journal_entry WHERE federation_id = %s AND number > %s AND what <> %s LIMIT 1"
SINCE = "SELECT id, kind FROM billing_posting WHERE federation_id = %s AND number > %s"
CHARGED_SINCE = "SELECT 1 FROM billing_charge WHERE posting_id = ANY(%s) AND organisation_id = ANY(%s) LIMIT 1"


def current_moment(federation: Federation) -> Moment:
    """The current moment. Read it before everything else."""
    return moment_with(federation, LAST)


def is_current(federation: Federation, since: Moment, organisations: Collection[int]) -> bool:
    """Whether what was prepared for these organisations is still right. Call it under the lock."""
    if select(OTHER_ACTS, federation.pk, since.entry, FILING_ACT):
        return False
    postings = select(SINCE, federation.pk, since.posting)
    if any(kind != Posting.Kind.CHARGES for _, kind in postings):
        return False
    return not postings or not select(CHARGED_SINCE, [key for key, _ in postings], sorted(organisations))
