"""Letters about questions to the officers who can answer, and about answers to the author."""

from __future__ import annotations

from masterpoint.centre.accounts.models import User
from masterpoint.centre.enquiries.models import Enquiry, Note
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access

QUESTION = """{by} asks about {enquiry.day:%-d %B %Y}, {enquiry.organisation.name}, for {enquiry.person}:

{text}

What came in for that day, and a box for your answer:
{address}"""

ANSWER = """{by} has answered your question about {enquiry.day:%-d %B %Y}, {enquiry.organisation.name}:

{text}

All messages so far, and a box to reply:
{address}"""


def to_the_officers(enquiry: Enquiry, note: Note) -> None:
    """Write to the officers of the organisation; if it has none, to those above it."""
    subject = f"A question about points: {enquiry.organisation.name}, {enquiry.day:%-d %B %Y}"
    for officer in access.nearest_officers(access.Action.CORRECT, enquiry.organisation):
        if officer.pk != note.by_id:
            mail.write_to(officer, subject, _text(QUESTION, enquiry, note))


def to_the_author(enquiry: Enquiry, note: Note) -> None:
    asker: User = enquiry.asked_by
    subject = f"An answer to your question: {enquiry.organisation.name}, {enquiry.day:%-d %B %Y}"
    mail.write_to(asker, subject, _text(ANSWER, enquiry, note))


def _text(form: str, enquiry: Enquiry, note: Note) -> str:
    address = mail.address_of("enquiry", enquiry.key)
    return form.format(by=note.by, enquiry=enquiry, text=note.text, address=address)
