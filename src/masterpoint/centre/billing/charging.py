"""Charges follow from filings, as awards do: worked out again after every act, and the difference posted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.assessing import charges_of
from masterpoint.centre.billing.chain import post_charges
from masterpoint.centre.billing.free_sessions import claims_of
from masterpoint.centre.billing.models import Charge, Posting
from masterpoint.centre.billing.tariffs import charging_of
from masterpoint.centre.engine import engine
from masterpoint.centre.filing import judging
from masterpoint.centre.filing.consequences import Outcome
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.similar import ENDED
from masterpoint.centre.filing.stored import current_key, stored_event
from masterpoint.centre.locking import lock
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import MasterpointError, Problem, Refused
from masterpoint.core.exact import tidy
from masterpoint.core.serialisation import exact_text

AT_ONCE = 200
CHARGED_AT_ONCE = 3
"""So many filings are worked out in one transaction: whoever files meanwhile waits for no more than that."""


class Due(NamedTuple):
    """What should stand for a subject: a filing, or one organisation in a periodic run. The charges are unsaved."""

    subject: str
    charges: Sequence[Charge]


class Difference(NamedTuple):
    """What has to be posted so that a subject is charged as it should be."""

    subject: str
    reversed: Sequence[Charge]
    charges: Sequence[Charge]

    @property
    def organisation(self) -> Organisation:
        """Whose account it is about, first of all."""
        return next(charge.organisation for charge in (*self.charges, *self.reversed))

    @property
    def amount(self) -> Fraction:
        """By how much the accounts change."""
        return _sum(self.charges) - _sum(self.reversed)


class NotCharged(NamedTuple):
    """A filing that cannot be charged yet, and what is missing."""

    filing: Filing
    problems: Sequence[Problem]


def _sum(charges: Iterable[Charge]) -> Fraction:
    return sum((Fraction(charge.amount) for charge in charges), Fraction(0))


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
        post_differences(filing.federation, differing, by=by, reason="the free sessions of the year")


def charge_due(federation: Federation, *, by: User | None) -> int:
    """Post what any filing owes and was not charged: an amount was entered since. How many filings were charged.

    A few at a time, so that others go on filing; what stops goes on where it was.
    """
    filings = Filing.objects.filter(federation=federation).exclude(state__in=ENDED)
    keys = list(filings.order_by("day", "pk").values_list("pk", flat=True))
    engine()  # read once by each process, before anybody waits for it
    posted = 0
    for start in range(0, len(keys), CHARGED_AT_ONCE):
        page = filings.filter(pk__in=keys[start : start + CHARGED_AT_ONCE]).select_related("organisation__parent")
        judged = _judged(page.all())
        with transaction.atomic():
            lock(federation)
            differing = differences(federation, dues_of(page.order_by("day", "pk"), _still_current(judged))[0])
            post_differences(federation, differing, by=by, reason="charged by the tariff as it is now")
            _charge_claims(claims_of(page), by=by)
            posted += len(differing)
    return posted


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


def differences(federation: Federation, dues: Sequence[Due]) -> list[Difference]:
    """What differs from what is posted; nothing for a subject that is charged as it should be."""
    posted = standing_charges(federation, [due.subject for due in dues])
    differing = (Difference(due.subject, posted.get(due.subject, []), due.charges) for due in dues)
    return [difference for difference in differing if _contents(difference.reversed) != _contents(difference.charges)]


def _uncharged(dues: Sequence[Due]) -> list[Difference]:
    """The same of what was filed just now, and so was never charged."""
    return [Difference(due.subject, [], due.charges) for due in dues if due.charges]


def standing_charges(federation: Federation, subjects: Sequence[str]) -> dict[str, list[Charge]]:
    """The charges of some subjects that were not taken back.

    Whose they are is asked apart: in one query, SQLite would look for them from the postings, all of them.
    """
    standing: dict[str, list[Charge]] = {}
    for start in range(0, len(subjects), AT_ONCE):
        charges = list(Charge.objects.standing().filter(subject__in=subjects[start : start + AT_ONCE]).order_by("pk"))
        postings = Posting.objects.filter(pk__in={charge.posting_id for charge in charges})
        owners = dict(postings.values_list("pk", "federation_id"))
        for charge in charges:
            if owners[charge.posting_id] == federation.pk:
                standing.setdefault(charge.subject, []).append(charge)
    return standing


def _contents(charges: Iterable[Charge]) -> list[Any]:
    return [(charge.organisation_id, charge.kind, charge.title, charge.day, charge.amount) for charge in charges]


def post_differences(
    federation: Federation, differing: Sequence[Difference], *, by: User | None, reason: str = ""
) -> Posting | None:
    """Takes back what should not stand and posts what should, in one posting; nothing where nothing differs."""
    if not differing:
        return None

    def charges(posting: Posting) -> list[Charge]:
        return [row for difference in differing for row in _rows(posting, difference)]

    return post_charges(federation, charges, by=by, reason=reason)


def _rows(posting: Posting, difference: Difference) -> Iterator[Charge]:
    for charge in difference.reversed:
        yield Charge(
            posting=posting,
            organisation_id=charge.organisation_id,
            subject=charge.subject,
            version_id=charge.version_id,
            kind=charge.kind,
            title=charge.title,
            day=charge.day,
            amount=exact_text(tidy(-Fraction(charge.amount))),
            due_on=charge.due_on,
            detail={},
            reverses=charge,
        )
    for charge in difference.charges:
        charge.posting = posting
        yield charge
