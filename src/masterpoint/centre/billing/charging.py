"""Charges follow from filings, as awards do: worked out again after every act, and the difference posted."""

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
from masterpoint.centre.billing.moments_of_accounts import Moment, moment_now, stands
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED
from masterpoint.centre.filing.stored import current_key, stored_event
from masterpoint.centre.garbage_collection import paused
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.centre.snapshots import snapshot
from masterpoint.core.errors import MasterpointError, Problem, Refused

WORKED_OUT_AT_ONCE = 50
"""What so many filings owe is worked out before the lock is taken."""
HEADS_AT_ONCE = 400
"""Charges with so many heads are written in one transaction: whoever files meanwhile waits for no more than that."""
TRIES = 3
"""So often is it worked out anew where something else was done meanwhile; then it is done with the lock, one by one."""
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
    """Post what these filings of one federation owe now, as far as it differs from what is posted.

    A tariff that nobody has set yet holds up no filing: it is charged once the amount is entered.
    """
    if filings and charging_of(filings[0].federation).kinds:
        federation = filings[0].federation
        dues = _dues_ahead(filings, outcomes or {})
        if dues is None:
            dues, _ = dues_of(filings, outcomes, new=new)
        differing = _uncharged(dues) if new else differences(federation, dues)
        post_differences(federation, differing, by=by, reason=reason)
        _charge_claims(claims_of(filings), by=by)


def _dues_ahead(filings: Sequence[Filing], outcomes: Mapping[int, Outcome]) -> list[Due] | None:
    """What was worked out before the lock of a filing alone, where that still stands."""
    outcome = outcomes.get(filings[0].pk) if len(filings) == 1 else None
    ahead = outcome.ahead.get(charge_filings) if outcome else None
    return [Due(filings[0].receipt, ahead.work.charges)] if ahead and ahead.work.stands() else None


def _charge_claims(claims: Iterable[Filing], *, by: User | None) -> None:
    """Whether a session is one of the free ones depends on those before it: each is looked at again, in their order."""
    for filing in claims:
        dues, _ = dues_of([filing])
        differing = differences(filing.federation, dues)
        post_differences(filing.federation, differing, by=by, reason=FREE_SESSIONS)


def charge_due(federation: Federation, *, by: User | None) -> int:
    """Post what any filing owes and was not charged: an amount was entered since. How many filings were charged.

    Club by club. What they owe is worked out while others go on filing, and written some at a time; what stops goes on
    where it was. Sessions that claim to be free come last, one by one: that depends on all others of their club.
    """
    filings = Filing.objects.filter(federation=federation).exclude(state__in=ENDED)
    rows = filings.order_by("organisation", "day", "pk").values_list("organisation", "pk")
    engine()  # read once by each process, before anybody waits for it
    posted = 0
    for key, own in groupby(list(rows), key=lambda row: row[0]):
        club = Organisation.objects.select_related("parent", "federation").get(pk=key)
        posted += _charge_club(club, [pk for _, pk in own], by=by)
    return posted


def _charge_club(club: Organisation, keys: Sequence[int], *, by: User | None) -> int:
    posted = 0
    claiming: set[int] = set()
    for start in range(0, len(keys), WORKED_OUT_AT_ONCE):
        owed = _worked_out(club, keys[start : start + WORKED_OUT_AT_ONCE])
        claiming |= owed.claiming
        posted += _post_pages(club, owed, by=by)
    again = {
        filing.pk: _charge_alone(filing, reason=FREE_SESSIONS, by=by) for filing in claims_in_order(club, claiming)
    }
    return posted + sum(again[pk] for pk in claiming)


class _Owed(NamedTuple):
    """What some filings of a club owe otherwise than they were charged, as it was at a moment."""

    moment: Moment
    differing: Mapping[int, Difference]
    """By filing."""
    claiming: frozenset[int]
    """Filings that claim a free session, which are left for later."""


def _worked_out(club: Organisation, keys: Sequence[int]) -> _Owed:
    """While others go on filing."""
    with snapshot():
        moment = moment_now(club.federation)
        filings = list(Filing.objects.filter(pk__in=keys).exclude(state__in=ENDED).order_by("day", "pk"))
        for filing in filings:
            filing.organisation, filing.federation = club, club.federation
        dues, _ = dues_of(filings)
        by_receipt = {filing.receipt: filing.pk for filing in filings}
        claiming = frozenset(by_receipt[due.subject] for due in dues if claims_a_free_session(due.charges))
        others = [due for due in dues if by_receipt[due.subject] not in claiming]
        differing = {by_receipt[owed.subject]: owed for owed in differences(club.federation, others)}
        return _Owed(moment, differing, claiming)


