"""Two filings that stand and look like one evening: somebody in the office decides that they are two events."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import credited_twice
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.similar import TWO_EVENTS
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import access
from masterpoint.centre.registry.audit import note_act
from masterpoint.core.errors import Problem


@transaction.atomic
def decide_two_events(filing: Filing, other: Filing, *, by: User | None, reason: str) -> None:
    """Kept with who decided and why; from now on nobody is asked about the two."""
    for either in (filing, other):
        access.require(by, access.Action.APPROVE, either.organisation)
    lock(filing.federation)
    pair = next((pair for pair in undecided(filing) if pair.other(filing) == other), None)
    problems = []
    if pair is None:
        message = f"nothing is open between {filing.receipt} and {other.receipt}"
        problems.append(Problem("receipt", other.receipt, message, "nothing to decide"))
    if not reason.strip():
        problems.append(Problem("reason", "", "a decision needs a reason", "say how you know that they are two events"))
    if problems:
        raise NotFiled(problems)
    receipts = sorted((filing.receipt, other.receipt))
    note_act(filing.federation, TWO_EVENTS, {}, by=by, reason=reason.strip()[:300], receipts=receipts)


def undecided(filing: Filing) -> list[credited_twice.Pair]:
    """The filings that may be the same evening as this one, and nobody has decided about."""
    return credited_twice.undecided([filing]).get(filing.pk, [])


def require_decided(filings: Collection[Filing]) -> None:
    """Nothing becomes official that may be credited twice."""
    doubtful = {pair.receipts: pair for pairs in credited_twice.undecided(filings).values() for pair in pairs}
    if doubtful:
        raise NotFiled([_problem(pair) for pair in doubtful.values()])


def _problem(pair: credited_twice.Pair) -> Problem:
    first, second = pair.first, pair.second
    message = f"{first.receipt} and {second.receipt} may be one evening: {second.receipt} has {pair.why}"
    fix = "withdraw or reject one of them, or decide on the page of either that they are two events"
    return Problem("same evening", second.receipt, message, fix)
