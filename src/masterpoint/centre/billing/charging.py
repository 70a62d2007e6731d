"""Charges follow from filings, as awards do.

They are computed again after every change, and the difference is posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.assessing import charges_of
from masterpoint.centre.billing.differences import Difference, Due, differences, post_differences
from masterpoint.centre.billing.free_sessions import claims_a_free_session, claims_in_order, claims_of
from masterpoint.centre.billing.moments import current_moment, is_current
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.models import ENDED_STATES, Filing
from masterpoint.centre.filing.stored_events import current_key, event_of_version
from masterpoint.centre.garbage_collection import pause_collection
from masterpoint.centre.journal.moments import Moment
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.errors import MasterpointError, Problem, Refused

FILINGS_PER_PAGE = 50
"""The number of filings whose charges are computed together before the lock is taken."""
HEADS_PER_PAGE = 400
"""Charges with this many heads are written in one transaction, so that other writers do not wait longer."""
MAX_TRIES = 3
"""Charges are computed again this often if something changes meanwhile; then one by one under the lock."""
BY_THE_TARIFF, FREE_SESSIONS = "charged by the tariff as it is now", "the free sessions of the year"


class NotCharged(NamedTuple):
    """A filing that cannot be charged yet, and what is missing."""

    filing: Filing
    problems: Sequence[Problem]


def charge_filings(
    filings: Sequence[Filing],
    *,
    by: User | None,
    reason: str,
    outcomes: Mapping[int, Outcome] | None = None,
    new: bool = False,
) -> None:
    """Post the differences between what these filings of one federation owe and what is posted.

    A missing tariff does not delay a filing. It is charged once the amount is entered.
    """
    if filings and charging_of(filings[0].federation).kinds:
        federation = filings[0].federation
        dues = _prepared_dues(filings, outcomes or {})
        if dues is None:
            dues, _ = dues_of(filings, outcomes, new=new)
        to_post = _new_differences(dues) if new else differences(federation, dues)
        post_differences(federation, to_post, by=by, reason=reason)
        _charge_claims(claims_of(filings), by=by)


def _prepared_dues(filings: Sequence[Filing], outcomes: Mapping[int, Outcome]) -> list[Due] | None:
    """The charges of a single filing that were prepared before the lock was taken, if they are still current."""
    outcome = outcomes.get(filings[0].pk) if len(filings) == 1 else None
    prepared = outcome.works.get(charge_filings) if outcome else None
    return [Due(filings[0].receipt, prepared.work.charges)] if prepared and prepared.work.is_current() else None


def _charge_claims(claims: Iterable[Filing], *, by: User | None) -> None:
    """Charge claims of free sessions again, in order, because each depends on the ones before."""
    for filing in claims:
        dues, _ = dues_of([filing])
        to_post = differences(filing.federation, dues)
        post_differences(filing.federation, to_post, by=by, reason=FREE_SESSIONS)


def charge_due(federation: Federation, *, by: User | None) -> int:
    """Post charges that became due because amounts were entered. Returns the number of filings charged.

    Clubs are charged one after another. Charges are computed without the lock and written in pages, and an interrupted
    run can be repeated. Sessions that claim to be free come last, one by one, because they depend on all other sessions
    of the club.
    """
    filings = Filing.objects.filter(federation=federation).exclude(state__in=ENDED_STATES)
    rows = filings.order_by("organisation", "day", "pk").values_list("organisation", "pk")
    engine()  # computed once in each process, before others wait for the lock
    count = 0
    for key, club_rows in groupby(list(rows), key=lambda row: row[0]):
        club = Organisation.objects.select_related("parent", "federation").get(pk=key)
        count += _charge_club(club, [pk for _, pk in club_rows], by=by)
    return count


def _charge_club(club: Organisation, keys: Sequence[int], *, by: User | None) -> int:
    count = 0
    claim_keys: set[int] = set()
    for start in range(0, len(keys), FILINGS_PER_PAGE):
        dues = _work_out(club, keys[start : start + FILINGS_PER_PAGE])
        claim_keys |= dues.claim_keys
        count += _post_pages(club, dues, by=by)
    counts = {
        filing.pk: _charge_single(filing, reason=FREE_SESSIONS, by=by) for filing in claims_in_order(club, claim_keys)
    }
    return count + sum(counts[pk] for pk in claim_keys)


class _ClubDues(NamedTuple):
    """Differences in the charges of some filings of a club, computed at one moment."""

    moment: Moment
    differences: Mapping[int, Difference]
    """By filing."""
    claim_keys: frozenset[int]
    """Filings that claim a free session. They are charged later."""


def _work_out(club: Organisation, keys: Sequence[int]) -> _ClubDues:
    """Compute the differences without the lock."""
    with snapshot():
        moment = current_moment(club.federation)
        filings = list(Filing.objects.filter(pk__in=keys).exclude(state__in=ENDED_STATES).order_by("day", "pk"))
        for filing in filings:
            filing.organisation, filing.federation = club, club.federation
        dues, _ = dues_of(filings)
        by_receipt = {filing.receipt: filing.pk for filing in filings}
        claim_keys = frozenset(by_receipt[due.subject] for due in dues if claims_a_free_session(due.charges))
        ordinary = [due for due in dues if by_receipt[due.subject] not in claim_keys]
        by_filing = {
            by_receipt[difference.subject]: difference for difference in differences(club.federation, ordinary)
        }
        return _ClubDues(moment, by_filing, claim_keys)


def _pages(dues: _ClubDues) -> Iterator[_ClubDues]:
    """Pages with a limited number of heads, because a congress takes longer to write than a small evening."""
    page: dict[int, Difference] = {}
    heads = 0
    for key, difference in dues.differences.items():
        heads_of_charge = sum(charge.player_sessions for charge in (*difference.reversed, *difference.charges))
        if page and heads + heads_of_charge > HEADS_PER_PAGE:
            yield dues._replace(differences=page)
            page, heads = {}, 0
        page[key] = difference
        heads += heads_of_charge
    if page:
        yield dues._replace(differences=page)


def _post_pages(club: Organisation, dues: _ClubDues, *, by: User | None) -> int:
    """Post all pages. A page is computed again if something changed in between."""
    count, moment = 0, dues.moment
    for page in _pages(dues):
        next_moment = _post_page(club, page._replace(moment=moment), by=by)
        count += len(page.differences) if next_moment else _retry_page(club, list(page.differences), by=by)
        moment = next_moment or moment
    return count


def _retry_page(club: Organisation, keys: Sequence[int], *, by: User | None) -> int:
    """Post filings of a club whose first try failed."""
    for _ in range(MAX_TRIES):
        page = _work_out(club, keys)
        if not page.differences or _post_page(club, page, by=by):
            return len(page.differences)
    filings = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return sum(_charge_single(filing, reason=BY_THE_TARIFF, by=by) for filing in filings.order_by("day", "pk"))


@pause_collection()
@transaction.atomic
def _post_page(club: Organisation, page: _ClubDues, *, by: User | None) -> Moment | None:
    """Write a page, and return the moment after it; None if the page is no longer current."""
    lock(club.federation)
    if not is_current(club.federation, page.moment, [club.pk]):
        return None
    posting = post_differences(club.federation, list(page.differences.values()), by=by, reason=BY_THE_TARIFF)
    return page.moment._replace(posting=posting.number) if posting else page.moment


def _charge_single(filing: Filing, *, reason: str, by: User | None) -> bool:
    """Charge one filing, judged before the lock was taken. Returns whether anything was posted."""
    outcomes = _judge([filing])
    if not differences(filing.federation, dues_of([filing], outcomes)[0]):
        return False
    with pause_collection(), transaction.atomic():
        lock(filing.federation)
        filing.refresh_from_db(fields=["state", "day"])
        to_post = differences(filing.federation, dues_of([filing], _current_outcomes(outcomes))[0])
        post_differences(filing.federation, to_post, by=by, reason=reason)
    return bool(to_post)


def _judge(filings: Iterable[Filing]) -> dict[int, Outcome]:
    """Judge some filings before the lock is taken. Those that the book now refuses are left for later."""
    outcomes: dict[int, Outcome] = {}
    for filing in filings:
        version = current_key(filing)
        with suppress(MasterpointError):
            outcomes[filing.pk] = Outcome(version, frozenset(), judging.judge(event_of_version(version)))
    return outcomes


def _current_outcomes(outcomes: Mapping[int, Outcome]) -> dict[int, Outcome]:
    """The outcomes of filings that were not corrected in between."""
    return {key: outcome for key, outcome in outcomes.items() if current_key(Filing(pk=key)).pk == outcome.version.pk}


def dues_of(
    filings: Iterable[Filing], outcomes: Mapping[int, Outcome] | None = None, *, new: bool = False
) -> tuple[list[Due], list[NotCharged]]:
    """What each filing owes, and the filings that cannot be charged yet. `outcomes` are those just written."""
    dues: list[Due] = []
    waiting: list[NotCharged] = []
    for filing in filings:
        try:
            dues.append(Due(filing.receipt, charges_of(filing, (outcomes or {}).get(filing.pk), new=new)))
        except Refused as refusal:
            waiting.append(NotCharged(filing, refusal.problems))
    return dues, waiting


def _new_differences(dues: Sequence[Due]) -> list[Difference]:
    """The differences of new filings, which have no charges yet."""
    return [Difference(due.subject, [], due.charges) for due in dues if due.charges]
