"""The receipt as a letter, to whoever filed."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.filing.models import Filing, Version
from masterpoint.centre.ledger.models import Line
from masterpoint.centre.mail import services as post
from masterpoint.centre.mail.models import Letter

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
    """Written with the filing, in its transaction: nobody gets a receipt for what was not filed."""
    if by is None or not by.wants_letters:
        return None
    first = version.number == 1
    text = RECEIPT.format(
        opening="Thank you. The results are filed." if first else f"The results are corrected: {version.reason}",
        filing=filing,
        awards=_awards(version),
        next=_next(filing),
        address=post.address_of("filing", filing.receipt),
    )
    subject = f"{'Filed' if first else 'Corrected'}: {filing.name}, {filing.day:%-d %B %Y} ({filing.receipt})"
    return post.write_to(by, subject, text)


def _awards(version: Version) -> str:
    lines = Line.objects.filter(posting__version=version, posting__kind="awards")
    awards, players = lines.count(), lines.values("person").distinct().count()
    if not awards:
        return "nobody receives points"
    return f"{awards} for {players} player{'' if players == 1 else 's'}"


def _next(filing: Filing) -> str:
    if filing.state == Filing.State.OFFICIAL:
        return "The points are in the players' records, and official. Nothing more is needed from you."
    return (
        "The points are in the players' records at once. They are provisional until the federation's office\n"
        f"has closed {filing.day:%B %Y}; then they are official. Nothing more is needed from you."
    )