def _pages(owed: _Owed) -> Iterator[_Owed]:
    """An evening of a few tables is written in less time than a congress of hundreds."""
    page: dict[int, Difference] = {}
    heads = 0
    for key, difference in owed.differing.items():
        more = sum(charge.player_sessions for charge in (*difference.reversed, *difference.charges))
        if page and heads + more > HEADS_AT_ONCE:
            yield owed._replace(differing=page)
            page, heads = {}, 0
        page[key] = difference
        heads += more
    if page:
        yield owed._replace(differing=page)


def _post_pages(club: Organisation, owed: _Owed, *, by: User | None) -> int:
    """As it was worked out; a page is worked out anew where something else was done since."""
    posted, moment = 0, owed.moment
    for page in _pages(owed):
        after = _posted(club, page._replace(moment=moment), by=by)
        posted += len(page.differing) if after else _post_anew(club, list(page.differing), by=by)
        moment = after or moment
    return posted


def _post_anew(club: Organisation, keys: Sequence[int], *, by: User | None) -> int:
    """Some filings of a club that were not charged in the first try."""
    for _ in range(TRIES):
        page = _worked_out(club, keys)
        if not page.differing or _posted(club, page, by=by):
            return len(page.differing)
    filings = Filing.objects.filter(pk__in=keys).select_related("organisation__parent", "federation")
    return sum(_charge_alone(filing, reason=BY_THE_TARIFF, by=by) for filing in filings.order_by("day", "pk"))


@paused()
@transaction.atomic
def _posted(club: Organisation, page: _Owed, *, by: User | None) -> Moment | None:
    """Written as it was worked out, and the moment after that; nothing where that does not stand any more."""
    lock(club.federation)
    if not stands(club.federation, page.moment, [club.pk]):
        return None
    posting = post_differences(club.federation, list(page.differing.values()), by=by, reason=BY_THE_TARIFF)
    return page.moment._replace(posting=posting.number) if posting else page.moment


def _charge_alone(filing: Filing, *, reason: str, by: User | None) -> bool:
    """One filing, which is judged before the lock; whether anything had to be posted."""
    judged = _judged([filing])
    if not differences(filing.federation, dues_of([filing], judged)[0]):
        return False
    with paused(), transaction.atomic():
        lock(filing.federation)
        filing.refresh_from_db(fields=["state", "day"])
        differing = differences(filing.federation, dues_of([filing], _still_current(judged))[0])
        post_differences(filing.federation, differing, by=by, reason=reason)
    return bool(differing)


def _judged(filings: Iterable[Filing]) -> dict[int, Outcome]:
    """What some filings pay, judged before the lock; what the book refuses now is left for later."""
    outcomes: dict[int, Outcome] = {}
    for filing in filings:
        version = current_key(filing)
        with suppress(MasterpointError):
            outcomes[filing.pk] = Outcome(version, frozenset(), judging.judge(stored_event(version)))
    return outcomes


def _still_current(judged: Mapping[int, Outcome]) -> dict[int, Outcome]:
    """Those that were not corrected meanwhile."""
    return {key: outcome for key, outcome in judged.items() if current_key(Filing(pk=key)).pk == outcome.version.pk}


def dues_of(
    filings: Iterable[Filing], outcomes: Mapping[int, Outcome] | None = None, *, new: bool = False
) -> tuple[list[Due], list[NotCharged]]:
    """What each filing owes as it stands, and those that cannot be charged yet; `outcomes` of those just written."""
    dues: list[Due] = []
    waiting: list[NotCharged] = []
    for filing in filings:
        try:
            dues.append(Due(filing.receipt, charges_of(filing, (outcomes or {}).get(filing.pk), new=new)))
        except Refused as refusal:
            waiting.append(NotCharged(filing, refusal.problems))
    return dues, waiting


def _uncharged(dues: Sequence[Due]) -> list[Difference]:
    """The same of what was filed just now, and so was never charged."""
    return [Difference(due.subject, [], due.charges) for due in dues if due.charges]
