"""Post reported credits and take them back: once, in one transaction, by the organisation's officers."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Sum

from masterpoint.centre.accounts.models import User
from masterpoint.centre.billing.return_charges import charge_return
from masterpoint.centre.crediting.models import CreditDraft
from masterpoint.centre.crediting.returns import CreditReturn, Heading
from masterpoint.centre.filing.models import Month
from masterpoint.centre.filing.months import may_file_late, state_of
from masterpoint.centre.ledger import services as ledger
from masterpoint.centre.ledger.chain import NewLine
from masterpoint.centre.ledger.models import Line, Posting
from masterpoint.centre.locking import lock
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Federation, Organisation
from masterpoint.core.errors import Problem
from masterpoint.schemes import FEDERATIONS, edition_or_first


def postings(organisation: Organisation) -> QuerySet[Posting]:
    """The returns of an organisation, newest first."""
    rows = Posting.objects.filter(
        federation=organisation.federation_id, kind=Posting.Kind.REPORTED, detail__organisation=organisation.number
    )
    return rows.select_related("by", "reversed_by__by").order_by("-number")


@transaction.atomic
def post_return(credit_return: CreditReturn, *, by: User | None, late_reason: str = "") -> Posting:
    """Post all credits of a return at once, and charge for them. The same return again is refused."""
    organisation, heading = credit_return.organisation, credit_return.heading
    access.require(by, access.Action.FILE, organisation)
    lock(organisation.federation)
    may_file_late(organisation, heading.day, by=by, reason=late_reason)
    require_postable(credit_return)
    lines = [NewLine(person.pk, colour, amount, heading.day) for person, colour, amount in credit_return.rows]
    detail: dict[str, Any] = {
        "organisation": organisation.number,
        "event": heading.event,
        "credits": credit_return.digest,
        "files": [{"name": file.name, "text": file.data.decode("utf-8", "replace")} for file in credit_return.files],
    }
    if heading.authorisation:
        detail |= {"authorisation": heading.authorisation, "authorised": heading.authorised}
    if heading.grade:
        detail["grade"] = heading.grade
    if late_reason.strip():
        detail["late_reason"] = late_reason.strip()[:300]
    posting = ledger.post(
        organisation.federation,
        Posting.Kind.REPORTED,
        lines,
        by=by,
        reason=f"{heading.event}, {organisation.name}"[:300],
        detail=detail,
    )
    charge_return(posting, organisation, by=by)
    return posting


@transaction.atomic
def take_back(posting: Posting, organisation: Organisation, *, by: User | None, reason: str) -> Posting:
    """Take back a wrong return: the organisation may while its month is open, the federation's office at any time."""
    day = posting.lines.values_list("day", flat=True)[0]
    is_open = state_of(organisation.federation, day) == Month.State.OPEN
    access.require(by, access.Action.CORRECT if is_open else access.Action.APPROVE, organisation)
    ledger.require_officer(by, reason)
    reversal = ledger.reverse(posting, by=by, reason=reason.strip()[:300])
    charge_return(postings(organisation).get(pk=posting.pk), organisation, by=by, reason=reason.strip()[:300])
    return reversal


def require_postable(credit_return: CreditReturn) -> None:
    """Refuse returns that were already reported or exceed the authorisation. Previews use this too."""
    _require_new(credit_return)
    _require_authorised(credit_return)


def _require_new(credit_return: CreditReturn) -> None:
    duplicates = postings(credit_return.organisation).filter(detail__credits=credit_return.digest, reversed_by=None)
    duplicate = duplicates.first()
    if duplicate is not None:
        message = f"these credits were posted on {duplicate.at:%-d %B %Y}, as number {duplicate.number} of the ledger"
        fix = "nothing more to do; if it is another event, give it a name of its own"
        raise ledger.NotPosted(Problem("credits", credit_return.heading.event, message, fix))


def _require_authorised(credit_return: CreditReturn) -> None:
    """Refuse more points than authorised, counting earlier returns under the same number."""
    heading, federation = credit_return.heading, credit_return.organisation.federation
    if not heading.authorisation:
        return
    postings_under = Posting.objects.filter(
        federation=federation, kind=Posting.Kind.REPORTED, detail__authorisation=heading.authorisation, reversed_by=None
    )
    limits = [posting.facts["authorised"] for posting in postings_under if posting.facts.get("authorised")]
    allowed = [amount for amount in (*limits, heading.authorised) if amount]
    if not allowed:
        return
    posted_sum = Line.objects.filter(posting__in=postings_under).aggregate(sum=Sum("hundredths"))["sum"] or 0
    new_sum = sum(credit_return.sums.values())
    if posted_sum + new_sum > min(allowed):
        message = (
            f"{_points(posted_sum + new_sum)} points would be reported under this authorisation,"
            f" {_points(posted_sum)} of them earlier; it allows {_points(min(allowed))}"
        )
        fix = "check the points, or ask the State for another authorisation"
        raise ledger.NotPosted(_authorisation_problem(federation, heading, message, fix))


def _points(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"


def _authorisation_problem(federation: Federation, heading: Heading, message: str, fix: str) -> Problem:
    """A problem with the authorisation; where the book has a clause about it, in the edition of the event's day."""
    returns = FEDERATIONS[federation.scheme].credit_returns
    number = returns.authorisation_clause if returns else ""
    if not number:
        return Problem("authorisation", heading.authorisation, message, fix)
    book = edition_or_first(federation.scheme, heading.day).book
    return book.problem("authorisation", heading.authorisation, message, fix, number)


def save_draft(organisation: Organisation, user: User, fields: dict[str, str]) -> None:
    """Save a draft."""
    access.require(user, access.Action.FILE, organisation)
    CreditDraft.objects.update_or_create(organisation=organisation, user=user, defaults={"fields": fields})


def delete_draft(organisation: Organisation, user: User) -> None:
    CreditDraft.objects.filter(organisation=organisation, user=user).delete()
