"""Letters about filings: the receipt for the filer, and the office's decisions for the club."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from masterpoint.centre.accounts.models import User
from masterpoint.centre.cached_queries import cached_query
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.mail import services as mail
from masterpoint.centre.mail.models import Letter
from masterpoint.centre.proposals.models import Proposal
from masterpoint.centre.registry import access
from masterpoint.core.plurals import count_text

RECEIPT = """{opening}

Receipt number:  {filing.receipt}
Event:           {filing.name}
Played on:       {filing.day:%-d %B %Y}
For:             {filing.organisation.name}
Awards:          {awards}

What happens next
{next}

See it, print it or correct it here:
{address}"""


def receipt(filing: Filing, version: Version, *, by: User | None) -> Letter | None:
    """Write the receipt in the filing's transaction, so that nobody gets one if the filing fails."""
    if by is None or not by.wants_letters:
        return None
    is_first = version.number == 1
    text = RECEIPT.format(
        opening="Thank you. The results are filed." if is_first else f"The results are corrected: {version.reason}",
        filing=filing,
        awards=_awards(version),
        next=_next(filing),
        address=mail.address_of("filing", filing.receipt),
    )
    subject = f"{'Filed' if is_first else 'Corrected'}: {filing.name}, {filing.day:%-d %B %Y} ({filing.receipt})"
    return mail.write_to(by, subject, text)


def _awards(version: Version) -> str:
    receivers = _award_count(version.pk)
    if not receivers:
        return "nobody receives points"
    players = len(set(receivers))
    return f"{len(receivers)} for {count_text(players, 'player')}"


@cached_query
def _award_count(version: Any) -> QuerySet[Line, int]:
    """The receivers of points, once for each award."""
    lines = Line.objects.filter(posting__version=version, posting__kind="awards")
    return lines.values_list("person", flat=True)


def _next(filing: Filing) -> str:
    if filing.state == Filing.State.OFFICIAL:
        return "The points are in the players' records, and official. Nothing more is needed from you."
    return (
        "The points are in the players' records at once. They are provisional until the federation's office\n"
        f"has closed {filing.day:%B %Y}; then they are official. Nothing more is needed from you."
    )


DECISION_LETTER = """{opening}

Receipt number:  {filing.receipt}
Event:           {filing.name}
Played on:       {filing.day:%-d %B %Y}
For:             {filing.organisation.name}
What was asked:  {act}{reason}
{note}
{next}

See it here:
{address}"""
NEXT = {
    Proposal.Act.CORRECTION: ("The new version counts now.", "The approved version still counts."),
    Proposal.Act.WITHDRAWAL: ("The points have been taken back.", "The points stay as they are."),
}


def decision(proposal: Proposal, *, by: User | None) -> list[Letter]:
    """Tell a club why the office accepted or refused its proposal about an official filing."""
    filing = proposal.filing
    if filing is None or proposal.act not in NEXT:
        return []
    accepted = proposal.state == Proposal.State.ACCEPTED
    text = DECISION_LETTER.format(
        opening=f"The federation's office has {'accepted' if accepted else 'refused'} what you asked for.",
        filing=filing,
        act=proposal.get_act_display(),
        reason=f": {proposal.reason}" if proposal.reason else "",
        note=f"The office says: {proposal.note}\n" if proposal.note else "",
        next=NEXT[Proposal.Act(proposal.act)][0 if accepted else 1],
        address=mail.address_of("filing", filing.receipt),
    )
    subject = f"{'Accepted' if accepted else 'Refused'}: {proposal.get_act_display().lower()}, {filing.receipt}"
    readers = {reader.pk: reader for reader in _club_readers(proposal, filing) if by is None or reader.pk != by.pk}
    letters = [mail.write_to(reader, subject, text) for reader in readers.values()]
    return [letter for letter in letters if letter is not None]


def _club_readers(proposal: Proposal, filing: Filing) -> list[User]:
    """The proposer, and the organisation's own officers."""
    officers = [
        user
        for user in access.nearest_officers(access.Action.CORRECT, filing.organisation)
        if access.appointments(user).filter(organisation=filing.organisation).exists()
    ]
    return [*([proposal.by] if proposal.by else []), *officers]
