"""All writes of enquiries: ask, and answer."""

from __future__ import annotations

from datetime import date

from masterpoint.centre.accounts.models import User
from masterpoint.centre.enquiries import notices
from masterpoint.centre.enquiries.models import Enquiry, Note
from masterpoint.centre.filing.models import Filing
from masterpoint.centre.journal import services as journal
from masterpoint.centre.mail import services as mail
from masterpoint.centre.registry import access
from masterpoint.centre.registry.models import Organisation, Person
from masterpoint.core.errors import MasterpointError, Problem

MAX_LENGTH = 1000


class NotAsked(MasterpointError):
    """The question cannot be asked like this."""


@mail.transaction_with_letters
def ask(
    person: Person, organisation: Organisation, day: date, text: str, *, by: User, filing: Filing | None = None
) -> Enquiry:
    """Ask an organisation. Asking the same question again while it is open sends nothing."""
    body = _required_text(text)
    if organisation.federation_id != person.federation_id:
        raise NotAsked(Problem("club", organisation.name, "this club belongs to another federation", "ask there"))
    enquiry, new = Enquiry.objects.get_or_create(
        person=person,
        organisation=organisation,
        day=day,
        state=Enquiry.State.OPEN,
        defaults={"filing": filing, "asked_by": by},
    )
    if new or not enquiry.notes.filter(text=body).exists():
        note = Note.objects.create(enquiry=enquiry, by=by, text=body)
        _seal(enquiry, "asked", by)
        notices.to_the_officers(enquiry, note)
    return enquiry


@mail.transaction_with_letters
def add_note(enquiry: Enquiry, text: str, *, by: User) -> Note:
    """Add a message. An officer's message answers the question; the player's opens it again."""
    note = Note.objects.create(enquiry=enquiry, by=by, text=_required_text(text))
    officer = access.may(by, access.Action.CORRECT, enquiry.organisation) and by.pk != enquiry.asked_by_id
    enquiry.state = Enquiry.State.ANSWERED if officer else Enquiry.State.OPEN
    enquiry.save(update_fields=["state"])
    _seal(enquiry, "answered" if officer else "asked again", by)
    if officer:
        notices.to_the_author(enquiry, note)
    else:
        notices.to_the_officers(enquiry, note)
    return note


def _seal(enquiry: Enquiry, action: str, by: User) -> None:
    """Record the messages in the journal, so that later changes are detected."""
    journal.write(enquiry.organisation.federation, action, {"question": [enquiry.pk]}, by=by)


def _required_text(text: str) -> str:
    body = text.strip()[:MAX_LENGTH]
    if not body:
        raise NotAsked(Problem("text", "", "nothing was written", "say in a few words what is missing"))
    return body
