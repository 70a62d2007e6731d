"""The office decides that two similar filings in force are two events."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing import double_credits
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.filing.refusals import NotFiled
from masterpoint.centre.filing.similar import TWO_EVENTS
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import access
from masterpoint.centre.registry.audit import note_act
from masterpoint.core.errors import Problem


@transaction.atomic
def decide_two_events(filing: Filing, second: Filing, *, by: User | None, reason: str) -> None:
    """Record the decision with its author and reason, so that nobody is asked about the two again."""
    for row in (filing, second):
        access.require(by, access.Action.APPROVE, row.organisation)
    lock(filing.federation)
    pair = next((pair for pair in undecided_pairs(filing) if pair.other(filing) == second), None)
    problems = []
    if pair is None:
        message = f"nothing is open between {filing.receipt} and {second.receipt}"
        problems.append(Problem("receipt", second.receipt, message, "nothing to decide"))
    if not reason.strip():
        problems.append(Problem("reason", "", "a decision needs a reason", "say how you know that they are two events"))
    if problems:
        raise NotFiled(problems)
    receipts = sorted((filing.receipt, second.receipt))
    note_act(filing.federation, TWO_EVENTS, {}, by=by, reason=reason.strip()[:300], receipts=receipts)


def undecided_pairs(filing: Filing) -> list[double_credits.Pair]:
    """Filings that may be the same evening as this one and are undecided."""
    return double_credits.undecided_pairs([filing]).get(filing.pk, [])


def require_decided(filings: Collection[Filing]) -> None:
    """Refuse to make filings official that may be credited twice."""
    pairs_by_receipts = {
        pair.receipts: pair for pairs in double_credits.undecided_pairs(filings).values() for pair in pairs
    }
    if pairs_by_receipts:
        raise NotFiled([_problem(pair) for pair in pairs_by_receipts.values()])


def _problem(pair: double_credits.Pair) -> Problem:
    first, second = pair.first, pair.second
    message = f"{first.receipt} and {second.receipt} may be one evening: {second.receipt} has {pair.why}"
    fix = "withdraw or reject one of them, or decide on the page of either that they are two events"
    return Problem("same evening", second.receipt, message, fix)
